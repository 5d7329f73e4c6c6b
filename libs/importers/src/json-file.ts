import { ApiError } from '@app/errors';
import { Fields, MOST_LEVELS, parseJson } from './fields.js';

/** Longer records are skipped. A user may have 16 KiB of metadata here, and products write more fields than that. */
export const MAX_RECORD_BYTES = 256 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPENING = [0x7b, 0x5b];
const CLOSING = [0x7d, 0x5d];
const LIST = 0x5b;
const SPACES = [0x20, 0x09, 0x0a, 0x0d];

/** The text of a record; `bytes` is undefined for a record that is too long. */
interface ScannedRecord {
  bytes: Buffer | undefined;
  /** The key of the list that has it, if it is in a list of an object. */
  list?: string;
}

/**
 * Finds the records in a JSON document of any length: the elements of its list, or of the lists that are under given keys of
 * its object. It never holds more than one record and looks only at quotes and brackets, so a record that is not valid JSON
 * does not end the reading, and no key of a record gets a meaning here.
 */
class JsonScanner {
  private depth = 0;
  private inString = false;
  private escaped = false;
  /** The depth at which records begin; undefined outside the lists. */
  private level: number | undefined;
  private list: string | undefined;
  /** The last text at the depth of the keys, and whether a colon came after it. */
  private key: number[] = [];
  private isKey = false;
  private parts: Buffer[] = [];
  private length = 0;
  private recording = false;
  private hasOther = false;

  constructor(private readonly lists: readonly string[]) {}

  /** What is wrong with the document as a whole, at its end; undefined if nothing is. */
  get problem(): string | undefined {
    if (this.depth !== 0 || this.inString)
      return 'The document ends in the middle: a bracket or a quote is not closed.';
    return this.hasOther ? 'There is other text around the document, so the file may be damaged.' : undefined;
  }

  *push(chunk: Buffer): Generator<ScannedRecord> {
    let start = 0;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index] as number;
      const wasRecording = this.recording;
      const ended = this.inString ? this.readString(byte) : this.readStructure(byte);
      if (this.recording && !wasRecording) start = index;
      if (!ended) continue;
      // A comma or a bracket ends a number, and is not a part of it.
      this.keep(chunk.subarray(start, ended === 'before' ? index : index + 1));
      yield this.take();
    }
    if (this.recording) this.keep(chunk.subarray(start));
  }

  private readString(byte: number): false | 'with' {
    if (this.depth === 1 && this.level === undefined && this.key.length < 100) this.key.push(byte);
    if (this.escaped) this.escaped = false;
    else if (byte === BACKSLASH) this.escaped = true;
    else if (byte === QUOTE) {
      this.inString = false;
      return this.recording && this.depth === this.level ? 'with' : false;
    }
    return false;
  }

  /** Returns whether this byte ends a record, as a part of it or as the byte after it. */
  private readStructure(byte: number): false | 'with' | 'before' {
    if (SPACES.includes(byte)) return false;
    if (this.depth === 0 && !OPENING.includes(byte)) this.hasOther = true;
    if (byte === QUOTE) {
      this.inString = true;
      this.key = [];
    }
    if (OPENING.includes(byte)) return this.open(byte);
    if (CLOSING.includes(byte)) return this.close();
    if (byte === COLON) this.isKey = true;
    else if (byte === COMMA) {
      this.isKey = false;
      return this.recording && this.depth === this.level ? 'before' : false;
    }
    if (this.depth === this.level && byte !== COMMA) this.recording = true;
    return false;
  }

  private open(byte: number): false {
    if (this.depth === this.level) this.recording = true;
    const key = Buffer.from(this.key.slice(0, -1)).toString();
    const isRecordList = this.depth === 0 || (this.depth === 1 && this.isKey && this.lists.includes(key));
    this.depth += 1;
    if (this.level === undefined && byte === LIST && isRecordList) {
      this.level = this.depth;
      this.list = this.depth === 1 ? undefined : key;
    }
    return false;
  }

  private close(): false | 'with' | 'before' {
    const wasRecord = this.recording && this.depth === this.level;
    this.depth -= 1;
    if (this.level !== undefined && this.depth < this.level) this.level = undefined;
    if (wasRecord) return 'before';
    return this.recording && this.depth === this.level ? 'with' : false;
  }

  private keep(part: Buffer): void {
    this.length += part.length;
    if (this.length > MAX_RECORD_BYTES) this.parts = [];
    else if (part.length > 0) this.parts.push(Buffer.from(part));
  }

  private take(): ScannedRecord {
    const bytes = this.length > MAX_RECORD_BYTES ? undefined : Buffer.concat(this.parts);
    this.parts = [];
    this.length = 0;
    this.recording = false;
    return { bytes, list: this.list };
  }
}

/** A record of a file, or the reason why it cannot be read. */
export interface RawRecord {
  /** Where it is, such as "line 7". */
  at: string;
  fields?: Fields;
  error?: ApiError;
  /** The key of the list that has it, in a JSON document with several lists. */
  list?: string;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws {ApiError} INVALID_REQUEST */
export function decode(bytes: Uint8Array, what = 'record'): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new ApiError('INVALID_REQUEST', `The ${what} is not valid UTF-8: save the file as UTF-8.`, { cause });
  }
}

