import { PassThrough, Readable, type Writable } from 'node:stream';
import { Env } from '@app/config';
import { Clock, Database, databaseFailure } from '@app/database';
import { ApiError, toErrorBody } from '@app/errors';
import { currentActor, onBehalfOf } from '@app/events';
import { Providers } from '@app/federation';
import {
  type ColumnNames,
  csvValueOf,
  type Fields,
  isCsvField,
  type Omission,
  problemOfText,
  providerFinder,
  readCsv,
  type Source,
  type SourceFile,
  type SourceOptions,
  type WithoutPassword,
  withoutMark,
} from '@app/importers';
import { ImportedHashes, looksLikeHash } from '@app/users';
import { Injectable, Logger } from '@nestjs/common';
import { AdminRank } from '../../access/admin-rank.js';
import { type ImportOptions, type ImportReport, ImportService } from './import.service.js';
import { ImportErrors } from './import-targets.js';
import { toNewPasskey, toNewTotp } from './imported-factors.js';
import { Staging, stageFile, type Target } from './staging.js';

const MOST_ROWS = 5;
const MOST_CHARACTERS = 100;
/** A mapping is in the address of the import, which has a limited length. */
const MOST_COLUMNS = 200;

/** Fields that columns of these names usually have. */
const USUAL = new Map(
  Object.entries({
    uid: 'id',
    mail: 'email',
    e_mail: 'email',
    email_address: 'email',
    encrypted_password: 'password_hash',
  }),
);

interface Preview {
  columns: { name: string; field: string | null }[];
  rows: string[][];
}

/**
 * The columns of a CSV file with the fields that they may be read as, and its first rows.
 * @param beginning the first bytes of the file
 * @throws {ApiError} INVALID_REQUEST for a header that cannot be used
 */
export async function previewCsv(beginning: Buffer): Promise<Preview> {
  let header: readonly string[] = [];
  const records: Fields[] = [];
  const checkHeader = ({ all }: ColumnNames) => {
    header = all.filter((name) => name !== '');
    if (header.length > MOST_COLUMNS) {
      const message = `The header has ${header.length} columns. A mapping on the screen has at most ${MOST_COLUMNS}.`;
      throw new ApiError('INVALID_REQUEST', message);
    }
  };
  for await (const chunk of readCsv(Readable.from([beginning]), beginning, { checkHeader })) {
    for (const { fields } of chunk) if (fields && records.length < MOST_ROWS) records.push(fields);
  }
  const cellsOf = (name: string) => records.map(({ plain }) => String(plain[name] ?? ''));
  const fields = fieldsOf(header, cellsOf);
  return {
    columns: header.map((name) => ({ name, field: fields.get(name) ?? null })),
    rows: records.map(({ plain }) => header.map((name) => String(plain[name] ?? '').slice(0, MOST_CHARACTERS))),
  };
}

/** Each field is suggested for the first column of its name only. */
function fieldsOf(header: readonly string[], cellsOf: (name: string) => string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of header) {
    const field = usualField(name, cellsOf(name));
    if (field !== undefined && ![...found.values()].includes(field)) found.set(name, field);
  }
  return found;
}

function usualField(name: string, cells: string[]): string | undefined {
  const word = name.toLowerCase().replace(/[^a-z\d]+/g, '_');
  const field = csvValueOf(name) ?? USUAL.get(word) ?? (isCsvField(word) ? word : undefined);
  return field === 'password' && cells.some(looksLikeHash) ? 'password_hash' : field;
}

const FACTORS = { totp: toNewTotp, passkeys: toNewPasskey };

/** The users to import, and the place for what they lack. */
interface Converted {
  staging: Staging;
  lacks: Lacks;
  /** The ids of providers here by names in the source. */
  providers?: ReadonlyMap<string, string>;
}

/** How users without a password sign in: by a link, a code or a reset in an email, or once more by their old password. */
function waysInOf({ mailConfigured, migration }: Env): string[] {
  return [...(mailConfigured ? ['email'] : []), ...(migration ? ['MIGRATION_URL'] : [])];
}

