import { ApiError } from '@app/errors';
import {
  CSV_FIELDS,
  FileImportService,
  type FirebaseHashConfig,
  ImportBatchService,
  type ImportReport,
  ImportService,
  isCsvField,
  isRpId,
  Lacks,
  linesOf,
  parseFirebaseHashConfig,
  SOURCE_OF_OPTION,
  SOURCES,
  type Source,
  type SourceOptions,
  Staging,
  stageFile,
  type WithoutPassword,
} from '@app/flows';
import type { Command } from 'commander';
import { toImportView } from '../../../api/src/admin/imports.dto.js';
import { type Get, withServices } from '../services/with-services.js';
import { unusableFile, usageError } from '../terminal/errors.js';
import { openText } from '../terminal/input.js';
import {
  addCommand,
  type OutputOptions,
  plain,
  print,
  printList,
  table,
  wantsJson,
  withProgress,
  writeAll,
} from '../terminal/output.js';
import { importDatabase } from './import-database.js';

/** The longest file of hash parameters. */
const MOST_BYTES = 16 * 1024;

/** The options that some sources need. */
interface SourceFlags {
  map?: string[];
  provider?: string[];
  hashConfig?: string;
  rpId?: string;
  assumeVerified?: boolean;
}

const collect = (value: string, earlier: string[] = []) => [...earlier, ...value.split(',')];

function addSourceOptions(command: Command): Command {
  return command
    .option('--map <field=column,...>', 'csv: the columns of fields, also metadata.<name> and claims.<name>', collect)
    .option('--provider <name=id,...>', 'the providers here for names of providers in the source', collect)
    .option('--hash-config <file>', 'firebase: the password hash parameters of the project')
    .option('--rp-id <host>', 'kratos: the relying party id of its passkeys')
    .option('--assume-verified', 'treat addresses as verified if the source does not say whether they are');
}

const NAMES = { map: '--map', hashConfig: '--hash-config', rpId: '--rp-id' } as const;

/** An option that does nothing is a mistake, and so is an import without what it should do. */
function checkFlags(from: string, flags: SourceFlags): void {
  for (const name of ['map', 'hashConfig', 'rpId'] as const) {
    const source = SOURCE_OF_OPTION[name];
    if (flags[name] !== undefined && from !== source) throw usageError(`${NAMES[name]} is for --from ${source} only.`);
  }
  if (from === 'ndjson' && (flags.provider ?? flags.assumeVerified) !== undefined)
    throw usageError('--provider and --assume-verified are not for ndjson, whose lines say it themselves.');
}

async function readSourceOptions({ map, hashConfig, rpId }: SourceFlags): Promise<SourceOptions> {
  const columns = pairsOf('--map', map);
  for (const field of columns.keys()) {
    if (!isCsvField(field)) {
      throw usageError(
        `--map has no field "${field}": use ${CSV_FIELDS.join(', ')}, metadata.<name> or claims.<name>.`,
      );
    }
  }
  if (rpId !== undefined && !isRpId(rpId))
    throw usageError('--rp-id must be a host name in lower case, such as example.com.');
  return { columns, rpId, firebase: hashConfig === undefined ? undefined : await readHashConfig(hashConfig) };
}

/** The pairs of an option such as `--map email=mail,name=full_name`. */
function pairsOf(option: string, texts: string[] = []): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const text of texts) {
    const [, name = '', value = ''] = (/^([^=]+)=(.+)$/s.exec(text) ?? []).map((part) => part.trim());
    if (name === '') throw usageError(`${option} must have pairs such as a=b, separated by commas.`);
    if (pairs.has(name)) throw usageError(`${option} has "${name}" twice.`);
    pairs.set(name, value);
  }
  return pairs;
}

async function readHashConfig(path: string): Promise<FirebaseHashConfig> {
  const { input, beginning } = await openText(path);
  input.destroy();
  const config = beginning.length > MOST_BYTES ? undefined : parseFirebaseHashConfig(beginning.toString());
  if (config) return config;
  throw usageError('--hash-config must have base64_signer_key, base64_salt_separator, rounds and mem_cost of SCRYPT.');
}

