import { isTokens, isUnknown, parse, type Tokens, UNKNOWN } from '../session/tokens.js';
import type { SessionEntry } from './storage-entry.js';

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
