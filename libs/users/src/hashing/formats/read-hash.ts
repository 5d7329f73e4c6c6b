import type { Argon2Cost } from '@app/config';
import { demand, FormatProblem, type HashFormat, type ReadHash, type WeakDigest } from './reading/format.js';
import { REFUSED } from './refused.js';
import { FORMATS } from './table.js';

/** The longest text of an import. */
const MAX_GIVEN = 1_024;
/** The length of the column. */
const MAX_STORED = 255;

/** A hash by another system, checked: the text to store, or the digest that a new hash must hide. */
export type CheckedHash = { stored: string } | { weak: WeakDigest };

/** A stored hash; undefined for a text that verifies no password. */
export function readHash(text: string): ReadHash | undefined {
  const format = formatOf(text);
  try {
    return format?.kind === 'stored' ? format.read(text) : undefined;
  } catch (error) {
    if (error instanceof FormatProblem) return undefined;
    throw error;
  }
}

/**
 * Checks the hash of an import.
 * @param own the cost of new hashes of argon2id, which is accepted in any case
 * @throws {FormatProblem} with a message that names the format and what is wrong with the hash
 */
export function checkHash(text: string, own: Argon2Cost): CheckedHash {
  demand(text.length <= MAX_GIVEN, `must have at most ${MAX_GIVEN} characters`);
  const format = formatOf(text);
  if (!format) throw new FormatProblem(reasonFor(text));
  try {
    return checkBy(format, text, own);
  } catch (error) {
    throw error instanceof FormatProblem ? new FormatProblem(`(${format.name}) ${error.message}`) : error;
  }
}

function checkBy(format: HashFormat, text: string, own: Argon2Cost): CheckedHash {
  if (format.kind === 'weak') return { weak: format.digest(text) };
  const kept = format.kind === 'rewritten' ? format.rewrite(text) : text;
  const target = format.kind === 'rewritten' ? formatOf(kept) : format;
  const isAnnounced = format.kind === 'stored' || target?.name === format.into;
  demand(target?.kind === 'stored' && isAnnounced, 'must contain the hash that the prefix announces');
  demand(kept.length <= MAX_STORED, `must have at most ${MAX_STORED} characters`);
  target.read(kept);
  target.check?.(kept, own);
  return { stored: kept };
}

/** The name of the format of a stored hash. */
export function formatNameOf(text: string): string | undefined {
  return formatOf(text)?.name;
}

function formatOf(text: string): HashFormat | undefined {
  return FORMATS.find(({ prefix }) => prefix.test(text));
}

function reasonFor(text: string): string {
  return REFUSED.find(([prefix]) => prefix.test(text))?.[1] ?? 'has an unknown form: see docs/hash-formats.md';
}
