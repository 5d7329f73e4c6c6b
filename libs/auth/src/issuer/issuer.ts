import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { AUTH_OPTIONS, type KeySource, type SettledOptions } from '../auth.options.js';
import { RevocationPoller } from '../revocations/revocation-poller.js';
import { Revocations } from '../revocations/revocations.js';
import { BackoffLoop } from './backoff-loop.js';
import { IssuerClient } from './issuer-client.js';
import { RemoteKeys } from './remote-keys.js';

/** The keys and revocations of the issuer, updated in the background. */
@Injectable()
export class Issuer implements OnModuleInit, OnModuleDestroy {
  readonly keys: KeySource;
  /** Undefined if the option `revocations` is false. */
  readonly revocations: Revocations | undefined;
  private poller: RevocationPoller | undefined;
  private readonly client = new IssuerClient();
  private readonly loops: BackoffLoop[] = [];

  constructor(@Inject(AUTH_OPTIONS) options: SettledOptions) {
    this.keys = options.keys ?? this.remoteKeys(options);
    this.revocations = options.revocations === false ? undefined : this.polled(options, options.revocations);
  }

  /** Does not wait, so that the application also starts while the issuer is unreachable. */
  onModuleInit(): void {
    for (const loop of this.loops) loop.start();
  }

  /**
   * Resolves when the revocations have been read once.
   * @throws {IssuerUnavailable} if they cannot be read now
   */
  async ready(): Promise<void> {
    await this.poller?.ready();
  }

  onModuleDestroy(): void {
    for (const loop of this.loops) loop.stop();
    this.client.close();
  }

  private remoteKeys({ jwksUri }: SettledOptions): RemoteKeys {
    const keys = new RemoteKeys(this.client, jwksUri);
    this.loops.push(new BackoffLoop(`to fetch the keys of ${jwksUri}`, () => keys.load()));
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
    this.loops.push(new BackoffLoop(`to read the revocations of ${uri}`, poll));
    return revocations;
  }
}
