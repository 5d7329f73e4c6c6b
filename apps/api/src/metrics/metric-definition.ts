/** What Prometheus and docs/reference/metrics.md say of a metric. Texts are Markdown. */
export interface MetricDefinition {
  name: `latchkey_${string}`;
  type: 'counter' | 'gauge' | 'histogram';
  /** The line that `/metrics` has of it. */
  help: string;
  /** The meaning of each label. */
  labels?: Readonly<Record<string, string>>;
  /** When the metric exists; left out for always. */
  only?: string;
  /** When to raise an alert, and what it means; null for a metric that only graphs need. */
  alert: string | null;
}
