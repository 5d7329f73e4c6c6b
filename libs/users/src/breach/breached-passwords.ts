import { createHash } from 'node:crypto';
import { type BreachSource, Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable, Logger } from '@nestjs/common';
import { RangeCache } from './range-cache.js';
import { readRange } from './range-source.js';
import { type BreachedRange, parseRange } from './range-text.js';

const PREFIX_DIGITS = 5;
const REST_SECONDS = 10;

/** The result of a look-up. `unreachable`: the source was out of reach. */
export type BreachResult = 'breached' | 'not_breached' | 'unreachable';

/** Looks passwords up among those that have appeared in data breaches. Only the first digits of a digest leave the process. */
@Injectable()
export class BreachedPasswords {
  /** Called with the result of each look-up. */
  onChecked: (result: BreachResult) => void = () => undefined;

  private readonly logger = new Logger('Passwords');
  private readonly ranges: RangeCache;
  /** Until then a failure is not logged again, and a web address is not asked again. In milliseconds. */
  private restsUntil = 0;

  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
  ) {
    this.ranges = new RangeCache(clock);
  }

  /**
   * Whether a new password has appeared in a data breach. False when the source is out of reach.
   * @throws {ApiError} UNAVAILABLE when the source is out of reach, with `PASSWORD_BREACH_STRICT=on`
   */
  async has(password: string): Promise<boolean> {
    const { source, strict } = this.env.breach;
    if (source === undefined) return false;
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
    const range = await this.rangeOf(source, digest.slice(0, PREFIX_DIGITS));
    if (range === undefined) {
      this.onChecked('unreachable');
      if (strict) throw new ApiError('UNAVAILABLE', undefined, { retryAfter: REST_SECONDS });
      return false;
    }
    const found = range.has(digest.slice(PREFIX_DIGITS));
    this.onChecked(found ? 'breached' : 'not_breached');
    return found;
  }

  /**
   * Undefined when the source is out of reach and the range is not cached. A folder is not left alone after a failure: only
   * one file may be missing.
   */
  private async rangeOf(source: BreachSource, prefix: string): Promise<BreachedRange | undefined> {
    const resting = source.kind === 'url' && this.clock.milliseconds() < this.restsUntil;
    try {
      if (!resting) return await this.ranges.get(prefix, () => this.read(source, prefix));
    } catch (error) {
      this.reportFailure(error as Error);
    }
    return this.ranges.last(prefix);
  }

  private async read(source: BreachSource, prefix: string): Promise<BreachedRange> {
    return parseRange(await readRange(source, prefix), this.env.breach.min);
  }

  private reportFailure({ message }: Error): void {
    const now = this.clock.milliseconds();
    if (now < this.restsUntil) return;
    this.restsUntil = now + REST_SECONDS * 1_000;
    const effect = this.env.breach.strict
      ? 'New passwords are refused'
      : 'New passwords are accepted without this check';
    this.logger.warn(`PASSWORD_BREACH is out of reach: ${message}. ${effect} until it answers.`);
  }
}
