import { setTimeout as sleep } from 'node:timers/promises';
import type { SoftPasskey } from '../support/factors/authenticator.js';
import { addPasskey, codeOf, fence, ORIGIN, passkeyLogin, RP_ID } from '../support/factors/factors.js';
import { BEHIND_PROXY, from, loginOn } from '../support/http/clients.js';
import { ConsoleBrowser, grant } from '../support/http/console.js';
import { expectFailure, expectNothing } from '../support/http/http.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider, googleAccount, linkWith, signInWith } from '../support/idp/providers.js';
import { newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { linkIn, tokenIn, useMail } from '../support/service/mail.js';

const APP_URL = 'https://home.example.com/';
const THIEF_PASSWORD = 'the password of the thief';
const { app, mail } = useMail({ PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN, APP_URL, ...BEHIND_PROXY });
const idp = useIdp();
const google = 'google';
const MFA = '/api/auth/user/mfa';
const DAY = 86_400;

beforeAll(async () => {
  await addProvider(app, idp, 'google', { id: google });
});

/** A user with a proved address, and a thief who has signed in with the password a second later. */
async function stolen() {
  const user = await app.signUp();
  await app.prove(user.uid);
  await app.advance(1);
  const thief: SignedUp = { ...user, ...(await app.login(user.email, PASSWORD)).json };
  return { user, thief };
}

/** Of the email about a new factor. */
const secureLink = async (email: string, number = 1) =>
  linkIn(await mail.emailAbout(email, /^A second factor was added/, number));
const press = async (link: string) => (await app.follow(link, 'POST')).linkError;
const secured = async (uid: string) => (await app.events(uid)).filter(({ type }) => type === 'account.secured');
const overview = async (email: string) => {
  const { token } = (await app.login(email, PASSWORD)).json;
  return (await app.get(MFA, { token })).json;
};

describe('the link in the email about a new way in', () => {
  it('shows a page that lists what it removes, and removes a passkey and the sessions only when its button is pressed', async () => {
    const { user, thief } = await stolen();
    const { passkey } = await addPasskey(app, thief.token);
    const link = await secureLink(user.email);
    for (const method of ['GET', 'HEAD', 'GET']) expect((await app.follow(link, method)).status).toBe(200);
    const { text } = await app.follow(link);
    expect(text).toContain('<li>The passkey “Phone” is removed.</li>');
    expect(text).toMatch(/A second factor was added to your account on \d+ \w+ \d{4} at \d\d:\d\d UTC from an unknown/);
    expect(text.match(/<button/g)).toHaveLength(1);
    expect((await passkeyLogin(app, passkey)).status).toBe(200);
    const answer = await app.follow(link, 'POST');
    expect([answer.status, answer.location]).toEqual([302, APP_URL]);
    expectFailure(await passkeyLogin(app, passkey), 'PASSKEY_NOT_FOUND');
    for (const { refresh_token } of [user, thief]) {
      expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
    }
    expect((await app.login(user.email, PASSWORD)).status).toBe(200);
    expect(await secured(user.uid)).toEqual([
      expect.objectContaining({ data: { about: 'factor', passkeys: [expect.any(String)] } }),
    ]);
  });

  it('also removes an identity that is linked while it waits', async () => {
    const { user, thief } = await stolen();
    await addPasskey(app, thief.token);
    const link = await secureLink(user.email);
    // The foreign key holds the user until the link is committed.
    const linked = `INSERT INTO identities (identity_id, uid, provider_id, key_hash, subject, created_at, user_created_at)
      VALUES ('thief', ?, '${google}', 'thief', 'thief', 4000000000, 1)`;
    const release = await app.database.hold(linked, [user.uid]);
    const undone = press(link);
    await app.untilStatementWaits();
    await release();
    expect(await undone).toBeNull();
    expect(await app.sql('SELECT identity_id FROM identities WHERE uid = ?', [user.uid])).toEqual([]);
  });

  it('removes an authenticator app with its recovery codes, so that sign-ins need no factor', async () => {
    const { user, thief } = await stolen();
    const { secret } = await fence(app, thief);
    expect((await app.login(user.email, PASSWORD)).code).toBe('MFA_REQUIRED');
    expect(await press(await secureLink(user.email))).toBeNull();
    expect(await overview(user.email)).toMatchObject({ enabled: false, recovery_codes_left: 0, factors: [] });
    expect(await codeOf(app, secret)).toMatch(/^\d{6}$/);
  });

  it('unlinks an identity', async () => {
    const { user, thief } = await stolen();
    const account = googleAccount(newEmail());
    expect((await linkWith(app, google, account, thief.token)).status).toBe(200);
    const link = linkIn(await mail.emailAbout(user.email, /^A new way to sign in/));
    expect((await app.follow(link)).text).toContain('<li>The sign-in with Test google is removed.</li>');
    expect(await press(link)).toBeNull();
    expect((await app.admin('GET', `/users/${user.uid}/identities`)).json.identities).toEqual([]);
    expect((await signInWith(app, google, account, { sign_up: false })).status).not.toBe(200);
  });

  it('removes also what was added later, and a password that was set in that session', async () => {
    const { user, thief } = await stolen();
    const [first, second] = [await addPasskey(app, thief.token), await addPasskey(app, thief.token)];
    const body = { old_password: PASSWORD, new_password: THIEF_PASSWORD };
    expectNothing(await app.patch('/api/auth/user/change-password', body, { token: thief.token }));
    const link = await secureLink(user.email);
    expect((await app.follow(link)).text).toContain('<li>The password stops working.</li>');
    expect(await press(link)).toBeNull();
    for (const { passkey } of [first, second]) expectFailure(await passkeyLogin(app, passkey), 'PASSKEY_NOT_FOUND');
    expectFailure(await app.login(user.email, THIEF_PASSWORD), 'INVALID_CREDENTIALS');
    const old_password = tokenIn(await mail.emailAbout(user.email, /no longer works$/));
    expectNothing(await app.patch('/api/auth/user/change-password', { old_password, new_password: PASSWORD }));
  });

  it('brings a changed address back, too, and mails the reset to it', async () => {
    const { user, thief } = await stolen();
    const { passkey } = await addPasskey(app, thief.token);
    const link = await secureLink(user.email);
    const body = { old_password: PASSWORD, new_password: THIEF_PASSWORD };
    await app.patch('/api/auth/user/change-password', body, { token: thief.token });
    const email = newEmail();
    expectNothing(await app.put('/api/auth/user', { email }, { token: thief.token }));
    const ofAddress = linkIn(await mail.emailAbout(user.email, /is to change$/));
    await app.follow(linkIn(await mail.emailWith(email, /\/email\/confirm\?/)), 'POST');
    const { text } = await app.follow(link);
    expect(text).toContain(`The address of the account is ${user.email} again, and no longer ${email}.`);
    expect(text).toContain(`You receive an email at ${user.email} to choose a new password.`);
    expect(await press(link)).toBeNull();
    expect((await app.admin('GET', `/users/${user.uid}`)).json.email).toBe(user.email);
    expectFailure(await passkeyLogin(app, passkey), 'PASSKEY_NOT_FOUND');
    await mail.emailAbout(user.email, /no longer works$/);
    expect(mail.emailsTo(email).map(({ subject }) => subject)).not.toContainEqual(
      expect.stringMatching(/no longer works$/),
    );
    // The other email of the theft has nothing left to do.
    expect(await press(ofAddress)).toBe('LINK_ALREADY_USED');
  });

  it('stops a change of address that waits', async () => {
    const { user, thief } = await stolen();
    await addPasskey(app, thief.token);
    const email = newEmail();
    expectNothing(await app.put('/api/auth/user', { email }, { token: thief.token }));
    expect(await press(await secureLink(user.email))).toBeNull();
    const confirm = linkIn(await mail.emailWith(email, /\/email\/confirm\?/));
    expect(await press(confirm)).toBe('LINK_EXPIRED');
  });

  it('is missing where sign-ins needed a factor before, so that a mailbox is no way round it', async () => {
    const { user, thief } = await stolen();
    const { token } = await fence(app, thief);
    await secureLink(user.email);
    await addPasskey(app, token);
    const second = await mail.emailAbout(user.email, /^A second factor was added/, 2);
    expect(linkIn(second)).toBe('');
  });

  it('answers LINK_ALREADY_USED after another link of the mailbox by a page that ends nothing, and later emails work', async () => {
    const { user, thief } = await stolen();
    await addPasskey(app, thief.token);
    await addPasskey(app, thief.token);
    const [first, second] = [await secureLink(user.email), await secureLink(user.email, 2)];
    expect(await press(first)).toBeNull();
    const { token, refresh_token } = (await app.login(user.email, PASSWORD)).json;
    const html = { headers: { accept: 'text/html' } };
    const { pathname, search } = new URL(second);
    for (const link of [first, second]) {
      expectFailure(await app.follow(link), 'LINK_ALREADY_USED');
      expectFailure(await app.follow(link, 'POST'), 'LINK_ALREADY_USED');
    }
    const page = await app.post(pathname + search, undefined, html);
    expect([page.status, page.text.includes('This account has been secured')]).toEqual([400, true]);
    expect((await app.refresh(refresh_token)).status).toBe(200);
    await app.advance(1);
    await addPasskey(app, token);
    expect(await press(await secureLink(user.email, 3))).toBeNull();
  });
});

describe('the button', () => {
  it('ends every session, a password set in another session, and the passkey, the identity and the session that it has opened', async () => {
    const { user, thief } = await stolen();
    const { passkey } = await addPasskey(app, thief.token);
    const account = googleAccount(newEmail());
    expect((await linkWith(app, google, account, thief.token)).status).toBe(200);
    const link = await secureLink(user.email);
    await app.advance(5);
    const byPasskey = (await passkeyLogin(app, passkey)).json;
    const byProvider = (await signInWith(app, google, account)).json;
    const body = { old_password: PASSWORD, new_password: THIEF_PASSWORD };
    expectNothing(await app.patch('/api/auth/user/change-password', body, { token: byPasskey.token }));
    expect(await press(link)).toBeNull();
    for (const { refresh_token } of [user, thief, byPasskey, byProvider])
      expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
    expectFailure(await passkeyLogin(app, passkey), 'PASSKEY_NOT_FOUND');
    expectFailure(await app.login(user.email, THIEF_PASSWORD), 'INVALID_CREDENTIALS');
    const [{ data }] = (await secured(user.uid)) as [{ data: object }];
    const ids = [expect.any(String)];
    expect(data).toEqual({ about: 'factor', password: 'void', passkeys: ids, identities: ids });
  });

  it('removes a factor that replaced another one of the thief: before the first of them sign-ins needed none', async () => {
    const { user, thief } = await stolen();
    const { token, factorId } = await fence(app, thief);
    const link = await secureLink(user.email);
    await addPasskey(app, token);
    expectNothing(await app.delete(`${MFA}/totp/${factorId}`, { token }));
    expect(await press(link)).toBeNull();
    expect(await overview(user.email)).toMatchObject({ enabled: false, factors: [], recovery_codes_left: 0 });
  });

  it('of a used link, an unknown one or a disabled account is a page', async () => {
    for (const method of ['GET', 'POST'])
      expectFailure(await app.follow('http://localhost/api/auth/user/secure?token=x', method), 'INVALID_LINK');
    const { user, thief } = await stolen();
    await addPasskey(app, thief.token);
    await app.disable(user.uid);
    expect(await press(await secureLink(user.email))).toBe('USER_DISABLED');
  });
});

const SUBJECT = /^New sign-in to /;
const CAFE = from('203.0.113.2');

async function noticesTo(email: string): Promise<number> {
  while ((await app.sql("SELECT id FROM messages WHERE status = 'queued' AND due_at < created_at + 60")).length > 0)
    await sleep(20);
  return mail.emailsTo(email).filter(({ subject }) => SUBJECT.test(subject ?? '')).length;
}

/** Ten at once: the first sign-ins on a device that has no token yet. */
const ten = (email: string) => Promise.all(Array.from({ length: 10 }, () => loginOn(app, email, 'new', CAFE)));

it('ten parallel first sign-ins on a device mail one email, whose link ends them all', async () => {
  const { uid, email } = await app.signUp();
  await app.prove(uid);
  await loginOn(app, email, 'new');
  const answers = await ten(email);
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await noticesTo(email)).toBe(1);
  const link = linkIn(await mail.emailAbout(email, SUBJECT));
  const pressed = await Promise.all([app.follow(link, 'POST'), app.follow(link, 'POST')]);
  expect(pressed.map((answer) => answer.linkError).sort()).toEqual(['LINK_ALREADY_USED', null]);
  for (const { json } of answers) expectFailure(await app.refresh(json.refresh_token), 'INVALID_REFRESH_TOKEN');
});

