import { Entry, type TokenStorage } from '../tabs/storage.js';
import { Turns } from '../tabs/turns.js';
import { watchTabs } from '../tabs/watch.js';
import { type Ended, isTokens, parse, type SignedOutReason, type Stored, type Tokens } from './tokens.js';

/** How long what another tab has written may take to show in this one, on a machine that is busy. */
const SETTLE_MS = 500;
const LOOK_MS = 20;

/** Who is signed in; undefined when nobody is. */
export type SignedIn = { uid: string } | undefined;

/** The stored session: read anew each time, since other tabs change it, and told of when somebody comes or goes. */
export class Vault {
  private readonly entry: Entry;
  private readonly writing: Turns;
  private readonly ready: Promise<void>;
  private readonly listeners = new Set<(state: SignedIn) => void>();
  private readonly tellTabs: () => void;
  private state: SignedIn;

  constructor(
    readonly key: string,
    readonly storage: TokenStorage | undefined,
    private readonly onSignedOut: (reason: SignedOutReason) => void = () => undefined,
  ) {
    this.entry = new Entry(key, storage);
    this.writing = new Turns(`${key} write`, storage !== undefined);
    this.ready = this.read().then((stored) => {
      this.state = stateOf(stored);
    });
    this.tellTabs = watchTabs(key, storage, () => this.look());
  }

  async read(): Promise<Stored> {
    return parse(await this.entry.get());
  }

  /**
   * Reads; after a wait for another tab, until that shows what the other has stored in place of these tokens, or surely
   * would. Browsers promise no more than that it shows soon. The same object while nothing is stored in their place.
   */
  async readAfter(waited: boolean, tokens: Tokens, by: 'access' | 'uid' = 'access'): Promise<Stored> {
    const end = performance.now() + SETTLE_MS;
    for (let over = !waited; ; ) {
      const stored = await this.read();
      if (!isTokens(stored) || stored[by] !== tokens[by]) return stored;
      if (over) return tokens;
      // Before the pause: a page that was held up for long looks once more, after what waits for it has happened.
      over = performance.now() >= end;
      await new Promise((next) => setTimeout(next, LOOK_MS));
    }
  }

  /**
   * Stores something; where `expected` is given, only in its place, or in that of any tokens of the same user. A refresh
   * that comes back late thus neither replaces a newer sign-in nor undoes a sign-out. Answers with what is stored then.
   */
  async replace(next: Tokens | Ended, expected?: Tokens, by: 'access' | 'uid' = 'access'): Promise<Stored> {
    await this.ready;
    return this.writing.take(async (waited) => {
      if (expected) {
        const stored = await this.readAfter(waited, expected, by);
        if (stored !== expected) return stored;
      }
      await this.entry.set(JSON.stringify(next));
      this.notice(next);
      this.tellTabs();
      return next;
    });
  }

  /** Calls back with the state as it is, and whenever it becomes another, in this tab or elsewhere. */
  subscribe(listener: (state: SignedIn) => void): () => void {
    this.listeners.add(listener);
    void this.ready.then(() => {
      if (this.listeners.has(listener)) listener(this.state);
    });
    return () => {
      this.listeners.delete(listener);
    };
  }

  private async look(): Promise<void> {
    await this.ready;
    this.notice(await this.read());
  }

  private notice(stored: Stored): void {
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

/** A storage that was emptied tells no reason. */
function reasonIn(stored: Stored): SignedOutReason {
  return stored && 'ended' in stored ? stored.ended : 'signed_out';
}
