import type { ListPage } from '@app/database';
import { failsWith } from '@app/errors';
import type { MeasuredWebhook } from '@app/flows';
import { DELIVERY_STATUSES, type Delivery, TYPE_PATTERNS } from '@app/webhooks';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsString, IsUUID, MaxLength } from 'class-validator';
import { Answer, t, viewOf } from '../wire/answers.dto.js';
import { f, Request } from '../wire/fields.dto.js';
import { PageQuery, PageView, q, toPage } from '../wire/parameters.dto.js';

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
function types() {
  return f.any<string[]>(
    { isArray: true, type: 'string', example: ['user.*', 'login.failed'], description: MEANING },
    IsArray(TYPES),
    ArrayMinSize(1, TYPES),
    ArrayMaxSize(MOST_PATTERNS, TYPES),
    IsIn(TYPE_PATTERNS, { each: true, ...TYPES }),
  );
}

function url() {
  return f.any<string>(
    {
      type: String,
      description: 'An https URL without credentials and fragment; outside production http is allowed, too.',
      format: 'uri',
      maxLength: 2_048,
    },
    IsString(failsWith('INVALID_URL')),
  );
}

function webhookDescription() {
  return f.any<string>(
    { type: String, maxLength: LONGEST_DESCRIPTION, description: 'What the webhook is for.' },
    IsString(DESCRIPTION),
    MaxLength(LONGEST_DESCRIPTION, DESCRIPTION),
  );
}

export class DeliveryQuery extends Request(PageQuery, {
  status: f.optional(f.choice(DELIVERY_STATUSES, 'Only deliveries with this status.')),
  event_id: q.uuid('Only the delivery of this event.'),
}) {}

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

export class DeliveryList extends Answer(PageView, {
  deliveries: t.list(DeliveryView, 'Newest first.'),
}) {}

export class ReplayRequest extends Request({
  after: f.optional(
    f.text('INVALID_REQUEST', 'The id of an event: only later ones are sent again. `start`, the default: all.'),
  ),
  until: f.optional(
    f.text('INVALID_REQUEST', 'The id of an event: it is the last one that is sent again. Default: the newest.'),
  ),
  types: f.optional(types()),
  uid: f.optional(
    f.any<string>(
      { type: String, format: 'uuid', description: 'Only events about this user.' },
      IsUUID('all', failsWith('INVALID_REQUEST', 'uid must be a UUID')),
    ),
  ),
  only_failed: f.flag('Only events whose deliveries have failed.'),
}) {}

export class ReplayResult extends Answer({
  queued: t.integer('How many events are sent again.'),
}) {}

export function toDeliveryList(page: ListPage<Delivery>): DeliveryList {
  return { deliveries: page.rows.map((delivery) => viewOf(DeliveryView, delivery)), ...toPage(page) };
}

const ORDERED = 'Whether an event of a user waits for the earlier ones of this user.';

export class CreateWebhookRequest extends Request({
  url: url(),
  types: types(),
  description: f.optional(webhookDescription()),
  after: f.optional(
    f.text(
      'INVALID_REQUEST',
      'The id of an event, after which it begins; `start` for all events of the log. Default: now.',
    ),
  ),
  ordered: f.flag(ORDERED, true),
}) {}

export class UpdateWebhookRequest extends Request({
  url: f.optional(url()),
  types: f.optional(types()),
  description: f.optional(webhookDescription()),
  active: f.optional(f.boolean('`true` wakes a disabled webhook, which gets what it missed.')),
  ordered: f.optional(f.boolean(ORDERED)),
}) {}

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

export class WebhookList extends Answer(PageView, {
  webhooks: t.list(WebhookView, 'Newest first.'),
}) {}

export function toWebhookList(page: ListPage<MeasuredWebhook>): WebhookList {
  return { webhooks: page.rows.map(toWebhook), ...toPage(page) };
}

export function toWebhook({ webhook, lag }: MeasuredWebhook): WebhookView {
  const { types, active, disabledAt } = webhook;
  const state = active ? 'active' : disabledAt === null ? 'paused' : 'disabled';
  return viewOf(WebhookView, { ...webhook, types: types.split(','), state, lagSeconds: lag });
}
