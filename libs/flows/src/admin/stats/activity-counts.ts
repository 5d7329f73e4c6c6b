import type { ActivityEvent, EventType } from '@app/events';
import { beginningOf, type Counts, PERIODS, type Period, type PeriodCounts } from '@app/stats';

/** The counter of each type of event that is counted. */
const COUNTED: Partial<Record<EventType, keyof Counts>> = {
  'login.succeeded': 'signIns',
  'login.failed': 'failed',
  'mfa.failed': 'failed',
  'user.created': 'usersCreated',
  'user.imported': 'usersCreated',
};

/** What these events add to the counters of days and hours. */
export function countsOf(events: ActivityEvent[]): PeriodCounts[] {
  const all = new Map<string, PeriodCounts>();
  for (const event of events) {
    const name = COUNTED[event.type];
    if (name === undefined) continue;
    for (const period of Object.keys(PERIODS) as Period[]) {
      const at = beginningOf(period, event.at);
      const counts = all.get(`${period} ${at}`) ?? { period, at };
      all.set(`${period} ${at}`, counts);
      increment(counts, name);
      if (isFirstIn(at, event)) increment(counts, 'usersActive');
    }
  }
  return [...all.values()];
}

/** Whether it is the first sign-in of its user in the period that begins at a time. */
function isFirstIn(beginning: number, { type, previous }: ActivityEvent): boolean {
  return type === 'login.succeeded' && (previous === null || previous < beginning);
}

function increment(counts: Counts, name: keyof Counts): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
