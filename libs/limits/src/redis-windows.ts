import { Redis } from 'ioredis';
import type { Limit } from './limits.js';
import type { Count, Outcome, Windows } from './windows.js';

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
