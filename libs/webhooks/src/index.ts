export {
  DELIVERY_STATUSES,
  Deliveries,
  Delivery,
  type DeliveryFilter,
  type DeliveryStatus,
} from './deliveries.js';
export { DeliveryWork, Enqueuer } from './dispatcher.js';
export {
  BlockedDestination,
  destinationOf,
  isPublic,
  parseEndpoint,
  payloadOf,
  post,
  reasonOf,
  resolveEndpoint,
  Sender,
} from './sender.js';
export { WebhookWorkerModule } from './webhook-worker.module.js';
export { matchesType, NOT_BEGUN, TYPE_PATTERNS, Webhook, WebhookStore } from './webhooks.js';
export { WebhooksModule } from './webhooks.module.js';