it('ten parallel first sign-ins of an account without a device mail at most one email', async () => {
  const { email } = await app.signUp();
  expect((await ten(email)).map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await noticesTo(email)).toBe(1);
});

it('parallel sign-ins on a known device make no other one', async () => {
  const { uid, email } = await app.signUp();
  const { device_token } = (await loginOn(app, email, 'new')).json;
  const answers = await Promise.all(Array.from({ length: 10 }, () => loginOn(app, email, device_token, CAFE)));
  expect(answers.map(({ json }) => json.device_token)).toEqual(Array(10).fill(device_token));
  expect(await app.sql('SELECT device_id AS id FROM devices WHERE uid = ?', [uid])).toHaveLength(1);
  expect(await noticesTo(email)).toBe(0);
});

it('a sign-in that races with the answer to an earlier one ends, too, or needs the new password', async () => {
  const { uid, email } = await app.signUp();
  await app.prove(uid);
  await loginOn(app, email, 'new');
  await loginOn(app, email, 'new', CAFE);
  const link = linkIn(await mail.emailAbout(email, SUBJECT));
  const [, ...late] = await Promise.all([
    app.follow(link, 'POST'),
    ...Array.from({ length: 5 }, () => loginOn(app, email, 'new', CAFE)),
  ]);
  for (const answer of late) {
    if (answer.status === 200) expectFailure(await app.refresh(answer.json.refresh_token), 'INVALID_REFRESH_TOKEN');
    else expectFailure(answer, 'INVALID_CREDENTIALS');
  }
});

