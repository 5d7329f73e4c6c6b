/** What Prometheus and docs/reference/metrics.md say of a metric. Texts are Markdown. */
export interface MetricDefinition {
  name: `latchkey_${string}`;
  type: 'counter' | 'gauge' | 'histogram';
  /** The line that `/metrics` has of it. */
  help: string;
  /** The meaning of each label. */
  labels?: Readonly<Record<string, string>>;
  /**
   * Labels and values whose series exist from the start, with 0. Without it, a series begins with 1, which `increase()` does not
   * count, and an alert for missing successes has nothing to compare. Left out where the values are not known in advance.
   */
  fromStart?: Readonly<Record<string, readonly string[]>>;
  /** When the metric exists; left out for always. */
  only?: string;
  /** What the rules of docs/monitoring/alerts.yml with this metric mean, each named; null for a metric that only graphs need. */
  alert: string | null;
}
