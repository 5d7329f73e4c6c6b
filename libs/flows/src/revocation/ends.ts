import type { EndReason } from '@app/tokens';

/** An event that ends access to an account. */
export type AccessEvent =
  | 'password_changed'
  | 'password_set_by_administrator'
  | 'address_set_by_administrator'
  | 'address_changed'
  | 'owner_back'
  | 'account_disabled'
  | 'sessions_ended_by_administrator'
  | 'token_reused'
  | 'factor_overdue'
  | 'logged_out_everywhere'
  | 'logged_out'
  | 'session_ended'
  | 'device_removed'
  | 'session_ended_by_administrator'
  | 'session_displaced'
  | 'factors_changed'
  | 'factors_reset'
  | 'factor_required'
  | 'identity_unlinked'
  | 'signed_out_at_provider'
  | 'scopes_changed';

/** `of_session`: only what began in the sessions that end. */
export type Extent = 'all' | 'of_session' | 'none';

/** What an event ends. */
export interface Ends {
  /**
   * `others`: all but the session in which the event happens. `weak`: those that only one factor has opened. `of_provider`: those
   * that one external provider has vouched for, but not the session in which the event happens. `of_device`: those on one device.
   */
  sessions: 'all' | 'others' | 'one' | 'weak' | 'of_provider' | 'of_device' | 'none';
  /** Magic links and their codes, email codes, external states and codes, codes of the pages, `mfa_token`s and challenges. */
  signIns: Extent;
  /** A new address that waits for its confirmation. */
  pendingAddress: Extent;
  resetTokens: boolean;
  verificationLinks: boolean;
  /** The links that secure the account; kept where a thief could cause the event. */
  secureLinks: boolean;
  /**
   * What the user has made and begun as an administrator: admin tokens and all by these, unused links, new emails of users and resets
   * of factors that wait. A thief may have begun it.
   */
  adminTokens: boolean;
  /** The API keys of the user: a thief may have made them. */
  apiKeys: boolean;
  /**
   * Known devices. `forgotten`: none is known any more, nor any client address. `untrusted`: a sign-in by password is asked for the
   * second factor on all of them again, and with `of_session` only on those of the sessions that end.
   */
  devices: 'forgotten' | 'untrusted' | 'of_session' | 'kept';
  /** The reason of the ended sessions. */
  reason: EndReason;
}
