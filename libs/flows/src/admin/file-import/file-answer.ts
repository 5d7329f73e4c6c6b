import type { Writable } from 'node:stream';
import { databaseFailure } from '@app/database';
import { ApiError, toErrorBody } from '@app/errors';
import { Logger } from '@nestjs/common';
import type { ImportOptions, ImportReport } from '../import-export/import.service.js';
import { type FileImportResult, toFailedRecord, toLeftOut, toWithoutPassword } from './file-answer.dto.js';
import type { Lacks } from './lacks.js';

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
export async function writeAnswer(answer: Writable, run: Run, { dryRun, lacks, placeOf }: Facts): Promise<void> {
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
): Promise<Omit<FileImportResult, 'batch_id'>> {
  const placed = <T extends { line: number }>(entry: T) => ({ ...entry, at: placeOf(entry.line) });
  const left = await firstOf(omitted, ({ isPassword }) => !isPassword);
  const passwordless = await firstOf(withoutPassword.except(errors));
  return {
    created,
    failed: errors.count,
    left_out: left.count,
    without_password: passwordless.count,
    formats: Object.fromEntries(formats),
    failures: (await firstOf(errors)).first.map((entry) => toFailedRecord(placed(entry))),
    omissions: left.first.map((entry) => toLeftOut(placed(entry))),
    passwordless: passwordless.first.map((entry) => toWithoutPassword(placed(entry))),
  };
}

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