it('the email about a new admin token has the link, whose button takes the token, its scopes and the session along', async () => {
  const user = await fence(app, await app.signUp());
  await grant(app, user, ['read', 'write']);
  const { mfa_token } = (await app.login(user.email, PASSWORD)).json;
  const code = await codeOf(app, user.secret, 1);
  const { token, refresh_token } = (await app.post('/api/auth/mfa/verify', { mfa_token, code })).json;
  const browser = new ConsoleBrowser(app);
  expect((await browser.signIn({ token })).status).toBe(200);
  const expires_at = Math.floor(Date.now() / 1_000) + DAY;
  const made = (await browser.call('POST', '/tokens', { name: 'Mine', scopes: ['read'], expires_at })).json;
  expect(made).toMatchObject({ token: expect.any(String) });
  const read = () => app.admin('GET', '/users?limit=1', undefined, made.token);
  expect((await read()).status).toBe(200);
  const link = linkIn(await mail.emailAbout(user.email, /^An admin token for/));
  expect((await app.follow(link)).text).toMatch(/An admin token was made with your account on .* UTC from an unknown/);
  expect(await press(link)).toBeNull();
  expectFailure(await read(), 'NOT_AUTHENTICATED');
  expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
  expect((await app.admin('GET', `/users/${user.uid}`)).json.admin_scopes).toEqual([]);
  expect((await secured(user.uid))[0]?.data).toMatchObject({ about: 'admin_token', admin_scopes: ['read', 'write'] });
});

