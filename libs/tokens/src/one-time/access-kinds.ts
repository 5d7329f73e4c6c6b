import type { Env } from '@app/config';
import type { Rung } from '@app/database';

/** What the email with a link that secures an account is about. */
export const SECURED_EVENTS = ['address', 'factor', 'mfa', 'identity', 'admin_token', 'sign_in'] as const;
export type SecuredEvent = (typeof SECURED_EVENTS)[number];

/** The lifetime of a link in an email about a changed address, in seconds: its owner may read it days later. */
export const SECURE_ADDRESS_TTL = 7 * 86_400;
/** The lifetime of any other link that secures an account, in seconds. */
export const SECURE_ACCOUNT_TTL = 86_400;

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

/** What a link in an email needs besides. */
interface MailedLink {
  /** Where it leads: a path of the service. A reset link leads there unless it has a target of its own. */
  path: string;
  /** How long it works, in seconds. */
  lifetime: (env: Env, about?: SecuredEvent | null) => number;
}

/** What a client can use once. `ONE_TIME[purpose]` decides how it ends; a link or a code in an email says so. */
export const ONE_TIME = {
  magic_link: {
    ...kind(1, ['administrator', 'nothing'], 'magic link, with its code'),
    link: { path: 'api/auth/magic-link/verify', lifetime: ({ magicLinkTtl }: Env) => magicLinkTtl },
  },
  email_code: { ...kind(1, ['nothing'], 'email code'), code: true },
  reauthenticate: { ...kind(1, ['session'], 'email code of a new proof in a session'), code: true },
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
  external_confirm: { ...kind(1, ['token'], 'email code for such an identity'), code: true },
  link_code: kind(1, ['nothing'], 'code of a followed link'),
  page_code: kind(1, ['session'], 'code of the sign-in pages'),
  reset_password: {
    ...kind(2, ['administrator', 'nothing'], 'reset token'),
    link: { path: 'reset-password', lifetime: ({ resetPasswordTtl }: Env) => resetPasswordTtl },
  },
  verify_email: {
    ...kind(3, ['administrator', 'nothing'], 'verification link'),
    link: { path: 'api/auth/user/verify-email/confirm', lifetime: ({ verifyEmailTtl }: Env) => verifyEmailTtl },
  },
  /** A new address that waits, with the session that has asked for it, in which it does not live. */
  confirm_email: {
    ...kind('beside', ['administrator', 'nothing'], 'new email that waits'),
    link: {
      path: 'api/auth/user/email/confirm',
      // No longer than the link that stops the change.
      lifetime: ({ verifyEmailTtl }: Env) => Math.min(verifyEmailTtl, SECURE_ADDRESS_TTL),
    },
  },
  secure_account: {
    ...kind('beside', ['nothing'], 'link that secures the account'),
    link: {
      path: 'api/auth/user/secure',
      lifetime: (_env: Env, about) => (about === 'address' ? SECURE_ADDRESS_TTL : SECURE_ACCOUNT_TTL),
    },
  },
  /** The link to the console that a start or the command line prints. */
  console: kind('beside', ['nothing'], 'link to the console'),
  /** What is used by its creation: the logout token of a provider, and the assertion of a client. */
  logout_token: kind('beside', ['nothing'], 'logout token of a provider'),
  assertion: kind('beside', ['nothing'], 'assertion of a client'),
} satisfies Record<string, AccessKind & { link?: MailedLink; code?: true }>;

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

type PurposeWith<Part> = { [P in Purpose]: (typeof ONE_TIME)[P] extends Part ? P : never }[Purpose];

/** The purpose of a link in an email. */
export type LinkPurpose = PurposeWith<{ link: MailedLink }>;

/** The purpose of an email code without a link. */
export type CodePurpose = PurposeWith<{ code: true }>;

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

/** The purposes of links in emails. */
export const LINKS = purposes.filter((purpose): purpose is LinkPurpose => 'link' in ONE_TIME[purpose]);

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
