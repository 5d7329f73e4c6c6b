import { NativeSelect } from '@mantine/core';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import { useLoad, usePolling } from '../api/use-load';
import { Findings } from '../checks/findings';
import { Page } from '../layout/page';
import { t } from '../texts/texts';
import { useQuery } from '../ui/list/use-query';
import { Loaded } from '../ui/loaded';
import { Chart } from './chart';
import { isRange, RANGES, readSeries, type Series } from './series';

const POLL_SECONDS = 30;

export default function OverviewPage() {
  const query = useQuery();
  const asked = query.get('range') ?? '';
  const range = isRange(asked) ? asked : 'month';
  const totals = useLoad(() => dataOf(api.GET('/api/admin/stats')), []);
  const series = useLoad(() => readSeries(range), [range]);
  usePolling(() => Promise.all([totals.reload(), series.reload()]), POLL_SECONDS, true);
  return (
    <Page title={t.navigation.overview}>
      <Loaded load={totals}>{(stats) => <Totals stats={stats as Partial<Record<Total, number>>} />}</Loaded>
      <Findings />
      <div className="filters">
        <NativeSelect
          label={t.overview.range}
          value={range}
          onChange={(event) => query.set({ range: event.currentTarget.value })}
          data={Object.keys(RANGES).map((value) => ({ value, label: t.overview.ranges[value as keyof typeof RANGES] }))}
        />
      </div>
      <Loaded load={series}>{(data) => <Charts data={data} />}</Loaded>
    </Page>
  );
}

type Total = keyof typeof t.overview.totals;

function Totals({ stats }: { stats: Partial<Record<Total, number>> }) {
  return (
    <dl className="cards">
      {(Object.keys(t.overview.totals) as Total[]).map((name) => (
        <div key={name} className="card">
          <dt>{t.overview.totals[name]}</dt>
          <dd>{(stats[name] ?? 0).toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  );
}

const BAD = ['failed', 'emails_failed', 'webhooks_failed'];

function Charts({ data: { series, points } }: { data: Series }) {
  const names = Object.keys(t.overview.charts) as (keyof typeof t.overview.charts)[];
  return (
    <div className="charts">
      {names.map((name) => (
        <Chart
          key={name}
          title={t.overview.charts[name]}
          hourly={series === 'hour'}
          bad={BAD.includes(name)}
          // A user who signs in on two days counts on each of them, so their sum means nothing.
          summed={name !== 'users_active'}
          points={points.map((point) => ({ at: point.at, value: point[name] }))}
        />
      ))}
    </div>
  );
}
