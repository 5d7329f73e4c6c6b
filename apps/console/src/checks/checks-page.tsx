import { Button } from '@mantine/core';
import type { Check, Checks } from '../api/types';
import { useLoad } from '../api/use-load';
import { Page } from '../layout/page';
import { t } from '../texts/texts';
import { type Column, List } from '../ui/list/list';
import { StatusFilter } from '../ui/list/status-filter';
import { useQuery } from '../ui/list/use-query';
import { Loaded } from '../ui/loaded';
import { State } from '../ui/state';
import { Time } from '../ui/time';
import { inWords, RESULTS, readReport } from './report';

const COLUMNS: Column<Check>[] = [
  { label: t.checks.name, show: ({ name }) => name },
  { label: t.checks.result, show: ({ status }) => <State name={status} /> },
  { label: t.checks.found, show: ({ found }) => found },
  { label: t.checks.cure, show: ({ cure }) => cure ?? '' },
];

export default function ChecksPage() {
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
