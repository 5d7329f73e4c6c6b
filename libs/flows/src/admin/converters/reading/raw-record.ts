import { ApiError } from '@app/errors';
import { Fields } from '../record/fields.js';
import { MOST_LEVELS, parseJson } from '../record/parse-json.js';
import { MAX_RECORD_BYTES } from './json-scanner.js';

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

/** Reads the text of a record in JSON. @param bytes undefined for a text that is too long */
export function readJson(at: string, bytes: Uint8Array | undefined, list?: string): RawRecord {
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
