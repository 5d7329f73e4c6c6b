import type { ListPage } from '@app/database';
import { ERRORS, type ErrorCode } from '@app/errors';
import type { ExportOptions, FileImportAnswer, ImportError, ImportReport, ListedImport } from '@app/flows';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Flag, PageView, toPage } from '../wire/parameters.dto.js';

const CODES = Object.keys(ERRORS);

/** How many failed lines are written at once. */
const CHUNK = 500;

export class ImportQuery {
  @Flag('Only report what would happen.')
  dry_run?: boolean;
}

export class FailedLine {
  @ApiProperty({ type: 'integer', description: 'The number of the line, from 1.' })
  line!: number;

  @ApiProperty({ enum: CODES })
  code!: ErrorCode;

  @ApiProperty()
  message!: string;
}

export class ImportResult {
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'Null for a dry run.' })
  batch_id!: string | null;

  @ApiProperty({ type: 'integer', description: 'How many accounts were created; in a dry run, how many would be.' })
  created!: number;

  @ApiProperty({ type: 'integer', description: 'How many lines failed.' })
  failed!: number;

  @ApiProperty({ type: [FailedLine], description: 'The lines that failed, in their order.' })
  results!: FailedLine[];
}

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

export class RemovedBatch {
  @ApiProperty({ type: 'integer', description: 'How many users were removed.' })
  removed!: number;

  @ApiProperty({ type: 'integer', description: 'How many users were kept because they have signed in.' })
  kept!: number;
}

export class ImportView {
  @ApiProperty({ format: 'uuid' })
  batch_id!: string;

  @ApiProperty({ type: 'integer', description: 'When it began, in UNIX epoch seconds.' })
  created_at!: number;

  @ApiProperty({ description: 'Who began it: an `actor` of the event log.' })
  created_by!: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'The name of the admin token, or the email of the administrator; null for others, and after their deletion.',
  })
  created_by_name!: string | null;

  @ApiProperty({ type: 'integer', description: 'How many of its users there still are, as far as they were counted.' })
  users!: number;

  @ApiProperty({ description: 'Whether there are more: at most 100,000 users are counted for a page.' })
  has_more_users!: boolean;
}

export class ImportList extends PageView {
  @ApiProperty({ type: [ImportView], description: 'Newest first.' })
  imports!: ImportView[];
}

export function toImportList({ rows, nextCursor }: ListPage<ListedImport>): ImportList {
  return { imports: rows.map(toImportView), ...toPage({ nextCursor }) };
}

export function toImportView(batch: ListedImport): ImportView {
  return {
    batch_id: batch.batchId,
    created_at: batch.createdAt,
    created_by: batch.createdBy,
    created_by_name: batch.creatorName,
    users: batch.users,
    has_more_users: batch.hasMoreUsers,
  };
}

export class ExportQuery {
  @Flag('Whether the lines contain password hashes.')
  include_hashes?: boolean;

  @Flag('Whether the lines contain second factors, with the secrets of authenticator apps.')
  include_factors?: boolean;
}

export function toExportOptions({ include_hashes = false, include_factors = false }: ExportQuery): ExportOptions {
  return { withHashes: include_hashes, withFactors: include_factors };
}

class PlacedRecord {
  @ApiProperty({ description: 'Where the record is, such as `record 7`.' })
  at!: string;
}

export class FailedRecord extends PlacedRecord {
  @ApiProperty({ enum: CODES })
  code!: ErrorCode;

  @ApiProperty()
  message!: string;
}

export class LeftOutPart extends PlacedRecord {
  @ApiPropertyOptional({ enum: CODES, description: 'Left out for what has no counterpart here, such as a group.' })
  code?: ErrorCode;

  @ApiProperty()
  message!: string;
}

export class PasswordlessUser extends PlacedRecord {
  @ApiPropertyOptional({ enum: CODES })
  code?: ErrorCode;

  @ApiProperty({ description: 'Why the user has no password here.' })
  reason!: string;

  @ApiProperty({
    type: [String],
    description: 'The other ways in: `passkey`, ids of providers, `email` and `MIGRATION_URL`.',
  })
  sign_in!: string[];
}

export class FileImportResult implements Record<keyof FileImportAnswer, unknown> {
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'Null for a dry run.' })
  batch_id!: string | null;

  @ApiProperty({ type: 'integer', description: 'How many accounts were created; in a dry run, how many would be.' })
  created!: number;

  @ApiProperty({ type: 'integer', description: 'How many records failed.' })
  failed!: number;

  @ApiProperty({ type: 'integer', description: 'How many parts of users, or records, were left out.' })
  left_out!: number;

  @ApiProperty({ type: 'integer', description: 'How many users have no password here.' })
  without_password!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'How many accounts have which format of password.',
  })
  formats!: Record<string, number>;

  @ApiProperty({ type: [FailedRecord], description: 'The first 1,000 records that failed.' })
  failures!: FailedRecord[];

  @ApiProperty({ type: [LeftOutPart], description: 'The first 1,000 parts that were left out, without passwords.' })
  omissions!: LeftOutPart[];

  @ApiProperty({ type: [PasswordlessUser], description: 'The first 1,000 users without a password.' })
  passwordless!: PasswordlessUser[];
}

/** The answer of an import that ended before its last record. */
export class InterruptedFileImport {
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true })
  batch_id!: string | null;

  @ApiProperty({ enum: CODES })
  code!: ErrorCode;

  @ApiProperty({ description: 'It says how many accounts were created. They stay.' })
  message!: string;
}
