import type { AdminSchemas } from '@latchkey/client/admin';
import { api } from '../api/client';
import { dataOf } from '../api/failure';

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

export type Series = AdminSchemas['SeriesView'];

export async function readSeries(range: keyof typeof RANGES): Promise<Series> {
  const { series, span } = RANGES[range];
  const to = Math.floor(Date.now() / 1000);
  const params = { query: { series, from: to - span, to } };
  return (await dataOf(api.GET('/api/admin/stats', { params }))) as Series;
}
