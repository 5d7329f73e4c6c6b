import { createHash, randomUUID } from 'node:crypto';
import { Env, settingOfLimit } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Limit, LimitRule } from './limits.js';
import type { Windows } from './windows.js';
import { MemoryWindows, RedisWindows } from './windows.js';

/** The pause after a failure of Redis, so that few requests wait for its timeout. */
const REDIS_PAUSE_MS = 1_000;
const SWEEP_MS = 60_000;

/** A count that was added. */
export interface Counted {
  /** Removes the count. */
  takeBack(): Promise<void>;
}

const UNCOUNTED: Counted = { takeBack: async () => undefined };

/** Rate limits: for all replicas together with Redis, otherwise for this process alone. */
@Injectable()
export class RateLimits implements OnApplicationShutdown {
  private readonly logger = new Logger('Limits');
  private readonly memory = new MemoryWindows();
  private readonly redis: RedisWindows | undefined;
  private readonly sweeper: NodeJS.Timeout;
  private redisPausedUntil = 0;
  private lost = false;

  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
  ) {
    if (env.rateLimit && env.redisUrl !== undefined) this.redis = new RedisWindows(env.redisUrl);
    this.sweeper = setInterval(() => this.memory.sweep(this.clock.milliseconds()), SWEEP_MS).unref();
  }

  /** Whether limits apply to all replicas together at the moment; undefined without Redis. */
  get shared(): boolean | undefined {
    return this.redis && !this.lost;
  }

  /**
   * Adds a count for a subject, before the result of the request is known.
   * @throws {ApiError} TOO_MANY_REQUESTS, with the seconds to wait, when the limit is reached. Then nothing is counted
   */
  async count(rule: LimitRule, ...subject: string[]): Promise<Counted> {
    if (!this.env.rateLimit) return UNCOUNTED;
    const limit = this.resolve(rule);
    const key = keyOf(subject);
    const count = { id: randomUUID(), at: this.clock.milliseconds() };
    const outcome = await this.use((windows) => windows.count(limit, key, count));
    if (outcome.counted) return { takeBack: () => this.use((windows) => windows.takeBack(limit, key, count)) };
    const retryAfter = Math.ceil(outcome.waitMs / 1_000);
    throw new ApiError('TOO_MANY_REQUESTS', undefined, { retryAfter, reason: settingOfLimit(rule.most) });
  }

  /** Adds a count unless the subject is exempt from this limit. */
  async countUnless(exempt: () => Promise<boolean>, limit: LimitRule, ...subject: string[]): Promise<Counted> {
    if (!this.env.rateLimit || (await exempt())) return UNCOUNTED;
    return this.count(limit, ...subject);
  }

  /** Removes all counts of a subject. */
  async reset(rule: LimitRule, ...subject: string[]): Promise<void> {
    const limit = this.resolve(rule);
    if (this.env.rateLimit) await this.use((windows) => windows.reset(limit, keyOf(subject)));
  }

  onApplicationShutdown(): void {
    clearInterval(this.sweeper);
    this.redis?.close();
  }

  private resolve(rule: LimitRule): Limit {
    return { ...rule, most: this.env.rateLimits[rule.most] };
  }

  /** While Redis fails, this process counts in its own memory, so that the limits still apply. */
  private async use<T>(work: (windows: Windows) => Promise<T>): Promise<T> {
    if (!this.redis || Date.now() < this.redisPausedUntil) return work(this.memory);
    try {
      const result = await work(this.redis);
      if (this.lost) this.logger.log('Redis is back: limits apply to all replicas together again.');
      this.lost = false;
      return result;
    } catch (error) {
      if (!this.lost) this.logger.warn(`Redis is lost, each process counts for itself: ${(error as Error).message}`);
      this.lost = true;
      this.redisPausedUntil = Date.now() + REDIS_PAUSE_MS;
      return work(this.memory);
    }
  }
}

/** Adds a count to each of several limits, or to none. @throws {ApiError} TOO_MANY_REQUESTS */
export async function countAll(counts: (() => Promise<Counted>)[]): Promise<Counted> {
  const counted: Counted[] = [];
  const takeBack = async () => {
    await Promise.all(counted.map((one) => one.takeBack()));
  };
  try {
    for (const count of counts) counted.push(await count());
  } catch (error) {
    await takeBack();
    throw error;
  }
  return { takeBack };
}

/** A digest, so that no email or address is stored. */
function keyOf(subject: string[]): string {
  return createHash('sha256').update(JSON.stringify(subject)).digest('base64url');
}
