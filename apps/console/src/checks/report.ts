import { api } from '../api/client';
import { dataOf } from '../api/failure';
import type { Check, Checks } from '../api/types';
import { fill, t } from '../texts/texts';

/** In the order of their weight. */
export const RESULTS = ['fail', 'warn', 'ok', 'skip'] as const satisfies Check['status'][];

export function readReport(): Promise<Checks> {
  return dataOf(api.GET('/api/admin/checks'));
}

/** How many checks fail or warn, in words. */
export function inWords({ checks }: Checks): string {
  const count = (result: Check['status']) => checks.filter(({ status }) => status === result).length;
  const [failures, warnings] = [count('fail'), count('warn')];
  const warned = warnings === 1 ? t.checks.warning : fill(t.checks.warnings, { count: warnings });
  if (failures === 0) return warnings === 0 ? t.checks.fine : `${warned}.`;
  const failed = fill(t.checks.failures, { count: failures });
  return warnings === 0 ? `${failed}.` : `${failed}, ${warned}.`;
}
