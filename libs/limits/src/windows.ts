import { Redis } from 'ioredis';
import type { Limit } from './limits.js';

/** One count: its time in milliseconds since the UNIX epoch, and a unique id. */
interface Count {
  id: string;
  at: number;
}

/** The result of a count: added, or refused with the milliseconds until the next one can be added. */
type Outcome = { counted: true } | { counted: false; waitMs: number };

/** Sliding windows: for each limit and key, the times of the counts within the seconds of the limit. */
export interface Windows {
  /** Adds a count unless the limit is reached. Atomic: parallel calls never exceed the limit. */
  count(limit: Limit, key: string, count: Count): Promise<Outcome>;
  /** Removes one count. */
  takeBack(limit: Limit, key: string, count: Count): Promise<void>;
  /** Removes all counts of a key. */
  reset(limit: Limit, key: string): Promise<void>;
}

/** The least share of a full store for keys below their limit, so that new keys are always counted. */
const MIN_SHARE_BELOW_LIMIT = 0.01;

/**
 * The counts of one limit in memory, for a limited number of keys. A full store first drops expired keys, then the key
 * below its limit with the oldest last count: a flood of new keys does not remove a lock.
 */
export class BoundedCounts {
  /** Both maps are in the order of the last count. A key holds the times of its counts, oldest first. */
  private readonly belowLimit = new Map<string, number[]>();
  private readonly atLimit = new Map<string, number[]>();

  constructor(private readonly limit: Limit) {}

  get size(): number {
    return this.belowLimit.size + this.atLimit.size;
  }

  count(key: string, now: number): Outcome {
    const since = this.startOfWindow(now);
    const times = this.timesOf(key);
    if (times === undefined) {
      this.makeRoom(now);
      this.put(key, [now]);
      return { counted: true };
    }
    dropUntil(times, since);
    const [oldest = now] = times;
    if (times.length >= this.limit.most) return { counted: false, waitMs: oldest - since };
    insertInOrder(times, now);
    this.put(key, times);
    return { counted: true };
  }

  takeBack(key: string, at: number): void {
    const times = this.timesOf(key);
    const index = times?.lastIndexOf(at) ?? -1;
    if (times === undefined || index < 0) return;
    times.splice(index, 1);
    if (times.length === 0) this.reset(key);
    else if (this.atLimit.delete(key)) this.belowLimit.set(key, times);
  }

  reset(key: string): void {
    this.belowLimit.delete(key);
    this.atLimit.delete(key);
  }

  /** Removes the keys whose last count has expired. */
  sweep(now: number): void {
    const since = this.startOfWindow(now);
    for (const keys of [this.belowLimit, this.atLimit]) {
      for (const [key, times] of keys) {
        if ((times.at(-1) ?? since) > since) break;
        keys.delete(key);
      }
    }
  }

  private startOfWindow(now: number): number {
    return now - this.limit.seconds * 1_000;
  }

  private timesOf(key: string): number[] | undefined {
    return this.belowLimit.get(key) ?? this.atLimit.get(key);
  }

  /** Puts a key at the end of its map. */
  private put(key: string, times: number[]): void {
    this.reset(key);
    (times.length < this.limit.most ? this.belowLimit : this.atLimit).set(key, times);
  }

  private makeRoom(now: number): void {
    if (this.size < this.limit.keys) return;
    this.sweep(now);
    if (this.size < this.limit.keys) return;
    const dropped = this.belowLimit.size > this.limit.keys * MIN_SHARE_BELOW_LIMIT ? this.belowLimit : this.atLimit;
    const [oldest] = dropped.keys();
    if (oldest !== undefined) dropped.delete(oldest);
  }
}

function dropUntil(times: number[], since: number): void {
  while ((times[0] ?? Number.POSITIVE_INFINITY) <= since) times.shift();
}

/** Keeps the times in order also when the system clock was set back. */
function insertInOrder(times: number[], now: number): void {
  let index = times.length;
  while (index > 0 && (times[index - 1] ?? 0) > now) index -= 1;
  times.splice(index, 0, now);
}

