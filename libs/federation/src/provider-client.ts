import type { Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable, Logger } from '@nestjs/common';
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { GithubExchange } from './github.js';
import { OpenidExchange } from './openid.js';
import type { Provider } from './provider.entity.js';
import { DocumentCache, ProviderHttp } from './provider-http.js';
import { type ExternalPerson, personOf } from './provider-kinds.js';
import { type AuthorizationRequest, type AuthorizationResponse, ProviderServers } from './provider-servers.js';
import { Providers } from './providers.js';

const MAX_REASON_LENGTH = 500;

/** What providers answer when the person does not want to sign in. The second is Apple's. */
const CANCELLED = ['access_denied', 'user_cancelled_authorize'];

/** Sends people to a provider, and finds out who came back. */
@Injectable()
export class ProviderClient {
  private readonly logger = new Logger('Providers');

  constructor(
    private readonly openid: OpenidExchange,
    private readonly github: GithubExchange,
    private readonly providers: Providers,
  ) {}

  /** The URL that begins a sign-in. @throws {ApiError} PROVIDER_ERROR when the discovery fails */
  authorizationUrl(provider: Provider, request: AuthorizationRequest): Promise<URL> {
    const exchange = provider.kind === 'github' ? this.github : this.openid;
    return exchange.authorizationUrl(provider, request).catch((error) => this.refuse(provider, error));
  }

  /**
   * Exchanges the code and checks all that the provider says. The tokens of the provider are thrown away.
   * @throws {ApiError} ACCESS_DENIED when the person canceled; PROVIDER_ERROR for everything else, with the reason in the log
   */
  identify(provider: Provider, response: AuthorizationResponse): Promise<ExternalPerson> {
    return this.personOf(provider, response).catch((error) => this.refuse(provider, error));
  }

  private async personOf(provider: Provider, response: AuthorizationResponse): Promise<ExternalPerson> {
    const secrets = await this.providers.secretsOf(provider);
    if (provider.kind === 'github') return this.github.person(provider, secrets, response);
    return personOf(provider, await this.openid.claims(provider, secrets, response));
  }

  private refuse({ id }: Provider, error: unknown): never {
    if (error instanceof ApiError) throw error;
    if (error instanceof AuthorizationResponseError && CANCELLED.includes(error.error)) {
      throw new ApiError('ACCESS_DENIED', undefined, { cause: error });
    }
    this.logger.warn(`The provider ${id} failed: ${reasonOf(error)}`);
    throw new ApiError('PROVIDER_ERROR', undefined, { cause: error });
  }
}

/** The messages of an error and its causes, and the error that the provider named: never a token or an answer. */
export function reasonOf(error: unknown): string {
  const parts: string[] = [];
  for (let each = error; each instanceof Error && parts.length < 5; each = each.cause) {
    parts.push(each.message);
    if (each instanceof AuthorizationResponseError || each instanceof ResponseBodyError) {
      parts.push(`${each.error} ${each.error_description ?? ''}`.trim());
    }
  }
  return parts.join(': ').replace(/\p{C}/gu, ' ').slice(0, MAX_REASON_LENGTH);
}

/** What a test of a provider has found. */
export interface ProbeResult {
  /** Why sign-ins would fail, for people; null when nothing was found. */
  error: string | null;
  /** How many seconds the clock of the provider is ahead; null when it did not say. */
  ahead: number | null;
}

/** Tests whether a provider answers as sign-ins need it. A secret is not tested: only a sign-in can do that. */
@Injectable()
export class ProviderProbe {
  constructor(
    private readonly servers: ProviderServers,
    private readonly github: GithubExchange,
    private readonly http: ProviderHttp,
    private readonly clock: Clock,
  ) {}

  /** For a command without the modules of the service. */
  static standalone(env: Env): ProviderProbe {
    const http = new ProviderHttp(env);
    const clock = new Clock();
    const servers = new ProviderServers(env, http, new DocumentCache(http, clock));
    return new ProviderProbe(servers, new GithubExchange(env, http), http, clock);
  }

  async probe(provider: Provider): Promise<ProbeResult> {
    try {
      return { error: null, ahead: await this.test(provider) };
    } catch (error) {
      return { error: reasonOf(error), ahead: null };
    }
  }

  private async test(provider: Provider): Promise<number | null> {
    if (provider.kind === 'github') return this.github.test(provider).then((date) => this.difference(date));
    this.servers.forget(provider);
    const config = await this.servers.configure(provider);
    await this.servers.requireKeys(config);
    const { headers } = await this.http.send(config.serverMetadata().jwks_uri ?? '', { method: 'GET' });
    return this.difference(headers.get('date'));
  }

  private difference(date: string | null): number | null {
    const time = Date.parse(date ?? '');
    return Number.isNaN(time) ? null : Math.round(time / 1_000) - this.clock.now();
  }
}
