import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { databaseFailure } from '@app/database';
import { ApiError } from '@app/errors';
import { currentOrigin } from '@app/events';
import { FactorTransfer } from '@app/factors';
import { IdentityTransfer } from '@app/federation';
import { UserBatches } from '@app/users';
import { Injectable, Logger } from '@nestjs/common';
import { type Line, LineSplitter } from '../../body/line-splitter.js';
import { DryRun } from './dry-run.js';
import { ImportErrors } from './import-errors.js';
import { ImportReader } from './import-reader.js';
import { ImportWriter } from './import-writer.js';

/** The lines of one batch. Larger ones are not faster, need more memory, and block other writers longer on SQLite. */
const BATCH_LINES = 100;
const SPACE = 0x20;
const TAB = 0x09;

export interface ImportOptions {
  /** Only reports what would happen. */
  dryRun: boolean;
  /** Called after each batch of lines. */
  onProgress?: (progress: ImportProgress) => void;
}

/** How much of the input is done. */
export interface ImportProgress {
  bytes: number;
  lines: number;
}

/** The result of an import. The caller must close the errors. */
export interface ImportReport {
  /** Null for a dry run. */
  batchId: string | null;
  /** How many accounts were created, or would be. */
  created: number;
  errors: ImportErrors;
}

type ReadBatch = Awaited<ReturnType<ImportReader['read']>>;
type Target = ImportWriter | DryRun;

/** Creates accounts from the lines of a file of any length; keeps at most two batches in memory. */
@Injectable()
export class ImportService {
  private readonly logger = new Logger('Import');

  constructor(
    private readonly reader: ImportReader,
    private readonly writer: ImportWriter,
    private readonly batches: UserBatches,
    private readonly transfer: FactorTransfer,
    private readonly identities: IdentityTransfer,
  ) {}

  /**
   * A failed line is reported and does not stop the import.
   * @throws {ApiError} UNAVAILABLE, or the error of the input; its message says how many lines were imported, and these stay
   */
  async run(input: AsyncIterable<Uint8Array>, { dryRun, onProgress }: ImportOptions): Promise<ImportReport> {
    const batchId = dryRun ? null : await this.batches.create(currentOrigin().actor);
    const report: ImportReport = { batchId, created: 0, errors: new ImportErrors() };
    const target = dryRun ? new DryRun(this.batches, this.transfer, this.identities) : this.writer;
    const done: ImportProgress = { bytes: 0, lines: 0 };
    let writing = Promise.resolve();
    try {
      for await (const { batch, reached } of batchesOf(input)) {
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
      throw this.withProgress(error, report, done);
    } finally {
      if (target instanceof DryRun) target.close();
    }
  }

  /** Creates accounts from the rows of a batch and adds its errors to the report. */
  private async settle({ rows, failed }: ReadBatch, target: Target, report: ImportReport): Promise<void> {
    const refused = rows.length === 0 ? [] : await target.settle(rows);
    await report.errors.add([...failed, ...refused].sort((one, other) => one.line - other.line));
    report.created += rows.length - refused.length;
  }

  private withProgress(error: unknown, { batchId, created }: ImportReport, { lines }: ImportProgress): unknown {
    const code = error instanceof ApiError ? error.code : databaseFailure(error);
    const why = error instanceof ApiError ? error.message : 'The database is out of reach.';
    const message = `${why} ${nameOf(batchId)} ended after ${lines} lines and ${created} accounts.`;
    this.logger.warn(message);
    return code === undefined ? error : new ApiError(code, message, { cause: error });
  }
}

function nameOf(batchId: string | null): string {
  return batchId === null ? 'The dry run' : `Import ${batchId}`;
}

/** The lines of the input in batches, without blank lines, with the progress after each batch. */
async function* batchesOf(
  input: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ batch: Line[]; reached: ImportProgress }> {
  const splitter = new LineSplitter();
  const reached = { bytes: 0, lines: 0 };
  let batch: Line[] = [];
  const take = () => {
    const full = { batch, reached: { ...reached } };
    batch = [];
    return full;
  };
  for await (const chunk of input) {
    reached.bytes += chunk.byteLength;
    for (const line of splitter.push(chunk)) {
      reached.lines = line.number;
      if (!isBlank(line)) batch.push(line);
      if (batch.length === BATCH_LINES) yield take();
    }
  }
  for (const line of splitter.end()) {
    reached.lines = line.number;
    if (!isBlank(line)) batch.push(line);
  }
  yield take();
}

function isBlank({ bytes }: Line): boolean {
  return bytes?.every((byte) => byte === SPACE || byte === TAB) ?? false;
}
