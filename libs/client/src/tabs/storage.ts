/**
 * Where the tokens are kept: `localStorage`, or anything with these two methods, which may also answer by promises. It must
 * be one place, not copies: an older copy of a refresh token looks stolen. Nothing is ever removed: what follows a session is
 * a note of how it ended.
 */
export interface TokenStorage {
  getItem(key: string): string | null | undefined | Promise<string | null | undefined>;
  setItem(key: string, value: string): unknown;
}

/** `localStorage`; undefined outside browsers, and where the browser forbids it. */
export function defaultStorage(): TokenStorage | undefined {
  try {
    return typeof document === 'undefined' ? undefined : globalThis.localStorage;
  } catch {
    return undefined;
  }
}

/** One entry of a storage that may fail: then the page goes on with what it has in memory. */
export class Entry {
  private last: string | null = null;
  private detached: boolean;

  constructor(
    private readonly key: string,
    private readonly storage: TokenStorage | undefined,
  ) {
    this.detached = storage === undefined;
  }

  async get(): Promise<string | null> {
    if (this.detached) return this.last;
    try {
      this.last = (await this.storage?.getItem(this.key)) ?? null;
    } catch {
      // A storage that cannot be read right now says nothing about the session.
    }
    return this.last;
  }

  async set(value: string): Promise<void> {
    this.last = value;
    try {
      await this.storage?.setItem(this.key, value);
      this.detached = this.storage === undefined;
    } catch {
      this.detached = true;
      await this.blank();
    }
  }

  /** Other tabs must not use the refresh token before this one: that would look like theft. Less always fits. */
  private async blank(): Promise<void> {
    try {
      await this.storage?.setItem(this.key, '');
    } catch {
      // Then there was nothing to read either.
    }
  }
}
