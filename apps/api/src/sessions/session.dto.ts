import { OptionalText, Text } from '@app/flows';
import type { TokenPair } from '@app/tokens';
import type { Authenticated } from '@app/users';
import { ApiProperty } from '@nestjs/swagger';

export class RefreshRequest {
  @Text('INVALID_REFRESH_TOKEN', 'The newest refresh token of the session.')
  refresh_token!: string;
}

export class LogoutRequest {
  @OptionalText('INVALID_REFRESH_TOKEN', 'Ends the session of this token. Left out, all sessions of the user end.')
  refresh_token?: string;
}

/** The answer to a sign-in. */
export class SignedIn {
  @ApiProperty({ format: 'uuid' })
  uid!: string;

  @ApiProperty({
    description: 'The access token: a JWT for the Authorization header.',
  })
  token!: string;

  @ApiProperty({
    type: 'integer',
    description: 'When the access token expires, in UNIX epoch seconds.',
  })
  expiry!: number;

  @ApiProperty({ description: 'Can be exchanged for new tokens.' })
  refresh_token!: string;

  @ApiProperty()
  email_verified!: boolean;

  @ApiProperty({ description: 'The JSON text of the user, unchanged.' })
  metadata!: string;
}

export function toSignedIn({ uid, accessToken, expiry, refreshToken }: TokenPair, user: Authenticated): SignedIn {
  const { emailVerified, metadata } = user;
  return {
    uid,
    token: accessToken,
    expiry,
    refresh_token: refreshToken,
    email_verified: emailVerified,
    metadata,
  };
}

export class Refreshed {
  @ApiProperty({ format: 'uuid' })
  uid!: string;

  @ApiProperty({
    description: 'The access token: a JWT for the Authorization header.',
  })
  access_token!: string;

  @ApiProperty({
    description: 'Replaces the refresh token that was presented.',
  })
  refresh_token!: string;

  @ApiProperty({
    type: 'integer',
    description: 'When the access token expires, in UNIX epoch seconds.',
  })
  expiry!: number;
}

export function toRefreshed({ uid, accessToken, expiry, refreshToken }: TokenPair): Refreshed {
  return {
    uid,
    access_token: accessToken,
    refresh_token: refreshToken,
    expiry,
  };
}
