import type { IssuedChallenge } from '@app/factors';
import { Text } from '@app/flows';
import { ApiProperty } from '@nestjs/swagger';
import { CodeChallenge } from '../wire/code-challenge.js';

export class PageCodeRequest {
  @Text('INVALID_REDIRECT_URL', 'The URL of the product to which the browser goes with the code.')
  next_url!: string;

  @CodeChallenge()
  code_challenge!: string;
}

export class IssuedPageCode {
  @ApiProperty({ description: 'Works once, and only with the verifier of the `code_challenge`.' })
  code!: string;

  @ApiProperty({ type: 'integer', description: 'Until when the code works, in UNIX epoch seconds.' })
  expiry!: number;
}

export function toIssuedPageCode({ token: code, expiresAt: expiry }: IssuedChallenge): IssuedPageCode {
  return { code, expiry };
}
