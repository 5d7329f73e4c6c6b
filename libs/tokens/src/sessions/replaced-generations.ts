/**
 * The generations before the last two of a session that were replaced a short time ago, as the text `<first>-<last>:<epoch second> …`:
 * one entry for each second, so that the length of the text depends on the time alone. A single generation is written without a dash.
 */
type Replaced = [first: number, last: number, at: number];

/**
 * Adds a generation that was replaced at a time, and forgets those that were replaced before `since`. Where the clock of one process is
 * behind that of another one, the later time counts.
 */
export function addReplaced(text: string | null, generation: number, at: number, since: number): string | null {
  const kept = textsOf(text).filter((entry) => timeOf(entry) >= since);
  const last = kept.at(-1);
  if (last === undefined && at < since) return null;
  if (last === undefined || timeOf(last) < at) return [...kept, `${generation}:${at}`].join(' ');
  const [first, , time] = entryOf(last);
  return [...kept.slice(0, -1), `${first}-${generation}:${time}`].join(' ');
}

/** When a generation was replaced; undefined when this is not known any more. */
export function timeOfReplacement(text: string | null, generation: number): number | undefined {
  return textsOf(text)
    .map(entryOf)
    .find(([first, last]) => first <= generation && generation <= last)?.[2];
}

function textsOf(text: string | null): string[] {
  return text ? text.split(' ') : [];
}

function timeOf(entry: string): number {
  return Number(entry.slice(entry.indexOf(':') + 1));
}

function entryOf(entry: string): Replaced {
  const [range = '', at] = entry.split(':');
  const [first, last = first] = range.split('-');
  return [Number(first), Number(last), Number(at)];
}
