import { isTokens, isUnknown, parse, type Tokens, UNKNOWN } from '../session/tokens.js';

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

/**
 * Calls `onChange` when another tab may have changed the session. Returns a function that notifies the other tabs:
 * `localStorage` notifies them itself; other storages use a channel, which carries no tokens.
 */
function listenToTabs(key: string, storage: TokenStorage | undefined, onChange: () => void): () => void {
  if (typeof document === 'undefined' || storage === undefined) return () => undefined;
  // A page from the back/forward cache has missed all events.
  addEventListener('pageshow', onChange);
  if (storage === defaultStorage()) {
    addEventListener('storage', onChange);
    return () => undefined;
  }
  const channel = new BroadcastChannel(key);
  channel.onmessage = onChange;
  return () => channel.postMessage('');
}

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

/** What a message does to a tab: it helps one that knows nothing, continues its session, or replaces it. */
type Force = 'helps' | 'continues' | 'replaces';

/** A session or its end. */
interface Sent {
  value: string;
  force: Force;
  /** When the tokens were received from which the session continues or ends. */
  since?: number | undefined;
}

/** Without a session, a tab asks for it. */
type Message = Sent | undefined;

const NOTHING = JSON.stringify(UNKNOWN);

/**
 * The session of a tab whose refresh token is in a cookie: the access token is in memory, and the tabs hand each other new ones. No
 * storage ever has it. On a server nothing is sent, and no user is signed in.
 */
export class TabMemory implements SessionEntry {
  readonly shared = false;
  private value: string | null = null;
  private channel: BroadcastChannel | undefined;
  /** Ends the lock that shows other tabs since when this one has its access token. */
  private release: (() => void) | undefined;

  constructor(private readonly key: string) {
    if (globalThis.location) this.value = NOTHING;
  }

  listen(onChange: () => void): void {
    if (this.value === null) return;
    this.channel = new BroadcastChannel(this.key);
    this.channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (!data) return this.release && this.post('helps');
      if (!this.takes(data)) return;
      this.keep(data.value);
      onChange();
    };
    // A page in the back/forward cache misses all messages, and must not hold a lock.
    addEventListener('pagehide', () => this.release?.());
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      this.keep(NOTHING);
      onChange();
    });
  }

  async get(): Promise<string | null> {
    return this.value;
  }

  async set(value: string, earlier?: Tokens): Promise<void> {
    this.keep(value);
    this.post(earlier ? 'continues' : 'replaces', earlier?.since);
  }

  async newerThan({ since }: Tokens): Promise<boolean> {
    if (!this.channel) return false;
    if (since === UNKNOWN.since) this.channel.postMessage(undefined);
    // Unlike a message, a lock is visible at once.
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    return held.some(({ name = '' }) => name.startsWith(this.key) && Number(name.slice(this.key.length)) > since);
  }

  private post(force: Force, since?: number): void {
    this.channel?.postMessage({ value: this.value, force, since });
  }

  /** A refresh, also a refused one, undoes neither a sign-out that came before it ended, nor a sign-in that came before its message. */
  private takes({ value, force, since = 0 }: Sent): boolean {
    const [own, sent] = [parse(this.value), parse(value)];
    if (force === 'replaces' || isUnknown(own)) return true;
    if (force === 'helps' || !isTokens(own)) return false;
    return isTokens(sent) ? sent.since > own.since : since >= own.since;
  }

  private keep(value: string): void {
    this.value = value;
    this.release?.();
    this.release = undefined;
    const stored = parse(value);
    if (!this.channel || !isTokens(stored) || isUnknown(stored)) return;
    const held = new Promise<void>((release) => {
      this.release = release;
    });
    void navigator.locks?.request(`${this.key} ${stored.since}`, { mode: 'shared' }, () => held);
  }
}

/**
 * Runs one piece of work at a time: over all tabs with Web Locks; in this page without them, or if the storage is not
 * shared. Node.js has Web Locks, too, but no tabs: clients of different users would block each other.
 */
export class TabLock {
  private last: Promise<unknown> = Promise.resolve();
  private readonly locks: LockManager | undefined;

  constructor(
    private readonly name: string,
    acrossTabs: boolean,
  ) {
    this.locks = acrossTabs && globalThis.location ? globalThis.navigator?.locks : undefined;
  }

  /** @param work gets whether it waited for another tab, whose writes may not be visible yet */
  run<T>(work: (waited: boolean) => Promise<T>): Promise<T> {
    if (this.locks) return acrossTabs(this.locks, this.name, work);
    const turn = this.last.then(() => work(false));
    this.last = turn.catch(() => undefined);
    return turn;
  }
}

async function acrossTabs<T>(locks: LockManager, name: string, work: (waited: boolean) => Promise<T>): Promise<T> {
  const attempt = await locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { done: await work(false) } : undefined,
  );
  return attempt ? attempt.done : locks.request(name, () => work(true));
}
