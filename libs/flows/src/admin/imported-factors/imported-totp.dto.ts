import { ApiError } from '@app/errors';
import { type NewTotp, SECRET_ENCODINGS, TOTP_ALGORITHMS, toBase32 } from '@app/factors';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { FieldReader, isInteger, isOneOf, isText } from './field-reader.js';

const DIGITS = [6, 8] as const;
const SHORTEST = 15;
const LONGEST = 120;

/** A name without control characters. */
export const isName = isText(/^\P{Cc}{1,100}$/u);
export const NAME_FORM = 'a text of 1 to 100 characters';

/** An authenticator app in a line of an import. */
export class ImportedTotp {
  @ApiProperty({ description: 'At least 80 bits.' })
  secret!: string;

  @ApiPropertyOptional({ enum: SECRET_ENCODINGS, default: 'base32' })
  encoding?: string;

  @ApiPropertyOptional({ enum: TOTP_ALGORITHMS, default: 'SHA1' })
  algorithm?: string;

  @ApiPropertyOptional({ type: 'integer', enum: DIGITS, default: 6 })
  digits?: number;

  @ApiPropertyOptional({ type: 'integer', minimum: SHORTEST, maximum: LONGEST, default: 30, description: 'Seconds.' })
  period?: number;

  @ApiPropertyOptional({ maxLength: 100, default: 'Authenticator app' })
  name?: string;
}

/** @throws {ApiError} INVALID_FACTOR */
export function toNewTotp(fields: object, place: string): NewTotp {
  const reader = new FieldReader({ ...fields }, place);
  const text = reader.get('secret', isText(/./), 'a text');
  const encoding = reader.get('encoding', isOneOf(SECRET_ENCODINGS), oneOf(SECRET_ENCODINGS), 'base32');
  const algorithm = reader.get('algorithm', isOneOf(TOTP_ALGORITHMS), oneOf(TOTP_ALGORITHMS), 'SHA1');
  const digits = reader.get('digits', isOneOf(DIGITS), oneOf(DIGITS), 6);
  const periods = `an integer from ${SHORTEST} to ${LONGEST}`;
  const period = reader.get('period', isInteger(SHORTEST, LONGEST), periods, 30);
  const name = reader.get('name', isName, NAME_FORM, 'Authenticator app');
  reader.finish();
  const secret = toBase32(text, encoding);
  if (secret === undefined)
    throw new ApiError('INVALID_FACTOR', `${place}.secret must be ${encoding} of 80 to 1,024 bits.`);
  return { secret, algorithm, digits, period, name };
}

/** An authenticator app for a line of an export. */
export function toImportedTotp({ secret, algorithm, digits, period, name }: NewTotp): ImportedTotp {
  return { secret, encoding: 'base32', algorithm, digits, period, name };
}

function oneOf(choices: readonly unknown[]): string {
  return `one of ${choices.join(', ')}`;
}
