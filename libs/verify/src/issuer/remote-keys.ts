import { IssuerUnavailable } from '../refusals.js';
import type { IssuerClient } from './issuer-client.js';
import { type KnownKey, readJwkSet } from './jwk-set.js';
import { type ImportKey, importWithWebCrypto, type KeySource, type VerifyingKey } from './keys.js';
import { SharedRun } from './shared-run.js';

/** In seconds: the default lifetime of a key set, and the limits for the one that its Cache-Control header has. */
const DEFAULT_AGE = 300;
const MIN_AGE = 10;
const MAX_AGE = 3_600;

/** In milliseconds: the pause between two requests for an unknown key, with keys in memory and before the first keys. */
const PAUSES = { known: 10_000, none: 1_000 };

/**
 * The keys of a remote issuer. They are fetched before they expire, and when a token names an unknown key: at most every ten
 * seconds, so that forged tokens cause no load. While the issuer is unreachable, the last keys stay valid.
 */
export class RemoteKeys implements KeySource {
  private keys: ReadonlyMap<string, KnownKey> | undefined;
  private readonly loading = new SharedRun(() => this.fetch());

  constructor(
    private readonly client: IssuerClient,
    private readonly uri: string,
    private readonly importKey: ImportKey = importWithWebCrypto,
    private readonly pauses = PAUSES,
  ) {}

  publicKey(kid: string): VerifyingKey | undefined {
    return this.keys?.get(kid)?.key;
  }

  async find(kid: string): Promise<VerifyingKey | undefined> {
    const failure = this.mayLoad() ? await this.load().then(nothing, (error: unknown) => error) : undefined;
    if (this.keys === undefined) throw new IssuerUnavailable(undefined, { cause: failure });
    return this.publicKey(kid);
  }

  /** Fetches the key set; parallel calls share one request. Returns for how many milliseconds it may be kept. */
  load(): Promise<number> {
    return this.loading.run();
  }

  private mayLoad(): boolean {
    return this.loading.busy || this.loading.age >= (this.keys ? this.pauses.known : this.pauses.none);
  }

  private async fetch(): Promise<number> {
    const { status, text, cacheControl } = await this.client.get(this.uri);
    if (status !== 200) throw new Error(`The issuer answered ${status} for its key set.`);
    this.keys = await readJwkSet(text, this.keys ?? new Map(), this.importKey);
    const maxAge = /(?:^|[,\s])max-age=(\d{1,9})/i.exec(cacheControl)?.[1];
    return Math.min(MAX_AGE, Math.max(MIN_AGE, Number(maxAge ?? DEFAULT_AGE))) * 1_000;
  }
}

const nothing = () => undefined;
