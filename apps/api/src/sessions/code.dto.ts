import type { Exchanged } from '@app/flows';
import { Text } from '@app/flows';
import { ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import { SignedIn, toSignedIn } from './session.dto.js';

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
export class ExchangedCode extends PartialType(SignedIn) {
  @ApiPropertyOptional({ format: 'uuid', description: 'Only of a code that links an identity.' })
  identity_id?: string;
}

export function toExchangedCode(exchanged: Exchanged): ExchangedCode {
  if ('identityId' in exchanged) return { identity_id: exchanged.identityId };
  return toSignedIn(exchanged.tokens, exchanged.user);
}
