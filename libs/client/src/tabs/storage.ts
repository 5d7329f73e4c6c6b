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

/** One entry of a storage. If the storage fails, the page continues with the value in memory. */
export class StorageEntry {
  private last: string | null = null;
  private memoryOnly: boolean;

  constructor(
    private readonly key: string,
    private readonly storage: TokenStorage | undefined,
  ) {
    this.memoryOnly = storage === undefined;
  }

  async get(): Promise<string | null> {
    if (this.memoryOnly) return this.last;
    try {
      this.last = (await this.storage?.getItem(this.key)) ?? null;
    } catch {
      // A storage that cannot be read does not end the session: the last value stays.
    }
    return this.last;
  }

  async set(value: string): Promise<void> {
    this.last = value;
    try {
      await this.storage?.setItem(this.key, value);
      this.memoryOnly = this.storage === undefined;
    } catch {
      this.memoryOnly = true;
      await this.clear();
    }
  }

  /** Empties the stored entry: other tabs must not use the old refresh token, which would look stolen. An empty text always fits. */
  private async clear(): Promise<void> {
    try {
      await this.storage?.setItem(this.key, '');
    } catch {
      // The storage cannot be used at all, so other tabs cannot read the old value either.
    }
  }
}
