import type { ApiError } from '@app/errors';
import { type Line, LineSplitter } from '../../../input/line-splitter.js';

const SPACE = 0x20;
const TAB = 0x09;

/** A line to import, or one that was refused before: a converter could not read its record. */
export type ImportLine = Line & { refused?: ApiError };

/** Lines that arrive together. */
export interface LineChunk {
  lines: ImportLine[];
  /** How far the input was read before these lines, in bytes. */
  bytes: number;
}

/** How much of the input is done. */
export interface ImportProgress {
  bytes: number;
  lines: number;
}

/** Splits the text of an NDJSON file. */
export async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<LineChunk> {
  const splitter = new LineSplitter();
  let bytes = 0;
  for await (const chunk of input) {
    bytes += chunk.byteLength;
    yield { lines: [...splitter.push(chunk)], bytes };
  }
  yield { lines: [...splitter.end()], bytes };
}

/** The lines in batches of one size, without blank lines, with the progress after each batch. */
export async function* batchesOf(
  input: AsyncIterable<LineChunk>,
  size: number,
): AsyncGenerator<{ batch: ImportLine[]; reached: ImportProgress }> {
  const reached = { bytes: 0, lines: 0 };
  let batch: ImportLine[] = [];
  const take = () => {
    const full = { batch, reached: { ...reached } };
    batch = [];
    return full;
  };
  for await (const { lines, bytes } of input) {
    reached.bytes = bytes;
    for (const line of lines) {
      reached.lines = line.number;
      if (line.refused || !isBlank(line)) batch.push(line);
      if (batch.length === size) yield take();
    }
  }
  yield take();
}

function isBlank({ bytes }: Line): boolean {
  return bytes?.every((byte) => byte === SPACE || byte === TAB) ?? false;
}
