import { Readable } from 'node:stream';
import { ApiError } from '@app/errors';
import type { SourceFile } from '../converters/reading/read-records.js';
import { problemOfText, withoutMark } from '../converters/reading/text-form.js';

/** What must be known of a file before it is read: its first line decides on its form. */
const BEGINNING_BYTES = 64 * 1024;

/**
 * A file of a source whose bytes arrive.
 * @throws {ApiError} INVALID_REQUEST for anything but text in UTF-8
 */
export async function openBody(body: AsyncGenerator<Uint8Array>): Promise<SourceFile> {
  const parts: Uint8Array[] = [];
  for (let size = 0; size < BEGINNING_BYTES; ) {
    const { done, value } = await body.next();
    if (done) break;
    parts.push(value);
    size += value.length;
  }
  try {
    const beginning = checkedText(Buffer.concat(parts));
    return { path: '', input: Readable.from(joined(beginning, body)), beginning };
  } catch (error) {
    await body.return(undefined);
    throw error;
  }
}

/** The beginning of a file without a byte order mark. @throws {ApiError} INVALID_REQUEST for anything but text in UTF-8 */
export function checkedText(bytes: Buffer): Buffer {
  const beginning = withoutMark(bytes);
  const problem = beginning.length === 0 ? 'it is empty' : problemOfText(beginning);
  if (problem !== undefined) throw new ApiError('INVALID_REQUEST', `The file cannot be read: ${problem}.`);
  return beginning;
}

async function* joined(beginning: Buffer, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield beginning;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
