export {
  DELIVERY_STATUSES,
  Delivery,
  type DeliveryFilter,
  DeliveryQueries,
  type DeliveryStatus,
  StoredDeliveries,
  WebhookLag,
} from './deliveries.js';
export { Enqueuer, OutcomeRecorder } from './dispatcher.js';
export {
  BlockedDestination,
  isPublic,
  parseEndpoint,
  payloadOf,
  post,
  reasonOf,
  resolveEndpoint,
  Sender,
  signatureHeaders,
} from './sender.js';
export { WebhookWorkerModule } from './webhook-worker.module.js';
export { matchesType, NOT_BEGUN, TYPE_PATTERNS, Webhook, WebhookSecrets, WebhookStore } from './webhooks.js';
export { WebhooksModule } from './webhooks.module.js';
