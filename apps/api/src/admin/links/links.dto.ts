import { fails } from '@app/errors';
import type { LinkPurpose } from '@app/tokens';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import type { MadeLink } from '../../link/link-maker.js';
import { Email, OptionalBoolean, OptionalText } from '../../wire/fields.js';

const TYPES: LinkPurpose[] = ['magic_link', 'verify_email', 'reset_password'];

export class CreateLinkRequest {
  @IsIn(TYPES, fails('INVALID_REQUEST', `type must be one of ${TYPES.join(', ')}`))
  @ApiProperty({ enum: TYPES, description: 'What the link is good for.' })
  type!: LinkPurpose;

  @Email()
  email!: string;

  @OptionalText('INVALID_REDIRECT_URL', 'Where a magic or verification link leads to in the end; left out, APP_URL.')
  next_url?: string;

  @OptionalText('INVALID_REDIRECT_URL', 'Where a reset link leads to, with `token` appended; left out, APP_URL.')
  reset_url?: string;

  @OptionalBoolean('Whether following a magic link creates a user for the address where there is none.')
  sign_up?: boolean;
}

export class CreatedLink {
  @ApiProperty({ format: 'uri', description: 'As it would stand in the letter.' })
  link!: string;

  @ApiProperty({ description: 'The token in the link: that of a reset link is the `old_password` of change-password.' })
  token!: string;

  @ApiProperty({ type: 'integer', description: 'When the link expires, in UNIX epoch seconds.' })
  expiry!: number;
}

export function toCreatedLink({ link, token, expiresAt }: MadeLink): CreatedLink {
  return { link, token, expiry: expiresAt };
}
