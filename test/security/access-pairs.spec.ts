import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type AccessEvent, WHAT_ENDS } from '../../libs/flows/src/revocation/what-ends.js';
import { LASTING, ONE_TIME } from '../../libs/tokens/src/one-time/access-kinds.js';
import { SoftPasskey } from '../support/factors/authenticator.js';
import {
  addPasskey,
  codeOf,
  creation,
  type Fenced,
  fence,
  ORIGIN,
  PASSKEYS,
  passkeyLogin,
  RP_ID,
} from '../support/factors/factors.js';
import { pageCode, productSession } from '../support/http/clients.js';
import { ConsoleBrowser, grant } from '../support/http/console.js';
import { type Answer, readToken } from '../support/http/http.js';
import { type Account, useIdp } from '../support/idp/idp.js';
import {
  type AddedProvider,
  addProvider,
  authorize,
  googleAccount,
  pkce,
  type Returned,
  redeem,
} from '../support/idp/providers.js';
import { exchange, newApiKey, WITH_KEYS } from '../support/machines/clients.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { linkIn, useMail } from '../support/service/mail.js';
import type { Service } from '../support/service/service.js';

const { app, mail } = useMail({ PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN, IMPERSONATION: 'on', ...WITH_KEYS });
const idp = useIdp();
const NEW_PASSWORD = `${PASSWORD} 2`;
const USER = '/api/auth/user';
const REASON = { reason: 'A test of all kinds of access' };
const DAY = 86_400;
const NEW_DEVICE = { headers: { 'x-latchkey-device': 'new' } };

/** A process in which a user has at most two sessions. */
let crowded: Service;
/** A provider that sends logout tokens. */
let elsewhere: AddedProvider;
beforeAll(async () => {
  await addProvider(app, idp, 'google', { id: 'google' });
  elsewhere = await addProvider(app, idp, 'liar');
  crowded = await app.replica({ MAX_SESSIONS: '2' });
});

interface Tokens {
  token: string;
  refresh_token: string;
}

/** A user who holds every kind of access at once. */
interface Holder {
  user: Fenced;
  passkey: SoftPasskey;
  account: Account;
  /** The session in which events of the owner happen. */
  acting: Tokens;
  /** The session that events of one session end. The sessions of the console and of a product, and the new email began in it. */
  other: Tokens;
  /** The session of a product, which a code of the pages has opened. */
  product: Tokens;
  /** A code of the pages. */
  pageCode: { code: string; code_verifier: string };
  console: ConsoleBrowser;
  /** The device of the other session, which an email has named as new. */
  deviceId: string;
  impersonation: string;
  adminToken: string;
  /** A magic link of another user, which the user has made in the console. */
  madeLink: string;
  apiKey: string;
  challenge: Awaited<ReturnType<typeof creation>>;
  external: Returned;
  /** The code of a followed magic link. */
  linkCode: { code: string | null; code_verifier: string };
  emailCode: { code_token: string; code: string };
  /** An email code from before the account existed. */
  earlyCode: { code_token: string; code: string };
  mfaToken: string;
  newEmail: string;
  links: Record<
    'magic' | 'early' | 'reset' | 'verification' | 'pending' | 'ofAddress' | 'ofFactor' | 'ofSignIn',
    string
  >;
}

const made = async (call: Promise<Answer>): Promise<Answer['json']> => {
  const answer = (await call).ok();
  return answer.text === '' ? undefined : answer.json;
};
const adminLink = async (type: string, email: string, more = {}) =>
  (await made(app.admin('POST', '/links', { type, email, ...more }))).link as string;

