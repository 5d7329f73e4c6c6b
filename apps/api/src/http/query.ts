import { parse } from 'node:querystring';

/** Stands for a value that cannot be decoded while Node reads the others: it takes null for none. */
const UNREADABLE = Object.freeze({});

/**
 * The query of a URL. A value that is wrongly percent-encoded is null: whatever reads it refuses it, as it would anything
 * that is not a text, and nobody takes the percent signs for what was meant. It never throws: nothing would catch that.
 */
export function readQuery(text: string): Record<string, unknown> {
  const query: Record<string, unknown> = parse(text, '&', '=', { decodeURIComponent: decoded, maxKeys: 0 });
  for (const [name, value] of Object.entries(query)) query[name] = Array.isArray(value) ? value.map(read) : read(value);
  return query;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return UNREADABLE as string;
  }
}

function read(value: unknown): unknown {
  return value === UNREADABLE ? null : value;
}
