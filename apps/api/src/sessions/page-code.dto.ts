import { LAST_SECOND, OptionalChoice, OptionalWhole, STRENGTHS, Text } from '@app/flows';
import { type Acr, type IssuedToken } from '@app/tokens';
import { ApiProperty } from '@nestjs/swagger';
import { CodeChallenge } from '../wire/code-challenge.js';

export class PageCodeRequest {
  @Text('INVALID_REDIRECT_URL', 'The URL of the product to which the browser goes with the code.')
  next_url!: string;

  @CodeChallenge()
  code_challenge!: string;

  @OptionalChoice(STRENGTHS, 'How strong the session must be: `aal2` with a second factor.')
  acr?: Acr;

  @OptionalWhole({ max: LAST_SECOND, description: 'How old the proof of that strength may be, in seconds.' })
  max_age?: number;
}

export class IssuedPageCode {
  @ApiProperty({ description: 'Works once, and only with the verifier of the `code_challenge`.' })
  code!: string;

  @ApiProperty({ type: 'integer', description: 'Until when the code works, in UNIX epoch seconds.' })
  expiry!: number;
}

export function toIssuedPageCode({ token: code, expiresAt: expiry }: IssuedToken): IssuedPageCode {
  return { code, expiry };
}
