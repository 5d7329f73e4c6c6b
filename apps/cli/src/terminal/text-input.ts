import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { problemOfText, withoutMark } from '@app/flows';
import { fileError, unusableFile } from './file-error.js';

/** A text to read, and its size if it is known. */
export interface TextInput {
  input: Readable;
  size?: number;
  /** Its first bytes, which are in the stream, too. */
  beginning: Buffer;
}

/** Opens a file, or standard input for `-`, that must have text in UTF-8. A byte order mark is removed. */
export async function openText(path: string): Promise<TextInput> {
  const text = path === '-' ? { input: process.stdin } : await openFile(path);
  try {
    const beginning = withoutMark(await readBeginning(text.input, path));
    const problem = problemOfText(beginning);
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
