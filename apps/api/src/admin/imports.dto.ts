import type { ListPage } from '@app/database';
import { ERRORS } from '@app/errors';
import type { ExportOptions, FileImportAnswer, ImportError, ImportReport, ListedImport } from '@app/flows';
import { Answer, t, viewOf } from '../wire/answers.dto.js';
import { Request } from '../wire/fields.dto.js';
import { PageView, q, toPage } from '../wire/parameters.dto.js';

const CODES = Object.keys(ERRORS);

/** How many failed lines are written at once. */
const CHUNK = 500;

export class ImportQuery extends Request({
  dry_run: q.flag('Only report what would happen.'),
}) {}

class FailedLine extends Answer({
  line: t.integer('The number of the line, from 1.'),
  code: t.oneOf(CODES),
  message: t.string(),
}) {}

export class ImportResult extends Answer({
  batch_id: t.orNull(t.uuid('Null for a dry run.')),
  created: t.integer('How many accounts were created; in a dry run, how many would be.'),
  failed: t.integer('How many lines failed.'),
  results: t.list(FailedLine, 'The lines that failed, in their order.'),
}) {}

/** The JSON text of an `ImportResult` in chunks: the list may be long. */
export async function* toImportText({ batchId, created, errors }: ImportReport): AsyncGenerator<string> {
  const head = { batch_id: batchId, created, failed: errors.count };
  yield `${JSON.stringify(head).slice(0, -1)},"results":[`;
  let chunk: string[] = [];
  let separator = '';
  for await (const error of errors) {
    chunk.push(separator + JSON.stringify(toFailedLine(error)));
    separator = ',';
    if (chunk.length === CHUNK) {
      yield chunk.join('');
      chunk = [];
    }
  }
  yield `${chunk.join('')}]}`;
}

function toFailedLine({ line, code, message }: ImportError): FailedLine {
  return { line, code, message };
}

export class RemovedBatch extends Answer({
  removed: t.integer('How many users were removed.'),
  kept: t.integer('How many users were kept because they have signed in.'),
}) {}

export class ImportView extends Answer({
  batch_id: t.uuid(),
  created_at: t.integer('When it began, in UNIX epoch seconds.'),
  created_by: t.string('Who began it: an `actor` of the event log.'),
  created_by_name: t.orNull(
    t.string(
      'The name of the admin token, or the email of the administrator; null for others, and after their deletion.',
    ),
  ),
  users: t.integer('How many of its users there still are, as far as they were counted.'),
  has_more_users: t.boolean('Whether there are more: at most 100,000 users are counted for a page.'),
}) {}

export class ImportList extends Answer(PageView, {
  imports: t.list(ImportView, 'Newest first.'),
}) {}

export function toImportList({ rows, nextCursor }: ListPage<ListedImport>): ImportList {
  return { imports: rows.map(toImportView), ...toPage({ nextCursor }) };
}

export function toImportView(batch: ListedImport): ImportView {
  return viewOf(ImportView, { ...batch, createdByName: batch.creatorName });
}

export class ExportQuery extends Request({
  include_hashes: q.flag('Whether the lines contain password hashes.'),
  include_factors: q.flag('Whether the lines contain second factors, with the secrets of authenticator apps.'),
}) {}

export function toExportOptions({ include_hashes = false, include_factors = false }: ExportQuery): ExportOptions {
  return { withHashes: include_hashes, withFactors: include_factors };
}

class PlacedRecord extends Answer({
  at: t.string('Where the record is, such as `record 7`.'),
}) {}

class FailedRecord extends Answer(PlacedRecord, {
  code: t.oneOf(CODES),
  message: t.string(),
}) {}

class LeftOutPart extends Answer(PlacedRecord, {
  code: t.optional(t.oneOf(CODES, 'Left out for what has no counterpart here, such as a group.')),
  message: t.string(),
}) {}

class PasswordlessUser extends Answer(PlacedRecord, {
  code: t.optional(t.oneOf(CODES)),
  reason: t.string('Why the user has no password here.'),
  sign_in: t.strings('The other ways in: `passkey`, ids of providers, `email` and `MIGRATION_URL`.'),
}) {}

export class FileImportResult
  extends Answer({
    batch_id: t.orNull(t.uuid('Null for a dry run.')),
    created: t.integer('How many accounts were created; in a dry run, how many would be.'),
    failed: t.integer('How many records failed.'),
    left_out: t.integer('How many parts of users, or records, were left out.'),
    without_password: t.integer('How many users have no password here.'),
    formats: t.any<Record<string, number>>({
      type: 'object',
      additionalProperties: { type: 'integer' },
      description: 'How many accounts have which format of password.',
    }),
    failures: t.list(FailedRecord, 'The first 1,000 records that failed.'),
    omissions: t.list(LeftOutPart, 'The first 1,000 parts that were left out, without passwords.'),
    passwordless: t.list(PasswordlessUser, 'The first 1,000 users without a password.'),
  })
  implements Record<keyof FileImportAnswer, unknown> {}

/** The answer of an import that ended before its last record. */
export class InterruptedFileImport extends Answer({
  batch_id: t.orNull(t.uuid()),
  code: t.oneOf(CODES),
  message: t.string('It says how many accounts were created. They stay.'),
}) {}
