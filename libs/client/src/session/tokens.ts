/**
 * Why a session has ended: `signOut()` was called, the refresh token expired, the session was revoked, an administrator
 * disabled the account, or the account was deleted.
 */
export type SignedOutReason = 'signed_out' | 'expired' | 'revoked' | 'disabled' | 'deleted';

/** The tokens of a session, as they are stored. */
export interface Tokens {
  uid: string;
  access: string;
  /** Undefined if it is in a cookie. */
  refresh?: string | undefined;
  /** How long the access token lives, in seconds. */
  life: number;
  /** When the access token was received, in milliseconds by the clock of the device, which may be wrong. */
  since: number;
}

/** Stored when a session ends: a late refresh must not restore it, and other tabs need the reason. */
export interface Ended {
  ended: SignedOutReason;
}

export type Stored = Tokens | Ended | undefined;

/** Of a tab that has not yet asked the service whether the cookie has a session. They are replaced before their use. */
export const UNKNOWN: Tokens = { uid: '', access: '', life: 0, since: 0 };

/** A token with less time left is refreshed: 30 seconds, or a fifth of a short lifetime. */
const MARGIN_SECONDS = 30;

export function tokensOf(uid: string, access: string, refresh: string | undefined): Tokens {
  return { uid, access, refresh, life: lifeOf(access), since: Date.now() };
}

export function parse<Kept = Stored>(text: string | null): Kept | undefined {
  try {
    const stored = JSON.parse(text ?? '');
    return typeof stored === 'object' && stored !== null ? stored : undefined;
  } catch {
    return undefined;
  }
}

export function isTokens(stored: Stored): stored is Tokens {
  return stored !== undefined && 'access' in stored;
}

export function isUnknown(stored: Stored): boolean {
  return isTokens(stored) && stored.uid === UNKNOWN.uid;
}

export function marginOf({ life }: Tokens): number {
  return Math.min(MARGIN_SECONDS, life / 5);
}

/**
 * Measures how long access tokens are still valid, independent of the time that the device shows. It counts from when a
 * token was received, by the wall clock and by the monotonic clock, and uses the longer of both.
 */
export class Stopwatch {
  private access = '';
  private start = 0;

  /** In seconds. A token from the future, after the clock was set back, counts as expired. */
  secondsLeft({ access, life, since }: Tokens): number {
    const byWall = Date.now() - since;
    if (this.access !== access) {
      this.access = access;
      this.start = performance.now() - (byWall < 0 ? Number.POSITIVE_INFINITY : byWall);
    }
    return life - Math.max(byWall, performance.now() - this.start) / 1000;
  }
}

/** The lifetime by the clock of the service, which set both times. */
function lifeOf(jwt: string): number {
  try {
    const payload = (jwt.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const { iat, exp } = JSON.parse(atob(payload)) as { iat: number; exp: number };
    return exp - iat || 0;
  } catch {
    return 0;
  }
}