/**
 * Windows of this process. Each limit has a store of its own with a limited size, so that the keys of one limit never remove
 * those of another. Measured by `bench/limit-memory.mjs` on Node 20: a key takes about 160 bytes with one count and 300 (10 counts)
 * to 3,140 bytes (300 counts) at its limit; all stores take 44 MB when each key was counted once, as after a flood of cheap
 * requests, and at most 208 MB.
 */
export class MemoryWindows implements Windows {
  private readonly stores = new Map<string, BoundedCounts>();

  async count(limit: Limit, key: string, { at }: Count): Promise<Outcome> {
    return this.storeOf(limit).count(key, at);
  }

  async takeBack(limit: Limit, key: string, { at }: Count): Promise<void> {
    this.storeOf(limit).takeBack(key, at);
  }

  async reset(limit: Limit, key: string): Promise<void> {
    this.storeOf(limit).reset(key);
  }

  /** Removes the keys whose last count has expired. */
  sweep(now: number): void {
    for (const store of this.stores.values()) store.sweep(now);
  }

  /** The number of keys of all limits. */
  get size(): number {
    return [...this.stores.values()].reduce((sum, { size }) => sum + size, 0);
  }

  private storeOf(limit: Limit): BoundedCounts {
    const known = this.stores.get(limit.name);
    if (known) return known;
    const store = new BoundedCounts(limit);
    this.stores.set(limit.name, store);
    return store;
  }
}

const PREFIX = 'latchkey:limit:';
/** The longest time that a request waits for Redis. */
const COMMAND_TIMEOUT_MS = 500;
const CONNECT_TIMEOUT_MS = 2_000;
const LONGEST_PAUSE_MS = 2_000;

/** A sorted set of times for each key, which expires with its newest count. Returns the milliseconds to wait, or nothing. */
const COUNT = `
local since = tonumber(ARGV[1]) - tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', since)
local surplus = redis.call('ZCARD', KEYS[1]) - tonumber(ARGV[3])
if surplus >= 0 then
  return tostring(redis.call('ZRANGE', KEYS[1], surplus, surplus, 'WITHSCORES')[2] - since)
end
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return false
`;

type RedisWithCount = Redis & {
  countOne(key: string, now: number, windowMs: number, most: number, id: string): Promise<string | null>;
};

/** Windows that all replicas share. The caller handles failures. The client restores a lost connection in the background. */
export class RedisWindows implements Windows {
  private readonly redis: RedisWithCount;

  constructor(url: string) {
    this.redis = new Redis(url, {
      connectTimeout: CONNECT_TIMEOUT_MS,
      commandTimeout: COMMAND_TIMEOUT_MS,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      retryStrategy: (tries) => Math.min(100 * 2 ** tries, LONGEST_PAUSE_MS),
      keyPrefix: PREFIX,
    }) as RedisWithCount;
    this.redis.defineCommand('countOne', { numberOfKeys: 1, lua: COUNT });
    // Each failed command also rejects with the error.
    this.redis.on('error', () => undefined);
  }

  async count(limit: Limit, key: string, { id, at }: Count): Promise<Outcome> {
    const wait = await this.redis.countOne(redisKey(limit, key), at, limit.seconds * 1_000, limit.most, id);
    return wait === null ? { counted: true } : { counted: false, waitMs: Number(wait) };
  }

  async takeBack(limit: Limit, key: string, { id }: Count): Promise<void> {
    await this.redis.zrem(redisKey(limit, key), id);
  }

  async reset(limit: Limit, key: string): Promise<void> {
    await this.redis.del(redisKey(limit, key));
  }

  close(): void {
    this.redis.disconnect();
  }
}

function redisKey({ name }: Limit, key: string): string {
  return `${name}:${key}`;
}

const TIMEOUT_MS = 3_000;

/** Resolves when a Redis answers; rejects with the reason otherwise. */
export async function pingRedis(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let reason: unknown;
  redis.on('error', (error) => {
    reason = error;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    // A refused connection only rejects with "Connection is closed"; the event has the reason.
    throw reason ?? error;
  } finally {
    // A connection that has ended already would leave a timer of two seconds.
    if (redis.status !== 'end') redis.disconnect();
  }
}
