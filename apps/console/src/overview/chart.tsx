import { fill, t } from '../texts/texts';

interface Point {
  /** The start of a UTC day or hour, in epoch seconds. */
  at: number;
  value: number;
}

interface Props {
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

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const HOUR = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** One bar for each day or hour. Screen readers read the figures in place of the bars. */
export function Chart({ title, points, hourly, bad, summed }: Props) {
  const named = ({ at }: Point) => (hourly ? HOUR : DAY).format(new Date(at * 1000));
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
