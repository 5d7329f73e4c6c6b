import type { ImportErrors, ImportReport } from '../../../../api/src/admin/index.js';
import type { Omission } from '../../converters/record/part.js';
import { plain, table } from '../../terminal/output.js';
import { writeAll } from '../write-all.js';
import { Counts } from './counts.js';

/** A part of a user, or a record, that was left out. */
export type LineOmission = Omission & { line: number };

interface ReportOptions {
  report: ImportReport;
  json?: boolean;
  /** Whether the text has tables of the formats and of the reasons. */
  withTables: boolean;
  omitted?: ImportErrors<LineOmission>;
  /** Where the record of a line is; left out where that is the number of the line. */
  placeOf?: (line: number) => string;
}

/** Writes the result of an import to standard output, and sets the exit code. */
export async function writeReport(options: ReportOptions): Promise<void> {
  const { report, json } = options;
  try {
    await writeAll(process.stdout, json ? toJson(options) : toText(options));
    if (report.errors.count > 0) process.exitCode = 1;
  } finally {
    await report.errors.close();
  }
}

async function* toText({ report, withTables, omitted, placeOf }: ReportOptions): AsyncGenerator<string> {
  const place = placeOf ?? ((line: number) => `line ${line}`);
  const [reasons, parts] = [new Counts(), new Counts()];
  for await (const { line, code, message } of omitted ?? []) {
    const text = code === undefined ? message : `comes without a part: ${code}: ${message}`;
    parts.add(code === undefined ? message : `${code}: ${message}`);
    yield `${plain(place(line))}: ${plain(text)}\n`;
  }
  for await (const { line, code, message } of report.errors) {
    reasons.add(code);
    yield `${plain(place(line))}: ${code}: ${plain(message)}\n`;
  }
  if (withTables) {
    yield* tableOf(['password', 'users'], [...report.formats]);
    yield* tableOf(['reason of failure', 'records'], reasons.entries);
    yield* tableOf(['left out', 'parts'], parts.entries);
  }
  yield summaryOf(report);
}

function* tableOf(names: string[], rows: [string, number][]): Generator<string> {
  if (rows.length === 0) return;
  const sorted = [...rows].sort(([, one], [, other]) => other - one);
  yield `${table(names, sorted).join('\n')}\n\n`;
}

function summaryOf({ batchId, created, already, errors }: ImportReport): string {
  if (batchId === null)
    return `Nothing was changed. It would create ${created} users, and ${errors.count} lines would fail.\n`;
  const before = already > 0 ? ` ${already} users had been created before.` : '';
  return `Import ${batchId}: created ${created} users, ${errors.count} lines failed.${before}\n`;
}

/** One JSON document in pieces: its lists may be long. */
async function* toJson({ report, omitted, placeOf }: ReportOptions): AsyncGenerator<string> {
  const { batchId: batch_id, created, already, errors } = report;
  const reasons = new Counts();
  const placed = ({ line, ...reason }: { line: number; code?: string; message: string }) =>
    JSON.stringify(placeOf ? { at: placeOf(line), ...reason } : { line, ...reason });
  yield `${JSON.stringify({ batch_id, created, already, failed: errors.count }).slice(0, -1)},"results":[`;
  let separator = '';
  for await (const error of errors) {
    reasons.add(error.code);
    yield separator + placed(error);
    separator = ',';
  }
  yield '],"left_out":[';
  separator = '';
  for await (const part of omitted ?? []) {
    yield separator + placed(part);
    separator = ',';
  }
  const counts = { formats: Object.fromEntries(report.formats), reasons: Object.fromEntries(reasons.entries) };
  yield `],${JSON.stringify(counts).slice(1)}\n`;
}