/** Runs work that Ctrl-C ends in order. A second Ctrl-C ends the process at once. */
async function withInterrupt<T>(onInterrupt: () => void, work: () => Promise<T>): Promise<T> {
  process.once('SIGINT', onInterrupt);
  try {
    return await work();
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}

/** Writes the id of an import before its first user, for `--resume` and `undo` after a killed process. */
function announceBatch(batchId: string): void {
  process.stderr.write(wantsJson() ? `${JSON.stringify({ batch_id: batchId })}\n` : `latchkey: import ${batchId}\n`);
}

/** More names are counted together: a file may have any number of them. */
const MOST_NAMES = 100;
const OTHERS = 'others';

/** How often each of some texts occurs. */
class Counts {
  private readonly counts = new Map<string, number>();

  add(name: string): void {
    const counted = this.counts.has(name) || this.counts.size < MOST_NAMES ? name : OTHERS;
    this.counts.set(counted, (this.counts.get(counted) ?? 0) + 1);
  }

  get entries(): [string, number][] {
    return [...this.counts];
  }
}

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
async function writeReport(options: ReportOptions): Promise<void> {
  const { report, json } = options;
  try {
    await writeAll(process.stdout, json ? toJson(options) : toText(options));
    if (report.errors.count > 0 || isEmpty(options)) process.exitCode = 1;
  } finally {
    report.errors.close();
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
  yield* listed('results', errors, (error) => {
    reasons.add(error.code);
    return placed(error);
  });
  yield* listed('left_out', omitted, ({ line, code, message }) => placed({ line, ...{ code, message } }));
  yield* listed('without_password', withoutPassword?.except(errors), ({ line, code, reason, signIn }) =>
    placed({ line, ...{ code, reason, sign_in: signIn } }),
  );
  const counts = { formats: Object.fromEntries(report.formats), reasons: Object.fromEntries(reasons.entries) };
  yield `,${JSON.stringify(counts).slice(1)}\n`;
}

async function* listed<T>(name: string, entries: AsyncIterable<T> | undefined, textOf: (entry: T) => string) {
  yield `,"${name}":[`;
  let separator = '';
  for await (const entry of entries ?? []) {
    yield separator + textOf(entry);
    separator = ',';
  }
  yield ']';
}

/**
 * Imports the files of another product: reads all of them, and then imports the users that they describe. Large files take minutes
 * to read, so a database that cannot be opened is reported before.
 */
async function importConverted(files: string[], source: Source, flags: ImportFlags): Promise<void> {
  const staging = new Staging({ joins: source.joins ?? false, assumesVerified: flags.assumeVerified ?? false });
  const lacks = new Lacks();
  try {
    // A mistake in an option is reported before any file is read.
    const providers = pairsOf('--provider', flags.provider);
    const options = await readSourceOptions(flags);
    await withServices(async (get) => {
      for (const path of files) {
        await readFile(path, { source, options, staging, name: files.length > 1 ? path : undefined, json: flags.json });
      }
      await importStaged(get, { staging, lacks, providers, flags });
    });
  } finally {
    staging.close();
    lacks.close();
  }
}

type Reading = Parameters<typeof stageFile>[1] & { json?: boolean };

async function readFile(path: string, { json, ...reading }: Reading): Promise<void> {
  const { input, beginning, size } = await openText(path);
  try {
    await withProgress(size, 'bytes', json, (progress) => {
      let bytes = 0;
      input.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        progress.reach(bytes);
      });
      return stageFile({ path, input, beginning }, reading);
    });
  } finally {
    input.destroy();
  }
}

interface Staged {
  staging: Staging;
  lacks: Lacks;
  providers: Map<string, string>;
  flags: ImportFlags;
}

async function importStaged(get: Get, { staging, lacks, providers, flags }: Staged): Promise<void> {
  const { dryRun = false, resume, json } = flags;
  const report = await withProgress(staging.count, 'users', json, (progress) => {
    const onProgress = ({ bytes: users }: { bytes: number }) => progress.reach(users);
    const options = { dryRun, resume, onStart: announceBatch, onProgress };
    const run = () => get(FileImportService).run({ staging, lacks, providers }, options);
    return withInterrupt(() => staging.interrupt(), run);
  });
  const { omitted, withoutPassword } = lacks;
  const placeOf = (line: number) => staging.placeOf(line);
  await writeReport({ report, json, omitted, withoutPassword, placeOf });
}

interface ImportFlags extends OutputOptions, SourceFlags {
  from: string;
  fromDatabase?: string;
  dryRun?: boolean;
  resume?: string;
}

/** Enough to find the import of a lost id. */
const MOST = 100;

const LIST_HELP = `
Shows at most 100 imports, with the ids that --resume and "import undo" need, and how many users each still has. It counts them
in an index, which takes about a second for each million of imported users.`;

function addList(command: Command): void {
  addCommand(command, 'list', 'list imports, newest first').addHelpText('after', LIST_HELP).action(list);
}

