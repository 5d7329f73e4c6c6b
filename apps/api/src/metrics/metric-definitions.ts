import { COUNTERS } from './counter-definitions.js';
import { GAUGES } from './gauge-definitions.js';
import type { MetricDefinition } from './metric-definition.js';

/** All metrics with their texts for docs/reference/metrics.md. A metric without a text does not compile. */
export const METRICS = { ...COUNTERS, ...GAUGES };

type Definitions = typeof METRICS;
type NamesOf<Type extends MetricDefinition['type']> = {
  [Name in keyof Definitions]: Definitions[Name]['type'] extends Type ? Name : never;
}[keyof Definitions];

export type CounterName = NamesOf<'counter'>;
export type GaugeName = NamesOf<'gauge'>;
export type HistogramName = NamesOf<'histogram'>;

/** The names of the labels of a metric. */
export type LabelOf<Name extends keyof Definitions> = Definitions[Name] extends { labels: infer Labels }
  ? Extract<keyof Labels, string>
  : never;

/** The definition as prom-client reads it. */
export function optionsOf<Name extends keyof Definitions>(name: Name) {
  const { name: full, help, labels = {} }: MetricDefinition = METRICS[name];
  return { name: full, help, labelNames: Object.keys(labels) as LabelOf<Name>[] };
}

/** The labels of each series that exists from the start: each value of each label with each of the others. */
export function seriesFromStart<Name extends keyof Definitions>(name: Name): Partial<Record<LabelOf<Name>, string>>[] {
  const { fromStart = {} }: MetricDefinition = METRICS[name];
  const known = Object.entries(fromStart);
  if (known.length === 0) return [];
  return known.reduce<Record<string, string>[]>(
    (series, [label, values]) => series.flatMap((labels) => values.map((value) => ({ ...labels, [label]: value }))),
    [{}],
  ) as Partial<Record<LabelOf<Name>, string>>[];
}
