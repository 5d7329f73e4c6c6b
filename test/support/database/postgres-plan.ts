import type { App } from '../service/app.js';
import type { Row } from './database.js';

/** The steps of the plan of a query, each as PostgreSQL describes it in JSON. */
export async function postgresPlan(app: App, sql: string, values: unknown[]): Promise<Row[]> {
  // It would read the few rows of a test faster without an index.
  await app.sql('SET enable_seqscan = off');
  const [row] = (await app.sql(`EXPLAIN (FORMAT JSON) ${sql}`, values)) as [Row];
  const [{ Plan }] = row['QUERY PLAN'] as [{ Plan: Row }];
  return stepsOf(Plan);
}

function stepsOf(plan: Row): Row[] {
  const inner = (plan.Plans ?? []) as Row[];
  return [plan, ...inner.flatMap((step) => stepsOf({ ...step, limited: plan['Node Type'] === 'Limit' }))];
}

export function indexOf(step: Row): unknown {
  return step['Index Name'];
}

/** How many columns with one value each a step finds its rows by. */
export function equalities(step: Row): number {
  return String(step['Index Cond'] ?? '').split(' = ').length - 1;
}

/** An index with the right order may be read from its end up to a LIMIT. */
export function postgresObjection(step: Row): string | undefined {
  const kind = String(step['Node Type']);
  const text = `${kind} ${step['Relation Name'] ?? ''} ${step['Index Name'] ?? ''} ${step.Filter ?? ''}`;
  const whole = /Index (Only )?Scan/.test(kind) && step['Index Cond'] === undefined && !step.limited;
  if (kind === 'Seq Scan' || whole) return `reads everything: ${text}`;
  return /Sort/.test(kind) ? `sorts: ${text}` : undefined;
}
