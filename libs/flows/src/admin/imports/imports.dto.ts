import type { ListPage } from '@app/database';
import { ERRORS, type ErrorCode } from '@app/errors';
import type { NewFactors } from '@app/factors';
import type { ExportedIdentity } from '@app/federation';
import type { User } from '@app/users';
import { ApiProperty } from '@nestjs/swagger';
import { PageView, toPage } from '../../input/page.dto.js';
import { Flag } from '../../input/parameters.js';
import type { ImportReport } from './import.service.js';
import type { ListedImport } from './import-batch.service.js';
import type { ImportError } from './import-targets.js';
import { toFactorFields, toImportedIdentities } from './imported-factors.dto.js';

/** How many failed lines are written at once. */
const CHUNK = 500;

export class ImportQuery {
  @Flag('Only report what would happen.')
  dry_run?: boolean;
}

export class FailedLine {
  @ApiProperty({ type: 'integer', description: 'The number of the line, from 1.' })
  line!: number;

  @ApiProperty({ enum: Object.keys(ERRORS) })
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

/** What the lines of an export contain besides the account. */
export interface ExportOptions {
  withHashes: boolean;
  /** Second factors, with the secrets of authenticator apps. */
  withFactors: boolean;
}

export function toExportOptions({ include_hashes = false, include_factors = false }: ExportQuery): ExportOptions {
  return { withHashes: include_hashes, withFactors: include_factors };
}

/** What the event of an export says. */
export function toEventData({ withHashes, withFactors }: ExportOptions): Record<string, boolean> {
  return { include_hashes: withHashes, ...(withFactors && { include_factors: true }) };
}

/**
 * A user as a line that an import can read. It has the hash if the user was read with it, and the factors if they are given.
 * @param leftOut what the reader asked for, and may not have
 */
export function toExportLine(
  user: User,
  factors?: NewFactors,
  identities?: ExportedIdentity[],
  leftOut: string[] = [],
): string {
  const line = {
    uid: user.uid,
    email: user.email,
    password_hash: user.passwordHash ?? undefined,
    email_verified: user.emailVerified,
    // Left out, an import sets it to the value of email_verified.
    email_proved: user.emailVerified && !user.emailProved ? false : undefined,
    active: user.active,
    metadata: user.metadata,
    // Few users have claims.
    claims: user.claims === '{}' ? undefined : user.claims,
    mfa: user.mfa === 'required' ? user.mfa : undefined,
    ...(factors && toFactorFields(user, factors)),
    identities: toImportedIdentities(identities),
    created_at: user.createdAt,
    batch_id: user.batchId,
    left_out: leftOut.length > 0 ? leftOut : undefined,
  };
  return `${JSON.stringify(line)}\n`;
}
