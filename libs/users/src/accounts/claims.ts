import { isDeepStrictEqual } from 'node:util';

/** The longest claims in UTF-8: they are a part of every access token, and servers limit the size of headers. */
export const MAX_CLAIMS_BYTES = 1_024;

/** Whether a value is the text of a JSON object that fits into an access token. */
export function isClaims(value: unknown): value is string {
  if (typeof value !== 'string' || !value.isWellFormed() || !isShort(value)) return false;
  const claims = parse(value);
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return false;
  // As in a token: some numbers take more characters there.
  return isShort(JSON.stringify(claims));
}

/** The sorted names of the members that differ between two texts of claims. */
export function changedClaims(before: string, after: string): string[] {
  const [old, now] = [membersOf(before), membersOf(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  return names.filter((name) => !isDeepStrictEqual(old.get(name), now.get(name)));
}

/** The roles in claims, each once. Only a list of roles counts, as in the libraries for other services. */
export function rolesIn(claims: string): string[] {
  // Most users have no claims.
  if (claims === '{}') return [];
  const { roles } = JSON.parse(claims);
  return Array.isArray(roles) ? [...new Set(roles.filter((role) => typeof role === 'string'))] : [];
}

/** A map, since an object would treat the name `__proto__` differently. JSON has no undefined. */
function membersOf(claims: string): Map<string, unknown> {
  return new Map(Object.entries(JSON.parse(claims)));
}

function isShort(text: string): boolean {
  return Buffer.byteLength(text) <= MAX_CLAIMS_BYTES;
}

/** Undefined for a text that is no JSON, or in which an escape sequence stands for half of a character. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text, (name, value) => {
      if (!name.isWellFormed() || (typeof value === 'string' && !value.isWellFormed())) throw new SyntaxError();
      return value;
    });
  } catch {
    return undefined;
  }
}
