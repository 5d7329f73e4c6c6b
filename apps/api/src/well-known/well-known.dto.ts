import { TOKEN_PATH } from '@app/clients';
import type { Env } from '@app/config';
import { Parameter } from '@app/flows';
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
    description: 'The `kid` in the header of each token that the key signed.',
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

export class IssuerMetadata {
  @ApiProperty({ description: 'The `iss` of access tokens: the `BASE_URL`.' })
  issuer!: string;

  @ApiProperty({ description: 'The URL of the public keys.' })
  jwks_uri!: string;

  @ApiProperty({ description: 'Where clients get access tokens.' })
  token_endpoint!: string;

  @ApiProperty({ type: [String], description: 'Only `client_credentials`.' })
  grant_types_supported!: string[];

  @ApiProperty({ type: [String], description: 'None: there is no authorization endpoint.' })
  response_types_supported!: string[];

  @ApiProperty({ type: [String], description: 'How clients authenticate.' })
  token_endpoint_auth_methods_supported!: string[];

  @ApiProperty({ type: [String], description: 'The algorithms of the assertions of clients.' })
  token_endpoint_auth_signing_alg_values_supported!: string[];
}

export function toIssuerMetadata({ baseUrl: issuer }: Env): IssuerMetadata {
  return {
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    token_endpoint: issuer + TOKEN_PATH,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['ES256', 'RS256', 'EdDSA'],
  };
}

export class RevocationQuery {
  @Parameter({
    description: 'The `cursor` of the previous answer. Left out, the list starts with the oldest relevant entry.',
  })
  after?: string;
}

export class RevocationList {
  @ApiProperty({
    description:
      'A JWT, signed like an access token, of `typ` `revocations`: `sessions` that have ended; `users` who were deleted, disabled or got other claims, `clients` that lost a right, and revoked API `keys`, each with the time until which their tokens are void; and `more`, true if there is another page.',
  })
  token!: string;

  @ApiProperty({ description: 'The cursor of the next request. Entries may repeat.' })
  cursor!: string;
}
