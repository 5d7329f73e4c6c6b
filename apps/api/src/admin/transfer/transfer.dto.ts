import { ERRORS, type ErrorCode } from '@app/errors';
import type { User } from '@app/users';
import { ApiProperty } from '@nestjs/swagger';
import { Flag } from '../../wire/parameters.js';
import type { Failure } from './failures.js';
import type { ImportReport } from './import.service.js';

/** How many failed lines are written at once. */
const CHUNK = 500;

export class ImportQuery {
  @Flag('Only find out what would happen.')
  dry_run?: boolean;
}

export class FailedLine {
  @ApiProperty({ type: 'integer', description: 'Its number, from 1.' })
  line!: number;

  @ApiProperty({ enum: Object.keys(ERRORS) })
  code!: ErrorCode;

  @ApiProperty()
  message!: string;
}

export class ImportResult {
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'Null for a dry run.' })
  batch_id!: string | null;

  @ApiProperty({ type: 'integer', description: 'How many accounts were made; after a dry run, how many would be.' })
  created!: number;

  @ApiProperty({ type: 'integer', description: 'How many lines failed.' })
  failed!: number;

  @ApiProperty({ type: [FailedLine], description: 'The lines that failed, in their order.' })
  results!: FailedLine[];
}

/** The text of an `ImportResult`, of any length. */
export async function* toImportText({ batchId, created, failures }: ImportReport): AsyncGenerator<string> {
  const head = { batch_id: batchId, created, failed: failures.count };
  yield `${JSON.stringify(head).slice(0, -1)},"results":[`;
  let chunk: string[] = [];
  let separator = '';
  for await (const failure of failures) {
    chunk.push(separator + JSON.stringify(toFailedLine(failure)));
    separator = ',';
    if (chunk.length === CHUNK) {
      yield chunk.join('');
      chunk = [];
    }
  }
  yield `${chunk.join('')}]}`;
}

function toFailedLine({ line, code, message }: Failure): FailedLine {
  return { line, code, message };
}

export class RemovedBatch {
  @ApiProperty({ type: 'integer', description: 'How many users were removed now.' })
  removed!: number;

  @ApiProperty({ type: 'integer', description: 'How many stay, because they have signed in.' })
  kept!: number;
}

export class ExportQuery {
  @Flag('Whether each line of a user with a password has its hash.')
  include_hashes?: boolean;
}

/** A user as a line that an import reads. The hash is there when it was read from the database. */
export function toExportLine(user: User): string {
  const line = {
    uid: user.uid,
    email: user.email,
    password_hash: user.passwordHash ?? undefined,
    email_verified: user.emailVerified,
    // An import takes a verified email for a proved one, unless the line says otherwise.
    email_proved: user.emailVerified && !user.emailProved ? false : undefined,
    active: user.active,
    metadata: user.metadata,
    created_at: user.createdAt,
    batch_id: user.batchId,
  };
  return `${JSON.stringify(line)}\n`;
}
