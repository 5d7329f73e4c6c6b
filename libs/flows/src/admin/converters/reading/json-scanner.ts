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
export interface ScannedRecord {
  bytes: Buffer | undefined;
  /** The key of the list that has it, if it is in a list of an object. */
  list?: string;
}

/**
 * Finds the records in a JSON document of any length: the elements of its list, or of the lists that are under given keys of
 * its object. It never holds more than one record and looks only at quotes and brackets, so a record that is not valid JSON
 * does not end the reading, and no key of a record gets a meaning here.
 */
export class JsonScanner {
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

  /** Whether the document ended where it must. */
  get isComplete(): boolean {
    return this.depth === 0 && !this.inString;
  }

  /** Whether there is a text outside of the document. */
  get hasTextAround(): boolean {
    return this.hasOther;
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
