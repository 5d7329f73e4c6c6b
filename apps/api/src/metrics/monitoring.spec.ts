import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ERRORS, type ErrorCode, statusOf } from '@app/errors';
import { parse } from 'yaml';
import type { MetricDefinition } from './metric-definitions.js';
import { METRICS } from './metric-definitions.js';
import { Metrics } from './metrics.js';

const DOCS = resolve(__dirname, '../../../../docs');
const read = (name: string) => readFileSync(join(DOCS, name), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

const rules = (parse(read('monitoring/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);

interface Panel {
  title: string;
  targets: { expr: string; legendFormat: string }[];
}

const { panels } = JSON.parse(read('monitoring/dashboard.json')) as { panels: Panel[] };

/** Labels that Prometheus adds to each series, and those of the buckets of a histogram. */
const OF_PROMETHEUS = ['instance', 'job', 'le'];

/** Each series by its name, with the metric that it belongs to; those of Node.js and of Prometheus have no definition. */
async function definitions(): Promise<Map<string, MetricDefinition | undefined>> {
  const known = new Map<string, MetricDefinition | undefined>([['up', undefined]]);
  for (const [, name = ''] of (await new Metrics().read()).matchAll(/^# TYPE ((?:nodejs|process)_\w+)/gm))
    known.set(name, undefined);
  for (const metric of Object.values<MetricDefinition>(METRICS)) {
    const suffixes = metric.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
    for (const suffix of suffixes) known.set(metric.name + suffix, metric);
  }
  return known;
}

/** The words of PromQL that these files use. */
const PROMQL = /^(?:sum|max|by|and|or|unless|offset|rate|increase|histogram_quantile)$/;

/** The series of an expression, each with the conditions for its labels. */
function seriesOf(expression: string) {
  const bare = expression.replace(/\bby \([^)]*\)/g, '').replace(/\[[^\]]*\]/g, '');
  return [...bare.matchAll(/(?<![\w."/$])([a-z_][a-z_0-9]*)\b(?:\{([^}]*)\})?/g)]
    .map(([, name = '', conditions = '']) => ({
      name,
      conditions: [...conditions.matchAll(/(\w+)(?:=~|!~|!=|=)"([^"]*)"/g)].map(([, label = '', value = '']) => ({
        label,
        value,
      })),
    }))
    .filter(({ name }) => !PROMQL.test(name));
}

const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

it('finds a wrong name in an expression', () => {
  expect(seriesOf('sum by (code) (rate(latchkey_nothing_total{code!="", result="a"}[5m])) / up > 0.1')).toEqual([
    {
      name: 'latchkey_nothing_total',
      conditions: [
        { label: 'code', value: '' },
        { label: 'result', value: 'a' },
      ],
    },
    { name: 'up', conditions: [] },
  ]);
});

it.each(expressions)('the expression of "%s" has only metrics and labels that there are', async (_name, expression) => {
  const known = await definitions();
  const series = seriesOf(expression);
  expect(series.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  expect(series.length).toBeGreaterThan(0);
  for (const { name, conditions } of series) {
    const allowed = [...OF_PROMETHEUS, ...Object.keys(known.get(name)?.labels ?? {})];
    const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/, */));
    expect([...conditions.map(({ label }) => label), ...grouped].filter((label) => !allowed.includes(label))).toEqual(
      [],
    );
  }
});

it.each(expressions)('the expression of "%s" compares labels with values that there are', async (_name, expression) => {
  const known = await definitions();
  for (const { name, conditions } of seriesOf(expression)) {
    for (const { label, value } of conditions) {
      if (label === 'code') expect(['', ...Object.keys(ERRORS)]).toContain(value);
      if (label === 'status')
        expect((Object.keys(ERRORS) as ErrorCode[]).map((code) => String(statusOf(code)))).toContain(value);
      if (label !== 'result') continue;
      const words = known.get(name)?.labels?.result?.match(/\w+/g) ?? [];
      for (const one of value.split('|')) expect([...words, ...Object.keys(ERRORS)]).toContain(one);
    }
  }
});

it.each(expressions)('the expression of "%s" has a pair for each bracket', (_name, expression) => {
  const open: string[] = [];
  for (const character of expression.replace(/"[^"]*"/g, '')) {
    if ('([{'.includes(character)) open.push(character);
    else if (')]}'.includes(character)) expect(open.pop()).toBe('([{'[')]}'.indexOf(character)]);
  }
  expect(open).toEqual([]);
});

it('each alert has a name of its own, a severity, a summary, and a heading of the runbook or of the incidents', () => {
  const pages = read('runbook.md') + read('security/incidents.md');
  const headings = [...pages.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { labels, annotations } of rules) {
    expect(['page', 'ticket']).toContain(labels.severity);
    expect(annotations.summary).toMatch(/\.$/);
    expect(headings).toContain(annotations.runbook);
  }
});

it('each metric with an alert names the rules that read it, and only these', async () => {
  const known = await definitions();
  const readers = new Map<MetricDefinition | undefined, Set<string>>();
  for (const { alert, expr } of rules) {
    for (const { name } of seriesOf(expr)) {
      const metric = known.get(name);
      readers.set(metric, (readers.get(metric) ?? new Set()).add(alert));
    }
  }
  for (const metric of Object.values<MetricDefinition>(METRICS)) {
    const named = [...(metric.alert ?? '').matchAll(/`(Latchkey\w+)`/g)].map(([, alert = '']) => alert);
    expect([metric.name, named.sort()]).toEqual([metric.name, [...(readers.get(metric) ?? [])].sort()]);
  }
});

it('the series that an alert needs from the start exist with 0', async () => {
  const text = await new Metrics().read();
  expect(text).toContain('latchkey_sign_ins_total{method="password",result="succeeded"} 0');
  expect(text).toContain('latchkey_webhook_tries_total{result="failed"} 0');
  for (const { name, labels, fromStart } of Object.values<MetricDefinition>(METRICS)) {
    if (fromStart === undefined) continue;
    expect(Object.keys(fromStart).sort()).toEqual(Object.keys(labels ?? {}).sort());
    for (const [label, values] of Object.entries(fromStart)) {
      for (const value of values) expect(text).toMatch(new RegExp(`^${name}\\{.*${label}="${value}".*\\} 0$`, 'm'));
    }
  }
});

it('each metric of the service has a panel on the dashboard', async () => {
  const shown = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => seriesOf(expr).map(({ name }) => name)));
  const own = [...(await definitions()).keys()]
    .filter((name) => name.startsWith('latchkey_') && !/_(?:sum|count)$/.test(name))
    .filter((name) => !shown.includes(name));
  expect(own).toEqual([]);
});

it('the legend of each panel names only labels of its expression', () => {
  const wrong = panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr, legendFormat }) =>
      [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].flatMap(([, label = '']) =>
        label === 'instance' || new RegExp(`by \\([^)]*\\b${label}\\b`).test(expr) ? [] : [label],
      ),
    ),
  );
  expect(wrong).toEqual([]);
});
