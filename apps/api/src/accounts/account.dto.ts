import { Email, OptionalBoolean, OptionalEmail, OptionalMetadata, OptionalText, Text } from '@app/flows';
import type { PendingAddress, TokenPair } from '@app/tokens';
import type { User } from '@app/users';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { DeviceToken, toSignedIn } from '../sessions/session.dto.js';

const PASSWORD = 'The current password. Counts as a recent sign-in, but not for a user with a second factor.';

export class CreateUserRequest {
  @Email()
  email!: string;

  @Text('WEAK_PASSWORD', '8 to 256 characters, not easy to guess, and not the email.')
  password!: string;

  @OptionalBoolean('Whether to sign the user in at once.')
  login?: boolean;

  @OptionalBoolean('Whether the email counts as verified; ignored with SIGNUP_EMAIL_VERIFIED=ignore.')
  email_verified?: boolean;

  @OptionalMetadata()
  metadata?: string;
}

/** The uid always; the rest when `login` was true. */
export class CreatedUser {
  @ApiProperty({ format: 'uuid' })
  uid!: string;

  @ApiPropertyOptional({
    description: 'The access token: a JWT for the Authorization header.',
  })
  token?: string;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'When the access token expires, in UNIX epoch seconds.',
  })
  expiry?: number;

  @ApiPropertyOptional({ description: 'Can be exchanged for new tokens.' })
  refresh_token?: string;

  @ApiPropertyOptional()
  email_verified?: boolean;

  @ApiPropertyOptional({
    description: 'The JSON text of the user, unchanged.',
  })
  metadata?: string;

  @DeviceToken()
  device_token?: string;
}

export function toCreatedUser(user: User, tokens: TokenPair | undefined): CreatedUser {
  return tokens ? toSignedIn(tokens, user) : { uid: user.uid };
}

export class UpdateUserRequest {
  @OptionalEmail()
  email?: string;

  @OptionalMetadata()
  metadata?: string;

  @OptionalText('INVALID_PASSWORD', `${PASSWORD} Compared only if the email changes.`)
  password?: string;
}

export class DeleteUserRequest {
  @OptionalText('INVALID_PASSWORD', PASSWORD)
  password?: string;
}

/** A new address that waits for its confirmation. */
export class PendingEmailView {
  @ApiProperty({ type: 'string', format: 'email', nullable: true, description: 'Null if no new address waits.' })
  pending!: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Until when it can be confirmed, in UNIX epoch seconds; null if no new address waits.',
  })
  expiry!: number | null;
}

export function toPendingEmail(pending: PendingAddress | undefined): PendingEmailView {
  return { pending: pending?.email ?? null, expiry: pending?.expiresAt ?? null };
}
