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
