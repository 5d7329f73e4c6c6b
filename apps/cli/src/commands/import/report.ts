import type { ImportReport, Lacks, WithoutPassword } from '@app/flows';
import { plain, table } from '../../terminal/output.js';
import { writeAll } from '../write-all.js';
import { Counts } from './counts.js';

const WAYS: Record<string, string> = {
  email: 'a link or a code in an email',
  MIGRATION_URL: 'the old password, which MIGRATION_URL checks',
};

interface ReportOptions extends Partial<Pick<Lacks, 'omitted' | 'withoutPassword'>> {
  report: ImportReport;
  json?: boolean;
  /** Where the record of a line is; left out where that is the number of the line. */
  placeOf?: (line: number) => string;
}

/** Writes the result of an import to standard output, and sets the exit code. */
export async function writeReport(options: ReportOptions): Promise<void> {
  const { report, json } = options;
  try {
    await writeAll(process.stdout, json ? toJson(options) : toText(options));
    if (report.errors.count > 0 || isEmpty(options)) process.exitCode = 1;
  } finally {
    await report.errors.close();
  }
}

async function* toText({ report, omitted, withoutPassword, placeOf }: ReportOptions): AsyncGenerator<string> {
  const place = placeOf ?? ((line: number) => `line ${line}`);
  const [reasons, parts] = [new Counts(), new Counts()];
  for await (const { line, code, message, isPassword } of omitted ?? []) {
    const text = code === undefined ? message : `comes without a part: ${code}: ${message}`;
    parts.add(code === undefined ? message : `${code}: ${message}`);
    // The list of users without a password has it, too.
    if (!isPassword) yield `${plain(place(line))}: ${plain(text)}\n`;
  }
  for await (const { line, ...lack } of withoutPassword?.except(report.errors) ?? []) {
    yield `${plain(place(line))}: comes without a ${plain(passwordText(lack))}\n`;
  }
  for await (const { line, code, message } of report.errors) {
    reasons.add(code);
    yield `${plain(place(line))}: ${code}: ${plain(message)}\n`;
  }
  yield* tableOf(['password', 'users'], [...report.formats]);
  yield* tableOf(['reason of failure', 'records'], reasons.entries);
  yield* tableOf(['left out', 'parts'], parts.entries);
  yield isEmpty({ report, omitted }) ? 'There is no user in the input.\n' : summaryOf(report);
}

/** Whether there was nothing to read: the wrong file, more often than no users. */
function isEmpty({ report, omitted }: Pick<ReportOptions, 'report' | 'omitted'>): boolean {
  return report.created + report.already + report.errors.count + (omitted?.count ?? 0) === 0;
}

function passwordText({ code, reason, signIn, isDisabled }: WithoutPassword): string {
  const ways = signIn.map((way) => WAYS[way] ?? way).join(', or ');
  const none = isDisabled ? 'The user is disabled.' : 'No way to sign in: set SMTP_URL, or set a password.';
  const how = ways === '' ? none : `Sign-in by ${ways}.`;
  return `${code === undefined ? 'password' : `part: ${code}`}: ${reason} ${how}`;
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

type Placed = (entry: { line: number }) => string;

/** One JSON document in pieces: its lists may be long. */
async function* toJson({ report, omitted, withoutPassword, placeOf }: ReportOptions): AsyncGenerator<string> {
  const { batchId: batch_id, created, already, errors } = report;
  const reasons = new Counts();
  const placed: Placed = ({ line, ...entry }) =>
    JSON.stringify({ ...(placeOf ? { at: placeOf(line) } : { line }), ...entry });
  yield JSON.stringify({ batch_id, created, already, failed: errors.count }).slice(0, -1);
  yield* list('results', errors, (error) => {
    reasons.add(error.code);
    return placed(error);
  });
  yield* list('left_out', omitted, ({ line, code, message }) => placed({ line, ...{ code, message } }));
  yield* list('without_password', withoutPassword?.except(errors), ({ line, code, reason, signIn }) =>
    placed({ line, ...{ code, reason, sign_in: signIn } }),
  );
  const counts = { formats: Object.fromEntries(report.formats), reasons: Object.fromEntries(reasons.entries) };
  yield `,${JSON.stringify(counts).slice(1)}\n`;
}

async function* list<T>(name: string, entries: AsyncIterable<T> | undefined, textOf: (entry: T) => string) {
  yield `,"${name}":[`;
  let separator = '';
  for await (const entry of entries ?? []) {
    yield separator + textOf(entry);
    separator = ',';
  }
  yield ']';
}
