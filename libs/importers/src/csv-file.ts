import type { Readable } from 'node:stream';
import { ApiError } from '@app/errors';
import { ColumnNames, Fields } from './fields.js';
import { attempt, decode, MAX_RECORD_BYTES, type RawRecord, refused, tooLong } from './json-file.js';
import type { OwnForm } from './source.js';

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * The names of columns in a header.
 * @throws {ApiError} INVALID_REQUEST for a line that is no header, and for two columns of one name, as a join of tables has them:
 * one would hide the other
 */
function namesIn(cells: string[]): string[] {
  const names = cells.map((name) => name.trim());
  const problem = problemOf(names);
  if (problem !== undefined) throw new ApiError('INVALID_REQUEST', problem);
  const seen = new Set<string>();
  for (const name of names) {
    if (name !== '' && seen.has(name))
      throw new ApiError('INVALID_REQUEST', `The header has the column "${name.slice(0, 100)}" twice: rename one.`);
    seen.add(name);
  }
  return names;
}

/** Why a first line is no header. Its values are not in the message, because they may be of a person. */
function problemOf(names: string[]): string | undefined {
  if (/^sep=/i.test(names[0] ?? '')) return 'The first line "sep=" is of a spreadsheet, and no header: remove it.';
  if (names.some((name) => ADDRESS.test(name))) return 'The file has no header: its first line has an address.';
  const isOther = names.length === 1 && names[0]?.includes('|');
  return isOther ? 'The fields must be separated by commas, semicolons or tabs, and not by "|".' : undefined;
}

/** A row of a CSV file, with a character for each byte: its fields, or why they cannot be read. */
interface CsvRow {
  /** The numbers of its first and its last line, from 1. */
  first: number;
  last: number;
  cells?: string[];
  problem?: string;
  isTooLong?: boolean;
}

/** A longer row cannot be a record. A text that is all quotes has twice its length. */
const MOST_ROW = 2 * MAX_RECORD_BYTES;
/** Small pieces are collected. */
const STEP = 64 * 1024;
/** How many fields are read twice. In a hostile file each line begins a row that turns out wrong at the end of the longest row. */
const MOST_AGAIN = 1_000_000;
/** Text without quotes is read that much faster than fields. */
const BYTES_OF_A_FIELD = 256;
const BREAK = /\r\n|\n|\r/g;

const NOT_OWN = 'is not as the product writes it, or has two meanings: use its export in JSON';

/** What stands where a row should begin. */
interface Scan {
  /** Undefined for a row that is wrong, or goes on after the text. */
  cells?: string[];
  isWrong?: boolean;
  /** Where the reading ended: behind the line break, at the wrong character, or at the end of the text. */
  at: number;
}

interface Line {
  end: number;
  next: number;
}

type Judged = { row?: CsvRow; next: number };

/**
 * Splits a CSV file (RFC 4180) into rows. After a row with wrong quotes it goes on in the second line of that row, because a quote
 * that is not closed takes the lines behind it along.
 */
class CsvRows {
  private readonly special: RegExp;
  private text = '';
  /** A carriage return whose line feed may come in the next piece. */
  private held = '';
  private line = 1;
  private wanted = STEP;
  private isSkipping = false;
  private again = 0;
  /** Counts the fields and quotes of the row that is read. */
  private steps = 0;

  constructor(
    private readonly delimiter: string,
    private readonly own?: OwnForm,
  ) {
    this.special = new RegExp(`[${delimiter}\r\n]`, 'g');
  }

  /** Whether too many rows are wrong to go on. */
  get isHopeless(): boolean {
    return this.again > MOST_AGAIN;
  }

  push(chunk: Uint8Array): CsvRow[] {
    const text =
      this.text + this.held + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
    this.held = text.endsWith('\r') ? '\r' : '';
    this.text = this.held === '' ? text : text.slice(0, -1);
    return this.text.length < this.wanted ? [] : [...this.read(false)];
  }

  end(): CsvRow[] {
    this.text += this.held;
    return [...this.read(true)];
  }

  private *read(isEnd: boolean): Generator<CsvRow> {
    let start = this.isSkipping ? this.skip(0) : 0;
    while (start < this.text.length && !this.isHopeless) {
      const scan = this.scan(start, isEnd);
      const isOpen = !scan.cells && !scan.isWrong;
      if (isOpen && !isEnd && this.text.length - start <= MOST_ROW) break;
      const { row, next } = this.judge(start, scan);
      if (row) yield row;
      start = next;
    }
    this.text = this.text.slice(start);
    // A row that goes on is read again from its beginning, so not with each small piece.
    this.wanted = Math.max(STEP, 2 * this.text.length);
  }

  /** The row, and where the next one begins. */
  private judge(start: number, scan: Scan): Judged {
    const line = lineAt(this.text, start);
    if (line.end === start) return { next: this.pass(line) };
    if (line.end - start > MOST_ROW)
      return { row: { first: this.line, last: this.line, isTooLong: true }, next: this.skip(start) };
    const isRow = scan.cells !== undefined && scan.at - start <= MOST_ROW;
    if (this.own && this.text.slice(start, line.end).includes('"'))
      return this.judgeOwn(this.own, { start, scan, line, isRow });
    return isRow ? this.take(start, scan) : this.takeLine(line, scan, { problem: this.problemOf(start, scan) });
  }

