import { isAddress } from '@app/config';
import type { ListPage } from '@app/database';
import { failsWith } from '@app/errors';
import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsString, Length, Matches, Max, Min, ValidateBy } from 'class-validator';
import { validate as isUuid } from 'uuid';
import { Answer, t } from './answers.dto.js';
import { asStoredEmail, LAST_SECOND, MayBeLeftOut } from './fields.dto.js';

const MAX_LENGTH = 512;

/** An optional text in the query of a URL. A wrong parameter is INVALID_REQUEST, and the message names it. */
export function Parameter({ description, maxLength = MAX_LENGTH }: { description: string; maxLength?: number }) {
  const length = `$property must be a text of 1 to ${maxLength} characters`;
  return applyDecorators(
    MayBeLeftOut(),
    IsString(failsWith('INVALID_REQUEST', length)),
    Length(1, maxLength, failsWith('INVALID_REQUEST', length)),
    ApiPropertyOptional({ description }),
  );
}

/** An optional text of printable ASCII characters without blanks in the query of a URL. */
export function PlainText({ description, maxLength }: { description: string; maxLength: number }) {
  const form = failsWith(
    'INVALID_REQUEST',
    `$property must be 1 to ${maxLength} printable ASCII characters without blanks`,
  );
  return applyDecorators(Parameter({ description, maxLength }), Matches(/^[\x21-\x7e]+$/, form));
}

/** An optional address in the query of a URL. */
export function Address(description: string) {
  const form = failsWith('INVALID_REQUEST', '$property must be an address');
  return applyDecorators(
    MayBeLeftOut(),
    asStoredEmail,
    ValidateBy({ name: 'isAddress', validator: { validate: isAddress } }, form),
    ApiPropertyOptional({ format: 'email', description }),
  );
}

/** An optional integer in the query of a URL, in decimal digits. */
function WholeNumber(range: { min: number; max: number; fallback?: number; description: string }) {
  const { min, max, fallback, description } = range;
  const outside = failsWith('INVALID_REQUEST', `$property must be an integer from ${min} to ${max}`);
  return applyDecorators(
    MayBeLeftOut(),
    Transform(({ value }) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value)),
    IsInt(outside),
    Min(min, outside),
    Max(max, outside),
    ApiPropertyOptional({ type: 'integer', minimum: min, maximum: max, default: fallback, description }),
  );
}

/** An optional time in the query of a URL. */
export function Seconds(description: string) {
  return WholeNumber({ min: 0, max: LAST_SECOND, description: `${description}, in UNIX epoch seconds.` });
}

/** An optional `true` or `false` in the query of a URL. */
export function Flag(description: string) {
  return applyDecorators(
    MayBeLeftOut(),
    Transform(({ value }) => ({ true: true, false: false })[String(value)] ?? value),
    IsBoolean(failsWith('INVALID_REQUEST', '$property must be true or false')),
    ApiPropertyOptional({ type: 'boolean', description }),
  );
}

/** An optional UUID in the query of a URL, converted to lower case. */
export function Uuid(description: string) {
  return applyDecorators(
    MayBeLeftOut(),
    Transform(({ value }) => (typeof value === 'string' ? value.toLowerCase() : value)),
    ValidateBy(
      { name: 'isUuid', validator: { validate: isUuid, defaultMessage: () => '$property must be a UUID' } },
      failsWith('INVALID_REQUEST'),
    ),
    ApiPropertyOptional({ format: 'uuid', description }),
  );
}

/** One of a few words in the query of a URL; optional. */
export function Choice(choices: readonly string[], description: string) {
  return applyDecorators(
    MayBeLeftOut(),
    IsIn(choices, failsWith('INVALID_REQUEST', `$property must be one of ${choices.join(', ')}`)),
    ApiPropertyOptional({ enum: choices, description }),
  );
}

export const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** The page size. */
export function Limit(description = 'The maximum number of entries.'): PropertyDecorator {
  return WholeNumber({ min: 1, max: MAX_LIMIT, fallback: DEFAULT_LIMIT, description });
}

/** Where a page begins. */
export function Cursor(): PropertyDecorator {
  return Parameter({ description: 'The `next_cursor` of the previous page. Left out for the first page.' });
}

/** The page size of every list. */
export class LimitQuery {
  @Limit()
  limit: number = DEFAULT_LIMIT;
}

/** The page size and the cursor of most lists. */
export class PageQuery extends LimitQuery {
  @Cursor()
  cursor?: string;
}

/** The fields of every list besides its entries. */
export class PageView extends Answer({
  has_more: t.boolean('Whether there is another page.'),
  next_cursor: t.orNull(t.string('The cursor of the next page; null on the last page.')),
}) {}

export function toPage({ nextCursor }: Pick<ListPage<unknown>, 'nextCursor'>): PageView {
  return { has_more: nextCursor !== null, next_cursor: nextCursor };
}
