import type { ListPage } from '@app/database';
import { ApiProperty } from '@nestjs/swagger';
import { Parameter, WholeNumber } from './parameters.js';

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
export class PageView {
  @ApiProperty({ description: 'Whether there is another page.' })
  has_more!: boolean;

  @ApiProperty({ type: 'string', nullable: true, description: 'The cursor of the next page; null on the last page.' })
  next_cursor!: string | null;
}

export function toPage({ nextCursor }: Pick<ListPage<unknown>, 'nextCursor'>): PageView {
  return { has_more: nextCursor !== null, next_cursor: nextCursor };
}
