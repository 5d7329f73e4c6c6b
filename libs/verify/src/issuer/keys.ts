import { IssuerUnavailable } from '../refusals.js';
import { ACCESS_ALGORITHM } from '../tokens/claims.js';
import { SharedRun } from './backoff-loop.js';
import type { IssuerClient } from './issuer-client.js';

/** A public key that verifies signatures with ES256: ECDSA with P-256 and SHA-256 (RFC 7518, section 3.4). */
export interface VerifyingKey {
  /** Whether this key has signed the data. The signature is the two numbers, 64 bytes. */
  verify(data: Uint8Array<ArrayBuffer>, signature: Uint8Array<ArrayBuffer>): boolean | Promise<boolean>;
}

/** The source of the issuer's public keys. */
export interface KeySource {
  /** The public key with this id; undefined if it is not known. The same key is always the same object. */
  publicKey(kid: string): VerifyingKey | undefined;
  /**
   * Asks the issuer for an unknown key, which may be new. Left out if there is no issuer to ask.
   * @throws {IssuerUnavailable} if the issuer cannot answer now
   */
  find?(kid: string): Promise<VerifyingKey | undefined>;
}

/** The members of a public key on the curve P-256 (RFC 7518, section 6.2.1). */
export interface PublicJwk {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
}

/** Turns the members of a public key into a key. It throws, or rejects, for a point that is not on the curve. */
export type ImportKey = (jwk: PublicJwk) => VerifyingKey | Promise<VerifyingKey>;

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** A key of the Web Cryptography API, which Node.js, browsers and edge runtimes have. */
export const importWithWebCrypto: ImportKey = async (jwk) => {
  const key = await crypto.subtle.importKey('jwk', { ...jwk }, CURVE, false, ['verify']);
  return { verify: (data, signature) => crypto.subtle.verify(SIGNATURE, key, signature, data) };
};

/** Limits the cost of a wrong answer: a real key set has a few keys. */
const MAX_KEYS = 100;

/** A key of a key set, with the members that tell whether another answer has the same one. */
export interface KnownKey extends Pick<PublicJwk, 'x' | 'y'> {
  key: VerifyingKey;
}

/**
 * The keys of a key set (RFC 7517) that sign access tokens; other keys are ignored. A known key stays the same object, so
 * that the cache of verified tokens stays valid.
 * @throws {Error} if there is no such key: the answer is not the key set of an issuer
 */
async function readJwkSet(
  text: string,
  known: ReadonlyMap<string, KnownKey>,
  importKey: ImportKey,
): Promise<Map<string, KnownKey>> {
  const { keys } = Object(JSON.parse(text)) as { keys?: unknown };
  const read = new Map<string, KnownKey>();
  for (const jwk of Array.isArray(keys) ? (keys.slice(0, MAX_KEYS) as unknown[]) : []) {
    const { kid } = Object(jwk) as { kid?: unknown };
    const point = typeof kid === 'string' && kid !== '' ? pointOf(Object(jwk)) : undefined;
    if (point === undefined) continue;
    const same = known.get(kid as string);
    const key = same?.x === point.x && same.y === point.y ? same.key : await imported(point, importKey);
    if (key) read.set(kid as string, { x: point.x, y: point.y, key });
  }
  if (read.size === 0) throw new Error('There is no usable key in the key set.');
  return read;
}

/** Undefined for a key that does not sign access tokens. */
function pointOf({ kty, crv, x, y, alg, use }: Record<string, unknown>): PublicJwk | undefined {
  if (kty !== 'EC' || crv !== 'P-256' || alg !== ACCESS_ALGORITHM || use !== 'sig') return undefined;
  return typeof x === 'string' && typeof y === 'string' ? { kty, crv, x, y } : undefined;
}

async function imported(jwk: PublicJwk, importKey: ImportKey): Promise<VerifyingKey | undefined> {
  try {
    return await importKey(jwk);
  } catch {
    return undefined;
  }
}

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
