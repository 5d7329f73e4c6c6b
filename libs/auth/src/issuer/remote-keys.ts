import type { KeyObject } from 'node:crypto';
import type { KeySource } from '../auth.options.js';
import { IssuerUnavailable } from '../refusal.js';
import type { IssuerClient } from './issuer-client.js';
import { readJwkSet } from './jwk-set.js';

/** In seconds: how long a key set is kept that does not say so, and the bounds for one that does. */
const DEFAULT_AGE = 300;
const SHORTEST_AGE = 10;
const LONGEST_AGE = 3_600;

/** In milliseconds: how long a key that nobody knows keeps us from asking for another one, and while no key is known at all. */
const PAUSES = { known: 10_000, none: 1_000 };

/**
 * The keys of an issuer elsewhere. They are asked for in the background before they are out of date, and when a token
 * names one that is not known: at most every ten seconds, whatever tokens come. While the issuer cannot be asked, the
 * last ones hold.
 */
export class RemoteKeys implements KeySource {
  private keys: ReadonlyMap<string, KeyObject> | undefined;
  private loading: Promise<number> | undefined;
  private loadedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly client: IssuerClient,
    private readonly uri: string,
    private readonly pauses = PAUSES,
  ) {}

  publicKey(kid: string): KeyObject | undefined {
    return this.keys?.get(kid);
  }

  async find(kid: string): Promise<KeyObject | undefined> {
    const failure = this.mayLoad() ? await this.load().then(nothing, (error: unknown) => error) : undefined;
    if (this.keys === undefined) throw new IssuerUnavailable(undefined, { cause: failure });
    return this.keys.get(kid);
  }

  /** Asks for the key set, once for all who want it at a time. Tells for how many milliseconds it may be kept. */
  load(): Promise<number> {
    this.loading ??= this.fetch().finally(() => {
      this.loading = undefined;
    });
    return this.loading;
  }

  private mayLoad(): boolean {
    const pause = this.keys ? this.pauses.known : this.pauses.none;
    return this.loading !== undefined || performance.now() - this.loadedAt >= pause;
  }

  private async fetch(): Promise<number> {
    this.loadedAt = performance.now();
    const { status, text, cacheControl } = await this.client.get(this.uri);
    if (status !== 200) throw new Error(`The issuer answered ${status} for its key set.`);
    this.keys = readJwkSet(text, this.keys ?? new Map());
    const told = /(?:^|[,\s])max-age=(\d{1,9})/i.exec(cacheControl)?.[1];
    return Math.min(LONGEST_AGE, Math.max(SHORTEST_AGE, Number(told ?? DEFAULT_AGE))) * 1_000;
  }
}

const nothing = () => undefined;