/** Links an identity whose address is not that of the user. */
async function linkIdentity(uid: string, provider = 'google'): Promise<Account> {
  const account = googleAccount(newEmail());
  const issuer = (await app.sql('SELECT issuer FROM providers WHERE id = ?', [provider]))[0]?.issuer;
  const key = createHash('sha256')
    .update(JSON.stringify([issuer, account.sub]))
    .digest('hex');
  const now = Math.floor(Date.now() / 1_000);
  await app.sql(
    `INSERT INTO identities (identity_id, uid, provider_id, key_hash, subject, created_at, user_created_at)
      VALUES (?, ?, ?, ?, ?, ?, 1)`,
    [`identity-${account.sub}`, uid, provider, key, account.sub ?? '', now],
  );
  return account;
}

/** A magic link and an email code, as if they were sent before the account existed. */
async function earlyEmails(user: string) {
  const email = newEmail();
  const link = await adminLink('magic_link', email, { sign_up: true });
  const code = await mail.codeAfter(email, () => app.post('/api/auth/email-code', { email, sign_up: true }));
  // As if no event had ended anything of the account yet.
  const moved = 'email = ?, counter = (SELECT rung_1 FROM users WHERE users.email = ?)';
  await app.sql(`UPDATE one_time_tokens SET ${moved} WHERE email = ?`, [user, user, email]);
  return { link, code };
}

/** The code of a magic link that a browser has asked for and another one has followed. */
async function linkCode(email: string) {
  const { verifier, challenge: code_challenge } = pkce();
  await app.post('/api/auth/magic-link', { email, code_challenge });
  const followed = await app.follow(linkIn(await mail.emailWith(email, /magic-link\/verify/)));
  return { code: followed.parameter('code'), code_verifier: verifier };
}

/** The same session, as the pages have it. */
const inPages = ({ token, refresh_token }: Tokens) => ({ token, cookie: `latchkey-pages=${refresh_token}` });

async function holder(): Promise<Holder> {
  const signedUp = await app.signUp();
  const { uid, email } = signedUp;
  const ask = () => app.post(`${USER}/verify-email`, {}, { token: signedUp.token });
  const verification = await mail.linkAfter(email, ask);
  await app.prove(uid);
  const { passkey } = await addPasskey(app, signedUp.token);
  const ofFactor = linkIn(await mail.emailAbout(email, /^A second factor was added/));
  const user = await fence(app, signedUp);
  const account = await linkIdentity(uid);
  await grant(app, user, ['read', 'impersonate', 'write']);
  // The first device of an account is known by its address.
  await made(passkeyLogin(app, passkey, {}, NEW_DEVICE));
  const other: Tokens = await made(passkeyLogin(app, passkey, {}, NEW_DEVICE));
  const ofSignIn = linkIn(await mail.emailAbout(email, /^New sign-in/));
  const [device] = await app.sql('SELECT device_id AS id FROM sessions WHERE session_id = ?', [sessionOf(other)]);
  const product: Tokens = await productSession(app, inPages(other));
  const acting: Tokens = await made(passkeyLogin(app, passkey));
  const browser = new ConsoleBrowser(app);
  await made(browser.signIn({ token: other.token }));
  const victim = await app.signUp();
  const impersonation = (await made(browser.call('POST', `/users/${victim.uid}/impersonate`, REASON))).token;
  const madeLink = (await made(browser.call('POST', '/links', { type: 'magic_link', email: victim.email }))).link;
  const expires_at = Math.floor(Date.now() / 1_000) + DAY;
  const ofTheUser = { name: 'Mine', scopes: ['read'], expires_at };
  const adminToken = (await made(browser.call('POST', '/tokens', ofTheUser))).token;
  const next = newEmail();
  await made(app.put(USER, { email: next }, { token: other.token }));
  const pending = linkIn(await mail.emailTo(next));
  const ofAddress = linkIn(await mail.emailAbout(email, /is to change$/));
  const early = await earlyEmails(email);
  return {
    user,
    passkey,
    account,
    acting,
    other,
    product,
    pageCode: await pageCode(app, inPages(other)),
    console: browser,
    deviceId: String(device?.id),
    impersonation,
    adminToken,
    madeLink,
    apiKey: (await newApiKey(app, other)).key,
    challenge: await creation(app, other.token),
    external: await authorize(app, 'google', account),
    linkCode: await linkCode(email),
    emailCode: await mail.codeAfter(email, () => app.post('/api/auth/email-code', { email })),
    earlyCode: early.code,
    mfaToken: (await app.login(email, PASSWORD)).json.mfa_token,
    newEmail: next,
    links: {
      magic: await adminLink('magic_link', email),
      early: early.link,
      reset: await adminLink('reset_password', email),
      verification,
      pending,
      ofAddress,
      ofFactor,
      ofSignIn,
    },
  };
}

