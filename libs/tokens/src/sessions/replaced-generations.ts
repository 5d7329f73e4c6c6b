/**
 * The generations of a session that were replaced a short time ago, as the text `<first>-<last>:<epoch second> …`: one entry for each
 * second, so that the length of the text depends on the time alone. A single generation is written without a dash.
 */
type Replaced = [first: number, last: number, at: number];

/**
 * Adds a generation that is replaced now, and forgets those that were replaced before a time. Where the clock of this process is behind
 * that of another one, the later time counts.
 */
export function addReplaced(text: string | null, generation: number, now: number, since: number): string {
  const kept = entriesOf(text).filter(([, , at]) => at >= since);
  const [first, , at] = kept.at(-1) ?? [];
  const joins = first !== undefined && at !== undefined && at >= now;
  const entries = joins ? [...kept.slice(0, -1), [first, generation, at]] : [...kept, [generation, generation, now]];
  return entries.map(([from, to, second]) => `${from === to ? from : `${from}-${to}`}:${second}`).join(' ');
}

/** When a generation was replaced; undefined when this is not known any more. */
export function timeOfReplacement(text: string | null, generation: number): number | undefined {
  return entriesOf(text).find(([first, last]) => first <= generation && generation <= last)?.[2];
}

function entriesOf(text: string | null): Replaced[] {
  return (text || undefined)?.split(' ').map(entryOf) ?? [];
}

function entryOf(entry: string): Replaced {
  const [range = '', at] = entry.split(':');
  const [first, last = first] = range.split('-');
  return [Number(first), Number(last), Number(at)];
}
