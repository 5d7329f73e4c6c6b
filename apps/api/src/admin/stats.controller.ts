import { type Series, StatsService } from '@app/flows';
import { PERIODS, type Period } from '@app/stats';
import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { Answer, t } from '../wire/answers.dto.js';
import { f, Request } from '../wire/fields.dto.js';
import { q } from '../wire/parameters.dto.js';

const SERIES = Object.keys(PERIODS) as Period[];

class StatsQuery extends Request({
  series: f.optional(f.choice(SERIES, 'Counts of each UTC day or hour, in place of the totals.')),
  from: q.seconds('The beginning of the range. Default: 30 days or 48 hours before its end'),
  to: q.seconds('The end of the range; its second is not part of it. Default: now'),
}) {}

class SeriesPoint extends Answer({
  at: t.integer('The beginning of the day or hour, in UNIX epoch seconds.'),
  sign_ins: t.integer(),
  failed: t.integer('Refused passwords and second factors.'),
  users_created: t.integer('Created and imported users.'),
  users_active: t.integer('Different users who have signed in. A refresh does not count.'),
  emails_sent: t.integer(),
  emails_failed: t.integer('Emails that were given up.'),
  webhooks_failed: t.integer('Messages to webhooks that failed, each try for itself.'),
}) {}

export class SeriesView extends Answer({
  series: t.oneOf(SERIES),
  updated_at: t.orNull(t.integer('When all events were counted, in UNIX epoch seconds; null before the first time.')),
  points: t.list(SeriesPoint, 'At most 400, oldest first.'),
}) {}

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

export class Stats extends Answer({
  users: t.integer(),
  verified: t.integer('Users whose email is verified.'),
  disabled: t.integer('Users whom an administrator has disabled.'),
  active_30d: t.integer('Users who have signed in within 30 days.'),
  sessions: t.integer('Sessions that have not expired.'),
  mail_queue: t.integer('Emails in the queue.'),
}) {}

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
