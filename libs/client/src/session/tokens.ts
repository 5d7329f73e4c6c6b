/**
 * Why nobody is signed in any more: by `signOut()`, because the refresh token has expired, because the session was ended
 * elsewhere, because an administrator has disabled the account, or because it was deleted.
 */
export type SignedOutReason = 'signed_out' | 'expired' | 'revoked' | 'disabled' | 'deleted';

/** The tokens of a session, as they are stored. */
export interface Tokens {
  uid: string;
  access: string;
  refresh: string;
  /** How long the access token lives, in seconds. */
  life: number;
  /** When it was received, in milliseconds by the clock of this machine, which may be wrong. */
  since: number;
}

/** What is stored after a session: it keeps a late refresh from bringing it back, and tells other tabs the reason. */
export interface Ended {
  ended: SignedOutReason;
}

export type Stored = Tokens | Ended | undefined;

/** How much of its life an access token must have left to be used: 30 seconds, or a fifth of a short life. */
const MARGIN_SECONDS = 30;

export function tokensOf(uid: string, access: string, refresh: string): Tokens {
  return { uid, access, refresh, life: lifeOf(access), since: Date.now() };
}

export function parse(text: string | null): Stored {
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

export function marginOf({ life }: Tokens): number {
  return Math.min(MARGIN_SECONDS, life / 5);
}

/**
 * Tells how much life access tokens have left, whatever time the clock of this machine shows: it counts from when they
 * were received, by the wall clock and by one that nobody sets, and believes the one that says more has passed.
 */
export class Stopwatch {
  private access = '';
  private start = 0;

  /** In seconds; nothing is left of a token from the future, which a clock that was set back makes. */
  left({ access, life, since }: Tokens): number {
    const byWall = Date.now() - since;
    if (this.access !== access) {
      this.access = access;
      this.start = performance.now() - (byWall < 0 ? Number.POSITIVE_INFINITY : byWall);
    }
    return life - Math.max(byWall, performance.now() - this.start) / 1000;
  }
}

/** By the clock of the service, which set both ends. */
function lifeOf(jwt: string): number {
  try {
    const payload = (jwt.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const { iat, exp } = JSON.parse(atob(payload)) as { iat: number; exp: number };
    return exp - iat || 0;
  } catch {
    return 0;
  }
}
