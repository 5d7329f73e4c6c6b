import type { AccessClaims, RevocationClaims } from '../tokens/claims.js';

/**
 * How long a revocation is kept, in seconds: the longest life of an access token, and a minute for clocks that differ.
 * What is forgotten then has no living token left.
 */
const KEPT_SECONDS = 900 + 60;

/** What the issuer has revoked within the life of an access token. */
export class Revocations {
  /** When each is to be forgotten; the next one first. */
  private readonly sessions = new Map<string, number>();
  private readonly users = new Map<string, { at: number; until: number }>();

  constructor(private readonly now: () => number) {}

  /** How many are kept. */
  get size(): number {
    return this.sessions.size + this.users.size;
  }

  /** Adds what a list tells; the same may be told any number of times. */
  add({ sessions, users }: Pick<RevocationClaims, 'sessions' | 'users'>): void {
    this.forgetOld();
    const until = this.now() + KEPT_SECONDS;
    for (const id of sessions) if (!this.sessions.has(id)) this.sessions.set(id, until);
    for (const [uid, at] of Object.entries(users)) {
      if ((this.users.get(uid)?.at ?? Number.NEGATIVE_INFINITY) >= at) continue;
      this.users.delete(uid);
      this.users.set(uid, { at, until });
    }
  }

  /** Whether a token has been revoked, by its session or with all tokens that its user had at some time. */
  include({ sid, sub, iat }: Pick<AccessClaims, 'sid' | 'sub' | 'iat'>): boolean {
    if (this.sessions.has(sid)) return true;
    const user = this.users.get(sub);
    return user !== undefined && iat <= user.at;
  }

  private forgetOld(): void {
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