/** Why a part of a user would be refused, in the words of the service. */
function problemWith(check: () => unknown): Omission | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** The longest list of an answer. The counts include the others. */
const MOST_ENTRIES = 1_000;

/** Runs an import, and reports its start and its progress. */
type Run = (options: Pick<ImportOptions, 'onStart' | 'onProgress'>) => Promise<ImportReport>;

interface Facts {
  dryRun: boolean;
  lacks: Lacks;
  placeOf: (line: number) => string;
}

const logger = new Logger('Import');

/**
 * Writes the answer of an import while it runs: the id of the batch first, then a line break with each step, so that a
 * proxy does not take a long import for a broken one. A failure after the first byte is a part of the body.
 */
async function writeAnswer(answer: Writable, run: Run, { dryRun, lacks, placeOf }: Facts): Promise<void> {
  const begin = (batchId: string | null) => answer.write(`{"batch_id":${JSON.stringify(batchId)},`);
  let begun = dryRun;
  if (dryRun) begin(null);
  const onStart = (batchId: string) => {
    begun = true;
    begin(batchId);
  };
  try {
    const report = await run({ onStart, onProgress: () => answer.write('\n') });
    const result = await toResult(report, lacks, placeOf).finally(() => report.errors.close());
    answer.end(JSON.stringify(result).slice(1));
  } catch (error) {
    if (!begun) begin(null);
    answer.end(JSON.stringify(toErrorBody(failureOf(error))).slice(1));
  }
}

function failureOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  logger.error(error);
  return new ApiError(databaseFailure(error) ?? 'INTERNAL_ERROR', undefined, { cause: error });
}

async function toResult(
  { created, formats, errors }: ImportReport,
  { omitted, withoutPassword }: Lacks,
  placeOf: (line: number) => string,
) {
  const left = await firstOf(omitted, ({ isPassword }) => !isPassword);
  const passwordless = await firstOf(withoutPassword.except(errors));
  return {
    created,
    failed: errors.count,
    left_out: left.count,
    without_password: passwordless.count,
    formats: Object.fromEntries(formats),
    failures: (await firstOf(errors)).first.map(({ line, code, message }) => ({ at: placeOf(line), code, message })),
    omissions: left.first.map(({ line, code, message }) => ({ at: placeOf(line), code, message })),
    passwordless: passwordless.first.map(({ line, code, reason, signIn }) => {
      return { at: placeOf(line), code, reason, sign_in: signIn };
    }),
  };
}

/** The answer of an import that has read all its records. */
export type FileImportAnswer = { batch_id: string | null } & Awaited<ReturnType<typeof toResult>>;

async function firstOf<T>(entries: AsyncIterable<T>, isListed: (entry: T) => boolean = () => true) {
  const first: T[] = [];
  let count = 0;
  for await (const entry of entries) {
    if (!isListed(entry)) continue;
    count += 1;
    if (count <= MOST_ENTRIES) first.push(entry);
  }
  return { first, count };
}

/** What must be known of a file before it is read: its first line decides on its form. */
const BEGINNING_BYTES = 64 * 1024;

/**
 * A file of a source whose bytes arrive.
 * @throws {ApiError} INVALID_REQUEST for anything but text in UTF-8
 */
async function openBody(body: AsyncGenerator<Uint8Array>): Promise<SourceFile> {
  const parts: Uint8Array[] = [];
  for (let size = 0; size < BEGINNING_BYTES; ) {
    const { done, value } = await body.next();
    if (done) break;
    parts.push(value);
    size += value.length;
  }
  try {
    const beginning = checkedText(Buffer.concat(parts));
    return { path: '', input: Readable.from(joined(beginning, body)), beginning };
  } catch (error) {
    await body.return(undefined);
    throw error;
  }
}

/** The beginning of a file without a byte order mark. @throws {ApiError} INVALID_REQUEST for anything but text in UTF-8 */
export function checkedText(bytes: Buffer): Buffer {
  const beginning = withoutMark(bytes);
  const problem = beginning.length === 0 ? 'it is empty' : problemOfText(beginning);
  if (problem !== undefined) throw new ApiError('INVALID_REQUEST', `The file cannot be read: ${problem}.`);
  return beginning;
}

