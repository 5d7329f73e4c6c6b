import { type SessionEntry, TabLock } from '../tabs/tabs.js';
import { type Ended, isTokens, isUnknown, parse, type SignedOutReason, type Stored, type Tokens } from './tokens.js';

/** How long a write of another tab may take to become visible in this one on a busy device. */
const VISIBLE_AFTER_MS = 500;
const POLL_MS = 20;

/** The signed-in user; undefined if there is none. */
export type SignedIn = { uid: string } | undefined;

/** The stored session. Read at each use, since other tabs change it. Notifies listeners when the signed-in user changes. */
export class SessionStorage {
  private readonly writeLock: TabLock;
  private readonly ready: Promise<void>;
  private readonly listeners = new Set<(state: SignedIn) => void>();
  private state: SignedIn;
  private known = false;

  constructor(
    readonly key: string,
    private readonly entry: SessionEntry,
    private readonly onSignedOut: (reason: SignedOutReason) => void = () => undefined,
    /** Finds out who is signed in, if the entry does not know. */
    private readonly discover: () => void = () => undefined,
  ) {
    this.writeLock = new TabLock(`${key} write`, entry.shared);
    this.ready = this.read().then((stored) => this.update(stored));
    entry.listen(() => this.reload());
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
    const newer = await this.entry.newerThan?.(tokens);
    const end = performance.now() + VISIBLE_AFTER_MS;
    for (let over = !waited && !newer; ; ) {
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
      await this.entry.set(JSON.stringify(next), expected);
      this.update(next);
      return next;
    });
  }

  /** Calls the listener with the current state, and after each change in this or another tab. */
  subscribe(listener: (state: SignedIn) => void): () => void {
    this.listeners.add(listener);
    if (this.known) queueMicrotask(() => this.notify(listener, this.state));
    else this.discover();
    return () => {
      this.listeners.delete(listener);
    };
  }

  private async reload(): Promise<void> {
    await this.ready;
    const stored = await this.read();
    this.update(stored);
    if (isUnknown(stored)) this.discover();
  }

  private update(stored: Stored): void {
    const [state, before] = [stateOf(stored), this.state];
    if (isUnknown(stored) || (this.known && state?.uid === before?.uid)) return;
    this.state = state;
    this.known = true;
    for (const listener of this.listeners) queueMicrotask(() => this.notify(listener, state));
    if (before && !state) queueMicrotask(() => this.onSignedOut(reasonIn(stored)));
  }

  private notify(listener: (state: SignedIn) => void, state: SignedIn): void {
    if (this.listeners.has(listener)) listener(state);
  }
}

function stateOf(stored: Stored): SignedIn {
  return isTokens(stored) ? { uid: stored.uid } : undefined;
}

/** An emptied storage has no reason. */
function reasonIn(stored: Stored): SignedOutReason {
  return stored && 'ended' in stored ? stored.ended : 'signed_out';
}
