import { StorageEntry, type TokenStorage } from '../tabs/storage.js';
import { listenToTabs } from '../tabs/tab-events.js';
import { TabLock } from '../tabs/tab-lock.js';
import { type Ended, isTokens, parse, type SignedOutReason, type Stored, type Tokens } from './tokens.js';

/** How long a write of another tab may take to become visible in this one on a busy device. */
const VISIBLE_AFTER_MS = 500;
const POLL_MS = 20;

/** The signed-in user; undefined if there is none. */
export type SignedIn = { uid: string } | undefined;

/** The stored session. Read at each use, since other tabs change it. Notifies listeners when the signed-in user changes. */
export class SessionStorage {
  private readonly entry: StorageEntry;
  private readonly writeLock: TabLock;
  private readonly ready: Promise<void>;
  private readonly listeners = new Set<(state: SignedIn) => void>();
  private readonly notifyTabs: () => void;
  private state: SignedIn;

  constructor(
    readonly key: string,
    readonly storage: TokenStorage | undefined,
    private readonly onSignedOut: (reason: SignedOutReason) => void = () => undefined,
  ) {
    this.entry = new StorageEntry(key, storage);
    this.writeLock = new TabLock(`${key} write`, storage !== undefined);
    this.ready = this.read().then((stored) => {
      this.state = stateOf(stored);
    });
    this.notifyTabs = listenToTabs(key, storage, () => this.reload());
  }

  async read(): Promise<Stored> {
    return parse(await this.entry.get());
  }

  /**
   * Reads the session. After a wait for another tab it reads until these tokens are replaced, or a write of the other tab
   * would certainly be visible: browsers do not guarantee that it is visible at once. Returns the object `tokens` itself if
   * they were not replaced.
   */
  async readAfter(waited: boolean, tokens: Tokens, by: 'access' | 'uid' = 'access'): Promise<Stored> {
    const end = performance.now() + VISIBLE_AFTER_MS;
    for (let over = !waited; ; ) {
      const stored = await this.read();
      if (!isTokens(stored) || stored[by] !== tokens[by]) return stored;
      if (over) return tokens;
      // Set before the pause: a page that was suspended for long reads once more after pending events.
      over = performance.now() >= end;
      await new Promise((next) => setTimeout(next, POLL_MS));
    }
  }

  /**
   * Stores a session or its end. With `expected`, only if those tokens, or with `uid` any tokens of the same user, are
   * stored: a late refresh must neither replace a newer sign-in nor undo a sign-out. Returns what is stored afterwards.
   */
  async replace(next: Tokens | Ended, expected?: Tokens, by: 'access' | 'uid' = 'access'): Promise<Stored> {
    await this.ready;
    return this.writeLock.run(async (waited) => {
      if (expected) {
        const stored = await this.readAfter(waited, expected, by);
        if (stored !== expected) return stored;
      }
      await this.entry.set(JSON.stringify(next));
      this.update(next);
      this.notifyTabs();
      return next;
    });
  }

  /** Calls the listener with the current state, and after each change in this or another tab. */
  subscribe(listener: (state: SignedIn) => void): () => void {
    this.listeners.add(listener);
    void this.ready.then(() => {
      if (this.listeners.has(listener)) listener(this.state);
    });
    return () => {
      this.listeners.delete(listener);
    };
  }

  private async reload(): Promise<void> {
    await this.ready;
    this.update(await this.read());
  }

  private update(stored: Stored): void {
    const state = stateOf(stored);
    if (state?.uid === this.state?.uid) return;
    this.state = state;
    for (const listener of this.listeners) queueMicrotask(() => listener(state));
    if (!state) queueMicrotask(() => this.onSignedOut(reasonIn(stored)));
  }
}

function stateOf(stored: Stored): SignedIn {
  return isTokens(stored) ? { uid: stored.uid } : undefined;
}

/** An emptied storage has no reason. */
function reasonIn(stored: Stored): SignedOutReason {
  return stored && 'ended' in stored ? stored.ended : 'signed_out';
}
