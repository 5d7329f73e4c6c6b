import { TOKEN_PATH } from '@app/clients';
import { Env } from '@app/config';
import { RevocationService } from '@app/flows';
import { JWKS_CACHE_SECONDS, type PublicJwk, SigningKeys } from '@app/tokens';
import { Controller, Header, Headers, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { Answer, t } from '../wire/answers.dto.js';
import { Request } from '../wire/fields.dto.js';
import { q } from '../wire/parameters.dto.js';

/**
 * Sets the `ETag` header. Sets status 304 and returns true if `If-None-Match` has the same tag (RFC 9110, section
 * 13.1.2).
 */
export function isNotModified(etag: string, ifNoneMatch: string | undefined, reply: FastifyReply): boolean {
  reply.header('etag', etag);
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  const matches = ifNoneMatch?.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag)) ?? false;
  if (matches) reply.status(304);
  return matches;
}

class Jwk
  extends Answer({
    kty: t.string({ example: 'EC' }),
    crv: t.string({ example: 'P-256' }),
    x: t.string(),
    y: t.string(),
    kid: t.string('The `kid` in the header of each token that the key signed.'),
    alg: t.string({ example: 'ES256' }),
    use: t.oneOf(['sig'] as const),
  })
  implements PublicJwk {}

class JwkSet extends Answer({
  keys: t.list(Jwk),
}) {}

class IssuerMetadata extends Answer({
  issuer: t.string('The `iss` of access tokens: the `BASE_URL`.'),
  jwks_uri: t.string('The URL of the public keys.'),
  token_endpoint: t.string('Where clients get access tokens.'),
  grant_types_supported: t.strings('Only `client_credentials`.'),
  response_types_supported: t.strings('None: there is no authorization endpoint.'),
  token_endpoint_auth_methods_supported: t.strings('How clients authenticate.'),
  token_endpoint_auth_signing_alg_values_supported: t.strings('The algorithms of the assertions of clients.'),
}) {}

function toIssuerMetadata({ baseUrl: issuer }: Env): IssuerMetadata {
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

class RevocationQuery extends Request({
  after: q.text('The `cursor` of the previous answer. Left out, the list starts with the oldest relevant entry.'),
}) {}

class RevocationList extends Answer({
  token: t.string(
    'A JWT, signed like an access token, of `typ` `revocations`: `sessions` that have ended; `users` who were deleted, disabled or got other claims, `clients` that lost a right, and revoked API `keys`, each with the time until which their tokens are void; and `more`, true if there is another page.',
  ),
  cursor: t.string('The cursor of the next request. Entries may repeat.'),
}) {}

@ApiTags('For other services')
@Controller('.well-known')
export class WellKnownController {
  constructor(
    private readonly env: Env,
    private readonly keys: SigningKeys,
    private readonly revocations: RevocationService,
  ) {}

  @Header('Cache-Control', `public, max-age=${JWKS_CACHE_SECONDS}`)
  @Endpoint('GET openid-configuration', Access('public'), {
    id: 'getIssuerMetadata',
    summary: 'Where to find the public keys, for libraries that know only the issuer (RFC 8414)',
    description:
      'Contains only what the service does. It is no OpenID provider: there is no authorization endpoint and no ID token, and the token endpoint is for clients.',
    answers: IssuerMetadata,
    noEvents: true,
    independent: true,
  })
  metadata(): IssuerMetadata {
    return toIssuerMetadata(this.env);
  }

  @Header('Cache-Control', `public, max-age=${JWKS_CACHE_SECONDS}`)
  @Endpoint('GET jwks.json', Access('public'), {
    id: 'getKeySet',
    summary: 'The public keys of access tokens (RFC 7517)',
    description: 'Cache it as long as `Cache-Control` allows, and fetch it again for an unknown `kid`.',
    answers: JwkSet,
    noEvents: true,
  })
  jwks(): JwkSet {
    return { keys: this.keys.publicJwks() };
  }

  @Header('Cache-Control', 'public, max-age=1')
  @Endpoint('GET revocations', Access('public'), {
    id: 'listRevocations',
    summary: 'The sessions, users, clients and API keys whose access tokens must be refused before they expire',
    description: 'Request it every few seconds with the `cursor` of the previous answer.',
    conditional: true,
    answers: RevocationList,
    noEvents: true,
  })
  async revoked(
    @Query() { after }: RevocationQuery,
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RevocationList | undefined> {
    const page = await this.revocations.page(after);
    return isNotModified(page.etag, known, reply) ? undefined : this.revocations.sign(page);
  }
}
