import type { AccessClaims, RevocationClaims } from '../tokens/claims.js';

/**
 * How long a revocation is kept, in seconds: the longest lifetime of an access token, and a minute for clocks that differ.
 * After that, every revoked token has expired.
 */
const KEPT_SECONDS = 900 + 60;

/** The sessions and users that the issuer revoked within the lifetime of an access token. */
export class Revocations {
  /** When each entry can be removed, in this order. */
  private readonly sessions = new Map<string, number>();
  private readonly users = new Map<string, { at: number; until: number }>();

  constructor(private readonly now: () => number) {}

  /** The number of entries. */
  get size(): number {
    return this.sessions.size + this.users.size;
  }

  /** Adds the entries of a list. Entries may repeat. */
  add({ sessions, users }: Pick<RevocationClaims, 'sessions' | 'users'>): void {
    this.removeOld();
    const until = this.now() + KEPT_SECONDS;
    for (const id of sessions) if (!this.sessions.has(id)) this.sessions.set(id, until);
    for (const [uid, at] of Object.entries(users)) {
      if ((this.users.get(uid)?.at ?? Number.NEGATIVE_INFINITY) >= at) continue;
      this.users.delete(uid);
      this.users.set(uid, { at, until });
    }
  }

  /** Whether a token is revoked, by its session or with all earlier tokens of its user. */
  include({ sid, sub, iat }: Pick<AccessClaims, 'sid' | 'sub' | 'iat'>): boolean {
    if (this.sessions.has(sid)) return true;
    const user = this.users.get(sub);
    return user !== undefined && iat <= user.at;
  }

  private removeOld(): void {
    const now = this.now();
    for (const [id, until] of this.sessions) {
      if (until > now) break;
      this.sessions.delete(id);
    }
    for (const [uid, { until }] of this.users) {
      if (until > now) break;
      this.users.delete(uid);
    }
  }
}
