/** More levels are no data of a user. Writing thousands of them as JSON again would exceed the stack. */
export const MOST_LEVELS = 100;

/** @throws {SyntaxError} for a text that is not valid JSON; {RangeError} for one with too many levels */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (hasMoreLevels(value, MOST_LEVELS)) throw new RangeError(`The JSON has more than ${MOST_LEVELS} levels.`);
  return value;
}

function hasMoreLevels(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return most === 0 || Object.values(value).some((item) => hasMoreLevels(item, most - 1));
}
