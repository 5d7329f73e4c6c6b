import { Env, parseUrl } from '@app/config';
import { Injectable } from '@nestjs/common';
import {
  allowInsecureRequests,
  type ClientAuth,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client';
import { DocumentCache } from '../http/document-cache.js';
import { ProviderHttp } from '../http/provider-http.js';
import { isSecureUrl } from '../http/secure-url.js';
import type { Provider } from '../providers/provider.js';

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
    const { kid } = JSON.parse(Buffer.from(id_token.split('.')[0] ?? '', 'base64url').toString());
    return typeof kid === 'string' ? kid : undefined;
  } catch {
    return undefined;
  }
}
