import type { Readable } from 'node:stream';
import { ApiError } from '@app/errors';
import { readCsv } from './csv-file.js';
import type { ColumnNames } from './fields.js';
import { type RawRecord, readDocument, readLines } from './json-file.js';
import { aspnet, cognito, wordpress } from './products/aspnet-cognito-wordpress.js';
import { auth0 } from './products/auth0.js';
import { betterAuth } from './products/better-auth.js';
import { clerk } from './products/clerk.js';
import { csv } from './products/csv.js';
import { django } from './products/django.js';
import { firebase } from './products/firebase.js';
import { keycloak } from './products/keycloak.js';
import { kratos } from './products/kratos.js';
import { supabase } from './products/supabase.js';
import type { Source } from './source.js';

/** A file of a source, open. */
export interface SourceFile {
  path: string;
  input: Readable;
  /** Its first bytes, which are in the stream, too. */
  beginning: Buffer;
}

/**
 * The records of a file in the form that its name or its beginning shows.
 * @param checkHeader checks the names of the columns of a CSV file
 * @throws {ApiError} INVALID_REQUEST for a file of another form
 */
export function readRecords(
  { path, input, beginning }: SourceFile,
  { lists = [], header: columns, ownForm: own }: Source,
  checkHeader?: (names: ColumnNames) => void,
): AsyncGenerator<RawRecord[]> {
  const text = beginning.toString('latin1').trimStart();
  // A list in a file of lines is a document.
  if (/\.(?:ndjson|jsonl)$/i.test(path) && !text.startsWith('[')) return readLines(input);
  const isJson = /^[[{]/.test(text);
  if (/\.json$/i.test(path) && !isJson)
    throw new ApiError('INVALID_REQUEST', `${path} has neither a list nor an object.`);
  if (/\.csv$/i.test(path) || !isJson) return readCsv(input, beginning, { columns, own, checkHeader });
  return text.startsWith('{') && isObject(text.split('\n', 1)[0], lists)
    ? readLines(input)
    : readDocument(input, lists);
}

/** Whether a line is a whole record, and not an object that has lists of records. */
function isObject(line = '', lists: readonly string[]): boolean {
  try {
    const value = JSON.parse(line);
    return !lists.some((list) => Array.isArray(value[list]));
  } catch {
    return false;
  }
}

/** The sources of `--from`, except for `ndjson`, whose lines need no conversion. */
export const SOURCES = new Map<string, Source>(
  Object.entries({
    ...{ supabase, auth0, firebase, keycloak, clerk, cognito },
    ...{ 'better-auth': betterAuth, kratos, django, aspnet, wordpress, csv },
  }),
);
