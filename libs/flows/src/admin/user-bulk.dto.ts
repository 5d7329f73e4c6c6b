import { failsWith, RefusesUnknownFields } from '@app/errors';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { OptionalBoolean } from '../input/fields.js';
import { Cursor, DEFAULT_LIMIT, Limit, PageView, toPage } from '../input/page.dto.js';
import { BULK_ACTIONS, type BulkAction, type BulkSlice } from './user-bulk.js';
import { UserFilterQuery } from './user-search.js';

/** A filter that the service does not know would select more users than the client means. */
@RefusesUnknownFields()
export class BulkRequest extends UserFilterQuery {
  @IsIn(BULK_ACTIONS, failsWith('INVALID_REQUEST', `action must be one of ${BULK_ACTIONS.join(', ')}`))
  @ApiProperty({ enum: BULK_ACTIONS })
  action!: BulkAction;

  @OptionalBoolean('Only count what would happen.')
  dry_run?: boolean;

  @Limit('The maximum number of users of this call.')
  limit: number = DEFAULT_LIMIT;

  @Cursor()
  cursor?: string;
}

export class BulkResult extends PageView {
  @ApiProperty({ type: 'integer', description: 'How many users were changed; in a dry run, how many would be.' })
  changed!: number;

  @ApiProperty({ type: 'integer', description: 'How many users were so already, or no longer met the filter.' })
  unchanged!: number;

  @ApiProperty({
    type: 'integer',
    description:
      'How many users were left out: the administrator, and users with a scope that the administrator lacks.',
  })
  skipped!: number;
}

export function toBulkResult({ nextCursor, ...counts }: BulkSlice): BulkResult {
  return { ...counts, ...toPage({ nextCursor }) };
}