const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';
/** As if a session had begun at this provider. */
const beganAt = (id: string, session: Tokens) =>
  app.sql('UPDATE sessions SET idp = ? WHERE session_id = ?', [id, sessionOf(session)]);
const sessionOf = ({ token }: Tokens) => readToken(token).claims.sid as string;
const errorOf = (answer: Answer) => (answer.status === 302 ? answer.parameter('error') : null);
const reset = (link: string, new_password = NEW_PASSWORD) =>
  app.patch(`${USER}/change-password`, { old_password: tokenOf(link), new_password });
const patch = ({ user }: Holder, change: object) => app.admin('PATCH', `/users/${user.uid}`, change);
const unprove = ({ user }: Holder, more = '') =>
  app.sql(`UPDATE users SET email_proved = 0${more} WHERE uid = ?`, [user.uid]);

/** The ways in which the owner comes back. */
type Return = 'reset' | 'first proof' | 'disowned' | 'secured';
/** An event, and the way in which it happens where there are several. */
type Happening = Exclude<AccessEvent, 'owner_is_back'> | `owner_is_back: ${Return}`;
const eventOf = (happening: Happening) => happening.replace(/:.*/, '') as AccessEvent;
const mailed = async (email: string, path: string) =>
  mail.linkAfter(email, () => app.post(path, { email })) as Promise<string>;

