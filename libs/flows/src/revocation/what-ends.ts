import type { Rung } from '@app/database';
import type { EndReason, NewSession, SessionsOfProvider } from '@app/tokens';

/** Why a session ended, in its event: a new sign-in in the same browser ends the one before as a logout does, but is none. */
export type RecordedReason = EndReason | 'replaced';

/** Whose sessions an event can select, and what it must know to find them. The user is locked in the transaction of the event. */
interface Selectors {
  all: { uid: string };
  /** All but the session in which the event happens, and those that it lives in. */
  others: { uid: string; keep?: string | undefined };
  /** One, for a reason of its own in the events. */
  one: { uid: string; session: string; recorded?: RecordedReason | undefined };
  /** Those that only one factor has opened. */
  weak: { uid: string };
  /** Those that one external provider has vouched for, but not the session in which the event happens. */
  of_provider: { uid: string; of: SessionsOfProvider; keep?: string | undefined };
  of_device: { uid: string; device: string };
  /** The oldest ones, where there is no room for the new one. The user must be locked. */
  surplus: { uid: string; room: NewSession };
  none: { uid: string };
  /** All, for the reason by which the owner of the account is back. */
  of_owner: { uid: string; reason: EndReason };
}

/** What an event ends. */
export interface Ends {
  sessions: keyof Selectors;
  /**
   * How much else of the user ends, each rung with those before it. 0: nothing but what lives in the sessions that end; 1: sign-ins
   * under way, and the trust in devices; 2: reset tokens; 3: verification links; 4: API keys, admin tokens, known devices and client
   * addresses.
   */
  rung: 0 | Rung;
  /** A new address that waits for its confirmation. */
  pendingAddress: 'ends' | 'stays';
  /** Whether links that undo changes end: they stay where a thief could cause the event. */
  secureLinks: boolean;
  /** Whether what the user has made and begun as an administrator ends: see `Access.endRightsOf()`. It does with rung 4. */
  begun: boolean;
  /** The reason of the ended sessions. */
  reason: EndReason;
}

type Row<S extends keyof Selectors> = Ends & { sessions: S };

const row = <S extends keyof Selectors>(sessions: S, rung: Ends['rung'], reason: EndReason, more?: Partial<Ends>) =>
  ({ sessions, rung, reason, pendingAddress: 'ends', secureLinks: false, begun: rung === 4, ...more }) as Row<S>;

/**
 * What ends with what (OWASP ASVS 5.0, 7.4). What lives in a session is dead with it, so no row names it: sessions of the console,
 * impersonations, sessions of products, challenges and others. docs/security/what-ends.md shows this table, and a test tries each
 * pair of access and event.
 */
export const WHAT_ENDS = {
  /** A first proof, a used reset token, and the answer to a theft. */
  owner_is_back: row('of_owner', 4, 'password'),
  password_changed: row('others', 2, 'password'),
  password_set_by_administrator: row('all', 3, 'administrator'),
  address_set_by_administrator: row('all', 3, 'administrator', { secureLinks: true }),
  address_changed: row('none', 3, 'address'),
  account_disabled: row('all', 3, 'administrator', { secureLinks: true, begun: true }),
  sessions_ended_by_administrator: row('all', 3, 'administrator'),
  token_reused: row('one', 0, 'stolen'),
  factor_overdue: row('one', 0, 'factor'),
  logged_out_everywhere: row('all', 1, 'logout', { pendingAddress: 'stays' }),
  logged_out: row('one', 0, 'logout', { pendingAddress: 'stays' }),
  session_ended: row('one', 0, 'ended'),
  device_removed: row('of_device', 0, 'ended'),
  session_ended_by_administrator: row('one', 0, 'administrator'),
  session_displaced: row('surplus', 0, 'limit', { pendingAddress: 'stays' }),
  factors_changed: row('others', 1, 'factor'),
  factor_added: row('none', 1, 'factor'),
  factors_reset: row('all', 3, 'administrator'),
  factor_required: row('weak', 1, 'administrator'),
  identity_unlinked: row('of_provider', 1, 'identity'),
  signed_out_at_provider: row('of_provider', 0, 'identity'),
  scopes_changed: row('all', 2, 'administrator'),
};

/** An event that ends access to an account. */
export type AccessEvent = keyof typeof WHAT_ENDS;

/** What `Access.end()` must know about an event. */
export type Who<E extends AccessEvent = AccessEvent> = Selectors[(typeof WHAT_ENDS)[E]['sessions']];
