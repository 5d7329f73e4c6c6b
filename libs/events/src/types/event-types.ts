import type { EventText } from './event-text.js';
import { FACTOR_EVENTS } from './factor-events.js';
import { MACHINE_EVENTS } from './machine-events.js';
import { SIGN_IN_EVENTS } from './sign-in-events.js';
import { USER_EVENTS } from './user-events.js';

const ALL = { ...USER_EVENTS, ...SIGN_IN_EVENTS, ...FACTOR_EVENTS, ...MACHINE_EVENTS };

export type EventType = keyof typeof ALL;

/** All types of events with their texts for docs/reference/events.md. */
export const EVENTS: Readonly<Record<EventType, EventText>> = ALL;

export const EVENT_TYPES = Object.keys(ALL) as EventType[];

/** The `data` of an event: a field that the text of its type does not describe does not compile. */
export type EventData<T extends EventType> = (typeof ALL)[T] extends { data: infer Data }
  ? { readonly [Field in keyof Data]?: unknown }
  : undefined;

/** Whether the field of an event contains a text of a person. */
export function isPersonal(type: string, field: string): boolean {
  const fact = EVENTS[type as EventType]?.data?.[field];
  return typeof fact === 'object';
}
