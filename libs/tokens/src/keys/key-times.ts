import { MAX_ACCESS_TOKEN_TTL } from '@app/config';
import type { SigningKey } from './signing-key.entity.js';

/** How many seconds other services may cache the published key set. */
export const JWKS_CACHE_SECONDS = 300;

/** How often each process reads the keys again, since other processes change them. */
export const RELOAD_SECONDS = 10;

/**
 * How long a key is published before it signs, so that all cached key sets contain it by then. Another process may publish
 * a set without the key until its next reload; this allows for three reloads.
 */
const PUBLISH_AHEAD_SECONDS = JWKS_CACHE_SECONDS + 3 * RELOAD_SECONDS;

/**
 * How long a key verifies after its successor began to sign: the longest life of a token, and five minutes for a process
 * that loads the successor late or whose clock is behind.
 */
const RETIREMENT_SECONDS = MAX_ACCESS_TOKEN_TTL + 300;

/** A `next` key is published and will sign, the `active` key signs, a `retired` key only verifies. */
export const KEY_STATES = ['next', 'active', 'retired'] as const;
export type KeyState = (typeof KEY_STATES)[number];

/**
 * The values that determine the state of a key. The state is not stored, so that it changes in all processes in the same
 * second.
 */
export type KeyTimes = Pick<SigningKey, 'kid' | 'createdAt' | 'activatesAt'>;

type Scheduled<T extends KeyTimes> = T & { activatesAt: number };

/** The keys that have signed, sign, or are scheduled to sign, in this order. */
function succession<T extends KeyTimes>(keys: readonly T[]): Scheduled<T>[] {
  const scheduled = keys.filter((key): key is Scheduled<T> => key.activatesAt !== null);
  return scheduled.sort((one, other) => one.activatesAt - other.activatesAt || (one.kid < other.kid ? -1 : 1));
}

/**
 * The key that signs: the newest one whose time has come. The first key signs also before its time, if a clock is behind.
 */
export function activeKey<T extends KeyTimes>(keys: readonly T[], now: number): Scheduled<T> {
  const [first, ...later] = succession(keys);
  if (first === undefined) throw new Error('No signing key is scheduled to sign.');
  return later.findLast(({ activatesAt }) => activatesAt <= now) ?? first;
}

export function stateOf(key: KeyTimes, keys: readonly KeyTimes[], now: number): KeyState {
  if (key.kid === activeKey(keys, now).kid) return 'active';
  return key.activatesAt === null || key.activatesAt > now ? 'next' : 'retired';
}

/** When the last token that a key has signed is expired; never for a key without a successor. */
export function expiryOf({ kid }: KeyTimes, keys: readonly KeyTimes[]): number {
  const ordered = succession(keys);
  const index = ordered.findIndex((key) => key.kid === kid);
  const successor = index === -1 ? undefined : ordered[index + 1];
  return successor === undefined ? Number.POSITIVE_INFINITY : successor.activatesAt + RETIREMENT_SECONDS;
}

/**
 * The earliest second in which an unscheduled key may begin to sign. The second of the two keys that the first start creates
 * need not wait: every published key set has contained it.
 */
export function earliestActivation(next: KeyTimes, keys: readonly KeyTimes[], now: number): number {
  const firstPair = keys.length === 2 && keys.every(({ createdAt }) => createdAt === next.createdAt);
  const published = firstPair ? next.createdAt : next.createdAt + PUBLISH_AHEAD_SECONDS;
  return Math.max(now, published, activeKey(keys, now).activatesAt + 1);
}
