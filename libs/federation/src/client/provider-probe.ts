import type { Env } from '@app/config';
import { Clock } from '@app/database';
import { Injectable } from '@nestjs/common';
import { DocumentCache } from '../http/document-cache.js';
import { ProviderHttp } from '../http/provider-http.js';
import type { Provider } from '../providers/provider.js';
import { GithubExchange } from './github-exchange.js';
import { reasonOf } from './provider-client.js';
import { ProviderServers } from './provider-servers.js';

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
