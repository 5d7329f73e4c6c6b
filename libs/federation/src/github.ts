import { Env } from '@app/config';
import { Injectable } from '@nestjs/common';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  Configuration,
  customFetch,
  fetchProtectedResource,
} from 'openid-client';
import { callbackUrl, codeParameters } from './openid.js';
import type { Provider, ProviderSecrets } from './provider.entity.js';
import { ProviderHttp } from './provider-http.js';
import { type ExternalPerson, githubPersonOf } from './provider-kinds.js';
import type { AuthorizationRequest, AuthorizationResponse } from './provider-servers.js';

const GITHUB = 'https://github.com';

/** Sign-ins at GitHub, by OAuth 2.0 and its API: it has no ID tokens for people. */
@Injectable()
export class GithubExchange {
  constructor(
    private readonly env: Env,
    private readonly http: ProviderHttp,
  ) {}

  async authorizationUrl(provider: Provider, request: AuthorizationRequest): Promise<URL> {
    const parameters = { ...(await codeParameters(provider, request)), scope: provider.scopes.join(' ') };
    return buildAuthorizationUrl(this.configure(provider, ''), parameters);
  }

  /** @throws {Error} when the exchange fails, or the API does not answer as it should */
  async person(
    provider: Provider,
    { clientSecret }: ProviderSecrets,
    response: AuthorizationResponse,
  ): Promise<ExternalPerson> {
    const config = this.configure(provider, clientSecret ?? '');
    const checks = { expectedState: response.state, pkceCodeVerifier: response.verifier };
    const { access_token } = await authorizationCodeGrant(config, callbackUrl(response), checks);
    const api = apiOf(provider);
    const user = (await read(config, access_token, `${api}/user`)) as { id?: unknown } | null;
    return githubPersonOf(provider, user?.id, await read(config, access_token, `${api}/user/emails`));
  }

  /** The date that the API names. @throws {Error} when it does not answer */
  async test(provider: Provider): Promise<string | null> {
    const url = `${apiOf(provider)}/meta`;
    const { status, headers } = await this.http.send(url, { method: 'GET' });
    if (status >= 500) throw new Error(`${url} answered ${status}`);
    return headers.get('date');
  }

  /** GitHub names itself so in its answers (RFC 9207). */
  private configure(provider: Provider, secret: string): Configuration {
    const issuer = `${addressOf(provider)}/login/oauth`;
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/access_token`,
    };
    const config = new Configuration(metadata, provider.clientId, undefined, ClientSecretPost(secret || 'none'));
    if (!this.env.production) allowInsecureRequests(config);
    config[customFetch] = (url, request) => this.http.send(url, request);
    return config;
  }
}

/** The web address without a slash at its end, which administrators copy from a browser. */
function addressOf({ issuer }: Provider): string {
  return issuer.replace(/\/$/, '');
}

function apiOf(provider: Provider): string {
  const address = addressOf(provider);
  return address === GITHUB ? 'https://api.github.com' : `${address}/api/v3`;
}

async function read(config: Configuration, token: string, url: string): Promise<unknown> {
  const headers = new Headers({ accept: 'application/vnd.github+json' });
  const answer = await fetchProtectedResource(config, token, new URL(url), 'GET', null, headers);
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return answer.json();
}
