const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** Finds text after a closing quote in a CSV file: there an earlier quote is not closed, and has swallowed other records. */
export class Quotes {
  private state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  private before = 0;
  private readonly delimiter: number;
  /** The number of the line that was read last, from 1. */
  line = 1;

  constructor(delimiter: string) {
    this.delimiter = delimiter.charCodeAt(0);
  }

  /** The index of the first byte of such a text; undefined if the piece has none. */
  findIn(piece: Uint8Array): number | undefined {
    for (let index = 0; index < piece.length; index++) {
      const byte = piece[index] as number;
      if (byte === CR || (byte === LF && this.before !== CR)) this.line += 1;
      this.before = byte;
      if (byte === QUOTE) this.readQuote();
      else if (this.state !== 'quoted') {
        const isEnd = byte === this.delimiter || byte === LF || byte === CR;
        if (this.state === 'closed' && !isEnd) return index;
        this.state = isEnd ? 'start' : 'plain';
      }
    }
    return undefined;
  }

  /** A quote in a field without quotes has no meaning. A second one after a closing quote is a quote of the text. */
  private readQuote(): void {
    if (this.state === 'quoted') this.state = 'closed';
    else if (this.state !== 'plain') this.state = 'quoted';
  }
}
