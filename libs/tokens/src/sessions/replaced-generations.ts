/**
 * The generations of a session that were replaced a short time ago, as the text `<generation>:<epoch second> …`: for each second the
 * newest generation that was replaced in it, so that the length of the text depends on the time alone.
 */
type Replaced = [generation: number, at: number];

/** Adds a generation that is replaced now, and forgets those that were replaced before a time. */
export function addReplaced(text: string | null, generation: number, now: number, since: number): string {
  const kept = entriesOf(text).filter(([, at]) => at >= since && at !== now);
  return [...kept, [generation, now]].map((entry) => entry.join(':')).join(' ');
}

/** When a generation was replaced; undefined when this is not known any more. */
export function timeOfReplacement(text: string | null, generation: number): number | undefined {
  return entriesOf(text).find(([newest]) => newest >= generation)?.[1];
}

function entriesOf(text: string | null): Replaced[] {
  return (text || undefined)?.split(' ').map((entry) => entry.split(':').map(Number) as Replaced) ?? [];
}
