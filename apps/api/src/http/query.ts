import { parse } from 'node:querystring';

/**
 * The query of a URL. A value that is wrongly percent-encoded is null: whatever reads it refuses it, as it would anything
 * that is not a text, and nobody takes the percent signs for what was meant.
 */
export function readQuery(text: string): Record<string, unknown> {
  return parse(text, '&', '=', { decodeURIComponent: decoded as (text: string) => string, maxKeys: 0 });
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
