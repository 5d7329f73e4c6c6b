import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { Database, databaseFailure, type ListPage, type PageRequest } from '@app/database';
import { ApiError } from '@app/errors';
import { currentActor, EventLog } from '@app/events';
import { type Expected, type Line, LineSplitter, wrongValue } from '@app/importers';
import { MailService } from '@app/mail';
import { OneTimeTokens } from '@app/tokens';
import { type ImportBatch, looksLikeHash, UserAdministration, UserBatches } from '@app/users';
import { Injectable, Logger } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { AdminRank } from '../../access/admin-rank.js';
import { EventNames } from '../../access/event-names.js';
import { RecordReader } from '../../input/records.js';
import {
  countFormats,
  DryRun,
  type ImportError,
  ImportErrors,
  type ImportTarget,
  ImportWriter,
  inParallel,
  ResumedImport,
  type Row,
  toImportError,
} from './import-targets.js';
import { ImportedIdentities, toNewFactors } from './imported-factors.js';

const SPACE = 0x20;
const TAB = 0x09;

/** A line to import, or one that was refused before: a converter could not read its record. */
export type ImportLine = Line & { refused?: ApiError };

/** Lines that arrive together. */
export interface LineChunk {
  lines: ImportLine[];
  /** How far the input was read before these lines, in bytes. */
  bytes: number;
}

/** How much of the input is done. */
interface ImportProgress {
  bytes: number;
  lines: number;
}

/** Splits the text of an NDJSON file. */
export async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<LineChunk> {
  const splitter = new LineSplitter();
  let bytes = 0;
  for await (const chunk of input) {
    bytes += chunk.byteLength;
    yield { lines: [...splitter.push(chunk)], bytes };
  }
  yield { lines: [...splitter.end()], bytes };
}

/** The lines in batches of one size, without blank lines, with the progress after each batch. */
async function* batchesOf(
  input: AsyncIterable<LineChunk>,
  size: number,
): AsyncGenerator<{ batch: ImportLine[]; reached: ImportProgress }> {
  const reached = { bytes: 0, lines: 0 };
  let batch: ImportLine[] = [];
  const take = () => {
    const full = { batch, reached: { ...reached } };
    batch = [];
    return full;
  };
  for await (const { lines, bytes } of input) {
    reached.bytes = bytes;
    for (const line of lines) {
      reached.lines = line.number;
      if (line.refused || !isBlank(line)) batch.push(line);
      if (batch.length === size) yield take();
    }
  }
  yield take();
}

