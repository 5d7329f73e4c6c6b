import type { Exchanged } from '@app/flows';
import { Text } from '@app/flows';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { toSignedIn } from '../sessions/session.dto.js';

export class ExternalTokenRequest {
  @Text('INVALID_CODE', 'The `code` of the URL to which the browser returned. It works once, for 60 seconds.')
  code!: string;

  @Text('INVALID_CODE', 'The verifier of the `code_challenge`.')
  code_verifier!: string;
}

/** After a sign-in what a login answers; after a link the identity. */
export class ExternalTokenView {
  @ApiPropertyOptional({ format: 'uuid', description: 'Only after a link.' })
  identity_id?: string;

  @ApiPropertyOptional({ format: 'uuid' })
  uid?: string;

  @ApiPropertyOptional({ description: 'The access token.' })
  token?: string;

  @ApiPropertyOptional({ type: 'integer', description: 'When the access token expires, in UNIX epoch seconds.' })
  expiry?: number;

  @ApiPropertyOptional({ description: 'Can be exchanged for new tokens.' })
  refresh_token?: string;

  @ApiPropertyOptional()
  email_verified?: boolean;

  @ApiPropertyOptional({ description: 'The JSON text of the user, unchanged.' })
  metadata?: string;
}

export function toExternalToken(exchanged: Exchanged): ExternalTokenView {
  if ('identityId' in exchanged) return { identity_id: exchanged.identityId };
  return toSignedIn(exchanged.tokens, exchanged.user);
}

export class ConfirmRequest {
  @Text('INVALID_CODE', 'The `pending_token` of EMAIL_CONFIRMATION_REQUIRED.')
  pending_token!: string;

  /** Judged only where it is needed. */
  @Allow()
  @ApiPropertyOptional({
    type: 'string',
    format: 'email',
    description: 'The address of the person, where the provider has named none. Ignored otherwise.',
  })
  email?: unknown;
}

export class ConfirmVerifyRequest {
  @Text('INVALID_CODE', 'The `code_token` that the request for the code answered.')
  code_token!: string;

  @Text('INVALID_CODE', 'The six digits of the letter. Blanks are ignored.')
  code!: string;
}
