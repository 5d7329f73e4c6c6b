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
