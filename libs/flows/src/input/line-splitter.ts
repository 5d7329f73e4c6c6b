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
  const start = first && line.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0;
  return line.subarray(start, line.at(-1) === CR ? -1 : undefined);
}