export function tooLong(): ApiError {
  return new ApiError('PAYLOAD_TOO_LARGE', `The record is longer than ${MAX_RECORD_BYTES / 1_024} KiB.`);
}

export function refused(at: string, message: string): RawRecord {
  return { at, error: new ApiError('INVALID_REQUEST', message) };
}

/** Reads the text of a record in JSON. @param bytes undefined for a text that is too long */
function readJson(at: string, bytes: Uint8Array | undefined, list?: string): RawRecord {
  return attempt(at, () => {
    if (bytes === undefined) throw tooLong();
    return { at, fields: Fields.of(parse(decode(bytes))), list };
  });
}

/** The record, or the record with the error of reading it. */
export function attempt(at: string, read: () => RawRecord): RawRecord {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiError) return { at, error };
    throw error;
  }
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    const problem = cause instanceof RangeError ? `has more than ${MOST_LEVELS} levels` : 'is not valid JSON';
    // JSON in one line has no line break in a text.
    const hint = text.includes('\r') ? ' A line must end with LF or CRLF, and not with CR alone.' : '';
    throw new ApiError('INVALID_REQUEST', `The record ${problem}.${hint}`, { cause });
  }
}

/** The same limit as for any other body. */
export const MAX_LINE_BYTES = 64 * 1024;
/** More parts are joined: each part keeps the whole buffer of its chunk in memory, and a line may arrive byte by byte. */
const MAX_PARTS = 64;
const LF = 0x0a;
const CR = 0x0d;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** A line of a file: its number from 1, and its bytes without the line break; undefined for a line that is too long. */
export interface Line {
  number: number;
  bytes: Buffer | undefined;
}

/** Splits bytes into lines that end with LF or CRLF. Never holds more than one line. */
export class LineSplitter {
  private number = 0;
  private parts: Buffer[] = [];
  private length = 0;

  /** @param most the most bytes of a line; longer ones are skipped */
  constructor(private readonly most: number = MAX_LINE_BYTES) {}

  *push(chunk: Uint8Array): Generator<Line> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
      this.keep(bytes.subarray(start, end));
      yield this.take();
      start = end + 1;
    }
    this.keep(bytes.subarray(start));
  }

  /** Returns the last line if it has no line break. */
  *end(): Generator<Line> {
    if (this.length > 0) yield this.take();
  }

  private get isTooLong(): boolean {
    return this.length > this.most + BOM.length + 1;
  }

  /** Keeps only the length of a line that is too long. */
  private keep(part: Buffer): void {
    if (part.length === 0) return;
    this.length += part.length;
    if (this.isTooLong) this.parts = [];
    else this.parts.push(part);
    if (this.parts.length > MAX_PARTS) this.parts = [Buffer.concat(this.parts)];
  }

  private take(): Line {
    const whole = this.isTooLong ? undefined : trim(Buffer.concat(this.parts), this.number === 0);
    this.parts = [];
    this.length = 0;
    this.number += 1;
    return { number: this.number, bytes: whole !== undefined && whole.length <= this.most ? whole : undefined };
  }
}

/** Removes the carriage return at the end and the byte order mark at the start of the first line. */
function trim(line: Buffer, first: boolean): Buffer {
  const text = first ? withoutMark(line) : line;
  return text.at(-1) === CR ? text.subarray(0, -1) : text;
}

/** The bytes without a byte order mark, as spreadsheets and SQL Server write it. */
export function withoutMark(beginning: Buffer): Buffer {
  return beginning.subarray(0, BOM.length).equals(BOM) ? beginning.subarray(BOM.length) : beginning;
}

/** The records of a file with one in each line (NDJSON). */
export async function* readLines(input: AsyncIterable<Buffer>): AsyncGenerator<RawRecord[]> {
  const splitter = new LineSplitter(MAX_RECORD_BYTES);
  const read = ({ number, bytes }: { number: number; bytes: Buffer | undefined }) =>
    bytes?.toString('latin1').trim() === '' ? [] : [readJson(`line ${number}`, bytes)];
  for await (const chunk of input) yield [...splitter.push(chunk)].flatMap(read);
  yield [...splitter.end()].flatMap(read);
}

/** The records in the lists of a JSON document. */
export async function* readDocument(
  input: AsyncIterable<Buffer>,
  lists: readonly string[],
): AsyncGenerator<RawRecord[]> {
  const scanner = new JsonScanner(lists);
  let count = 0;
  for await (const chunk of input) {
    yield [...scanner.push(chunk)].map(({ bytes, list }) => {
      count += 1;
      return readJson(`record ${count}`, bytes, list);
    });
  }
  const empty =
    count > 0 ? undefined : `The document has no record${lists.length > 0 ? ` in a list "${lists[0]}"` : ''}.`;
  const message = scanner.problem ?? empty;
  if (message !== undefined) yield [refused(`record ${count + 1}`, message)];
}
