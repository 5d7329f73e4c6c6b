import type { Exchanged } from '@app/flows';
import { Text } from '@app/flows';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { toSignedIn } from './session.dto.js';

export class CodeExchangeRequest {
  @Text(
    'INVALID_CODE',
    'The `code` of the URL to which a link, a provider or the sign-in pages led the browser. It works once, for 60 seconds.',
  )
  code!: string;

  @Text('INVALID_CODE', 'The verifier of the `code_challenge`.')
  code_verifier!: string;
}

/** What a login answers; for a code that links an identity, only that. */
export class ExchangedCode {
  @ApiPropertyOptional({ format: 'uuid', description: 'Only of a code that links an identity.' })
  identity_id?: string;

  @ApiPropertyOptional({ format: 'uuid' })
  uid?: string;

  @ApiPropertyOptional({ description: 'The access token.' })
  token?: string;

  @ApiPropertyOptional({ type: 'integer', description: 'When the access token expires, in UNIX epoch seconds.' })
  expiry?: number;

  @ApiPropertyOptional({ description: 'Can be exchanged for new tokens. Left out where it is in a cookie.' })
  refresh_token?: string;

  @ApiPropertyOptional()
  email_verified?: boolean;

  @ApiPropertyOptional({ description: 'The JSON text of the user, unchanged.' })
  metadata?: string;
}

export function toExchangedCode(exchanged: Exchanged): ExchangedCode {
  if ('identityId' in exchanged) return { identity_id: exchanged.identityId };
  return toSignedIn(exchanged.tokens, exchanged.user);
}
