import type { OwnForm } from '../record/source.js';
import { MAX_RECORD_BYTES } from './json-scanner.js';

/** A row of a CSV file, with a character for each byte: its fields, or why they cannot be read. */
export interface CsvRow {
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
export class CsvRows {
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
