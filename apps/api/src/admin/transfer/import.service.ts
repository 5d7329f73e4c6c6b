import { setImmediate as breathe } from 'node:timers/promises';
import { databaseFailure } from '@app/database';
import { ApiError } from '@app/errors';
import { currentOrigin } from '@app/events';
import { UserBatches } from '@app/users';
import { Injectable, Logger } from '@nestjs/common';
import { type Line, LineSplitter } from '../../stream/lines.js';
import { DryRun } from './dry-run.js';
import { Failures } from './failures.js';
import { ImportRows } from './import.rows.js';
import { ImportWriter } from './import.writer.js';

/** How many lines are worked on at once. More are no faster, live longer in memory, and on SQLite others wait for them. */
const BATCH_LINES = 100;
const SPACE = 0x20;
const TAB = 0x09;

export interface ImportOptions {
  /** Only finds out what would happen. */
  dryRun: boolean;
  /** Told after each batch of lines. */
  onProgress?: (progress: ImportProgress) => void;
}

/** How much of the input is done. */
export interface ImportProgress {
  bytes: number;
  lines: number;
}

/** What has become of an import. Whoever has read the failures closes them. */
export interface ImportReport {
  /** Null for a dry run. */
  batchId: string | null;
  /** How many accounts there are now, or would be. */
  created: number;
  failures: Failures;
}

type ReadBatch = Awaited<ReturnType<ImportRows['read']>>;
type Target = ImportWriter | DryRun;

/** Makes accounts of the lines of a file of any length; holds no more than two batches of them. */
@Injectable()
export class ImportService {
  private readonly logger = new Logger('Import');

  constructor(
    private readonly rows: ImportRows,
    private readonly writer: ImportWriter,
    private readonly batches: UserBatches,
  ) {}

  /**
   * What fails of a line is told in the report and stops nothing.
   * @throws {ApiError} UNAVAILABLE, or what the input throws, saying how far the import has come; what is in stays
   */
  async run(input: AsyncIterable<Uint8Array>, { dryRun, onProgress }: ImportOptions): Promise<ImportReport> {
    const batchId = dryRun ? null : await this.batches.open(currentOrigin().actor);
    const report: ImportReport = { batchId, created: 0, failures: new Failures() };
    const target = dryRun ? new DryRun(this.batches) : this.writer;
    const done: ImportProgress = { bytes: 0, lines: 0 };
    let writing = Promise.resolve();
    try {
      for await (const { batch, reached } of batchesOf(input)) {
        const read = await this.rows.read(batch, batchId);
        await writing;
        // While the database takes this batch, the next one is read.
        writing = this.settle(read, target, report).then(() => {
          Object.assign(done, reached);
          onProgress?.(done);
        });
        writing.catch(() => undefined);
        await breathe();
      }
      await writing;
      this.logger.log(`${nameOf(batchId)}: ${done.lines} lines, ${report.created} accounts.`);
      return report;
    } catch (error) {
      await writing.catch(() => undefined);
      await report.failures.close();
      throw this.interrupted(error, report, done);
    } finally {
      if (target instanceof DryRun) target.close();
    }
  }

  /** Makes accounts of what was read of a batch, and notes what has become of it. */
  private async settle({ rows, failed }: ReadBatch, target: Target, report: ImportReport): Promise<void> {
    const refused = rows.length === 0 ? [] : await target.settle(rows);
    await report.failures.add([...failed, ...refused].sort((one, other) => one.line - other.line));
    report.created += rows.length - refused.length;
  }

  private interrupted(error: unknown, { batchId, created }: ImportReport, { lines }: ImportProgress): unknown {
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

/** The lines of the input, without blank ones, and how much of it is done with them. */
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
