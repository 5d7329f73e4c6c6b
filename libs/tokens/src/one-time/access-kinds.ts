import type { Rung } from '@app/database';

/** What access can live in: it is dead when that is dead. */
type Parent = 'session' | 'token' | 'reset' | 'administrator' | 'nothing';

/** How a kind of access ends. A new kind does not compile without its answers. */
interface AccessKind {
  /** The rung on which it stands: see `Rung`. Beside the rungs, its own rule ends it. */
  rung: Rung | 'beside';
  /** What each one of the kind says when it is made, one of these. */
  livesIn: readonly Parent[];
  /** Whether its use needs a proof that was shown in the session that uses it. */
  proofHere: boolean;
  /** In the words of docs/security/what-ends.md. */
  words: string;
}

const kind = <const P extends readonly Parent[]>(
  rung: AccessKind['rung'],
  livesIn: P,
  words: string,
  proofHere = false,
) => ({ rung, livesIn, words, proofHere }) satisfies AccessKind;

/** What a client can use once. `ONE_TIME[purpose]` decides how it ends. */
export const ONE_TIME = {
  magic_link: kind(1, ['administrator', 'nothing'], 'magic link, with its code'),
  email_code: kind(1, ['nothing'], 'email code'),
  reauthenticate: kind(1, ['session'], 'email code of a new proof in a session'),
  /** The first step of a sign-in that waits for its factor, or for one that must be added. */
  mfa: kind(1, ['nothing'], '`mfa_token`'),
  mfa_enrolment: kind(1, ['nothing'], '`mfa_token` that waits for a new factor'),
  passkey_login: kind(1, ['nothing'], 'challenge of a sign-in by passkey'),
  passkey_mfa: kind(1, ['token'], 'challenge of a passkey as second factor'),
  passkey_registration: kind(1, ['session', 'token'], 'challenge of a new passkey', true),
  passkey_reauth: kind(1, ['session'], 'challenge of a new proof by passkey'),
  /** A sign-in by a provider: its way through the provider, its result, a person without a proved address, and the code that proves it. */
  external_state: kind(1, ['session', 'nothing'], 'sign-in at a provider, or the link to an identity'),
  external_code: kind(1, ['session', 'nothing'], 'code of a provider'),
  // A link to an identity waits for no address, so this began in no session.
  external_pending: kind(1, ['nothing'], 'identity that waits for an address'),
  external_confirm: kind(1, ['token'], 'email code for such an identity'),
  link_code: kind(1, ['nothing'], 'code of a followed link'),
  page_code: kind(1, ['session'], 'code of the sign-in pages'),
  reset_password: kind(2, ['administrator', 'nothing'], 'reset token'),
  verify_email: kind(3, ['administrator', 'nothing'], 'verification link'),
  /** A new address that waits, with the session that has asked for it, in which it does not live. */
  confirm_email: kind('beside', ['administrator', 'nothing'], 'new email that waits'),
  secure_account: kind('beside', ['nothing'], 'link that secures the account'),
  /** The link to the console that a start or the command line prints. */
  console: kind('beside', ['nothing'], 'link to the console'),
  /** What is used by its creation: the logout token of a provider, and the assertion of a client. */
  logout_token: kind('beside', ['nothing'], 'logout token of a provider'),
  assertion: kind('beside', ['nothing'], 'assertion of a client'),
};

/** The kinds of access with tables of their own. */
export const LASTING = {
  session: kind('beside', ['nothing'], 'session of a sign-in'),
  product_session: kind('beside', ['session'], 'session of a product'),
  impersonation: kind('beside', ['session', 'administrator'], 'impersonation'),
  console_session: kind('beside', ['session', 'administrator'], 'session of the console', true),
  device_trust: kind(1, ['nothing'], 'trust in a device'),
  unconfirmed_app: kind(1, ['session', 'token'], 'authenticator app without its first code'),
  api_key: kind(4, ['nothing'], 'API key'),
  admin_token: kind(4, ['administrator', 'nothing'], 'admin token'),
  known_device: kind(4, ['nothing'], 'known device'),
  known_address: kind(4, ['nothing'], 'known client address'),
  /** Void after a change of the address. */
  factor_reset: kind('beside', ['administrator', 'nothing'], 'reset of factors that waits'),
  reset_stop: kind('beside', ['reset'], 'link that stops a reset'),
  /** What an administrator makes stays when its maker goes: only a maker that was stolen takes it along. */
  client: kind('beside', ['nothing'], 'client'),
  provider: kind('beside', ['nothing'], 'provider'),
  webhook: kind('beside', ['nothing'], 'webhook'),
};

/** What a one-time token is for. */
export type Purpose = keyof typeof ONE_TIME;

interface Homes {
  session: { session: string };
  /** The hash of another one-time token. */
  token: { token: string };
  /** By the name in events. */
  administrator: { administrator: string };
  nothing: 'nothing';
}

/** What a token of a purpose lives in. */
export type HomeOf<P extends Purpose> = Homes[(typeof ONE_TIME)[P]['livesIn'][number]];

const purposes = Object.keys(ONE_TIME) as Purpose[];

/** SQL for what a token must have in its column `counter`. @param counter SQL for the counter of a rung */
export function counterFor(token: string, counter: (rung: Rung) => string): string {
  const cases = purposes.flatMap((purpose) => {
    const { rung } = ONE_TIME[purpose];
    return rung === 'beside' ? [] : [`WHEN '${purpose}' THEN COALESCE(${counter(rung)}, 0)`];
  });
  return `CASE ${token}.purpose ${cases.join(' ')} ELSE ${token}.counter END`;
}

/** SQL for the purposes that live in the session of their row. */
export const IN_SESSION = purposes
  .filter((purpose) => (ONE_TIME[purpose].livesIn as readonly Parent[]).includes('session'))
  .map((purpose) => `'${purpose}'`)
  .join(', ');
