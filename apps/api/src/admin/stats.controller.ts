import { type Series, StatsService } from '@app/flows';
import { PERIODS, type Period } from '@app/stats';
import { Controller, Query } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { Choice, Seconds } from '../wire/parameters.dto.js';

const SERIES = Object.keys(PERIODS);

class StatsQuery {
  @Choice(SERIES, 'Counts of each UTC day or hour, in place of the totals.')
  series?: Period;

  @Seconds('The beginning of the range. Default: 30 days or 48 hours before its end')
  from?: number;

  @Seconds('The end of the range; its second is not part of it. Default: now')
  to?: number;
}

export class SeriesPoint {
  @ApiProperty({ type: 'integer', description: 'The beginning of the day or hour, in UNIX epoch seconds.' })
  at!: number;

  @ApiProperty({ type: 'integer' })
  sign_ins!: number;

  @ApiProperty({ type: 'integer', description: 'Refused passwords and second factors.' })
  failed!: number;

  @ApiProperty({ type: 'integer', description: 'Created and imported users.' })
  users_created!: number;

  @ApiProperty({ type: 'integer', description: 'Different users who have signed in. A refresh does not count.' })
  users_active!: number;

  @ApiProperty({ type: 'integer' })
  emails_sent!: number;

  @ApiProperty({ type: 'integer', description: 'Emails that were given up.' })
  emails_failed!: number;

  @ApiProperty({ type: 'integer', description: 'Messages to webhooks that failed, each try for itself.' })
  webhooks_failed!: number;
}

export class SeriesView {
  @ApiProperty({ enum: SERIES })
  series!: Period;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'When all events were counted, in UNIX epoch seconds; null before the first time.',
  })
  updated_at!: number | null;

  @ApiProperty({ type: [SeriesPoint], description: 'At most 400, oldest first.' })
  points!: SeriesPoint[];
}

function toSeries({ period, countedAt, points }: Series): SeriesView {
  return { series: period, updated_at: countedAt, points: points.map(toPoint) };
}

function toPoint(counter: Series['points'][number]): SeriesPoint {
  const { at = 0, signIns = 0, failed = 0, usersCreated = 0, usersActive = 0 } = counter;
  const { emailsSent = 0, emailsFailed = 0, webhooksFailed = 0 } = counter;
  return {
    at,
    sign_ins: signIns,
    failed,
    users_created: usersCreated,
    users_active: usersActive,
    emails_sent: emailsSent,
    emails_failed: emailsFailed,
    webhooks_failed: webhooksFailed,
  };
}

export class Stats {
  @ApiProperty({ type: 'integer' })
  users!: number;

  @ApiProperty({ type: 'integer', description: 'Users whose email is verified.' })
  verified!: number;

  @ApiProperty({ type: 'integer', description: 'Users whom an administrator has disabled.' })
  disabled!: number;

  @ApiProperty({ type: 'integer', description: 'Users who have signed in within 30 days.' })
  active_30d!: number;

  @ApiProperty({ type: 'integer', description: 'Sessions that have not expired.' })
  sessions!: number;

  @ApiProperty({ type: 'integer', description: 'Emails in the queue.' })
  mail_queue!: number;
}

function toStats(counts: Awaited<ReturnType<StatsService['count']>>): Stats {
  const { users, verified, disabled, activeLately, sessions, mailQueue } = counts;
  return { users, verified, disabled, active_30d: activeLately, sessions, mail_queue: mailQueue };
}

@ApiTags('Admin: statistics')
@Controller('api/admin/stats')
export class StatsController {
  constructor(private readonly stats: StatsService) {}

  @Endpoint('GET', Access('admin', 'read', 'reads'), {
    id: 'adminGetStats',
    summary: 'Count users, sessions and queued emails',
    description: 'The counts are of this moment.',
    either: [Stats, SeriesView],
  })
  async get(@Query() { series, ...range }: StatsQuery): Promise<Stats | SeriesView> {
    if (series !== undefined) return toSeries(await this.stats.series(series, range));
    return toStats(await this.stats.count());
  }
}
