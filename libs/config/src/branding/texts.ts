import { closest } from 'fastest-levenshtein';
import { Refused } from './refused.js';
import keys from './text-keys.json' with { type: 'json' };

/** Of the sign-in pages, the account and the pages of links: npm run docs:reference writes them. */
const KNOWN = new Set(keys);
const MOST_CHARACTERS = 1_000;

/** Texts of the pages by their keys. They are shown as text, never as HTML. */
export type PageTexts = Record<string, string>;

/**
 * Reads a file with texts: a flat JSON object.
 * @throws {Refused}
 */
export function parseTexts(json: string): PageTexts {
  const texts = parse(json);
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) throw new Refused('it is no object');
  for (const [key, text] of Object.entries(texts)) {
    if (!KNOWN.has(key))
      throw new Refused(`${JSON.stringify(key)} is no key of a text: the nearest one is ${closest(key, keys)}`);
    if (typeof text !== 'string') throw new Refused(`${key} is no text`);
    if (text.length > MOST_CHARACTERS) throw new Refused(`${key} has more than ${MOST_CHARACTERS} characters`);
    if (/[^\P{Cc}\n]/u.test(text)) throw new Refused(`${key} has a control character`);
  }
  return texts as PageTexts;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Refused(`it is no JSON: ${(error as Error).message}`);
  }
}
