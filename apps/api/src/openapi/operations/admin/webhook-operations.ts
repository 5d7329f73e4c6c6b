import type { OperationText } from '../operation-text.js';

const ID = { id: 'The `webhook_id` of the webhook.' };

/** The webhooks of the admin API. */
export const WEBHOOK_OPERATIONS = {
  adminListWebhooks: {
    summary: 'List the webhooks',
    description: 'Without their secrets. Scope `webhooks`.',
  },
  adminCreateWebhook: {
    summary: 'Create a webhook',
    description:
      'From then on the URL receives the events of these types as signed messages (Standard Webhooks 1.0). The answer shows the secret only this once. Scope `webhooks`.',
  },
  adminGetWebhook: {
    summary: 'Read a webhook',
    description: 'With its state and how far it is behind. Scope `webhooks`.',
    parameters: ID,
  },
  adminUpdateWebhook: {
    summary: 'Change, pause or wake a webhook',
    description:
      'Only given fields change. `active: false` pauses it; `active: true` sends what it missed, as far as the event log reaches. Scope `webhooks`.',
    parameters: ID,
  },
  adminDeleteWebhook: {
    summary: 'Delete a webhook',
    description: 'With its deliveries. Scope `webhooks`.',
    parameters: ID,
  },
  adminRotateWebhookSecret: {
    summary: 'Replace the secret of a webhook',
    description: 'During the overlap each message has a signature of both secrets. Scope `webhooks`.',
    parameters: ID,
  },
  adminTestWebhook: {
    summary: 'Send a test message',
    description: 'A message of the type `webhook.test`, at once and without a retry. Scope `webhooks`.',
    parameters: ID,
  },
  adminListDeliveries: {
    summary: 'List the deliveries of a webhook',
    description: 'Those that were sent or given up are kept for 30 days. Scope `webhooks`.',
    parameters: ID,
  },
  adminRetryDelivery: {
    summary: 'Send a delivery now',
    description: 'One that has failed, or that waits for its next try. Scope `webhooks`.',
    parameters: { ...ID, delivery_id: 'The `delivery_id` of a delivery of this webhook.' },
  },
  adminReplayWebhook: {
    summary: 'Send events again',
    description:
      'Events of the log that match the types of the webhook and those of the request. The messages have the header `webhook-replay: 1`. Their results neither disable nor heal the webhook. Scope `webhooks`.',
    parameters: ID,
  },
} satisfies Record<string, OperationText>;