async function list(_own: OutputOptions, command: Command): Promise<void> {
  // The command import has the option, too, and takes it first.
  const output = command.optsWithGlobals<OutputOptions>();
  const { rows } = await withServices((get) => get(ImportBatchService).list({ limit: MOST }, { exactly: true }));
  const imports = rows.map(toImportView);
  printList({ answer: { imports }, rows: imports, none: 'There is no import.' }, output, {
    ID: 'batch_id',
    CREATED: 'created_at',
    BY: ({ created_by, created_by_name }) => created_by_name ?? created_by,
    USERS: 'users',
  });
}

function addUndo(command: Command): void {
  addCommand(command, 'undo <batch>', 'remove the users of an import, except for those who have signed in').action(
    undo,
  );
}

async function undo(batchId: string, _own: OutputOptions, command: Command): Promise<void> {
  // The command import has the option, too, and takes it first.
  const { json } = command.optsWithGlobals<OutputOptions>();
  const result = await withServices((get) => get(ImportBatchService).undo(batchId));
  print(result, { json }, () => [`Removed ${result.removed} users; kept ${result.kept} who have signed in.`]);
}

const NDJSON = 'ndjson';

const HELP = `
Each line of NDJSON is a body of POST /api/admin/users, as "latchkey export" writes them. --from reads the export of another
product in its own form; docs/migrating.md has a guide for each. A failed record is printed with its place and does not stop
the import, and so is a part of a user that cannot come along. The first line on standard error has the id of the import.

After an interruption, run it again with the same files and --resume with that id: users that were created are counted and
not created again. Ctrl-C ends an import after the current batch. A file named "undo" or "list" needs its folder: ./undo.

--from-database copies a whole database of the service, of any kind, into that of DATABASE_URL: users, sessions, keys, events
and all else. Stop the service before. The other database is only read; that of DATABASE_URL must be empty, or an unfinished
copy: after an interruption run the same command again. Its URL may have a password, so "-" reads it from standard input.

Exit codes: 0 every line or row was imported, 1 some lines failed, there was none, or the import was interrupted, 2 wrong usage.`;

export function addImport(program: Command): void {
  const command = addCommand(program, 'import [file...]', 'create users from files; - reads standard input')
    .option('--from <source>', `${[...SOURCES.keys()].join(', ')}, or ${NDJSON}`, NDJSON)
    .option('--from-database <url>', 'copy a whole database of the service; - reads its URL from standard input')
    .option('--dry-run', 'only report what would happen')
    .option('--resume <batch>', 'continue the import with this id');
  addSourceOptions(command).addHelpText('after', HELP).action(importUsers);
  addList(command);
  addUndo(command);
}

/** A database is copied as it is. */
function checkAlone(files: string[], command: Command): void {
  const given = command.options.filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli');
  const others = given.map(({ long }) => long).filter((name) => name !== '--from-database' && name !== '--json');
  if (files.length + others.length > 0)
    throw usageError(`--from-database cannot be used with ${others[0] ?? 'a file'}.`);
}

async function importUsers(files: string[], flags: ImportFlags, command: Command): Promise<void> {
  const { from, fromDatabase, dryRun = false, resume, json } = flags;
  if (fromDatabase !== undefined) {
    checkAlone(files, command);
    return importDatabase(fromDatabase, { json });
  }
  if (files.length === 0) throw usageError("missing required argument 'file'");
  if (dryRun && resume !== undefined) throw usageError('--dry-run and --resume cannot be used together.');
  checkFlags(from, flags);
  if (new Set(files).size < files.length) throw usageError('A file is named twice.');
  const source = SOURCES.get(from);
  if (source) return importConverted(files, source, flags);
  if (from !== NDJSON) throw usageError(`--from must be ${[...SOURCES.keys(), NDJSON].join(', ')}.`);
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) throw usageError('NDJSON is imported one file at a time.');
  await importLines(file, flags);
}

async function importLines(file: string, { dryRun = false, resume, json }: ImportFlags): Promise<void> {
  const { input, size, beginning } = await openText(file);
  if (beginning.toString('latin1').trimStart().startsWith('[')) {
    input.destroy();
    throw unusableFile(file, 'it is a list: write each user as an object in a line of its own');
  }
  const interrupt = () => void input.destroy(new ApiError('UNAVAILABLE', 'Interrupted.'));
  try {
    await withServices(async (get) => {
      const report = await withProgress(size, 'bytes', json, (progress) => {
        const onProgress = ({ bytes }: { bytes: number }) => progress.reach(bytes);
        const options = { dryRun, resume, onStart: announceBatch, onProgress };
        return withInterrupt(interrupt, () => get(ImportService).run(linesOf(input), options));
      });
      await writeReport({ report, json });
    });
  } finally {
    input.destroy();
  }
}