/** The provider of the tests does not move its clock. */
describe('a thief who has signed in by password on a new device', () => {
  const CAFE = from('203.0.113.7');
  const signInLink = async (email: string, number = 1) => linkIn(await mail.emailAbout(email, /^New sign-in/, number));

  /** The thief adds an authenticator app in the session. */
  async function withApp() {
    const user = await app.signUp();
    await app.prove(user.uid);
    await loginOn(app, user.email, 'new', from('203.0.113.1'));
    await app.advance(700);
    const { token } = (await loginOn(app, user.email, 'new', CAFE)).json;
    await app.advance(1);
    await fence(app, { ...user, token });
    return { user, ofSignIn: await signInLink(user.email), ofFactor: await secureLink(user.email) };
  }

  it('does not come back by the password, whichever email the owner answers, and the other one is used up', async () => {
    for (const which of ['ofSignIn', 'ofFactor'] as const) {
      const { user, ...links } = await withApp();
      expect(await press(links[which])).toBeNull();
      expectFailure(await app.login(user.email, PASSWORD), 'INVALID_CREDENTIALS');
      await mail.emailAbout(user.email, /no longer works$/);
      expect(await press(links[which === 'ofSignIn' ? 'ofFactor' : 'ofSignIn'])).toBe('LINK_ALREADY_USED');
    }
  });

  it('does not spend the link about what is added in the second of the button', async () => {
    const { user, ofSignIn } = await withApp();
    await press(ofSignIn);
    const reset = await mail.emailAbout(user.email, /no longer works$/);
    const change = { old_password: tokenIn(reset), new_password: THIEF_PASSWORD };
    expect((await app.patch('/api/auth/user/change-password', change)).status).toBe(200);
    const { token } = (await app.login(user.email, THIEF_PASSWORD)).json;
    await addPasskey(app, token);
    expect(await press(await secureLink(user.email, 2))).toBeNull();
  });

  it('is answered once, also by the email that still waits', async () => {
    const { user, ofSignIn } = await withApp();
    await loginOn(app, user.email, 'new', from('203.0.113.8'));
    await press(ofSignIn);
    await app.advance(601);
    expect(await press(await signInLink(user.email, 2))).toBe('LINK_ALREADY_USED');
  });

  it('does not keep a reset of the factors that waits', async () => {
    const { user, ofSignIn } = await withApp();
    const body = { reason: 'The user has lost the telephone' };
    await app.sql(
      'INSERT INTO factor_resets (uid, passkeys, identities, reason, actor, stop_hash, created_at, due_at) VALUES (?, 0, 0, ?, ?, ?, 1, 4000000000)',
      [user.uid, body.reason, 'cli', ''],
    );
    await press(ofSignIn);
    expect(await app.sql('SELECT uid FROM factor_resets WHERE uid = ?', [user.uid])).toEqual([]);
  });
});

