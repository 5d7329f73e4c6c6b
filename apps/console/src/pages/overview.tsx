import type { AdminSchemas } from '@latchkey/client/admin';
import { api, dataOf } from '../api/client';
import { useLoad, usePolling } from '../api/load';
import { fill, t } from '../texts/texts';
import { choicesOf } from '../ui/form';
import { Page } from '../ui/layout';
import { SelectFilter, useQuery } from '../ui/list';
import { Loaded } from '../ui/view';
import { Findings } from './checks';

interface Point {
  /** The start of a UTC day or hour, in epoch seconds. */
  at: number;
  value: number;
}

interface ChartProps {
  title: string;
  points: Point[];
  hourly: boolean;
  /** Whether the values count failures. */
  bad: boolean;
  /** Whether the sum of the values means something; else their maximum is shown. */
  summed: boolean;
}

const WIDTH = 400;
const HEIGHT = 120;
const GAP = 0.2;

const DAY_FORMAT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const HOUR_FORMAT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** One bar for each day or hour. Screen readers read the figures in place of the bars. */
function Chart({ title, points, hourly, bad, summed }: ChartProps) {
  const named = ({ at }: Point) => (hourly ? HOUR_FORMAT : DAY_FORMAT).format(new Date(at * 1000));
  const most = Math.max(0, ...points.map(({ value }) => value));
  const sum = points.reduce((total, { value }) => total + value, 0);
  const figure = summed ? sum : most;
  const first = points[0];
  const last = points.at(-1);
  const top = points.find(({ value }) => value === most);
  const text = fill(t.overview.chartText, { title, figure, most, at: top && most > 0 ? named(top) : '-' });
  const step = WIDTH / Math.max(1, points.length);
  return (
    <figure className="chart">
      <figcaption className="chart-head">
        <span>{title}</span>
        <b>{figure.toLocaleString('en')}</b>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={text}>
        <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} stroke="var(--line)" />
        {points.map((point, index) => (
          <Bar key={point.at} x={index * step} step={step} share={most && point.value / most} bad={bad}>
            {`${named(point)}: ${point.value}`}
          </Bar>
        ))}
      </svg>
      <div className="chart-ends">
        <span>{first && named(first)}</span>
        <span>{last && named(last)}</span>
      </div>
    </figure>
  );
}

interface BarProps {
  x: number;
  step: number;
  /** The height, from 0 to 1. */
  share: number;
  bad: boolean;
  children: string;
}

function Bar({ x, step, share, bad, children }: BarProps) {
  const height = share * (HEIGHT - 4);
  return (
    <g>
      <title>{children}</title>
      <rect x={x} y={0} width={step} height={HEIGHT} fill="transparent" />
      <rect
        x={x + (step * GAP) / 2}
        y={HEIGHT - height}
        width={step * (1 - GAP)}
        height={height}
        fill={bad ? 'var(--chart-bad)' : 'var(--chart)'}
      />
    </g>
  );
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The spans that the charts show. */
const RANGES = {
  hours: { series: 'hour', span: 48 * HOUR },
  month: { series: 'day', span: 30 * DAY },
  quarter: { series: 'day', span: 90 * DAY },
  year: { series: 'day', span: 365 * DAY },
} as const;

const isRange = (name: string): name is keyof typeof RANGES => name in RANGES;

type Series = AdminSchemas['SeriesView'];

async function readSeries(range: keyof typeof RANGES): Promise<Series> {
  const { series, span } = RANGES[range];
  const to = Math.floor(Date.now() / 1000);
  const params = { query: { series, from: to - span, to } };
  return (await dataOf(api.GET('/api/admin/stats', { params }))) as Series;
}

const POLL_SECONDS = 30;

export function OverviewPage() {
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
        <SelectFilter name="range" label={t.overview.range} value={range} data={choicesOf(t.overview.ranges)} />
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
