import { MAX_ACCESS_TOKEN_TTL } from '@app/config';
import type { SigningKey } from './signing-key.entity.js';

/** How long others may keep the key set that is published, in seconds. */
export const JWKS_CACHE_SECONDS = 300;

/** How often each process looks for what others have done to the keys. */
export const RELOAD_SECONDS = 10;

/**
 * A key is published this long before it signs, so that no copy of the key set without it is still in use. Another
 * process may publish a set without it until its next look, and is given three of them.
 */
export const PUBLISH_AHEAD_SECONDS = JWKS_CACHE_SECONDS + 3 * RELOAD_SECONDS;

/**
 * How long a key verifies after its successor took over: the longest life of a token, and five minutes for a process
 * that learns of the successor late, or whose clock is behind.
 */
export const RETIREMENT_SECONDS = MAX_ACCESS_TOKEN_TTL + 300;

/** `next` is published and will sign, `active` signs, `retired` verifies what it has signed. */
export const KEY_STATES = ['next', 'active', 'retired'] as const;
export type KeyState = (typeof KEY_STATES)[number];

/** All that the state of a key follows from: it is stored nowhere, so that every process changes it in the same second. */
export type KeyTimes = Pick<SigningKey, 'kid' | 'createdAt' | 'activatesAt'>;

type Scheduled<T extends KeyTimes> = T & { activatesAt: number };

/** The keys that sign, have signed, or are scheduled to, in the order in which they follow each other. */
export function succession<T extends KeyTimes>(keys: readonly T[]): Scheduled<T>[] {
  const scheduled = keys.filter((key): key is Scheduled<T> => key.activatesAt !== null);
  return scheduled.sort((one, other) => one.activatesAt - other.activatesAt || (one.kid < other.kid ? -1 : 1));
}

/** The key that signs: the newest whose time has come. The first of all also before its time, where a clock is behind. */
export function activeKey<T extends KeyTimes>(keys: readonly T[], now: number): Scheduled<T> {
  const [first, ...later] = succession(keys);
  if (first === undefined) throw new Error('None of the signing keys has been chosen to sign.');
  return later.findLast(({ activatesAt }) => activatesAt <= now) ?? first;
}

export function stateOf(key: KeyTimes, keys: readonly KeyTimes[], now: number): KeyState {
  if (key.kid === activeKey(keys, now).kid) return 'active';
  return key.activatesAt === null || key.activatesAt > now ? 'next' : 'retired';
}

/** When a key has nothing left to verify; never for one that nobody is to succeed. */
export function deadAt({ kid }: KeyTimes, keys: readonly KeyTimes[]): number {
  const line = succession(keys);
  const place = line.findIndex((key) => key.kid === kid);
  const successor = place === -1 ? undefined : line[place + 1];
  return successor === undefined ? Number.POSITIVE_INFINITY : successor.activatesAt + RETIREMENT_SECONDS;
}

/**
 * The earliest second in which a key that is not scheduled yet may take over. The second one of the pair that is made
 * at the first start need not wait: no key set without it was ever published.
 */
export function takeOverTime(next: KeyTimes, keys: readonly KeyTimes[], now: number): number {
  const founding = keys.length === 2 && keys.every(({ createdAt }) => createdAt === next.createdAt);
  const published = founding ? next.createdAt : next.createdAt + PUBLISH_AHEAD_SECONDS;
  return Math.max(now, published, activeKey(keys, now).activatesAt + 1);
}
