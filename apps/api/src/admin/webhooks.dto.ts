import type { ListPage } from '@app/database';
import { failsWith } from '@app/errors';
import type { MeasuredWebhook } from '@app/flows';
import { DELIVERY_STATUSES, type Delivery, type DeliveryStatus, TYPE_PATTERNS } from '@app/webhooks';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsString, IsUUID, MaxLength } from 'class-validator';
import { Answer, t } from '../wire/answers.dto.js';
import { MayBeLeftOut, OptionalBoolean, OptionalText } from '../wire/fields.dto.js';
import { Choice, PageQuery, PageView, toPage, Uuid } from '../wire/parameters.dto.js';

const MOST_PATTERNS = 100;
const LONGEST_DESCRIPTION = 200;
const TYPES = failsWith(
  'INVALID_REQUEST',
  'types must be a list of types of events, such as user.created; of groups of them, such as user.*; or of * for all',
);
const DESCRIPTION = failsWith(
  'INVALID_REQUEST',
  `description must be a text of at most ${LONGEST_DESCRIPTION} characters`,
);

const MEANING = 'Types of events, such as `user.created`; groups of them, such as `user.*`; or `*` for all.';

/** A list of patterns of types of events. */
function Types(required = true): PropertyDecorator {
  const form = { isArray: true, type: 'string', example: ['user.*', 'login.failed'], description: MEANING } as const;
  return applyDecorators(
    ...(required ? [] : [MayBeLeftOut()]),
    IsArray(TYPES),
    ArrayMinSize(1, TYPES),
    ArrayMaxSize(MOST_PATTERNS, TYPES),
    IsIn(TYPE_PATTERNS, { each: true, ...TYPES }),
    ApiProperty({ ...form, required }),
  );
}

const URL_FORM = {
  description: 'An https URL without credentials and fragment; outside production http is allowed, too.',
  format: 'uri',
  maxLength: 2_048,
};

function Endpoint(required = true): PropertyDecorator {
  const rules = [...(required ? [] : [MayBeLeftOut()]), IsString(failsWith('INVALID_URL'))];
  return applyDecorators(...rules, ApiProperty({ ...URL_FORM, required }));
}

function OptionalDescription(): PropertyDecorator {
  return applyDecorators(
    MayBeLeftOut(),
    IsString(DESCRIPTION),
    MaxLength(LONGEST_DESCRIPTION, DESCRIPTION),
    ApiPropertyOptional({ maxLength: LONGEST_DESCRIPTION, description: 'What the webhook is for.' }),
  );
}

export class DeliveryQuery extends PageQuery {
  @Choice(DELIVERY_STATUSES, 'Only deliveries with this status.')
  status?: DeliveryStatus;

  @Uuid('Only the delivery of this event.')
  event_id?: string;
}

class DeliveryView extends Answer({
  delivery_id: t.uuid(),
  event_id: t.uuid(),
  type: t.string({ example: 'user.created' }),
  status: t.oneOf(
    DELIVERY_STATUSES,
    '`waiting` for its next try; `blocked`: so too, and its address was refused; `failed`: given up.',
  ),
  attempts: t.integer('How often it was tried.'),
  last_status: t.orNull(t.integer('The HTTP status of the last answer.')),
  last_error: t.orNull(t.string('Why the last try failed.')),
  due_at: t.integer('When the next try is due, in UNIX epoch seconds.'),
}) {}

export class DeliveryList extends Answer(
  {
    deliveries: t.list(DeliveryView, 'Newest first.'),
  },
  PageView,
) {}

export class ReplayRequest {
  @OptionalText('INVALID_REQUEST', 'The id of an event: only later ones are sent again. `start`, the default: all.')
  after?: string;

  @OptionalText('INVALID_REQUEST', 'The id of an event: it is the last one that is sent again. Default: the newest.')
  until?: string;

  @Types(false)
  types?: string[];

  @MayBeLeftOut()
  @IsUUID('all', failsWith('INVALID_REQUEST', 'uid must be a UUID'))
  @ApiPropertyOptional({ format: 'uuid', description: 'Only events about this user.' })
  uid?: string;

  @OptionalBoolean('Only events whose deliveries have failed.')
  only_failed?: boolean;
}

export class ReplayResult extends Answer({
  queued: t.integer('How many events are sent again.'),
}) {}

export function toDeliveryList(page: ListPage<Delivery>): DeliveryList {
  return { deliveries: page.rows.map(toDelivery), ...toPage(page) };
}

function toDelivery({ deliveryId, eventId, type, status, attempts, ...last }: Delivery): DeliveryView {
  const outcome = { last_status: last.lastStatus, last_error: last.lastError, due_at: last.dueAt };
  return { delivery_id: deliveryId, event_id: eventId, type, status, attempts, ...outcome };
}

const ORDERED = 'Whether an event of a user waits for the earlier ones of this user.';

export class CreateWebhookRequest {
  @Endpoint()
  url!: string;

  @Types()
  types!: string[];

  @OptionalDescription()
  description?: string;

  @OptionalText(
    'INVALID_REQUEST',
    'The id of an event, after which it begins; `start` for all events of the log. Default: now.',
  )
  after?: string;

  @OptionalBoolean(ORDERED, { default: true })
  ordered?: boolean;
}

export class UpdateWebhookRequest {
  @Endpoint(false)
  url?: string;

  @Types(false)
  types?: string[];

  @OptionalDescription()
  description?: string;

  @OptionalBoolean('`true` wakes a disabled webhook, which gets what it missed.', {})
  active?: boolean;

  @OptionalBoolean(ORDERED, {})
  ordered?: boolean;
}

export class WebhookView extends Answer({
  webhook_id: t.uuid(),
  url: t.string({ format: 'uri' }),
  types: t.strings(),
  description: t.string(),
  ordered: t.boolean(),
  active: t.boolean(),
  state: t.oneOf(
    ['active', 'paused', 'disabled'],
    '`paused` by an administrator; `disabled` by the service because of failures.',
  ),
  lag_seconds: t.integer('The age of the oldest event that was not sent yet, in seconds.'),
  made_by: t.maker('if it is not known'),
  last_success_at: t.timeOrNull('if never'),
  last_error: t.orNull(t.string('Why the last try failed; null after a success.')),
  created_at: t.time(),
}) {}

export class WebhookList extends Answer(
  {
    webhooks: t.list(WebhookView, 'Newest first.'),
  },
  PageView,
) {}

export function toWebhookList(page: ListPage<MeasuredWebhook>): WebhookList {
  return { webhooks: page.rows.map(toWebhook), ...toPage(page) };
}

export function toWebhook({ webhook, lag }: MeasuredWebhook): WebhookView {
  const { url, description, ordered, active } = webhook;
  return {
    webhook_id: webhook.webhookId,
    url,
    types: webhook.types.split(','),
    description,
    ordered,
    active,
    state: active ? 'active' : webhook.disabledAt === null ? 'paused' : 'disabled',
    lag_seconds: lag,
    made_by: webhook.madeBy,
    last_success_at: webhook.lastSuccessAt,
    last_error: webhook.lastError,
    created_at: webhook.createdAt,
  };
}
