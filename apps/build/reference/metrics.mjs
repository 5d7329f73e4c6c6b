import { code, item, page, prose, table } from './markdown.mjs';
import { METRICS } from './sources.mjs';

const INTRODUCTION = `The metrics at \`/metrics\`, in the text format of Prometheus: see [monitoring](../operating.md#monitoring). Durations are in
seconds. A gauge is -1 when its value cannot be read. Besides these, there are the metrics of the process and of Node.js that the package
\`prom-client\` collects: \`process_…\` and \`nodejs_…\`.`;

function metric({ name, type, help, labels, only, alert }) {
  return [
    item(name),
    prose(`A ${type}. ${help}${only ? ` Only if: ${only}.` : ''}`),
    labels &&
      table(
        ['label', 'meaning'],
        Object.entries(labels).map(([label, meaning]) => [code(label), prose(meaning)]),
      ),
    alert === null ? 'Alert: none. It is for graphs.' : `Alert: ${prose(alert)}`,
  ];
}

export const metrics = page('Metrics', INTRODUCTION, '## The metrics', Object.values(METRICS).map(metric));
