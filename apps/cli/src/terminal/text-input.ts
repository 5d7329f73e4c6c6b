import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { fileError, unusableFile } from './file-error.js';

/** A text to read, and its size if it is known. */
export interface TextInput {
  input: Readable;
  size?: number;
  /** Its first bytes, which are in the stream, too. */
  beginning: Buffer;
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** The first bytes of files that are often mistaken for a text in UTF-8. */
const OTHER_FORMATS: [bytes: number[], reason: string][] = [
  [[0xff, 0xfe, 0x00, 0x00], 'it is UTF-32, not UTF-8: save it as UTF-8'],
  [[0xff, 0xfe], 'it is UTF-16, not UTF-8: save it as UTF-8'],
  [[0xfe, 0xff], 'it is UTF-16, not UTF-8: save it as UTF-8'],
  [[0xef, 0xbb, 0xbf], 'it begins with a byte order mark: save it as UTF-8 without one'],
  [[0x1f, 0x8b], 'it is compressed: unpack it first'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'it is compressed: unpack it first'],
  [[0x42, 0x5a, 0x68, 0x39, 0x31, 0x41], 'it is compressed: unpack it first'],
  [[0x50, 0x4b, 0x03, 0x04], 'it is compressed, or a workbook: unpack it first, or save the sheet as CSV in UTF-8'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'it is a workbook: save the sheet as CSV in UTF-8'],
];

/**
 * Opens a file, or standard input for `-`, that must have text in UTF-8.
 * @param dropsMark whether a byte order mark is removed, as spreadsheets and SQL Server write it; otherwise it is refused
 */
export async function openText(path: string, dropsMark = false): Promise<TextInput> {
  const text = path === '-' ? { input: process.stdin } : await openFile(path);
  try {
    const first = await readBeginning(text.input, path);
    const beginning = dropsMark && first.subarray(0, BOM.length).equals(BOM) ? first.subarray(BOM.length) : first;
    const problem = problemOf(beginning);
    if (problem !== undefined) throw unusableFile(path, problem);
    text.input.unshift(beginning);
    return { ...text, beginning };
  } catch (error) {
    text.input.destroy();
    throw error;
  }
}

async function openFile(path: string): Promise<Omit<TextInput, 'beginning'>> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path);
    const stats = await handle.stat();
    return { input: handle.createReadStream(), size: stats.isFile() ? stats.size : undefined };
  } catch (error) {
    await handle?.close();
    throw fileError(error, path);
  }
}

async function readBeginning(input: Readable, path: string): Promise<Buffer> {
  try {
    await once(input, 'readable');
  } catch (error) {
    throw fileError(error, path);
  }
  const first: Buffer | null = input.read();
  if (first === null) throw unusableFile(path, 'it is empty');
  return first;
}

/** Why a file with this beginning is no text in UTF-8. */
function problemOf(beginning: Buffer): string | undefined {
  const format = OTHER_FORMATS.find(([bytes]) => bytes.every((byte, index) => beginning[index] === byte));
  return format?.[1] ?? (beginning.includes(0) ? 'it is not a text in UTF-8: it has NUL bytes' : undefined);
}
