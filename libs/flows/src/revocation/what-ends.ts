import type { CodePurpose, EndReason, LinkPurpose } from '@app/tokens';
import type { AccessEvent, Ends, Extent } from './ends.js';

const NO_MORE = {
  resetTokens: false,
  verificationLinks: false,
  secureLinks: false,
  adminTokens: false,
  apiKeys: false,
};

const everything = (reason: EndReason, secureLinks = false): Ends => ({
  sessions: 'all',
  signIns: 'all',
  pendingAddress: 'all',
  ...NO_MORE,
  devices: 'untrusted',
  resetTokens: true,
  verificationLinks: true,
  secureLinks,
  reason,
});

const signInsOf = (sessions: Ends['sessions'], reason: EndReason): Ends => ({
  sessions,
  signIns: 'all',
  pendingAddress: 'all',
  ...NO_MORE,
  devices: 'untrusted',
  reason,
});

const someSessions = (sessions: Ends['sessions'], reason: EndReason, pendingAddress: Extent): Ends => ({
  sessions,
  signIns: 'of_session',
  pendingAddress,
  ...NO_MORE,
  devices: pendingAddress === 'none' ? 'kept' : 'of_session',
  reason,
});

const oneSession = (reason: EndReason, pendingAddress: Extent) => someSessions('one', reason, pendingAddress);
/** A sign-in that is under way may be one by the provider. */
const providerSessions: Ends = {
  ...someSessions('of_provider', 'identity', 'of_session'),
  signIns: 'all',
  devices: 'untrusted',
};

/**
 * What ends with what (OWASP ASVS 5.0, 7.4). A session takes along what began in it: sessions of the console, impersonations
 * and sessions of products. docs/security/what-ends.md shows this table, and a test tries each pair of access and event.
 */
export const WHAT_ENDS: Record<AccessEvent, Ends> = {
  password_changed: { ...signInsOf('others', 'password'), resetTokens: true },
  password_set_by_administrator: everything('administrator'),
  address_set_by_administrator: everything('administrator', true),
  address_changed: { ...everything('address'), sessions: 'none' },
  // The owner answers a theft, or may do so: by a first proof, a reset token, or a link that secures the account.
  owner_back: { ...everything('owner'), adminTokens: true, apiKeys: true, devices: 'forgotten' },
  account_disabled: everything('administrator', true),
  sessions_ended_by_administrator: everything('administrator'),
  token_reused: oneSession('stolen', 'of_session'),
  factor_overdue: oneSession('factor', 'of_session'),
  logged_out_everywhere: { ...signInsOf('all', 'logout'), pendingAddress: 'none' },
  logged_out: oneSession('logout', 'none'),
  session_ended: oneSession('ended', 'of_session'),
  device_removed: { ...someSessions('of_device', 'ended', 'of_session'), devices: 'kept' },
  session_ended_by_administrator: oneSession('administrator', 'of_session'),
  session_displaced: oneSession('limit', 'none'),
  factors_changed: signInsOf('others', 'factor'),
  factors_reset: everything('administrator'),
  factor_required: {
    ...someSessions('weak', 'administrator', 'of_session'),
    signIns: 'all',
    devices: 'untrusted',
  },
  identity_unlinked: providerSessions,
  signed_out_at_provider: providerSessions,
  scopes_changed: { ...signInsOf('all', 'administrator'), resetTokens: true },
};

/** The parts of `Ends` about links and email codes. */
type LinkPart = 'signIns' | 'pendingAddress' | 'resetTokens' | 'verificationLinks' | 'secureLinks';

/** Which part of `Ends` decides about the links and codes of a purpose. A new purpose does not compile without its line. */
const PART_OF: Record<LinkPurpose | CodePurpose, LinkPart> = {
  magic_link: 'signIns',
  email_code: 'signIns',
  reauthenticate: 'signIns',
  external_confirm: 'signIns',
  confirm_email: 'pendingAddress',
  reset_password: 'resetTokens',
  verify_email: 'verificationLinks',
  secure_account: 'secureLinks',
};

/** The purposes of the links and codes that an event ends: all of the user, or only those requested in the sessions that end. */
export function purposesEndedBy(ends: Ends): Record<'all' | 'of_session', (LinkPurpose | CodePurpose)[]> {
  const purposes = Object.keys(PART_OF) as (LinkPurpose | CodePurpose)[];
  return {
    all: purposes.filter((purpose) => [true, 'all'].includes(ends[PART_OF[purpose]])),
    of_session: purposes.filter((purpose) => ends[PART_OF[purpose]] === 'of_session'),
  };
}
