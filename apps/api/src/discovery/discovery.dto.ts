import type { PublicJwk } from '@app/tokens';
import { ApiProperty } from '@nestjs/swagger';
import { Parameter } from '../wire/parameters.js';

export class Jwk implements PublicJwk {
  @ApiProperty({ example: 'EC' })
  kty!: string;

  @ApiProperty({ example: 'P-256' })
  crv!: string;

  @ApiProperty()
  x!: string;

  @ApiProperty()
  y!: string;

  @ApiProperty({
    description: 'Named in the header of each token that this key signed.',
  })
  kid!: string;

  @ApiProperty({ example: 'ES256' })
  alg!: string;

  @ApiProperty({ enum: ['sig'] })
  use!: 'sig';
}

export class JwkSet {
  @ApiProperty({ type: [Jwk] })
  keys!: Jwk[];
}

export class RevocationQuery {
  @Parameter({ description: 'The `cursor` of the answer before; left out, all that still matters.' })
  after?: string;
}

export class RevocationList {
  @ApiProperty({
    description:
      'A JWT, signed like an access token, of `typ` `revocations`: `sessions` that have ended, `users` whose tokens are void that were issued by the time beside them, and `more`, true where the next page is there already.',
  })
  token!: string;

  @ApiProperty({ description: 'Asks for what comes after this. Some of it may come again.' })
  cursor!: string;
}