function isBlank({ bytes }: Line): boolean {
  return bytes?.every((byte) => byte === SPACE || byte === TAB) ?? false;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A line of another system has hashes more often than a person chooses such a password. */
function refuseHash(password: unknown): void {
  if (typeof password === 'string' && looksLikeHash(password))
    throw new ApiError('INVALID_REQUEST', 'password looks like a hash: give it as password_hash.');
}

const FLAGS = ['email_verified', 'email_proved', 'email_claimed', 'active', 'mfa_enabled', 'migration_closed'];
/** What the fields of a line should have. */
const EXPECTED = new Map<string, Expected>([
  ['email', 'email'],
  ['created_at', 'time'],
  ...FLAGS.map((name): [string, Expected] => [name, 'flag']),
]);

/** Adds the value of the field that the message begins with. */
function withValue(error: ImportError, body: Record<string, unknown>): ImportError {
  const field = error.code === 'INVALID_EMAIL' ? 'email' : (/^\w+/.exec(error.message)?.[0] ?? '');
  const expected = EXPECTED.get(field);
  if (expected === undefined || !Object.hasOwn(body, field)) return error;
  return { ...error, message: `${error.message} It is ${wrongValue(expected, body[field])}.` };
}

function parse(bytes: Buffer | undefined): Record<string, unknown> {
  if (bytes === undefined) throw new ApiError('PAYLOAD_TOO_LARGE', 'The line is longer than 64 KiB.');
  const body = parseJson(decode(bytes));
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  throw new ApiError('INVALID_REQUEST', 'The line must be a JSON object.');
}

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new ApiError('INVALID_REQUEST', 'The line is not valid UTF-8.', { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // JSON in one line has no line break in a text.
    const hint = text.includes('\r') ? ' End lines with LF or CRLF, and not with CR alone.' : '';
    throw new ApiError('INVALID_REQUEST', `The line is not valid JSON.${hint}`, { cause });
  }
}

/** The lines of one batch. Larger ones are not faster, need more memory, and block other writers longer on SQLite. */
const BATCH_LINES = 100;

export interface ImportOptions {
  /** Only reports what would happen. */
  dryRun: boolean;
  /** The batch of an import that was interrupted, which this one continues. */
  resume?: string;
  /** Called before the first line, with the id of the batch. */
  onStart?: (batchId: string) => void;
  /** Called after each batch of lines. */
  onProgress?: (progress: ImportProgress) => void;
}

/** The result of an import. The caller must close the errors. */
export interface ImportReport {
  /** Null for a dry run. */
  batchId: string | null;
  /** How many accounts were created, or would be. */
  created: number;
  /** How many users an interrupted import, which this one continues, has created. */
  already: number;
  /** How many rows were accepted, by the format of their password hash. */
  formats: Map<string, number>;
  errors: ImportErrors;
}

/** The rows of a batch, and the lines that could not be read. */
interface ReadBatch {
  rows: Row[];
  failed: ImportError[];
}

/** Creates accounts from the lines of a file of any length; keeps at most two batches in memory. */
@Injectable()
export class ImportService {
  private readonly logger = new Logger('Import');

  constructor(
    private readonly database: Database,
    private readonly records: RecordReader,
    private readonly users: UserAdministration,
    private readonly identities: ImportedIdentities,
    private readonly writer: ImportWriter,
    private readonly batches: UserBatches,
    private readonly rank: AdminRank,
  ) {}

  /**
   * A failed line is reported and does not stop the import, which ends when an administrator loses the right to it.
   * @throws {ApiError} BATCH_NOT_FOUND; NOT_AUTHENTICATED, UNAVAILABLE, or the error of the input; its message says how many lines were imported, and these stay
   */
  async run(input: AsyncIterable<LineChunk>, { onProgress, ...options }: ImportOptions): Promise<ImportReport> {
    const batchId = await this.start(options);
    const report = { batchId, created: 0, already: 0, formats: new Map(), errors: new ImportErrors() };
    const target = this.targetOf(batchId, options);
    const done: ImportProgress = { bytes: 0, lines: 0 };
    let writing = Promise.resolve();
    try {
      for await (const { batch, reached } of batchesOf(input, BATCH_LINES)) {
        const read = await this.read(batch, batchId);
        await writing;
        // The next batch is read while this one is written.
        writing = this.settle(read, target, report).then(() => {
          Object.assign(done, reached);
          onProgress?.(done);
        });
        writing.catch(() => undefined);
        // Other requests run between two batches.
        await nextEventLoopTurn();
      }
      await writing;
      this.logger.log(`${nameOf(batchId)}: ${done.lines} lines, ${report.created} accounts.`);
      return report;
    } catch (error) {
      await writing.catch(() => undefined);
      report.errors.close();
      if (await this.isRefused(error, report, options)) throw error;
      throw this.withProgress(error, report, done);
    } finally {
      target.close();
    }
  }

  /** Returns the id of the batch, or null for a dry run. */
  private async start({ dryRun, resume, onStart }: ImportOptions): Promise<string | null> {
    if (dryRun) return null;
    if (resume !== undefined && !(isUuid(resume) && (await this.batches.exists(resume))))
      throw new ApiError('BATCH_NOT_FOUND');
    const batchId = resume ?? (await this.database.transaction(() => this.batches.create(currentActor().actor)));
    onStart?.(batchId);
    return batchId;
  }

  private targetOf(batchId: string | null, { resume }: ImportOptions): ImportTarget {
    if (batchId === null) return new DryRun(this.writer);
    return resume === undefined ? this.writer : new ResumedImport(this.writer, this.batches, batchId);
  }

  /** Reads lines by the rules and with the error codes of `POST /users`. Keeps their order. */
  private async read(lines: ImportLine[], batchId: string | null): Promise<ReadBatch> {
    const outcomes = await inParallel(lines, (line) => this.readLine(line, batchId));
    return {
      rows: outcomes.filter((outcome): outcome is Row => 'account' in outcome),
      failed: outcomes.filter((outcome): outcome is ImportError => 'code' in outcome),
    };
  }

  private async readLine({ number, bytes, refused }: ImportLine, batchId: string | null): Promise<Row | ImportError> {
    let body: Record<string, unknown> = {};
    try {
      if (refused) throw refused;
      body = parse(bytes);
      const { facts, ...row } = this.records.user(body);
      refuseHash(facts.password);
      const factors = toNewFactors(row);
      const identities = await this.identities.read(row);
      return { line: number, account: await this.users.check(facts, batchId), factors, identities };
    } catch (error) {
      if (error instanceof ApiError) return withValue(toImportError(number, error), body);
      throw error;
    }
  }

  /** Creates accounts from the rows of a batch and adds its errors to the report. */
  private async settle({ rows, failed }: ReadBatch, target: ImportTarget, report: ImportReport): Promise<void> {
    // Before the answer to any line: also what fails says which users there are.
    if (rows.length + failed.length > 0) await this.rank.requireStill();
    const refused = rows.length === 0 ? [] : await target.settle(rows);
    report.errors.add([...failed, ...refused].sort((one, other) => one.line - other.line));
    const known = target.already - report.already;
    report.already = target.already;
    report.created += rows.length - refused.length - known;
    countFormats(rows, new Set(refused.map(({ line }) => line)), report.formats);
  }

  /** Whether an import has begun nothing, since it needs a factor of the administrator. Then its batch goes, too. */
  private async isRefused(
    error: unknown,
    { batchId, created }: ImportReport,
    { resume }: ImportOptions,
  ): Promise<boolean> {
    const refused = error instanceof ApiError && error.code === 'REAUTHENTICATION_REQUIRED' && created === 0;
    if (refused && batchId !== null && resume === undefined)
      await this.database.transaction(() => this.batches.removeEmpty(batchId));
    return refused;
  }

  private withProgress(error: unknown, { batchId, created }: ImportReport, { lines }: ImportProgress): unknown {
    const code = error instanceof ApiError ? error.code : databaseFailure(error);
    const why = error instanceof ApiError ? error.message : 'The database is out of reach.';
    const message = `${why} ${nameOf(batchId)} ended after ${lines} lines and ${created} accounts.`;
    this.logger.warn(message);
    const { reason, details } = error instanceof ApiError ? error : {};
    return code === undefined ? error : new ApiError(code, message, { cause: error, reason, details });
  }
}

function nameOf(batchId: string | null): string {
  return batchId === null ? 'The dry run' : `Import ${batchId}`;
}

const CHUNK = 250;

/** How many users are counted for one page of the list: an import may have millions. */
const MOST_COUNTED = 100_000;

/** An import, with the number of its users that there still are. */
export interface ListedImport extends ImportBatch {
  users: number;
  /** Whether there are more users, which were not counted. */
  hasMoreUsers: boolean;
  /** The name of the admin token or the email of the administrator; null for others, and after their deletion. */
  creatorName: string | null;
}

/** Lists imports, and removes the users of one. */
@Injectable()
export class ImportBatchService {
  constructor(
    private readonly database: Database,
    private readonly batches: UserBatches,
    private readonly tokens: OneTimeTokens,
    private readonly mail: MailService,
    private readonly events: EventLog,
    private readonly names: EventNames,
  ) {}

  /**
   * The imports, newest first.
   * @param exactly whether all of their users are counted, which takes about a second for each million
   */
  async list(page: PageRequest, { exactly = false } = {}): Promise<ListPage<ListedImport>> {
    const { rows, nextCursor } = await this.batches.list(page);
    const names = await this.names.of(rows.map(({ createdBy }) => ({ uid: null, actor: createdBy })));
    const long = exactly ? [] : await this.tooLong(rows, Math.floor(MOST_COUNTED / Math.max(1, rows.length)));
    const counts = await this.batches.countEach(
      rows.map(({ batchId }) => batchId).filter((id) => !long.some(({ batchId }) => batchId === id)),
    );
    const listed = rows.map((batch, index) => {
      const most = long.find(({ batchId }) => batchId === batch.batchId)?.most;
      const users = most ?? counts.get(batch.batchId) ?? 0;
      return { ...batch, users, hasMoreUsers: most !== undefined, creatorName: names[index]?.actorName ?? null };
    });
    return { rows: listed, nextCursor };
  }

  /**
   * Removes the users of an import who never signed in, in several transactions; other users are kept.
   * @throws {ApiError} BATCH_NOT_FOUND; NOT_AUTHENTICATED, and the users who were removed before are gone
   */
  async undo(id: string): Promise<{ removed: number; kept: number }> {
    const batchId = id.toLowerCase();
    if (!isUuid(batchId) || !(await this.batches.exists(batchId))) throw new ApiError('BATCH_NOT_FOUND');
    let removed = 0;
    for (let after = ''; ; ) {
      const gone = await this.database.transaction(() => this.removeSome(batchId, after));
      const last = gone.at(-1);
      if (!last) return { removed, kept: await this.batches.count(batchId) };
      removed += gone.length;
      after = last.uid;
    }
  }

  /** Which of these imports have more users than are counted. */
  private async tooLong(batches: ImportBatch[], most: number): Promise<{ batchId: string; most: number }[]> {
    const long: { batchId: string; most: number }[] = [];
    for (const { batchId } of batches) if (await this.batches.hasMoreThan(batchId, most)) long.push({ batchId, most });
    return long;
  }

  /** Also removes their emails and links, so that no mailed link can create an account again. */
  private async removeSome(batchId: string, after: string): Promise<{ uid: string }[]> {
    const gone = await this.batches.removeUnused(batchId, after, CHUNK);
    const emails = gone.map(({ email }) => email);
    if (emails.length > 0) {
      await this.tokens.end({ emails });
      await this.mail.forget(emails, batchId);
    }
    await this.events.recordEach(
      'user.deleted',
      gone.map(({ uid }) => ({ uid, data: { batch_id: batchId } })),
    );
    return gone;
  }
}
