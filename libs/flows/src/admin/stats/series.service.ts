import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import {
  type ActivityCounter,
  ActivityCounters,
  beginningOf,
  CountingProgress,
  PERIODS,
  type Period,
} from '@app/stats';
import { Injectable } from '@nestjs/common';

const MOST_POINTS = 400;
/** How many periods a request without `from` gets. */
const USUAL = { day: 30, hour: 48 };

/** The counters of the periods in a range, oldest first. */
export interface Series {
  period: Period;
  countedAt: number | null;
  points: Partial<ActivityCounter>[];
}

/** What happened over time, from the counters. */
@Injectable()
export class SeriesService {
  constructor(
    private readonly clock: Clock,
    private readonly counters: ActivityCounters,
    private readonly progress: CountingProgress,
  ) {}

  /**
   * One point for each period that overlaps the range, also for one in which nothing happened.
   * @throws {ApiError} INVALID_REQUEST
   */
  async read(period: Period, given: { from?: number; to?: number }): Promise<Series> {
    const seconds = PERIODS[period];
    const { to = this.clock.now() + 1 } = given;
    const { from = Math.max(0, to - USUAL[period] * seconds) } = given;
    if (from >= to) throw new ApiError('INVALID_REQUEST', 'from must be before to.');
    const first = beginningOf(period, from);
    const length = Math.ceil((to - first) / seconds);
    if (length > MOST_POINTS) {
      throw new ApiError('INVALID_REQUEST', `from and to must be at most ${MOST_POINTS} points apart.`);
    }
    const found = await this.counters.read(period, first, to);
    const known = new Map(found.map((counter) => [counter.at, counter]));
    const times = Array.from({ length }, (_none, index) => first + index * seconds);
    const points = times.map((at) => known.get(at) ?? { at });
    return { period, countedAt: await this.progress.countedAt(), points };
  }
}
