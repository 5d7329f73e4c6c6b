import { ERRORS, type ErrorCode } from '@app/errors';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { ImportError } from '../import-export/rows/import-errors.js';
import type { LineOmission, LineWithoutPassword } from './lacks.js';

const CODES = Object.keys(ERRORS);

type Placed<T> = T & { at: string };

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

export class FileImportResult {
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

export function toFailedRecord({ at, code, message }: Placed<ImportError>): FailedRecord {
  return { at, code, message };
}

export function toLeftOut({ at, code, message }: Placed<LineOmission>): LeftOutPart {
  return { at, code, message };
}

export function toWithoutPassword({ at, code, reason, signIn }: Placed<LineWithoutPassword>): PasswordlessUser {
  return { at, code, reason, sign_in: signIn };
}
