import { Clock } from '@app/database';
import { Injectable } from '@nestjs/common';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  type Configuration,
  calculatePKCECodeChallenge,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import type { Provider, ProviderSecrets } from './provider.entity.js';
import type { Claims } from './provider-kinds.js';
import {
  type AuthorizationRequest,
  type AuthorizationResponse,
  clientAuthentications,
  ProviderServers,
} from './provider-servers.js';

/** Sign-ins by OpenID Connect (Core, section 3.1). */
@Injectable()
export class OpenidExchange {
  constructor(
    private readonly servers: ProviderServers,
    private readonly clock: Clock,
  ) {}

  async authorizationUrl(provider: Provider, request: AuthorizationRequest): Promise<URL> {
    const config = await this.servers.configure(provider);
    return buildAuthorizationUrl(config, {
      ...(await codeParameters(provider, request)),
      scope: [...new Set(['openid', ...provider.scopes])].join(' '),
      nonce: request.nonce,
      // Apple requires it for the scopes with personal data.
      ...(provider.kind === 'apple' && { response_mode: 'form_post' }),
      ...(request.loginHint !== undefined && { login_hint: request.loginHint }),
      ...(request.maxAge !== undefined && { max_age: String(request.maxAge) }),
    });
  }

  /** The claims of the ID token, after all checks of the protocol. @throws {Error} when one fails */
  async claims(provider: Provider, secrets: ProviderSecrets, response: AuthorizationResponse): Promise<Claims> {
    const metadata = (await this.servers.configure(provider)).serverMetadata();
    const { parameters, iss } = withIssuer(response.parameters, provider, metadata.issuer);
    const [first, second] = clientAuthentications(provider, secrets, metadata, this.clock.now());
    if (!first) throw new Error('the provider accepts no client secret');
    const grantWith = async (authentication: ClientAuth) =>
      grant(await this.servers.configure(provider, authentication), { ...response, parameters });
    const claims = await grantWith(first).catch((error: unknown) => {
      if (second && isInvalidClient(error)) return grantWith(second);
      throw error;
    });
    if (iss !== null && iss !== claims.iss) throw new Error('the answer and the ID token name different issuers');
    if (claims.azp !== undefined && claims.azp !== provider.clientId) throw new Error('unexpected "azp"');
    return claims;
  }
}

/** The parameters of the authorization code flow with PKCE (RFC 7636). */
export async function codeParameters(
  { clientId }: Provider,
  { redirectUri, state, verifier }: AuthorizationRequest,
): Promise<Record<string, string>> {
  return {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
}

/** The URL of the callback as the provider opened it; for a form, as if it had been a query. */
export function callbackUrl({
  redirectUri,
  parameters,
}: Pick<AuthorizationResponse, 'redirectUri' | 'parameters'>): URL {
  const url = new URL(redirectUri);
  url.search = parameters.toString();
  return url;
}

async function grant(config: Configuration, response: AuthorizationResponse): Promise<Claims> {
  const { state, nonce, verifier, maxAge } = response;
  const checks = {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    maxAge,
    idTokenExpected: true,
  };
  const tokens = await authorizationCodeGrant(config, callbackUrl(response), checks);
  const claims = tokens.claims();
  if (!claims) throw new Error('the provider sent no ID token');
  return claims;
}

/**
 * The issuer of Entra is a template until the ID token names the tenant. So an `iss` beside the code (RFC 9207) is set apart,
 * and compared with the one in the ID token.
 */
function withIssuer(parameters: URLSearchParams, { kind }: Provider, issuer: string) {
  if (kind !== 'microsoft' || !parameters.has('iss')) return { parameters, iss: null };
  const changed = new URLSearchParams(parameters);
  changed.set('iss', issuer);
  return { parameters: changed, iss: parameters.get('iss') };
}

function isInvalidClient(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.error === 'invalid_client';
  return error instanceof WWWAuthenticateChallengeError && error.status === 401;
}
