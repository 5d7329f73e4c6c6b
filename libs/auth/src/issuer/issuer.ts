import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { AUTH_OPTIONS, type KeySource, type SettledOptions } from '../auth.options.js';
import { RevocationPoller } from '../revocations/revocation-poller.js';
import { Revocations } from '../revocations/revocations.js';
import { IssuerClient } from './issuer-client.js';
import { RemoteKeys } from './remote-keys.js';
import { Repeated } from './repeated.js';

/** What is known of the issuer: its keys, and what it has revoked. Kept up to date while the application runs. */
@Injectable()
export class Issuer implements OnModuleInit, OnModuleDestroy {
  readonly keys: KeySource;
  /** Undefined where nobody asks for them. */
  readonly revocations: Revocations | undefined;
  private poller: RevocationPoller | undefined;
  private readonly client = new IssuerClient();
  private readonly work: Repeated[] = [];

  constructor(@Inject(AUTH_OPTIONS) options: SettledOptions) {
    this.keys = options.keys ?? this.remoteKeys(options);
    this.revocations = options.revocations === false ? undefined : this.polled(options, options.revocations);
  }

  /** Waits for nothing: the application starts also while the issuer is away. */
  onModuleInit(): void {
    for (const work of this.work) work.start();
  }

  /**
   * Resolves when it is known what has been revoked, at once but for the start.
   * @throws {IssuerUnavailable} when that cannot be told right now
   */
  async ready(): Promise<void> {
    await this.poller?.ready();
  }

  onModuleDestroy(): void {
    for (const work of this.work) work.stop();
    this.client.close();
  }

  private remoteKeys({ jwksUri }: SettledOptions): RemoteKeys {
    const keys = new RemoteKeys(this.client, jwksUri);
    this.work.push(new Repeated(`to fetch the keys of ${jwksUri}`, () => keys.load()));
    return keys;
  }

  private polled({ issuer, now }: SettledOptions, { uri, every }: { uri: string; every: number }): Revocations {
    const revocations = new Revocations(now);
    const poller = new RevocationPoller(this.client, this.keys, revocations, { issuer, uri, now });
    this.poller = poller;
    const poll = async () => {
      await poller.poll();
      return every * 1_000;
    };
    this.work.push(new Repeated(`to read the revocations of ${uri}`, poll));
    return revocations;
  }
}
