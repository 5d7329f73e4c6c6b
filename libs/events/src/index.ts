export { EventCounter, firstEventIdAt, LoggedEvent } from './event.entity.js';
export { type EventKey, EventLog } from './event-log.js';
export { EVENT_TYPES, type EventType, isPersonal, type LoginFailureReason } from './event-types.js';
export { EventsModule } from './events.module.js';
export { type ActivityEvent, EventFeed, type FeedEvent } from './feed.js';
export {
  adminActor,
  currentActor,
  makerOf,
  onBehalfOf,
  onBehalfOfUser,
  type RequestActor,
  userActor,
} from './request-actor.js';
export { UserEvents } from './user-events.js';
