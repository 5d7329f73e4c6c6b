import { useRef, useState } from 'react';
import { api } from '../api/client';
import { dataOf, Failure } from '../api/failure';
import type { UserFilter } from './user-filter';

export const BULK_ACTIONS = ['end_sessions', 'require_mfa', 'disable', 'enable'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

const SLICE = 100;

interface BulkCounts {
  changed: number;
  unchanged: number;
  skipped: number;
}

type BulkStep = 'choice' | 'counting' | 'question' | 'running' | 'done';

type Request = UserFilter & { action: BulkAction; dry_run: boolean };

/** Sends all slices, and returns the counts of all; undefined when it was stopped. */
async function runAll(request: Request, onCounts: (counts: BulkCounts) => void, isStopped: () => boolean) {
  const sum = { changed: 0, unchanged: 0, skipped: 0 };
  for (let cursor: string | undefined; ; ) {
    onCounts({ ...sum });
    const slice = await dataOf(api.POST('/api/admin/users/bulk', { body: { ...request, limit: SLICE, cursor } }));
    for (const name of ['changed', 'unchanged', 'skipped'] as const) sum[name] += slice[name];
    if (isStopped()) return undefined;
    if (slice.next_cursor === null) break;
    cursor = slice.next_cursor;
  }
  onCounts({ ...sum });
  return sum;
}

/** A bulk action: first it is counted, then it runs, slice by slice. `stop()` ends it after the slice that is under way. */
export function useBulk(filter: UserFilter) {
  const [step, setStep] = useState<BulkStep>('choice');
  const [counts, setCounts] = useState<BulkCounts>({ changed: 0, unchanged: 0, skipped: 0 });
  const [expected, setExpected] = useState(0);
  const [failure, setFailure] = useState<Failure>();
  const stopped = useRef(false);

  /** Goes from one step to another one, and back where the first failed. */
  const walk = async (action: BulkAction, dryRun: boolean, over: BulkStep, next: BulkStep) => {
    const before = step;
    setStep(over);
    setFailure(undefined);
    try {
      const sum = await runAll({ ...filter, action, dry_run: dryRun }, setCounts, () => stopped.current);
      if (sum === undefined) return;
      if (dryRun) setExpected(sum.changed);
      setStep(next);
    } catch (thrown) {
      setFailure(Failure.of(thrown));
      setStep(before);
    }
  };

  return {
    step,
    counts,
    expected,
    failure,
    count: (action: BulkAction) => walk(action, true, 'counting', 'question'),
    run: (action: BulkAction) => walk(action, false, 'running', 'done'),
    stop: () => {
      stopped.current = true;
    },
  };
}
