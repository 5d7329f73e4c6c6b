export { DeletedUsers } from './deleted-users.js';
export { LoggedEvent } from './event.entity.js';
export { EventCounter } from './event-counter.entity.js';
export { firstEventIdAt } from './event-ids.js';
export {
  type EventFacts,
  type EventFilter,
  type EventKey,
  EventLog,
  type LogPage,
} from './event-log.js';
export { EventsModule } from './events.module.js';
export { type ActivityEvent, ActivityFeed } from './feed/activity-feed.js';
export { EventFeed, type FeedEvent } from './feed/event-feed.js';
export { OwnEvents } from './own-events.js';
export {
  adminActor,
  currentActor,
  makerOf,
  onBehalfOf,
  onBehalfOfUser,
  type RequestActor,
  userActor,
} from './request-actor.js';
export { StoredEvents } from './stored-events.js';
export { EVENT_TYPES, type EventData, type EventType, isPersonal } from './types/event-types.js';