async function* joined(beginning: Buffer, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield beginning;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

type LineOmission = Omission & { line: number };
type LineWithoutPassword = WithoutPassword & { line: number };

/** What the users of an import lack of what they had in the source. */
export class Lacks {
  readonly omitted = new ImportErrors<LineOmission>();
  readonly withoutPassword = new ImportErrors<LineWithoutPassword>();

  note(line: number, parts: Omission[], without?: WithoutPassword): void {
    this.omitted.add(parts.map((part) => ({ line, ...part })));
    if (without) this.withoutPassword.add([{ line, ...without }]);
  }

  close(): void {
    this.omitted.close();
    this.withoutPassword.close();
  }
}

/** While a file arrives, its administrator is checked so often. */
const CHECK_SECONDS = 60;

/** How to read a file. */
export interface FileImport {
  source: Source;
  options: SourceOptions;
  /** Whether addresses of which the source says nothing count as verified. */
  assumesVerified: boolean;
  dryRun: boolean;
}

/** Converts a file of another product, and imports its users. */
@Injectable()
export class FileImportService {
  constructor(
    private readonly imports: ImportService,
    private readonly providers: Providers,
    private readonly hashes: ImportedHashes,
    private readonly env: Env,
    private readonly database: Database,
    private readonly rank: AdminRank,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the whole file, and returns the text of the answer, which arrives while the import runs.
   * @throws {ApiError} INVALID_REQUEST for a file that cannot be read, NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED, UNAVAILABLE at the shutdown; nothing was
   * imported then
   */
  async start(body: AsyncGenerator<Uint8Array>, how: FileImport): Promise<Readable> {
    const { source, options, assumesVerified, dryRun } = how;
    const file = await openBody(this.whileAllowed(body));
    const staging = new Staging({ joins: source.joins ?? false, assumesVerified });
    const lacks = new Lacks();
    const close = () => {
      staging.close();
      lacks.close();
    };
    try {
      await stageFile(file, { source, options, staging });
      await this.rank.requireStill();
      // Before the answer begins. The import itself asks again.
      if (staging.hasSecrets && !dryRun) await this.database.transaction(() => this.rank.requireFactorFor('import'));
    } catch (error) {
      close();
      throw error;
    } finally {
      file.input.destroy();
    }
    // The import of a client that has gone ends in order.
    const answer = new PassThrough().once('close', () => staging.interrupt()).on('error', () => undefined);
    const run: Run = (steps) => this.run({ staging, lacks }, { dryRun, ...steps });
    const facts = { dryRun, lacks, placeOf: (line: number) => staging.placeOf(line) };
    // It goes on after the handler of the request, at whose end the actor would be forgotten.
    void onBehalfOf(currentActor(), () => this.rank.detached(() => writeAnswer(answer, run, facts))).finally(close);
    return answer;
  }

  /** Imports users after their files were read. @throws {ApiError} as `ImportService.run` */
  async run({ staging, lacks, providers }: Converted, options: ImportOptions): Promise<ImportReport> {
    const target = await this.target(providers);
    return this.imports.run(
      staging.lines(target, (...noted) => lacks.note(...noted)),
      options,
    );
  }

  /** A large file takes long to arrive. */
  private async *whileAllowed(body: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
    let checked = this.clock.now();
    for await (const chunk of body) {
      yield chunk;
      if (this.clock.now() - checked < CHECK_SECONDS) continue;
      await this.rank.requireStill();
      checked = this.clock.now();
    }
  }

  private async target(given: ReadonlyMap<string, string> = new Map()): Promise<Target> {
    const existing = new Set((await this.providers.list()).map(({ id }) => id));
    for (const id of given.values()) {
      if (!existing.has(id)) throw new ApiError('INVALID_REQUEST', `No provider here has the id "${id}".`);
    }
    return {
      problemOf: (hash) => problemWith(() => this.hashes.check(hash)),
      problemOfFactor: (list, factor) => problemWith(() => FACTORS[list](factor, list)),
      providerOf: providerFinder(existing, given),
      waysIn: waysInOf(this.env),
    };
  }
}
