import type { KeyObject } from 'node:crypto';
import type { KeyPair, PublicJwk } from './key-pair.js';
import { activeKey, deadAt, type KeyTimes } from './key-times.js';

/** A key in memory, ready for use. */
export type HeldKey = KeyPair & KeyTimes;

/** The keys as they stand from one change to the next: looked at with each request, made anew a few times a day. */
export interface Moment {
  /** The first second of it, and the first one after it. */
  from: number;
  until: number;
  /** The key that signs. */
  signer: HeldKey;
  /** What verifies, by `kid`. */
  publicKeys: ReadonlyMap<string, KeyObject>;
  /** What is published: the key that signs first, then the others, the newest first. */
  published: PublicJwk[];
}

/** The keys in memory. Who signs and who still verifies follows from the clock: no process has to be told. */
export class KeyRing {
  private moment: Moment;

  constructor(
    private readonly keys: readonly HeldKey[],
    now: number,
  ) {
    this.moment = this.momentAt(now);
  }

  at(now: number): Moment {
    if (now < this.moment.from || now >= this.moment.until) this.moment = this.momentAt(now);
    return this.moment;
  }

  find(kid: string): HeldKey | undefined {
    return this.keys.find((key) => key.kid === kid);
  }

  private momentAt(now: number): Moment {
    const signer = activeKey(this.keys, now);
    const others = this.keys.filter((key) => key !== signer && now < deadAt(key, this.keys));
    const usable = [signer, ...others.sort((one, other) => other.createdAt - one.createdAt)];
    const changes = this.keys.flatMap((key) => [key.activatesAt ?? Number.POSITIVE_INFINITY, deadAt(key, this.keys)]);
    return {
      from: Math.max(...changes.filter((change) => change <= now)),
      until: Math.min(...changes.filter((change) => change > now)),
      signer,
      publicKeys: new Map(usable.map(({ kid, publicKey }) => [kid, publicKey])),
      published: usable.map(({ jwk }) => jwk),
    };
  }
}
