import type { Readable } from 'node:stream';
import { ApiError } from '@app/errors';
import { type CsvError, parse } from 'csv-parse';
import { ColumnNames } from '../record/column-names.js';
import { Fields } from '../record/fields.js';
import { namesIn } from './csv-header.js';
import { MAX_RECORD_BYTES } from './json-scanner.js';
import { Quotes } from './quotes.js';
import { attempt, decode, type RawRecord, tooLong } from './raw-record.js';

const BYTES = 'latin1';
const DELIMITERS = [',', ';', '\t'];
/** A file may have several of them. */
const LINE_BREAKS = ['\r\n', '\n', '\r'];
/** A record of more bytes ends the reading: the parser keeps a whole record in memory. */
const MOST_BYTES = 16 * 1024 * 1024;
const TOO_LONG = `a record is longer than ${MOST_BYTES / 1_048_576} MiB`;

interface Header {
  /** The columns of a file without a header. */
  columns?: readonly string[];
  /** Whether a row of such a file has all its fields. */
  isWhole?: (fields: number) => boolean;
  checkHeader?: (names: ColumnNames) => void;
}

/**
 * The records of a CSV file.
 * @param beginning the first bytes of the file, which decide on the delimiter
 * @throws {ApiError} INVALID_REQUEST for a header that cannot be used
 */
export async function* readCsv(
  input: Readable,
  beginning: Buffer,
  { columns, isWhole, checkHeader }: Header = {},
): AsyncGenerator<RawRecord[]> {
  const parser = new CsvChunks(delimiterOf(beginning));
  let header = columns && new ColumnNames(columns);
  let count = 0;
  const read = (rows: string[][]) => {
    const first = header ? undefined : rows.shift();
    if (first) {
      header = new ColumnNames(namesIn(first.map((name) => textOf(name, 'header'))));
      checkHeader?.(header);
    }
    return rows.map((row) => {
      count += 1;
      return toRecord(`record ${count}`, row, header ?? new ColumnNames([]), isWhole);
    });
  };
  for await (const chunk of input) {
    yield read(await parser.push(chunk));
    if (parser.failure !== undefined) break;
  }
  yield read(await parser.end());
  if (!header) yield [withoutHeader()];
  if (parser.failure !== undefined) yield [toEnd(`record ${count + 1}`, parser.failure)];
}

/** Gives the rows of each piece of a file. Rows before an error of the parser are not lost. */
class CsvChunks {
  private rows: string[][] = [];
  private readonly parser;
  private readonly quotes;
  /** Why the reading ended before the end of the file. */
  failure: string | undefined;

  constructor(delimiter: string) {
    this.quotes = new Quotes(delimiter);
    this.parser = parse({
      delimiter,
      record_delimiter: LINE_BREAKS,
      // A character for each byte: a wrong encoding must refuse its record. A buffer for each of millions of empty fields would
      // need gigabytes.
      encoding: BYTES,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: MOST_BYTES,
      on_record: (row: unknown) => {
        this.rows.push(row as string[]);
        return null;
      },
    });
    this.parser.resume().on('error', ({ code }: CsvError) => {
      this.failure = code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quote is not closed' : TOO_LONG;
    });
  }

  async push(chunk: Buffer): Promise<string[][]> {
    const wrong = this.quotes.findIn(chunk);
    await new Promise<void>((resolve) => this.parser.write(chunk.subarray(0, wrong), () => resolve()));
    if (wrong !== undefined)
      this.failure ??= `line ${this.quotes.line} has text after a closing quote, so an earlier quote may not be closed`;
    return this.take();
  }

  async end(): Promise<string[][]> {
    if (this.failure === undefined) await new Promise<void>((resolve) => this.parser.end(() => resolve()));
    return this.take();
  }

  private take(): string[][] {
    const rows = this.rows;
    this.rows = [];
    return rows;
  }
}

const textOf = (field: string, what?: string) => decode(Buffer.from(field, BYTES), what);

function toRecord(
  at: string,
  cells: string[],
  header: ColumnNames,
  isWhole = (fields: number) => fields === header.all.length,
): RawRecord {
  return attempt(at, () => {
    const size = cells.reduce((sum, { length }) => sum + length, 0);
    if (size > MAX_RECORD_BYTES) throw tooLong();
    if (!isWhole(cells.length)) {
      const message = `The record has ${cells.length} fields, and the file ${header.all.length} columns: it may be cut.`;
      throw new ApiError('INVALID_REQUEST', message);
    }
    const named = header.all.slice(0, cells.length).map((name, index) => [name, textOf(cells[index] ?? '')]);
    return { at, fields: Fields.of(Object.fromEntries(named), '', header) };
  });
}

function withoutHeader(): RawRecord {
  return { at: 'record 1', error: new ApiError('INVALID_REQUEST', 'The file has no header and no record.') };
}

/** The parser cannot go on after such a failure. */
function toEnd(at: string, reason: string): RawRecord {
  return { at, error: new ApiError('INVALID_REQUEST', `The reading of the file ended here: ${reason}.`) };
}

/** The delimiter that the first line has most often. */
function delimiterOf(beginning: Buffer): string {
  const [first = ''] = beginning.toString(BYTES).split('\n', 1);
  const names = first.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => names.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}
