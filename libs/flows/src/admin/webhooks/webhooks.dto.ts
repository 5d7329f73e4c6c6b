import type { ListPage } from '@app/database';
import type { Webhook } from '@app/webhooks';
import { ApiProperty } from '@nestjs/swagger';
import { Maker, OptionalBoolean, OptionalText } from '../../input/fields.js';
import { PageView, toPage } from '../../input/page.dto.js';
import { Time, TimeOrNull } from '../../input/times.js';
import { Endpoint, OptionalDescription, OptionalEndpoint, OptionalTypes, Types } from './webhook-fields.js';

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
  @OptionalEndpoint()
  url?: string;

  @OptionalTypes()
  types?: string[];

  @OptionalDescription()
  description?: string;

  @OptionalBoolean('`true` wakes a disabled webhook, which gets what it missed.', {})
  active?: boolean;

  @OptionalBoolean(ORDERED, {})
  ordered?: boolean;
}

export class WebhookView {
  @ApiProperty({ format: 'uuid' })
  webhook_id!: string;

  @ApiProperty({ format: 'uri' })
  url!: string;

  @ApiProperty({ type: [String] })
  types!: string[];

  @ApiProperty()
  description!: string;

  @ApiProperty()
  ordered!: boolean;

  @ApiProperty()
  active!: boolean;

  @ApiProperty({
    enum: ['active', 'paused', 'disabled'],
    description: '`paused` by an administrator; `disabled` by the service because of failures.',
  })
  state!: string;

  @ApiProperty({ type: 'integer', description: 'The age of the oldest event that was not sent yet, in seconds.' })
  lag_seconds!: number;

  @Maker('if it is not known')
  made_by!: string | null;

  @TimeOrNull('if never')
  last_success_at!: number | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why the last try failed; null after a success.' })
  last_error!: string | null;

  @Time()
  created_at!: number;
}

export class WebhookList extends PageView {
  @ApiProperty({ type: [WebhookView], description: 'Newest first.' })
  webhooks!: WebhookView[];
}

/** A webhook and how far it is behind, in seconds. */
export interface MeasuredWebhook {
  webhook: Webhook;
  lag: number;
}

export function toWebhookList(page: ListPage<MeasuredWebhook>): WebhookList {
  return { webhooks: page.rows.map(toWebhook), ...toPage(page) };
}

export function toWebhook({ webhook, lag }: MeasuredWebhook): WebhookView {
  const {
    webhookId,
    url,
    types,
    description,
    ordered,
    active,
    disabledAt,
    lastSuccessAt,
    lastError,
    madeBy,
    createdAt,
  } = webhook;
  return {
    webhook_id: webhookId,
    url,
    types: types.split(','),
    description,
    ordered,
    active,
    state: active ? 'active' : disabledAt === null ? 'paused' : 'disabled',
    lag_seconds: lag,
    made_by: madeBy,
    last_success_at: lastSuccessAt,
    last_error: lastError,
    created_at: createdAt,
  };
}
