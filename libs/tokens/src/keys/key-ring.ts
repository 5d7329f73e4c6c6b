import type { KeyObject } from 'node:crypto';
import type { KeyPair, PublicJwk } from './key-pair.js';
import { activeKey, expiryOf, type KeyTimes } from './key-times.js';

/** A key in memory, ready for use. */
export type LoadedKey = KeyPair & KeyTimes;

/** The roles of the keys from one change to the next. Each request reads it, and it changes a few times a day. */
export interface KeyPeriod {
  /** The first second of the period, and the first second after it. */
  from: number;
  until: number;
  /** The key that signs. */
  signer: LoadedKey;
  /** The keys that verify, by `kid`. */
  publicKeys: ReadonlyMap<string, KeyObject>;
  /** The published keys: the signing key, then the others, newest first. */
  published: PublicJwk[];
}

/**
 * The keys in memory. The clock decides which key signs and which keys verify, so that all processes agree without
 * messages.
 */
export class KeyRing {
  private period: KeyPeriod;

  constructor(
    private readonly keys: readonly LoadedKey[],
    now: number,
  ) {
    this.period = this.periodAt(now);
  }

  at(now: number): KeyPeriod {
    if (now < this.period.from || now >= this.period.until) this.period = this.periodAt(now);
    return this.period;
  }

  find(kid: string): LoadedKey | undefined {
    return this.keys.find((key) => key.kid === kid);
  }

  private periodAt(now: number): KeyPeriod {
    const signer = activeKey(this.keys, now);
    const others = this.keys.filter((key) => key !== signer && now < expiryOf(key, this.keys));
    const usable = [signer, ...others.sort((one, other) => other.createdAt - one.createdAt)];
    const changes = this.keys.flatMap((key) => [key.activatesAt ?? Number.POSITIVE_INFINITY, expiryOf(key, this.keys)]);
    return {
      from: Math.max(...changes.filter((change) => change <= now)),
      until: Math.min(...changes.filter((change) => change > now)),
      signer,
      publicKeys: new Map(usable.map(({ kid, publicKey }) => [kid, publicKey])),
      published: usable.map(({ jwk }) => jwk),
    };
  }
}
