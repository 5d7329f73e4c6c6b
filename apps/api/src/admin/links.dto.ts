import { failsWith } from '@app/errors';
import type { MadeLink } from '@app/flows';
import { Email, OptionalBoolean, OptionalText } from '@app/flows';
import type { LinkPurpose } from '@app/tokens';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';

const TYPES: LinkPurpose[] = ['magic_link', 'verify_email', 'reset_password'];

export class CreateLinkRequest {
  @IsIn(TYPES, failsWith('INVALID_REQUEST', `type must be one of ${TYPES.join(', ')}`))
  @ApiProperty({ enum: TYPES, description: 'The purpose of the link.' })
  type!: LinkPurpose;

  @Email()
  email!: string;

  @OptionalText('INVALID_REDIRECT_URL', 'The final target of a magic or verification link. Default: APP_URL.')
  next_url?: string;

  @OptionalText('INVALID_REDIRECT_URL', 'The target of a reset link, to which `token` is appended. Default: APP_URL.')
  reset_url?: string;

  @OptionalBoolean('Whether following a magic link creates a user if the address has none.')
  sign_up?: boolean;
}

export class CreatedLink {
  @ApiProperty({ format: 'uri', description: 'The URL, as it would be mailed.' })
  link!: string;

  @ApiProperty({
    description: 'The token in the link. That of a reset link can be the `old_password` of change-password.',
  })
  token!: string;

  @ApiProperty({ type: 'integer', description: 'When the link expires, in UNIX epoch seconds.' })
  expiry!: number;
}

export function toCreatedLink({ link, token, expiresAt }: MadeLink): CreatedLink {
  return { link, token, expiry: expiresAt };
}
