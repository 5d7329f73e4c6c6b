import { ApiError } from '@app/errors';
import { type RawRecord } from './reading/raw-record.js';
import { readRecords, type SourceFile } from './reading/read-records.js';
import type { Source, SourceOptions } from './record/source.js';
import type { Staging } from './staging/staging.js';

/** Reads a file of a source into the staging. @param name the file, for places; undefined if there is one file only */
export async function stageFile(
  file: SourceFile,
  { source, options, staging, name }: { source: Source; options: SourceOptions; staging: Staging; name?: string },
): Promise<void> {
  const checkHeader = (names: readonly string[]) => source.checkHeader?.(names, options);
  for await (const records of readRecords(file, source, checkHeader)) {
    for (const record of records) {
      const at = name === undefined ? record.at : `${name}, ${record.at}`;
      stageRecord(record, at, { source, options, staging });
    }
  }
}

function stageRecord(
  { fields, error, list }: RawRecord,
  at: string,
  { source, options, staging }: { source: Source; options: SourceOptions; staging: Staging },
): void {
  try {
    if (error || !fields) throw error ?? new ApiError('INVALID_REQUEST');
    const part = source.convert(fields, options, list);
    if (part && 'leftOut' in part) staging.leaveOut(at, part);
    else if (part) staging.add(at, part);
  } catch (refusal) {
    if (!(refusal instanceof ApiError)) throw refusal;
    staging.refuse(at, refusal);
  }
}
