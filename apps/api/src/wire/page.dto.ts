import type { Page } from '@app/database';
import { ApiProperty } from '@nestjs/swagger';
import { Parameter, WholeNumber } from './parameters.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** How many entries every list can be asked for. */
export class LimitQuery {
  @WholeNumber({
    min: 1,
    max: MAX_LIMIT,
    fallback: DEFAULT_LIMIT,
    description: 'The most entries to answer with.',
  })
  limit: number = DEFAULT_LIMIT;
}

/** What nearly every list can be asked for. */
export class PageQuery extends LimitQuery {
  @Parameter({ description: 'The `next_cursor` of the page before; left out for the first page.' })
  cursor?: string;
}

/** What every list is answered with besides its entries. */
export class PageView {
  @ApiProperty({ description: 'Whether there is another page.' })
  has_more!: boolean;

  @ApiProperty({ type: 'string', nullable: true, description: 'Asks for the next page; null on the last.' })
  next_cursor!: string | null;
}

export function toPage({ nextCursor }: Pick<Page<unknown>, 'nextCursor'>): PageView {
  return { has_more: nextCursor !== null, next_cursor: nextCursor };
}
