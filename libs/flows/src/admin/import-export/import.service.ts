import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { Database, databaseFailure } from '@app/database';
import { ApiError } from '@app/errors';
import { currentActor } from '@app/events';
import { UserBatches } from '@app/users';
import { Injectable, Logger } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { AdminRank } from '../../access/admin-rank.js';
import { ImportErrors } from './rows/import-errors.js';
import { batchesOf, type ImportProgress, type LineChunk } from './rows/import-lines.js';
import { ImportReader } from './rows/import-reader.js';
import { countFormats } from './rows/import-rows.js';
import { DryRun } from './targets/dry-run.js';
import type { ImportTarget } from './targets/import-target.js';
import { ImportWriter } from './targets/import-writer.js';
import { ResumedImport } from './targets/resumed-import.js';
import { UsedKeysFinder } from './targets/used-keys.js';

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

type ReadBatch = Awaited<ReturnType<ImportReader['read']>>;

/** Creates accounts from the lines of a file of any length; keeps at most two batches in memory. */
@Injectable()
export class ImportService {
  private readonly logger = new Logger('Import');

  constructor(
    private readonly database: Database,
    private readonly reader: ImportReader,
    private readonly writer: ImportWriter,
    private readonly batches: UserBatches,
    private readonly used: UsedKeysFinder,
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
        const read = await this.reader.read(batch, batchId);
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
      await report.errors.close();
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
    if (batchId === null) return new DryRun(this.used);
    return resume === undefined ? this.writer : new ResumedImport(this.writer, this.batches, batchId);
  }

  /** Creates accounts from the rows of a batch and adds its errors to the report. */
  private async settle({ rows, failed }: ReadBatch, target: ImportTarget, report: ImportReport): Promise<void> {
    // Before the answer to any line: also what fails says which users there are.
    if (rows.length + failed.length > 0) await this.rank.requireStill();
    const refused = rows.length === 0 ? [] : await target.settle(rows);
    await report.errors.add([...failed, ...refused].sort((one, other) => one.line - other.line));
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
