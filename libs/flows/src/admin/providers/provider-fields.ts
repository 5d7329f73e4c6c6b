import { failsWith } from '@app/errors';
import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsString, Length, Matches, MaxLength, ValidateBy } from 'class-validator';
import { MayBeLeftOut } from '../../input/fields.js';

const MOST_WORDS = 100;
const MAX_WORD_LENGTH = 253;
const MAX_SECRET_LENGTH = 4_000;

/** The bounds of `SESSION_MAX_TTL`. */
const LEAST_TTL = 60;
const MAX_TTL = 31_536_000;

/** Text of one line without control characters. */
export const PRINTABLE = /^\P{C}+$/u;

/** The failure of a text that is required. */
export function required(field: string, length: number) {
  return failsWith('INVALID_REQUEST', `${field} must be a text of 1 to ${length} printable characters`);
}

/** An optional text of one line. */
export function OptionalLine(code: 'INVALID_REQUEST' | 'INVALID_ISSUER', length: number, description: string) {
  const form = failsWith(code, `$property must be a text of 1 to ${length} printable characters`);
  return applyDecorators(
    MayBeLeftOut(),
    IsString(form),
    Length(1, length, form),
    Matches(PRINTABLE, form),
    ApiPropertyOptional({ description, maxLength: length }),
  );
}

/** An optional secret, which no answer contains. */
export function OptionalSecret(description: string) {
  const form = failsWith('INVALID_REQUEST', `$property must be a text of 1 to ${MAX_SECRET_LENGTH} characters`);
  return applyDecorators(
    MayBeLeftOut(),
    IsString(form),
    Length(1, MAX_SECRET_LENGTH, form),
    ApiPropertyOptional({ description, writeOnly: true, maxLength: MAX_SECRET_LENGTH }),
  );
}

/** An optional list of different words. */
export function OptionalWords(description: string) {
  const form = failsWith('INVALID_REQUEST', `$property must be a list of at most ${MOST_WORDS} different texts`);
  const each = { ...form, each: true };
  return applyDecorators(
    MayBeLeftOut(),
    IsArray(form),
    ArrayMaxSize(MOST_WORDS, form),
    ArrayUnique(form),
    IsString(each),
    MaxLength(MAX_WORD_LENGTH, each),
    ApiPropertyOptional({ type: [String], maxItems: MOST_WORDS, description }),
  );
}

/** An optional lifetime of sessions, in seconds; 0 for no limit of the provider. */
export function OptionalLifetime(description: string) {
  const wrong = `$property must be 0, or ${LEAST_TTL} to ${MAX_TTL} seconds`;
  const fits = (value: unknown) =>
    Number.isInteger(value) && (value === 0 || (Number(value) >= LEAST_TTL && Number(value) <= MAX_TTL));
  return applyDecorators(
    MayBeLeftOut(),
    ValidateBy(
      { name: 'isLifetime', validator: { validate: fits, defaultMessage: () => wrong } },
      failsWith('INVALID_REQUEST', wrong),
    ),
    ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: MAX_TTL, default: 0, description }),
  );
}