  /** A line that can be read in the form of the product, and a row of several lines that begins in it, are two meanings. */
  private judgeOwn(
    { isWhole, readLine }: OwnForm,
    { start, scan, line, isRow }: { start: number; scan: Scan; line: Line; isRow: boolean },
  ): Judged {
    const cells = readLine(this.text.slice(start, line.end));
    const isLonger = isRow && scan.at > line.next && isWhole(scan.cells?.length ?? 0);
    if (!isLonger) return this.takeLine(line, scan, cells ? { cells } : { problem: NOT_OWN });
    const { row, next } = this.take(start, scan);
    return { row: cells ? { ...row, cells: undefined, problem: NOT_OWN } : row, next };
  }

  private take(start: number, { at, cells }: Scan): { row: CsvRow; next: number } {
    const first = this.line;
    const breaks = breaksIn(this.text.slice(start, at));
    this.line += breaks;
    return { row: { first, last: first + Math.max(0, breaks - 1), cells }, next: at };
  }

  private takeLine(line: Line, { at }: Scan, result: Pick<CsvRow, 'cells' | 'problem'>): Judged {
    if (at > line.next) this.again += this.steps + (at - line.next) / BYTES_OF_A_FIELD;
    return { row: { first: this.line, last: this.line, ...result }, next: this.pass(line) };
  }

  private problemOf(start: number, { isWrong, at }: Scan): string {
    if (!isWrong) return 'has a quote that is not closed';
    const breaks = breaksIn(this.text.slice(start, at));
    return breaks === 0
      ? 'has text after a closing quote'
      : `has a quote that is not closed before the text in line ${this.line + breaks}`;
  }

  private pass({ next }: Line): number {
    this.line += 1;
    return next;
  }

  /** Leaves out the rest of a line that is too long, which may not be here yet. */
  private skip(start: number): number {
    const line = lineAt(this.text, start);
    this.isSkipping = line.end === this.text.length;
    return this.isSkipping ? line.next : this.pass(line);
  }

  /** Reads the row that begins here. A quote in a field that does not begin with one has no meaning. */
  private scan(start: number, isEnd: boolean): Scan {
    const { text, special, delimiter } = this;
    const cells: string[] = [];
    this.steps = 0;
    for (let at = start; ; at += 1) {
      this.steps += 1;
      if (text[at] === '"') {
        const end = this.endOfQuotes(at + 1);
        // The second of two quotes may be in the next piece.
        if (end === -1 || (!isEnd && end + 1 === text.length)) return { at: text.length };
        cells.push(text.slice(at + 1, end).replaceAll('""', '"'));
        at = end + 1;
      } else {
        special.lastIndex = at;
        const end = special.exec(text)?.index ?? text.length;
        cells.push(text.slice(at, end));
        at = end;
      }
      if (at === text.length) return isEnd ? { cells, at } : { at };
      if (text[at] === '\r' || text[at] === '\n') return { cells, at: lineAt(text, at).next };
      if (text[at] !== delimiter) return { isWrong: true, at };
    }
  }

  /** The index of the closing quote; -1 where there is none. */
  private endOfQuotes(from: number): number {
    let at = this.text.indexOf('"', from);
    for (; at !== -1 && this.text[at + 1] === '"'; this.steps += 1) at = this.text.indexOf('"', at + 2);
    return at;
  }
}

function lineAt(text: string, start: number): Line {
  BREAK.lastIndex = start;
  const found = BREAK.exec(text);
  return found ? { end: found.index, next: found.index + found[0].length } : { end: text.length, next: text.length };
}

function breaksIn(text: string): number {
  return text.match(BREAK)?.length ?? 0;
}

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
  if (!header) yield [refused('record 1', 'The file has no header and no record.')];
  const ended = 'The reading of the file ended here: too many lines have a quote that is not closed.';
  if (reading.isHopeless) yield [refused(`record ${count + 1}`, ended)];
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

/** The first bytes of files that are often mistaken for a text in UTF-8. */
const OTHER_FORMATS: [bytes: number[], reason: string][] = [
  [[0xff, 0xfe, 0x00, 0x00], 'it is UTF-32, not UTF-8: save it as UTF-8'],
  [[0xff, 0xfe], 'it is UTF-16, not UTF-8: save it as UTF-8'],
  [[0xfe, 0xff], 'it is UTF-16, not UTF-8: save it as UTF-8'],
  [[0x1f, 0x8b], 'it is compressed: unpack it first'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'it is compressed: unpack it first'],
  [[0x42, 0x5a, 0x68, 0x39, 0x31, 0x41], 'it is compressed: unpack it first'],
  [[0x50, 0x4b, 0x03, 0x04], 'it is compressed, or a workbook: unpack it first, or save the sheet as CSV in UTF-8'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'it is a workbook: save the sheet as CSV in UTF-8'],
];

/** Why a file with this beginning is no text in UTF-8. */
export function problemOfText(beginning: Buffer): string | undefined {
  const format = OTHER_FORMATS.find(([bytes]) => bytes.every((byte, index) => beginning[index] === byte));
  return format?.[1] ?? (beginning.includes(0) ? 'it is not a text in UTF-8: it has NUL bytes' : undefined);
}
