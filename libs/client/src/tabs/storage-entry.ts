import type { Tokens } from '../session/tokens.js';
import type { TokenStorage } from './storage.js';
import { listenToTabs } from './tab-events.js';

/** Where a session is. */
export interface SessionEntry {
  /** Whether all tabs write to the same place. */
  readonly shared: boolean;
  get(): Promise<string | null>;
  /** @param earlier the tokens of the session that continues or ends, so that a sign-out or a newer sign-in in another tab counts more */
  set(value: string, earlier?: Tokens): Promise<void>;
  /** Calls `onChange` when another tab may have changed the session. */
  listen(onChange: () => void): void;
  /** Whether another tab has newer tokens, which this one will receive. */
  newerThan?(tokens: Tokens): Promise<boolean>;
}

/** One entry of a storage. If the storage fails, the page continues with the value in memory. */
export class StorageEntry implements SessionEntry {
  private last: string | null = null;
  private memoryOnly: boolean;
  private notifyTabs: () => void = () => undefined;

  constructor(
    private readonly key: string,
    private readonly storage: TokenStorage | undefined,
  ) {
    this.memoryOnly = storage === undefined;
  }

  get shared(): boolean {
    return this.storage !== undefined;
  }

  listen(onChange: () => void): void {
    this.notifyTabs = listenToTabs(this.key, this.storage, onChange);
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
    this.notifyTabs();
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
