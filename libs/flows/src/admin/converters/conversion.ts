import { ApiError } from '@app/errors';
import { type RawRecord } from './reading/raw-record.js';
import { readRecords, type SourceFile } from './reading/read-records.js';
import type { ColumnNames } from './record/column-names.js';
import { wrongShape } from './record/fields.js';
import type { Source, SourceOptions } from './record/source.js';
import type { Staging } from './staging/staging.js';

/** The longest list of columns in a report. */
const MOST_CHARACTERS = 1_000;

/** Reads a file of a source into the staging. @param name the file, for places; undefined if there is one file only */
export async function stageFile(
  file: SourceFile,
  { source, options, staging, name }: { source: Source; options: SourceOptions; staging: Staging; name?: string },
): Promise<void> {
  let columns: ColumnNames | undefined;
  const checkHeader = (names: ColumnNames) => {
    checkMarks((mark) => names.has(mark), source);
    source.checkHeader?.(names, options);
    columns = names;
  };
  for await (const records of readRecords(file, source, checkHeader)) {
    for (const record of records) {
      const at = name === undefined ? record.at : `${name}, ${record.at}`;
      stageRecord(record, at, { source, options, staging });
    }
  }
  const unread = staging.count > 0 ? (columns?.unread ?? []) : [];
  if (unread.length > 0)
    staging.note(name ?? 'header', `These columns are not read: ${unread.join(', ').slice(0, MOST_CHARACTERS)}.`);
}

/** A file of another product would lose what has other names there, such as passwords. */
function checkMarks(has: (mark: string) => boolean, { marks }: Source): void {
  if (marks === undefined || marks.some(has)) return;
  throw wrongShape(`This is not of the chosen source: it has no field ${marks.join(' or ')}.`);
}

function stageRecord(
  { fields, error, list }: RawRecord,
  at: string,
  { source, options, staging }: { source: Source; options: SourceOptions; staging: Staging },
): void {
  try {
    if (error || !fields) throw error ?? new ApiError('INVALID_REQUEST');
    checkMarks((mark) => fields.nameOf(mark) !== undefined, source);
    const part = source.convert(fields, options, list);
    if (part && 'leftOut' in part) staging.leaveOut(at, part);
    else if (part) staging.add(at, part);
  } catch (refusal) {
    if (!(refusal instanceof ApiError)) throw refusal;
    staging.refuse(at, refusal);
  }
}
