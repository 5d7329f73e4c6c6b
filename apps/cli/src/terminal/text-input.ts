import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { CliError } from './cli-error.js';
import { fileError, unusableFile } from './file-error.js';

/** A text to read, and its size if it is known. */
interface TextInput {
  input: Readable;
  size?: number;
}

/** The first bytes of files that are often mistaken for a text in UTF-8. */
const OTHER_FORMATS: [bytes: number[], reason: string][] = [
  [[0xff, 0xfe], 'it is UTF-16, not UTF-8'],
  [[0xfe, 0xff], 'it is UTF-16, not UTF-8'],
  [[0xef, 0xbb, 0xbf], 'it begins with a byte order mark: save it as UTF-8 without one'],
  [[0x1f, 0x8b], 'it is compressed: unpack it first'],
  [[0x50, 0x4b, 0x03, 0x04], 'it is compressed: unpack it first'],
];

/** Opens a file, or standard input for `-`, that must have text in UTF-8. */
export async function openText(path: string): Promise<TextInput> {
  const text = path === '-' ? { input: process.stdin } : await openFile(path);
  const problem = await firstProblem(text.input, path);
  if (problem === undefined) return text;
  text.input.destroy();
  throw problem;
}

async function openFile(path: string): Promise<TextInput> {
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

/** Looks at the first bytes, and leaves them in the stream. */
async function firstProblem(input: Readable, path: string): Promise<CliError | undefined> {
  try {
    await once(input, 'readable');
  } catch (error) {
    return fileError(error, path);
  }
  const first: Buffer | null = input.read();
  if (first === null) return unusableFile(path, 'it is empty');
  input.unshift(first);
  const format = OTHER_FORMATS.find(([bytes]) => bytes.every((byte, index) => first[index] === byte));
  const reason = format?.[1] ?? (first.includes(0) ? 'it is not a text' : undefined);
  return reason === undefined ? undefined : unusableFile(path, reason);
}