/** Makes each event happen. */
const EVENTS: Record<Happening, (held: Holder) => Promise<Answer>> = {
  password_changed: ({ acting }) =>
    app.patch(`${USER}/change-password`, { old_password: PASSWORD, new_password: NEW_PASSWORD }, acting),
  'owner_is_back: reset': async ({ user }) => reset(await mailed(user.email, '/api/auth/reset-password')),
  password_set_by_administrator: (held) => patch(held, { password: NEW_PASSWORD }),
  address_set_by_administrator: (held) => {
    held.user.email = newEmail();
    return patch(held, { email: held.user.email, email_verified: true });
  },
  address_changed: ({ links }) => app.follow(links.pending, 'POST'),
  'owner_is_back: first proof': async (held) => {
    // An address with a factor that sign-ins ask for is proved by a reset only.
    await unprove(held, ", mfa_enabled = 0, admin_scopes = ''");
    return app.follow(await mailed(held.user.email, '/api/auth/magic-link'));
  },
  'owner_is_back: secured': ({ links }) => app.follow(links.ofSignIn, 'POST'),
  'owner_is_back: disowned': async (held) => {
    await unprove(held);
    return app.follow(held.links.verification.replace('/confirm', '/refuse'), 'POST');
  },
  account_disabled: (held) => patch(held, { active: false }),
  sessions_ended_by_administrator: ({ user }) => app.admin('DELETE', `/users/${user.uid}/sessions`),
  token_reused: async ({ other }) => {
    const second = await made(app.refresh(other.refresh_token));
    await made(app.refresh(second.refresh_token));
    return app.refresh(other.refresh_token);
  },
  factor_overdue: async ({ other }) => {
    await app.sql("UPDATE sessions SET acr = 'aal1', factor_due_at = 1 WHERE session_id = ?", [sessionOf(other)]);
    return app.refresh(other.refresh_token);
  },
  logged_out_everywhere: ({ acting }) => app.post(`${USER}/logout`, {}, acting),
  logged_out: ({ other: { token, refresh_token } }) => app.post(`${USER}/logout`, { refresh_token }, { token }),
  session_ended: ({ acting, other }) => app.delete(`${USER}/sessions/${sessionOf(other)}`, acting),
  device_removed: ({ acting, deviceId }) => app.delete(`${USER}/devices/${deviceId}`, acting),
  session_ended_by_administrator: ({ user, other }) =>
    app.admin('DELETE', `/users/${user.uid}/sessions/${sessionOf(other)}`),
  session_displaced: async ({ passkey }) => {
    const { challenge_id, options } = (await crowded.call('POST', '/api/auth/passkey/options')).json;
    const body = { challenge_id, credential: passkey.get(options) };
    return crowded.call('POST', '/api/auth/passkey/login', { body });
  },
  factors_changed: ({ acting }) => app.post(`${USER}/mfa/recovery-codes`, {}, acting),
  factor_added: async ({ acting }) => {
    const { challenge_id, options } = await creation(app, acting.token);
    const credential = new SoftPasskey(ORIGIN).create(options);
    return app.post(PASSKEYS, { challenge_id, credential, name: 'Tablet' }, acting);
  },
  factors_reset: ({ user }) => app.admin('POST', `/users/${user.uid}/factors/reset`, REASON),
  factor_required: async (held) => {
    await app.sql("UPDATE sessions SET acr = 'aal1' WHERE session_id = ?", [sessionOf(held.other)]);
    return patch(held, { mfa: 'required' });
  },
  identity_unlinked: async ({ account, acting, other }) => {
    await beganAt('google', other);
    return app.delete(`${USER}/identities/identity-${account.sub}`, acting);
  },
  signed_out_at_provider: async ({ user, other }) => {
    const { sub } = await linkIdentity(user.uid, elsewhere.id);
    await beganAt(elsewhere.id, other);
    const raw = `logout_token=${await elsewhere.idp.logoutToken({ claims: { sub } })}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return app.post(`/api/auth/external/${elsewhere.id}/backchannel-logout`, undefined, { raw, headers });
  },
  scopes_changed: (held) => patch(held, { admin_scopes: [] }),
};

/** A sign-in that succeeded, or that asks for the second factor of this user. */
const signsIn = ({ user }: Holder, answer: Answer) =>
  answer.code === 'MFA_REQUIRED' || (answer.status === 200 && answer.json.uid === user.uid);

/** The same by a magic link. */
async function follows({ user }: Holder, link: string): Promise<boolean> {
  const followed = await app.follow(link);
  return errorOf(followed) === 'MFA_REQUIRED' || followed.parameter('uid') === user.uid;
}

/** The first step of a sign-in from after the event, as an administrator can begin it. */
async function secondStep({ user }: Holder, factor: object): Promise<boolean> {
  const { status, json } = await app.admin('POST', '/links', { type: 'magic_link', email: user.email });
  if (status !== 200) return false;
  const mfa_token = (await app.follow(json.link)).parameter('mfa_token');
  return (await app.post('/api/auth/mfa/verify', { mfa_token, ...factor })).status === 200;
}

/**
 * Whether each kind of access still works. They are tried in this order: one that changes the account comes after those that
 * it could end.
 */
const ACCESS: Record<string, (held: Holder) => Promise<boolean>> = {
  'access token of the acting session': async ({ acting }) =>
    (await app.put(USER, { metadata: '1' }, acting)).status === 200,
  'access token of the other session': async ({ other }) =>
    (await app.put(USER, { metadata: '2' }, other)).status === 200,
  'refresh token of the acting session': async ({ acting }) => (await app.refresh(acting.refresh_token)).status === 200,
  'refresh token of the other session': async ({ other }) => (await app.refresh(other.refresh_token)).status === 200,
  'refresh token of a product': async ({ product }) => (await app.refresh(product.refresh_token)).status === 200,
  'code of the pages': async (held) => signsIn(held, await app.post('/api/auth/token', held.pageCode)),
  'console session': async ({ console }) => (await console.read()).status === 200,
  impersonation: async ({ impersonation }) =>
    (await app.put(USER, { metadata: '3' }, { token: impersonation })).status === 200,
  'admin token': async ({ adminToken }) =>
    (await app.admin('GET', '/users?limit=1', undefined, adminToken)).status === 200,
  'link made as an administrator': async ({ madeLink }) => errorOf(await app.follow(madeLink)) === null,
  'API key': async ({ apiKey }) => (await exchange(app, apiKey)).status === 200,
  'known device': async ({ deviceId }) =>
    (await app.sql('SELECT uid FROM devices WHERE device_id = ?', [deviceId])).length === 1,
  'new email that waits': async ({ links }) => (await app.follow(links.pending)).status === 200,
  mfa_token: async ({ mfaToken, user }) =>
    (await app.post('/api/auth/mfa/verify', { mfa_token: mfaToken, recovery_code: user.recoveryCodes[0] })).status ===
    200,
  'magic link': (held) => follows(held, held.links.magic),
  'magic link from before the account': (held) => follows(held, held.links.early),
  'email code': async (held) => signsIn(held, await app.post('/api/auth/email-code/verify', held.emailCode)),
  'email code from before the account': async (held) =>
    signsIn(held, await app.post('/api/auth/email-code/verify', held.earlyCode)),
  'external code': async (held) => signsIn(held, await redeem(app, held.external)),
  'code of a magic link': async (held) => signsIn(held, await app.post('/api/auth/token', held.linkCode)),
  challenge: async ({ other, challenge: { challenge_id, options } }) => {
    const body = { challenge_id, credential: new SoftPasskey(ORIGIN).create(options), name: 'Laptop' };
    return (await app.post(PASSKEYS, body, other)).status === 200;
  },
  identity: async (held) => signsIn(held, await redeem(app, await authorize(app, 'google', held.account))),
  password: async (held) => signsIn(held, await app.login(held.user.email, PASSWORD)),
  passkey: async ({ passkey }) => (await passkeyLogin(app, passkey)).status === 200,
  'verification link': async ({ links }) => errorOf(await app.follow(links.verification)) === null,
  // A weak password does not use the token up.
  'reset token': async ({ links }) => (await reset(links.reset, 'weak')).code === 'WEAK_PASSWORD',
  'authenticator app': async (held) => secondStep(held, { code: await codeOf(app, held.user.secret, 1) }),
  'recovery code': (held) => secondStep(held, { recovery_code: held.user.recoveryCodes[1] }),
  // The page uses no link.
  'link about an address': async ({ links }) => (await app.follow(links.ofAddress)).status === 200,
  'link about a factor': async ({ links }) => (await app.follow(links.ofFactor)).status === 200,
  'link about a sign-in': async ({ links }) => (await app.follow(links.ofSignIn)).status === 200,
};
type Access = keyof typeof ACCESS;

/**
 * The attempt that tries each kind of access, or the test that tries it where the user here does not hold it. A new kind does not
 * compile without its line.
 */
const TRIED_BY: Record<keyof typeof ONE_TIME | keyof typeof LASTING, Access | `${string}.spec.ts`> = {
  magic_link: 'magic link',
  email_code: 'email code',
  reauthenticate: 'api/email-code.spec.ts',
  mfa: 'mfa_token',
  mfa_enrolment: 'api/mfa-required.spec.ts',
  passkey_login: 'passkey',
  passkey_mfa: 'api/passkeys-mfa.spec.ts',
  passkey_registration: 'challenge',
  passkey_reauth: 'api/passkeys-mfa.spec.ts',
  external_state: 'security/external-races.each.spec.ts',
  external_code: 'external code',
  external_pending: 'api/external.spec.ts',
  external_confirm: 'security/access-lineage.each.spec.ts',
  link_code: 'code of a magic link',
  page_code: 'code of the pages',
  reset_password: 'reset token',
  verify_email: 'verification link',
  confirm_email: 'new email that waits',
  secure_account: 'link about a sign-in',
  console: 'admin/console.spec.ts',
  logout_token: 'security/external-lies.spec.ts',
  assertion: 'security/machine-races.each.spec.ts',
  session: 'refresh token of the other session',
  product_session: 'refresh token of a product',
  impersonation: 'impersonation',
  console_session: 'console session',
  device_trust: 'security/trusted-devices.spec.ts',
  unconfirmed_app: 'security/access-lineage.each.spec.ts',
  api_key: 'API key',
  admin_token: 'admin token',
  known_device: 'known device',
  known_address: 'security/new-sign-in.spec.ts',
  factor_reset: 'security/administrators.each.spec.ts',
  reset_stop: 'admin/admin-factors.spec.ts',
  client: 'security/admin-thieves.each.spec.ts',
  provider: 'security/admin-thieves.each.spec.ts',
  webhook: 'security/admin-thieves.each.spec.ts',
};

it('each kind of access is tried here or by another test', () => {
  expect(Object.keys(TRIED_BY)).toEqual([...Object.keys(ONE_TIME), ...Object.keys(LASTING)]);
  const missing = Object.values(TRIED_BY).filter((name) => !(name in ACCESS) && !existsSync(resolve('test', name)));
  expect(missing).toEqual([]);
});

const MAILED: Access[] = ['magic link', 'email code'].flatMap((kind) => [kind, `${kind} from before the account`]);
const ADMINISTRATION: Access[] = ['admin token', 'link made as an administrator'];
const FACTORS: Access[] = ['passkey', 'authenticator app', 'recovery code'];
/** What the owner had before another person may have come: everything but the links of the owner. */
const EVERY_WAY_IN: Access[] = ['password', 'identity', ...FACTORS];
const SECURE_LINKS: Access[] = ['link about an address', 'link about a factor', 'link about a sign-in'];
/** What an event makes of the credentials of a user, beside the table of the service. */
const CREDENTIALS: Partial<Record<Happening, Access[]>> = {
  password_changed: ['password'],
  'owner_is_back: reset': ['password'],
  password_set_by_administrator: ['password'],
  'owner_is_back: first proof': EVERY_WAY_IN,
  'owner_is_back: disowned': EVERY_WAY_IN,
  // The password is older than the event by more than a day.
  'owner_is_back: secured': ['identity', ...FACTORS, ...SECURE_LINKS],
  device_removed: ['known device'],
  account_disabled: [...EVERY_WAY_IN, ...ADMINISTRATION, 'API key'],
  factors_reset: [...ADMINISTRATION, 'authenticator app', 'recovery code'],
  factors_changed: ['recovery code'],
  identity_unlinked: ['identity'],
  scopes_changed: ADMINISTRATION,
};

/** The kinds of access that must have ended after an event. */
function endedBy(happening: Happening): Set<Access> {
  const event = eventOf(happening);
  const { sessions, rung, pendingAddress, secureLinks } = WHAT_ENDS[event];
  const others = sessions !== 'none';
  const acting = sessions === 'all' || sessions === 'of_owner';
  // A logout leaves access tokens as they are, but they are no longer recent.
  const stale = !event.startsWith('logged_out');
  const pendingEnds = pendingAddress === 'ends';
  const ended: [boolean, Access[]][] = [
    [acting, ['refresh token of the acting session']],
    [acting && stale, ['access token of the acting session']],
    [others, ['refresh token of the other session', 'refresh token of a product', 'console session', 'impersonation']],
    [others && stale, ['access token of the other session']],
    [rung >= 1, ['mfa_token', 'external code', 'code of a magic link', ...MAILED]],
    [others || rung >= 1, ['challenge', 'code of the pages']],
    [pendingEnds, ['new email that waits']],
    [rung >= 2, ['reset token']],
    [rung >= 3, ['verification link']],
    [rung >= 4, [...ADMINISTRATION, 'API key', 'known device']],
    [secureLinks, SECURE_LINKS],
  ];
  return new Set([...ended.flatMap(([ends, access]) => (ends ? access : [])), ...(CREDENTIALS[happening] ?? [])]);
}

async function worksFor(held: Holder): Promise<Record<Access, boolean>> {
  const works: Record<Access, boolean> = {};
  for (const [access, attempt] of Object.entries(ACCESS)) works[access] = await attempt(held);
  return works;
}
const allBut = (ended: Set<Access>) =>
  Object.fromEntries(Object.keys(ACCESS).map((access) => [access, !ended.has(access)]));

it('the table lets a new email wait only after the own logout and beside a new session, and an outsider ends no other sign-in', () => {
  const stays = Object.entries(WHAT_ENDS).filter(([, { pendingAddress }]) => pendingAddress === 'stays');
  expect(stays.map(([event]) => event).sort()).toEqual(['logged_out', 'logged_out_everywhere', 'session_displaced']);
  expect(WHAT_ENDS.signed_out_at_provider.rung).toBe(0);
});

it.each(Object.keys(EVENTS) as Happening[])('after %s works what the table says, and nothing else', async (event) => {
  const held = await holder();
  const answer = await EVENTS[event](held);
  expect(errorOf(answer)).toBeNull();
  if (event === 'address_changed') held.user.email = held.newEmail;
  expect(await worksFor(held)).toEqual(allBut(endedBy(event)));
});

it.each<Happening>(['password_changed', 'factors_changed', 'identity_unlinked'])(
  'after %s in a product works the same, and the session of the pages in which the product began',
  async (event) => {
    const held = await holder();
    const pages = held.acting;
    held.acting = await productSession(app, inPages(pages));
    const sibling: Tokens = await productSession(app, inPages(pages));
    if (event === 'identity_unlinked') for (const each of [pages, held.acting, sibling]) await beganAt('google', each);
    await made(app.post(`${USER}/reauthenticate`, { recovery_code: held.user.recoveryCodes[5] }, held.acting));
    expect(errorOf(await EVENTS[event](held))).toBeNull();
    expect((await app.refresh(pages.refresh_token)).status).toBe(200);
    expect((await app.refresh(sibling.refresh_token)).code).toBe('INVALID_REFRESH_TOKEN');
    expect(await worksFor(held)).toEqual(allBut(endedBy(event)));
  },
);

it('after a session has expired works nothing that lives in it', async () => {
  const held = await holder();
  await app.sql('UPDATE sessions SET expires_at = 1 WHERE session_id = ?', [sessionOf(held.other)]);
  const ended = ['refresh token of the other session', 'refresh token of a product', 'code of the pages', 'challenge'];
  expect(await worksFor(held)).toEqual(allBut(new Set([...ended, 'console session', 'impersonation'])));
});

it('ended sessions and raised counters alone end all that lives in them or stands on a rung, without a record of it', async () => {
  const held = await holder();
  const { uid } = held.user;
  await app.sql(
    'UPDATE users SET rung_1 = rung_1 + 1, rung_2 = rung_2 + 1, rung_3 = rung_3 + 1, rung_4 = rung_4 + 1 WHERE uid = ?',
    [uid],
  );
  await app.sql("UPDATE sessions SET ended_at = 1, end_reason = 'password' WHERE uid = ? AND parent_id IS NULL", [uid]);
  const dead = endedBy('owner_is_back: reset');
  // Beside the rungs, and what an administrator has sent: `Access.end()` ends these by themselves. The row of a device is a record.
  const beside: Access[] = [
    'password',
    'new email that waits',
    ...SECURE_LINKS,
    'link made as an administrator',
    'known device',
  ];
  expect(await worksFor(held)).toEqual(allBut(new Set([...dead].filter((access) => !beside.includes(access)))));
});
