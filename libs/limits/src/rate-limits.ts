import { createHash, randomUUID } from 'node:crypto';
import { Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Limit } from './limits.js';
import { MemoryWindows } from './memory-windows.js';
import { RedisWindows } from './redis-windows.js';
import type { Windows } from './windows.js';

/** After a failure the shared windows are left alone for this long: a request in a hundred waits for them, not each. */
const REST_MS = 1_000;

/** One more of something that has been counted, until it is taken back. */
export interface Counted {
  /** As if it had not happened. */
  takeBack(): Promise<void>;
}

const UNCOUNTED: Counted = { takeBack: async () => undefined };

/** Bounds how often things happen. Shared by all replicas through Redis where there is one, else of this process alone. */
@Injectable()
export class RateLimits implements OnApplicationShutdown {
  private readonly logger = new Logger('Limits');
  private readonly memory = new MemoryWindows();
  private readonly redis: RedisWindows | undefined;
  private restsUntil = 0;
  private lost = false;

  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
  ) {
    if (env.rateLimit && env.redisUrl !== undefined) this.redis = new RedisWindows(env.redisUrl);
  }

  /** Whether limits hold over all replicas right now; undefined where they are not meant to. */
  get shared(): boolean | undefined {
    return this.redis && !this.lost;
  }

  /**
   * Counts one more of a subject, before it is known how it ends.
   * @throws {ApiError} TOO_MANY_REQUESTS, with the seconds to wait, when the limit is reached; then nothing is counted
   */
  async count(limit: Limit, ...subject: string[]): Promise<Counted> {
    if (!this.env.rateLimit) return UNCOUNTED;
    const [key, id] = [keyOf(limit, subject), randomUUID()];
    const outcome = await this.use((windows) => windows.count(key, limit, id, this.clock.milliseconds()));
    if (outcome.counted) return { takeBack: () => this.use((windows) => windows.takeBack(key, id)) };
    throw new ApiError('TOO_MANY_REQUESTS', undefined, { retryAfter: Math.ceil(outcome.waitMs / 1_000) });
  }

  /** Forgets what was counted of a subject. */
  async forget(limit: Limit, ...subject: string[]): Promise<void> {
    if (this.env.rateLimit) await this.use((windows) => windows.forget(keyOf(limit, subject)));
  }

  onApplicationShutdown(): void {
    this.redis?.close();
  }

  /** A lost Redis is no reason to turn anybody away, nor to let everybody in: this process goes on counting by itself. */
  private async use<T>(work: (windows: Windows) => Promise<T>): Promise<T> {
    if (!this.redis || Date.now() < this.restsUntil) return work(this.memory);
    try {
      const result = await work(this.redis);
      if (this.lost) this.logger.log('Redis is back: limits hold over all replicas again.');
      this.lost = false;
      return result;
    } catch (error) {
      if (!this.lost) this.logger.warn(`Redis is lost, each process limits by itself: ${(error as Error).message}`);
      this.lost = true;
      this.restsUntil = Date.now() + REST_MS;
      return work(this.memory);
    }
  }
}

/** No address of a person stands in a key. */
function keyOf({ name }: Limit, subject: string[]): string {
  return `${name}:${createHash('sha256').update(JSON.stringify(subject)).digest('base64url')}`;
}
