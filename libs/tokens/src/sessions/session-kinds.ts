/** How a session began. */
export const SIGN_IN_METHODS = [
  'password',
  'sign_up',
  'magic_link',
  'email_code',
  'passkey',
  'external',
  'impersonation',
] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** How strongly a session is authenticated: `aal2` means by two factors, or by a passkey that verified the user. */
export type Acr = 'aal1' | 'aal2';

/** The strongest proof that was shown in a session since it was opened: any one, or a second factor. */
export type ShownProof = 'proof' | 'factor';

/**
 * Why a session ended: `logout` by its user; `ended` from the list of sessions; `password` by a changed or reset password;
 * `address` by the first proof or a change of the email; `secured` by the answer to a theft; `administrator` by an administrator; `stolen` by a
 * replayed refresh token or code; `limit` by a newer session of a user with too many sessions; `factor` by a change of the
 * factors; `identity` by the removal of the identity that opened it.
 */
export type EndReason =
  | 'logout'
  | 'ended'
  | 'secured'
  | 'password'
  | 'address'
  | 'administrator'
  | 'stolen'
  | 'limit'
  | 'factor'
  | 'identity';
