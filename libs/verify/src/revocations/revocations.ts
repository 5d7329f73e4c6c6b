import { SharedRun } from '../issuer/backoff-loop.js';
import type { IssuerClient } from '../issuer/issuer-client.js';
import type { KeySource } from '../issuer/keys.js';
import { IssuerUnavailable, RevocationsUnavailable } from '../refusals.js';
import { keyIdOf, verifyJws } from '../tokens/access-token.js';
import type { Revocable, RevocationClaims } from '../tokens/claims.js';

/**
 * How long a revocation is kept, in seconds: the longest lifetime of an access token, and a minute for clocks that differ.
 * After that, every revoked token has expired.
 */
const KEPT_SECONDS = 900 + 60;

/** The entries of one kind: each id with the time until which tokens with it are invalid. */
class Entries {
  /** In the order in which they can be removed. */
  private readonly known = new Map<string, { at: number; until: number }>();

  get size(): number {
    return this.known.size;
  }

  add(id: string, at: number, until: number): void {
    if ((this.known.get(id)?.at ?? Number.NEGATIVE_INFINITY) >= at) return;
    this.known.delete(id);
    this.known.set(id, { at, until });
  }

  include(id: string | undefined, iat: number): boolean {
    const entry = id === undefined ? undefined : this.known.get(id);
    return entry !== undefined && iat <= entry.at;
  }

  removeUntil(now: number): void {
    for (const [id, { until }] of this.known) {
      if (until > now) break;
      this.known.delete(id);
    }
  }
}

/** The sessions, users, clients and API keys that the issuer revoked within the lifetime of an access token. */
export class Revocations {
  private readonly sessions = new Entries();
  private readonly users = new Entries();
  private readonly clients = new Entries();
  private readonly keys = new Entries();

  constructor(private readonly now: () => number) {}

  /** The number of entries. */
  get size(): number {
    return this.all.reduce((sum, { size }) => sum + size, 0);
  }

  private get all(): Entries[] {
    return [this.sessions, this.users, this.clients, this.keys];
  }

  /** Adds the entries of a list. Entries may repeat. */
  add({ sessions, users, clients = {}, keys = {} }: Omit<RevocationClaims, 'iss' | 'iat' | 'exp' | 'typ'>): void {
    const now = this.now();
    for (const entries of this.all) entries.removeUntil(now);
    const until = now + KEPT_SECONDS;
    // An ended session has no later tokens.
    for (const id of sessions) this.sessions.add(id, Number.POSITIVE_INFINITY, until);
    for (const [id, at] of Object.entries(users)) this.users.add(id, at, until);
    for (const [id, at] of Object.entries(clients)) this.clients.add(id, at, until);
    for (const [id, at] of Object.entries(keys)) this.keys.add(id, at, until);
  }

  /** Whether a token is revoked: by its session, or with all earlier tokens of its user, its client or its API key. */
  include({ sid, sub, client_id, key_id, iat }: Revocable): boolean {
    if (this.clients.include(client_id, iat) || this.keys.include(key_id, iat)) return true;
    return this.sessions.include(sid, iat) || this.users.include(sub, iat);
  }
}

/** How much the clocks of a service and its issuer may differ, in seconds. An old list is incomplete, but not wrong. */
const CLOCK_LEEWAY = 300;

/**
 * The claims of a verified list of revocations.
 * @param now in seconds since the UNIX epoch
 * @throws {Error} if it is not from this issuer, or has expired
 */
function readRevocationClaims(payload: unknown, issuer: string, now: number): RevocationClaims {
  const { iss, iat, exp, typ, sessions, users, clients, keys } = Object(payload) as Partial<RevocationClaims>;
  const ids = Array.isArray(sessions) && sessions.every((id) => typeof id === 'string');
  const times = [users, clients ?? {}, keys ?? {}].every(areTimes);
  if (iss !== issuer || typ !== 'revocations' || !ids || !times) throw new Error('This is no list of revocations.');
  if (!Number.isInteger(iat) || !Number.isInteger(exp) || (exp as number) + CLOCK_LEEWAY <= now)
    throw new Error('The list of revocations has expired.');
  return payload as RevocationClaims;
}

function areTimes(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(Number.isInteger);
}

/** More pages than that, one after the other, are an issuer that has lost its way. */
const MOST_PAGES = 10_000;