describe('as days go by, the link', () => {
  it('switches off a demand that was made with an older passkey, and keeps this passkey', async () => {
    const { user, thief } = await stolen();
    const { passkey } = await addPasskey(app, user.token);
    await app.advance(2 * DAY);
    const late = (await app.login(user.email, PASSWORD)).json;
    expect((await app.put(MFA, { enabled: true }, { token: late.token })).status).toBe(200);
    const message = await mail.emailAbout(user.email, /now need your second factor$/);
    expect(await press(linkIn(message))).toBeNull();
    expect((await passkeyLogin(app, passkey)).status).toBe(200);
    expect(await overview(user.email)).toMatchObject({ enabled: false, recovery_codes_left: 0 });
    expectFailure(await app.refresh(thief.refresh_token), 'INVALID_REFRESH_TOKEN');
  });

  it('keeps what is older than the session and than 24 hours, and removes what another session has added since', async () => {
    const { user } = await stolen();
    const { passkey } = await addPasskey(app, user.token);
    await secureLink(user.email);
    await app.advance(DAY);
    const before = await addPasskey(app, (await app.login(user.email, PASSWORD)).json.token);
    await secureLink(user.email, 2);
    await app.advance(DAY - 60);
    const late = (await app.login(user.email, PASSWORD)).json;
    const newer = await addPasskey(app, late.token);
    expect(await press(await secureLink(user.email, 3))).toBeNull();
    for (const added of [before, newer]) expectFailure(await passkeyLogin(app, added.passkey), 'PASSKEY_NOT_FOUND');
    expect((await passkeyLogin(app, passkey)).status).toBe(200);
  });

  it('works for 24 hours, and for one of 20 requests at once', async () => {
    const [first, second] = [await stolen(), await stolen()];
    for (const { thief } of [first, second]) await addPasskey(app, thief.token);
    const links = await Promise.all([first, second].map(({ user }) => secureLink(user.email)));
    await app.advance(DAY - 60);
    const errors = await Promise.all(Array.from({ length: 20 }, () => press(links[0] ?? '')));
    expect(errors.filter((error) => error === null)).toHaveLength(1);
    expect(errors.filter((error) => error === 'LINK_ALREADY_USED')).toHaveLength(19);
    await app.advance(61);
    expect(await press(links[1] ?? '')).toBe('LINK_EXPIRED');
  });

  it('leaves a factor in use, and one that replaced it within a day: a mailbox is no way round it', async () => {
    const { user, thief } = await stolen();
    const { secret, factorId } = await fence(app, thief);
    await secureLink(user.email);
    await app.advance(2 * DAY);
    const { mfa_token } = (await app.login(user.email, PASSWORD)).json;
    const code = await codeOf(app, secret);
    const { token } = (await app.post('/api/auth/mfa/verify', { mfa_token, code })).json;
    // The thief of this session replaces the factor, with a pause between.
    expectNothing(await app.delete(`${MFA}/totp/${factorId}`, { token }));
    await app.advance(3_600);
    const later = (await app.login(user.email, PASSWORD)).json;
    const { passkey } = await addPasskey(app, later.token);
    await app.put(MFA, { enabled: true }, { token: later.token });
    const link = await secureLink(user.email, 2);
    expect((await app.follow(link)).text).toContain('The second factors stay');
    expect(await press(link)).toBeNull();
    expect((await passkeyLogin(app, passkey)).status).toBe(200);
    expect((await app.admin('GET', `/users/${user.uid}`)).json.mfa_enabled).toBe(true);
  });

  describe('of a user of whom an administrator demands a factor', () => {
    /** A user with a passkey that sign-ins need, and a session that has shown it. */
    async function demanded(days: number, demand: object = { mfa: 'required' }) {
      const { user } = await stolen();
      const { passkey, passkeyId } = await addPasskey(app, user.token);
      await app.advance(days * DAY);
      await app.admin('PATCH', `/users/${user.uid}`, demand);
      const session = (await passkeyLogin(app, passkey)).json;
      return { user, passkey, passkeyId, token: session.token as string };
    }
    const onNew = (ip: string) => ({ headers: { 'x-latchkey-device': 'new', ...from(ip) } });
    /** Whether the passkey works after the button of the email about a sign-in on another device. */
    async function afterPress(email: string, passkey: SoftPasskey) {
      for (const ip of ['203.0.113.9', '203.0.113.10'])
        expect((await passkeyLogin(app, passkey, {}, onNew(ip))).status).toBe(200);
      expect(await press(linkIn(await mail.emailAbout(email, /^New sign-in/)))).toBeNull();
      return (await passkeyLogin(app, passkey)).status === 200;
    }

    it('leaves one that replaced a factor in use', async () => {
      const { user, passkeyId, token } = await demanded(2);
      const { passkey } = await addPasskey(app, token);
      expectNothing(await app.delete(`/api/auth/user/passkeys/${passkeyId}`, { token }));
      expect(await afterPress(user.email, passkey)).toBe(true);
    });

    it('leaves an app that replaced a passkey in use, and switched the demand of the user on', async () => {
      const { user, passkeyId, token } = await demanded(2);
      const { secret } = await fence(app, { ...user, token });
      expectNothing(await app.delete(`/api/auth/user/passkeys/${passkeyId}`, { token }));
      for (const ip of ['203.0.113.9', '203.0.113.10']) {
        await app.advance(60);
        const { mfa_token } = (await loginOn(app, user.email, 'new', from(ip))).json;
        const body = { mfa_token, code: await codeOf(app, secret) };
        expect((await app.post('/api/auth/mfa/verify', body, onNew(ip))).status).toBe(200);
      }
      expect(await press(linkIn(await mail.emailAbout(user.email, /^New sign-in/)))).toBeNull();
      expect((await app.admin('GET', `/users/${user.uid}`)).json.mfa_enabled).toBe(true);
    });

    it('leaves one that only admin scopes have demanded: it takes the scopes, and sign-ins still ask for the factor', async () => {
      const { user, passkey } = await demanded(2, { admin_scopes: ['read'] });
      expect(await afterPress(user.email, passkey)).toBe(true);
      const left = { admin_scopes: [], mfa_enabled: true };
      expect((await app.admin('GET', `/users/${user.uid}`)).json).toMatchObject(left);
      expectFailure(await app.login(user.email, PASSWORD), 'MFA_REQUIRED');
    });

    it('removes one that replaced a factor of the thief', async () => {
      const { user, passkeyId, token } = await demanded(0);
      const { passkey } = await addPasskey(app, token);
      expectNothing(await app.delete(`/api/auth/user/passkeys/${passkeyId}`, { token }));
      expect(await afterPress(user.email, passkey)).toBe(false);
    });
  });
});
