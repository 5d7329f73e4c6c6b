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

/** Fewer rows than one page of a list has at most: to sort them costs less than to find them. */
const FEW = 250;

/** The condition of a page behind another one, as a comparison of rows. */
const BEHIND = /\) [<>] \(\?/;

/** An index with the right order may be read from its end up to a LIMIT. */
export function postgresObjection(step: Row, sql: string): string | undefined {
  const kind = String(step['Node Type']);
  const condition = String(step['Index Cond'] ?? '');
  const text = `${kind} ${step['Relation Name'] ?? ''} ${step['Index Name'] ?? ''} ${condition} ${step.Filter ?? ''}`;
  const byIndex = /Index (Only )?Scan/.test(kind);
  if (kind === 'Seq Scan' || (byIndex && condition === '' && !step.limited)) return `reads everything: ${text}`;
  // By the equal columns or the order alone, it reads the pages before this one, too.
  if (byIndex && BEHIND.test(sql) && !/[<>]/.test(condition)) return `reads from the first page on: ${text}`;
  const rows = Number(step['Plan Rows']);
  return /Sort/.test(kind) && rows > FEW ? `sorts ${rows} rows by ${step['Sort Key']}` : undefined;
}
