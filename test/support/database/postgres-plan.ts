import type { App } from '../service/app.js';
import type { Row } from './database.js';

/** The steps of the plan of a query, each as PostgreSQL describes it in JSON. */
export async function postgresPlan(app: App, sql: string, values: unknown[]): Promise<Row[]> {
  // It would read the few rows of a test faster without an index.
  await app.sql('SET enable_seqscan = off');
  const [row] = (await app.sql(`EXPLAIN (FORMAT JSON) ${sql}`, values)) as [Row];
  // Later statements without an index would count as so expensive that PostgreSQL compiles each of them.
  await app.sql('RESET enable_seqscan');
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

/** A column that has one value, with the type that it is compared as: `(uid)::text = …`. */
const EQUAL = /(\w+)"?\)?(?:::\w+)? = /g;

/** How many columns with one value each a step finds its rows by. A column may have two conditions with the same value. */
export function equalities(step: Row): number {
  const columns = [...String(step['Index Cond'] ?? '').matchAll(EQUAL)].map(([, column]) => column);
  return new Set(columns).size;
}

/** To sort so few rows costs less than to find them in the right order. */
const FEW = 250;
/** So many times the rows of its answer a query may sort. */
const TIMES = 2;

/** The condition of a page behind another one, as one of two columns or of a row. */
const BEHIND = / [<>] \$\d+ OR \(|\) [<>] \(\$/;

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
  const most = Math.max(FEW, TIMES * Number(/ LIMIT (\d+)$/.exec(sql)?.[1] ?? 0));
  return /Sort/.test(kind) && rows > most ? `sorts ${rows} rows by ${step['Sort Key']}` : undefined;
}
