import { EVENT_TYPES } from '@app/events';

const ALL = '*';
const GROUP = '.*';

/** The patterns that match at least one type: `*`, `user.*`, and each exact type. */
export const TYPE_PATTERNS: readonly string[] = [
  ALL,
  ...new Set(EVENT_TYPES.map((type) => `${type.split('.')[0]}${GROUP}`)),
  ...EVENT_TYPES,
];

/** Whether any of these patterns matches a type. */
export function matchesType(patterns: readonly string[], type: string): boolean {
  return patterns.some((pattern) => pattern === ALL || pattern === type || pattern === groupOf(type));
}

function groupOf(type: string): string {
  return `${type.split('.')[0]}${GROUP}`;
}
