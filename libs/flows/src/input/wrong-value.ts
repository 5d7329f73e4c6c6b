/** What a field should have: it decides which wrong values may be shown. */
export type Expected = 'flag' | 'time' | 'email' | 'other';

const MOST_CHARACTERS = 60;
const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';

/**
 * Texts that are no password, hash or secret, whatever column they come from: a wrong mapping reads passwords as dates. So only words for
 * yes and no, times, and whole addresses are shown.
 */
const HARMLESS: Record<Expected, RegExp> = {
  flag: /^(?:[yn]|on|off|[jsx+-]|ja|nein|oui|non|si|sí|sim|não|no|wahr|falsch|vrai|faux|verified|unverified|(?:in)?active|enabled|disabled|pending|null|none|n\/a|-?\d{1,2})$/i,
  time: new RegExp(
    `^(?=.*\\d)(?!\\d{15})(?:[\\d\\s:.,/+-]|T(?=\\d)|Z$|[AP]M\\b|GMT|UTC|(?:${MONTHS})[a-z]{0,6}\\b)+$`,
    'i',
  ),
  email: /^[^\s@"]{1,64}@[^\s@"]+\.\p{L}{2,}$/u,
  other: /^$/,
};

/** A wrong value for a message: an excerpt of a harmless one, and of any other only its type and its length. */
export function wrongValue(expected: Expected, value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' && typeof value !== 'number') return 'an object';
  const text = String(value).trim();
  if (!HARMLESS[expected].test(text.slice(0, 2 * MOST_CHARACTERS)))
    return typeof value === 'number' ? 'a number' : `a text of length ${value.length}`;
  const excerpt = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
  return typeof value === 'number' ? excerpt : `"${excerpt}"`;
}
