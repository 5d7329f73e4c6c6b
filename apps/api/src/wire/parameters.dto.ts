import { isAddress } from '@app/config';
import type { ListPage } from '@app/database';
import { failsWith } from '@app/errors';
import { Transform } from 'class-transformer';
import { IsBoolean, IsString, Length, Matches, ValidateBy } from 'class-validator';
import { validate as isUuid } from 'uuid';
import { Answer, t } from './answers.dto.js';
import { asStoredEmail, f, LAST_SECOND, Request } from './fields.dto.js';

const MAX_LENGTH = 512;
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** A text. A wrong parameter is INVALID_REQUEST, and the message names it. */
function text(description: string, maxLength = MAX_LENGTH, ...more: PropertyDecorator[]) {
  const form = failsWith('INVALID_REQUEST', `$property must be a text of 1 to ${maxLength} characters`);
  return f.optional(f.any<string>({ type: String, description }, IsString(form), Length(1, maxLength, form), ...more));
}

/** An integer, in decimal digits. */
function whole(range: { min?: number; max: number; description: string }) {
  const { options, rules } = f.whole(range);
  const read = Transform(({ value }) =>
    typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
  );
  return f.any<number>(options, read, ...rules);
}

/** The types of optional parameters in the query of a URL, besides `f.choice`. */
export const q = {
  text,

  /** Printable ASCII characters without blanks. */
  printable: (description: string, maxLength: number, ...more: PropertyDecorator[]) => {
    const wrong = `$property must be 1 to ${maxLength} printable ASCII characters without blanks`;
    return text(description, maxLength, Matches(/^[\x21-\x7e]+$/, failsWith('INVALID_REQUEST', wrong)), ...more);
  },

  address: (description: string) =>
    f.optional(
      f.any<string>(
        { type: String, format: 'email', description },
        asStoredEmail,
        ValidateBy(
          { name: 'isAddress', validator: { validate: isAddress } },
          failsWith('INVALID_REQUEST', '$property must be an address'),
        ),
      ),
    ),

  /** A time. */
  seconds: (description: string) =>
    f.optional(whole({ max: LAST_SECOND, description: `${description}, in UNIX epoch seconds.` })),

  /** `true` or `false`. */
  flag: (description: string) =>
    f.optional(
      f.any<boolean>(
        { type: 'boolean', description },
        Transform(({ value }) => ({ true: true, false: false })[String(value)] ?? value),
        IsBoolean(failsWith('INVALID_REQUEST', '$property must be true or false')),
      ),
    ),

  /** A UUID, converted to lower case. */
  uuid: (description: string) =>
    f.optional(
      f.any<string>(
        { type: String, format: 'uuid', description },
        Transform(({ value }) => (typeof value === 'string' ? value.toLowerCase() : value)),
        ValidateBy(
          { name: 'isUuid', validator: { validate: isUuid, defaultMessage: () => '$property must be a UUID' } },
          failsWith('INVALID_REQUEST'),
        ),
      ),
    ),

  /** The page size. */
  limit: (description = 'The maximum number of entries.') =>
    f.initially(whole({ min: 1, max: MAX_LIMIT, description }), DEFAULT_LIMIT),

  /** Where a page begins. */
  cursor: () => text('The `next_cursor` of the previous page. Left out for the first page.'),
};

/** The page size of every list. */
export class LimitQuery extends Request({ limit: q.limit() }) {}

/** The page size and the cursor of most lists. */
export class PageQuery extends Request(LimitQuery, { cursor: q.cursor() }) {}

/** The fields of every list besides its entries. */
export class PageView extends Answer({
  has_more: t.boolean('Whether there is another page.'),
  next_cursor: t.orNull(t.string('The cursor of the next page; null on the last page.')),
}) {}

export function toPage({ nextCursor }: Pick<ListPage<unknown>, 'nextCursor'>): PageView {
  return { has_more: nextCursor !== null, next_cursor: nextCursor };
}
