import type { ListPage } from '@app/database';
import { failsWith } from '@app/errors';
import { DELIVERY_STATUSES, type Delivery, type DeliveryStatus } from '@app/webhooks';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsUUID } from 'class-validator';
import { MayBeLeftOut, OptionalBoolean, OptionalText } from '../../input/fields.js';
import { PageQuery, PageView, toPage } from '../../input/page.dto.js';
import { Choice, Uuid } from '../../input/parameters.js';
import { OptionalTypes } from './webhook-fields.js';

export class DeliveryQuery extends PageQuery {
  @Choice(DELIVERY_STATUSES, 'Only deliveries with this status.')
  status?: DeliveryStatus;

  @Uuid('Only the delivery of this event.')
  event_id?: string;
}

export class DeliveryView {
  @ApiProperty({ format: 'uuid' })
  delivery_id!: string;

  @ApiProperty({ format: 'uuid' })
  event_id!: string;

  @ApiProperty({ example: 'user.created' })
  type!: string;

  @ApiProperty({
    enum: DELIVERY_STATUSES,
    description: '`waiting` for its next try; `blocked`: so too, and its address was refused; `failed`: given up.',
  })
  status!: DeliveryStatus;

  @ApiProperty({ type: 'integer', description: 'How often it was tried.' })
  attempts!: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'The HTTP status of the last answer.' })
  last_status!: number | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why the last try failed.' })
  last_error!: string | null;

  @ApiProperty({ type: 'integer', description: 'When the next try is due, in UNIX epoch seconds.' })
  due_at!: number;
}

export class DeliveryList extends PageView {
  @ApiProperty({ type: [DeliveryView], description: 'Newest first.' })
  deliveries!: DeliveryView[];
}

export class ReplayRequest {
  @OptionalText('INVALID_REQUEST', 'The id of an event: only later ones are sent again. `start`, the default: all.')
  after?: string;

  @OptionalText('INVALID_REQUEST', 'The id of an event: it is the last one that is sent again. Default: the newest.')
  until?: string;

  @OptionalTypes()
  types?: string[];

  @MayBeLeftOut()
  @IsUUID('all', failsWith('INVALID_REQUEST', 'uid must be a UUID'))
  @ApiPropertyOptional({ format: 'uuid', description: 'Only events about this user.' })
  uid?: string;

  @OptionalBoolean('Only events whose deliveries have failed.')
  only_failed?: boolean;
}

export class ReplayResult {
  @ApiProperty({ type: 'integer', description: 'How many events are sent again.' })
  queued!: number;
}

export function toDeliveryList(page: ListPage<Delivery>): DeliveryList {
  return { deliveries: page.rows.map(toDelivery), ...toPage(page) };
}

function toDelivery({
  deliveryId,
  eventId,
  type,
  status,
  attempts,
  lastStatus,
  lastError,
  dueAt,
}: Delivery): DeliveryView {
  return {
    delivery_id: deliveryId,
    event_id: eventId,
    type,
    status,
    attempts,
    last_status: lastStatus,
    last_error: lastError,
    due_at: dueAt,
  };
}
