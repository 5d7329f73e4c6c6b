import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { api, dataOf } from '../api/client';
import { type Load, useLoad } from '../api/load';
import type { Check, Checks } from '../api/types';
import { fill, t } from '../texts/texts';
import { Page } from '../ui/layout';
import { type Column, List, StatusFilter, useQuery } from '../ui/list';
import { Loaded, State, Time } from '../ui/view';

/** In the order of their weight. */
const RESULTS = ['fail', 'warn', 'ok', 'skip'] as const satisfies Check['status'][];

export function readReport(): Promise<Checks> {
  return dataOf(api.GET('/api/admin/checks'));
}

/** How many checks fail or warn, in words. */
function inWords({ checks }: Checks): string {
  const count = (result: Check['status']) => checks.filter(({ status }) => status === result).length;
  const [failures, warnings] = [count('fail'), count('warn')];
  const warned = warnings === 1 ? t.checks.warning : fill(t.checks.warnings, { count: warnings });
  if (failures === 0) return warnings === 0 ? t.checks.fine : `${warned}.`;
  const failed = fill(t.checks.failures, { count: failures });
  return warnings === 0 ? `${failed}.` : `${failed}, ${warned}.`;
}

const COLUMNS: Column<Check>[] = [
  { label: t.checks.name, show: ({ name }) => name },
  { label: t.checks.result, show: ({ status }) => <State name={status} /> },
  { label: t.checks.found, show: ({ found }) => found },
  { label: t.checks.cure, show: ({ cure }) => cure ?? '' },
];

export function ChecksPage() {
  const load = useLoad(readReport, []);
  const again = (
    <Button variant="default" loading={load.loading} onClick={() => load.reload()}>
      {t.checks.again}
    </Button>
  );
  return (
    <Page title={t.navigation.checks} actions={again}>
      <p className="hint">{t.checks.hint}</p>
      <Loaded load={load}>{(report) => <Report report={report} />}</Loaded>
    </Page>
  );
}

function Report({ report }: { report: Checks }) {
  const asked = useQuery().get('status');
  const rows = RESULTS.flatMap((result) => report.checks.filter(({ status }) => status === result));
  return (
    <>
      <p role="status">
        <b>{inWords(report)}</b> <span className="dimmed">{t.checks.at}</span> <Time at={report.checked_at} />
      </p>
      <StatusFilter names={[...RESULTS]} />
      <List
        label={t.navigation.checks}
        rows={rows.filter(({ status }) => asked === undefined || status === asked)}
        columns={COLUMNS}
        id={({ name, found }) => `${name} ${found}`}
        empty={t.checks.none}
      />
    </>
  );
}

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
