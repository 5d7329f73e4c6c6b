import type { SettledOptions, SettledRevocations } from '../options.js';
import { RevocationPoller, Revocations } from '../revocations/revocations.js';
import { BackoffLoop } from './backoff-loop.js';
import { IssuerClient } from './issuer-client.js';
import { type KeySource, RemoteKeys } from './keys.js';

/** The keys and revocations of the issuer. */
export class Issuer {
  readonly keys: KeySource;
  /** Undefined if the option `revocations` is false. */
  readonly revocations: Revocations | undefined;
  private poller: RevocationPoller | undefined;
  private readonly client: IssuerClient;
  private readonly loops: BackoffLoop[] = [];

  constructor(private readonly options: SettledOptions) {
    this.client = new IssuerClient(options.fetch);
    this.keys = options.keys ?? this.remoteKeys(options);
    this.revocations = options.revocations === false ? undefined : this.polled(options, options.revocations);
  }

  /** Updates both in the background from now on. Does not wait, so that a service also starts while the issuer is unreachable. */
  start(): void {
    for (const loop of this.loops) loop.start();
  }

  stop(): void {
    for (const loop of this.loops) loop.stop();
    this.client.close();
  }

  /**
   * Resolves when both are as new as the options ask for; undefined if they are. Before `start()` it asks the issuer when
   * something is due.
   * @throws {IssuerUnavailable} if the revocations have never been read, and cannot be read now
   * @throws {RevocationsUnavailable} if they are older than `maxStale`, and cannot be read now
   */
  current(): Promise<void> | undefined {
    const due = this.loops.map((loop) => loop.catchUp()).filter((work) => work !== undefined);
    if (due.length === 0 && (this.poller?.usable ?? true)) return undefined;
    return Promise.all(due).then(() => this.poller?.ready());
  }

  private remoteKeys({ jwksUri, importKey, log }: SettledOptions): RemoteKeys {
    const keys = new RemoteKeys(this.client, jwksUri, importKey);
    this.loops.push(new BackoffLoop(`to fetch the keys of ${jwksUri}`, () => keys.load(), log));
    return keys;
  }

  private polled({ issuer, now }: SettledOptions, { uri, every, maxStale }: SettledRevocations): Revocations {
    const revocations = new Revocations(now);
    const poller = new RevocationPoller(this.client, this.keys, revocations, { issuer, uri, now, maxStale });
    this.poller = poller;
    const poll = async () => {
      await poller.poll();
      return every * 1_000;
    };
    this.loops.push(new BackoffLoop(`to read the revocations of ${uri}`, poll, this.options.log));
    return revocations;
  }
}
