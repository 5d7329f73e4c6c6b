import type { PublicJwk } from '@app/tokens';
import { ApiProperty } from '@nestjs/swagger';

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
