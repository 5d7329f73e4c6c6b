import { sign } from 'node:crypto';
import { Env, parseUrl } from '@app/config';
import { Injectable } from '@nestjs/common';
import { decodeProtectedHeader } from 'jose';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ServerMetadata,
} from 'openid-client';
import type { Provider, ProviderSecrets } from './provider.entity.js';
import { DocumentCache, isSecureUrl, ProviderHttp } from './provider-http.js';

const APPLE_SECRET_TTL_SECONDS = 300;

/**
 * The ways to authenticate at the token endpoint, in the order in which to try them. Providers accept both ways to send a
 * secret, or have registered one of them and refuse the other before they look at the code (RFC 6749, section 5.2).
 * @param now in UNIX epoch seconds
 */
export function clientAuthentications(
  provider: Provider,
  { clientSecret, privateKey }: ProviderSecrets,
  { token_endpoint_auth_methods_supported: listed = ['client_secret_basic'] }: ServerMetadata,
  now: number,
): ClientAuth[] {
  if (provider.kind === 'apple') return [ClientSecretPost(appleSecret(provider, privateKey ?? '', now))];
  if (clientSecret === null) return [None()];
  const known = { client_secret_basic: ClientSecretBasic, client_secret_post: ClientSecretPost };
  const order = provider.kind === 'oidc' ? ['basic', 'post'] : ['post', 'basic'];
  const methods = order
    .map((each) => `client_secret_${each}` as keyof typeof known)
    .filter((each) => listed.includes(each));
  return methods.map((method) => known[method](clientSecret));
}

/** Apple's client secret is a JWT that the service signs itself (ES256). It is made for each exchange, so it can be short-lived. */
function appleSecret({ teamId, keyId, clientId, issuer }: Provider, privateKey: string, now: number): string {
  const claims = { iss: teamId, iat: now, exp: now + APPLE_SECRET_TTL_SECONDS, aud: issuer, sub: clientId };
  const content = [{ alg: 'ES256', kid: keyId, typ: 'JWT' }, claims].map(encode).join('.');
  const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${content}.${signature.toString('base64url')}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** What the service sends to the provider. */
export interface AuthorizationRequest {
  redirectUri: string;
  /** Unique for one sign-in, as the nonce and the verifier are. */
  state: string;
  /** For the ID token. GitHub has none and ignores it. */
  nonce: string;
  /** The PKCE verifier (RFC 7636). Only its SHA-256 is sent. */
  verifier: string;
  loginHint?: string;
  /** How many seconds ago the person may have signed in at the provider. */
  maxAge?: number;
}

/** What came back from the provider, and what was sent. */
export interface AuthorizationResponse extends Omit<AuthorizationRequest, 'loginHint'> {
  /** Of the query, or of the form. */
  parameters: URLSearchParams;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** The library fills the tenant into the issuer of this server only. Its discovery document is fetched from the provider's issuer. */
const ENTRA = 'https://login.microsoftonline.com/common/v2.0';

/** OpenID Connect servers as their discovery documents describe them. */
@Injectable()
export class ProviderServers {
  constructor(
    private readonly env: Env,
    private readonly http: ProviderHttp,
    private readonly documents: DocumentCache,
  ) {}

  /**
   * A configuration for one exchange, from documents of the cache. Checks the signature of every ID token.
   * @throws {Error} when the discovery fails, or the document names another issuer or an insecure endpoint
   */
  async configure(provider: Provider, authentication: ClientAuth = None()): Promise<Configuration> {
    const { issuer, clientId, kind } = provider;
    const server = new URL(kind === 'microsoft' ? ENTRA : issuer);
    const insecure = this.env.production ? [] : [allowInsecureRequests];
    const options = {
      execute: [...insecure, enableNonRepudiationChecks],
      [customFetch]: this.fetchFor(issuer, server),
    };
    try {
      const config = await discovery(server, clientId, undefined, authentication, options);
      this.check(provider, config);
      config[customFetch] = this.fetchFor(issuer, server, config.serverMetadata().jwks_uri);
      return config;
    } catch (error) {
      this.documents.forget(documentOf(issuer));
      throw error;
    }
  }

  /** Forgets the discovery document of a provider. */
  forget(provider: Provider): void {
    this.documents.forget(documentOf(provider.issuer));
  }

  /** Fetches the keys anew. @throws {Error} when there are none */
  async requireKeys(config: Configuration): Promise<void> {
    const { jwks_uri = '' } = config.serverMetadata();
    this.documents.forget(jwks_uri);
    const { keys } = JSON.parse(await this.documents.get(jwks_uri)) as { keys?: unknown };
    if (!Array.isArray(keys) || keys.length === 0) throw new Error(`${jwks_uri} has no keys`);
  }

  /** The key set of a server, fetched once more if it lacks a key, at most once a minute. */
  keys(config: Configuration, keyId: string | undefined): Promise<string> {
    return this.documents.keys(config.serverMetadata().jwks_uri ?? '', keyId);
  }

  private check({ issuer, kind }: Provider, config: Configuration): void {
    const metadata = config.serverMetadata();
    const same = kind === 'microsoft' ? originOf(metadata.issuer) === originOf(issuer) : metadata.issuer === issuer;
    if (!same) throw new Error(`the discovery document names the issuer ${metadata.issuer}`);
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
      const url = parseUrl(metadata[name] ?? '');
      if (!url || !isSecureUrl(url, this.env.production))
        throw new Error(`the discovery document has no secure "${name}"`);
    }
  }

  /** Answers requests for the discovery document and the keys from the cache. */
  private fetchFor(issuer: string, server: URL, keysUrl?: string): CustomFetch {
    let keyId: string | undefined;
    return async (url, { method, headers, body }) => {
      if (url === documentOf(server.href))
        return new Response(await this.documents.get(documentOf(issuer)), { headers: JSON_TYPE });
      if (url === keysUrl) return new Response(await this.documents.keys(url, keyId), { headers: JSON_TYPE });
      const answer = await this.http.send(url, { method, headers, body });
      keyId = await keyIdIn(answer.clone());
      return answer;
    };
  }
}

function documentOf(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

function originOf(issuer: string): string {
  return new URL(issuer.replace('{tenantid}', 'tenant')).origin;
}

/** The `kid` in the header of the ID token, to look for it among the keys. The library checks the token itself. */
async function keyIdIn(answer: Response): Promise<string | undefined> {
  try {
    const { id_token } = (await answer.json()) as { id_token: string };
    const { kid } = decodeProtectedHeader(id_token);
    return typeof kid === 'string' ? kid : undefined;
  } catch {
    return undefined;
  }
}
