import type { Readable } from 'node:stream';
import { ApiError } from '@app/errors';
import { ColumnNames } from '../record/column-names.js';
import { Fields } from '../record/fields.js';
import type { OwnForm } from '../record/source.js';
import { namesIn } from './csv-header.js';
import { type CsvRow, CsvRows } from './csv-rows.js';
import { MAX_RECORD_BYTES } from './json-scanner.js';
import { attempt, decode, type RawRecord, tooLong } from './raw-record.js';

const DELIMITERS = [',', ';', '\t'];

interface Header {
  /** The columns of a file without a header. */
  columns?: readonly string[];
  /** How the product writes such a file. */
  own?: OwnForm;
  checkHeader?: (names: ColumnNames) => void;
}

/**
 * The records of a CSV file. A row that cannot be read is refused with its line, and the others are read.
 * @param beginning the first bytes of the file, which decide on the delimiter
 * @throws {ApiError} INVALID_REQUEST for a header that cannot be used
 */
export async function* readCsv(
  input: Readable,
  beginning: Buffer,
  { columns, own, checkHeader }: Header = {},
): AsyncGenerator<RawRecord[]> {
  const reading = new CsvRows(own ? ',' : delimiterOf(beginning), own);
  let header = columns && new ColumnNames(columns);
  let count = 0;
  const read = (rows: CsvRow[]) => {
    const first = header ? undefined : rows.shift();
    if (first) {
      header = new ColumnNames(namesIn(cellsOf(first).map((name) => textOf(name, 'header'))));
      checkHeader?.(header);
    }
    return rows.map((row) => {
      count += 1;
      return toRecord(`record ${count}`, row, header ?? new ColumnNames([]), own);
    });
  };
  for await (const chunk of input) {
    yield read(reading.push(chunk));
    if (reading.isHopeless) break;
  }
  yield read(reading.end());
  if (!header) yield [withoutHeader()];
  if (reading.isHopeless) yield [toEnd(`record ${count + 1}`)];
}

const textOf = (field: string, what?: string) => decode(Buffer.from(field, 'latin1'), what);

function toRecord(at: string, row: CsvRow, header: ColumnNames, own?: OwnForm): RawRecord {
  return attempt(at, () => {
    const cells = cellsOf(row);
    const size = cells.reduce((sum, { length }) => sum + length, 0);
    if (size > MAX_RECORD_BYTES) throw tooLong();
    if (!(own?.isWhole(cells.length) ?? cells.length === header.all.length)) {
      const message = `${placeOf(row)} has ${cells.length} fields, and the file ${header.all.length} columns: it may be cut.`;
      throw new ApiError('INVALID_REQUEST', message);
    }
    const named = header.all.slice(0, cells.length).map((name, index) => [name, textOf(cells[index] ?? '')]);
    return { at, fields: Fields.of(Object.fromEntries(named), '', header) };
  });
}

/** @throws {ApiError} for a row that cannot be read */
function cellsOf(row: CsvRow): string[] {
  if (row.isTooLong) throw tooLong();
  if (!row.cells) throw new ApiError('INVALID_REQUEST', `${placeOf(row)} ${row.problem}.`);
  return row.cells;
}

function placeOf({ first, last }: CsvRow): string {
  return first === last ? `Line ${first}` : `The record in lines ${first} to ${last}`;
}

function withoutHeader(): RawRecord {
  return { at: 'record 1', error: new ApiError('INVALID_REQUEST', 'The file has no header and no record.') };
}

function toEnd(at: string): RawRecord {
  const message = 'The reading of the file ended here: too many lines have a quote that is not closed.';
  return { at, error: new ApiError('INVALID_REQUEST', message) };
}

/** The delimiter that the first line has most often. */
function delimiterOf(beginning: Buffer): string {
  const [first = ''] = beginning
    .toString('latin1')
    .trimStart()
    .split(/[\r\n]/, 1);
  const names = first.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => names.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}
