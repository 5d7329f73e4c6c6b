import { Link } from 'wouter';
import type { Checks } from '../api/types';
import { type Load, useLoad } from '../api/use-load';
import { fill, t } from '../texts/texts';
import { inWords, readReport } from './report';

/** What the checks find, in one line that leads to them. They run once for the page, because they call other servers. */
export function Findings() {
  const load = useLoad(readReport, []);
  return (
    <p className={`findings ${weight(load.data)}`} aria-busy={load.loading}>
      <span>{words(load)}</span> <Link href="/checks">{t.checks.show}</Link>
    </p>
  );
}

function words({ data, failure }: Load<Checks>): string {
  if (failure) return fill(t.checks.notRun, { reason: failure.message });
  return data ? inWords(data) : t.checks.running;
}

/** The most severe result, as a class. */
function weight(report: Checks | undefined): string {
  if (report?.checks.some(({ status }) => status === 'fail')) return 'bad';
  return report?.checks.some(({ status }) => status === 'warn') ? 'doubtful' : '';
}
