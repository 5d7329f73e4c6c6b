/**
 * The storage of the tokens: `localStorage`, or an object with these two methods, which may return promises. All tabs must
 * share it: an old copy of a refresh token looks stolen. Entries are never removed: after a session, the reason of its end
 * is stored.
 */
export interface TokenStorage {
  getItem(key: string): string | null | undefined | Promise<string | null | undefined>;
  setItem(key: string, value: string): unknown;
}

/** `localStorage`; undefined outside of browsers, and if the browser forbids it. */
export function defaultStorage(): TokenStorage | undefined {
  try {
    return typeof document === 'undefined' ? undefined : globalThis.localStorage;
  } catch {
    return undefined;
  }
}