/** How much older than its arrival a list may be without counting as stale, in seconds: for caches, and clocks that differ. */
const AGE_LEEWAY = 60;

interface Source {
  issuer: string;
  uri: string;
  /** In seconds since the UNIX epoch. */
  now(): number;
  /** After how many seconds without a new list every token is refused. */
  maxStale?: number;
}

/** While the lists are unusable, a request may start another attempt after this many milliseconds. */
const PAUSE_MS = 1_000;

/** Reads what the issuer has revoked: everything at first, then what is new. */
export class RevocationPoller {
  private readonly polling = new SharedRun(() => this.readAll());
  private complete = false;
  private cursor: string | undefined;
  private etag: string | undefined;
  /** The newest list: when it was asked for, by both clocks, and when it was signed. */
  private readAt = { wall: 0, monotonic: 0 };
  private signedAt = 0;

  constructor(
    private readonly client: IssuerClient,
    private readonly keys: KeySource,
    private readonly revocations: Revocations,
    private readonly source: Source,
  ) {}

  /** Reads all that is new. Calls at the same time share the request. Pages that were read stay, also when the next one fails. */
  poll(): Promise<void> {
    return this.polling.run();
  }

  /** Whether all has been read at least once, and not too long ago. */
  get usable(): boolean {
    return this.complete && !this.isStale();
  }

  /**
   * Resolves at once while the lists are usable. Until then it is unknown which sessions have ended.
   * @throws {IssuerUnavailable} if they have never been read, and cannot be read right now
   * @throws {RevocationsUnavailable} if they are too old, and cannot be read right now
   */
  async ready(): Promise<void> {
    if (this.usable) return;
    const mayPoll = this.polling.busy || this.polling.age >= PAUSE_MS;
    const cause = mayPoll ? await this.poll().then(nothing, (error: unknown) => error) : undefined;
    if (!this.complete) throw new IssuerUnavailable('It is not known yet what was revoked.', { cause });
    if (this.isStale()) throw new RevocationsUnavailable({ cause });
  }

  /** By both clocks: the one may have been set back, and the other stands still while the machine sleeps. */
  private isStale(): boolean {
    const { maxStale, now } = this.source;
    if (maxStale === undefined) return false;
    const fresh = Math.min(this.readAt.wall, this.signedAt + AGE_LEEWAY);
    return now() - fresh > maxStale || performance.now() - this.readAt.monotonic > maxStale * 1_000;
  }

  private async readAll(): Promise<void> {
    const begun = { wall: this.source.now(), monotonic: performance.now() };
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      if (await this.readPage()) continue;
      this.complete = true;
      this.readAt = begun;
      return;
    }
  }

  /** Whether there is another page. */
  private async readPage(): Promise<boolean> {
    // With `maxStale` each answer must be signed anew: a cache must not present an old list as a new one.
    const known = this.source.maxStale === undefined ? this.etag : undefined;
    const asked = this.cursor ?? '';
    const { status, text, etag } = await this.client.get(this.address(), known);
    if (status === 304 && known !== undefined) return false;
    // The issuer does not know its cursor any more: from the start, then.
    if (status === 400) this.cursor = this.etag = undefined;
    if (status !== 200) throw new Error(`The issuer answered ${status} for its revocations.`);
    const { token, cursor } = Object(JSON.parse(text)) as { token?: unknown; cursor?: unknown };
    if (typeof token !== 'string' || typeof cursor !== 'string') throw new Error('This is no list of revocations.');
    const list = await this.verified(token);
    if ((list.after ?? asked) !== asked) throw new Error('This is the list of revocations after another cursor.');
    this.revocations.add(list);
    this.signedAt = list.iat;
    // It belongs to the address that was asked: the next one may be another.
    this.etag = cursor === this.cursor ? (etag ?? undefined) : undefined;
    this.cursor = cursor;
    return list.more === true;
  }

  private address(): string {
    const url = new URL(this.source.uri);
    if (this.cursor !== undefined) url.searchParams.set('after', this.cursor);
    return url.href;
  }

  private async verified(token: string): Promise<RevocationClaims> {
    const kid = keyIdOf(token);
    const key = this.keys.publicKey(kid) ?? (await this.keys.find?.(kid));
    if (key === undefined) throw new IssuerUnavailable();
    return readRevocationClaims(await verifyJws(token, key), this.source.issuer, this.source.now());
  }
}

const nothing = () => undefined;
