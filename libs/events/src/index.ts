export { EVENT_TYPES, type EventType, LoggedEvent } from './event.entity.js';
export { type EventFacts, type EventFilter, type EventKey, EventLog, type LogPage } from './event-log.js';
export { EventsModule } from './events.module.js';
export { idAt } from './id-at.js';
export { adminActor, currentOrigin, type Origin, onBehalfOf, onBehalfOfUser, userActor } from './origin.js';
