/** The most items that one prepared statement takes; for fewer there are shorter ones, so that few are to be prepared. */
export const MOST_ITEMS = 16;
const SIZES = [1, 2, 4, 8, MOST_ITEMS];

/** A text for each size, made once; for a number of items the one that is long enough. */
export function bySize(make: (size: number) => string): (count: number) => string {
  const made = new Map(SIZES.map((size) => [size, make(size)]));
  return (count) => made.get(sizeFor(count)) as string;
}

/** As many items as the statement takes: the last one may stand in it more than once. */
export function padded<T>(items: T[]): T[] {
  return [...items, ...Array<T>(sizeFor(items.length) - items.length).fill(items[items.length - 1] as T)];
}

function sizeFor(count: number): number {
  return SIZES.find((size) => size >= count) as number;
}
