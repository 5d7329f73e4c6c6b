import { call } from '../api/call';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The spans that the charts show. */
export const RANGES = {
  hours: { series: 'hour', span: 48 * HOUR },
  month: { series: 'day', span: 30 * DAY },
  quarter: { series: 'day', span: 90 * DAY },
  year: { series: 'day', span: 365 * DAY },
} as const;

export const isRange = (name: string): name is keyof typeof RANGES => name in RANGES;

export interface Series {
  series: 'day' | 'hour';
  points: Record<
    | 'at'
    | 'sign_ins'
    | 'failed'
    | 'users_created'
    | 'users_active'
    | 'letters_sent'
    | 'letters_failed'
    | 'webhooks_failed',
    number
  >[];
}

export function readSeries(range: keyof typeof RANGES): Promise<Series> {
  const { series, span } = RANGES[range];
  const to = Math.floor(Date.now() / 1000);
  return call('GET', `/api/admin/stats?series=${series}&from=${to - span}&to=${to}`);
}
