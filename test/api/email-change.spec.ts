import { addPasskey, fencedUser, nowOf, ORIGIN, passkeyLogin, passkeyUser, RP_ID } from '../support/factors/factors.js';
import { type Answer, about, expectFailure, expectNothing, readToken } from '../support/http/http.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider, googleAccount, linkWith } from '../support/idp/providers.js';
import { App, newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { linkIn, useMail } from '../support/service/mail.js';

const APP_URL = 'https://home.example.com/';
const DAY = 86_400;
const { app, mail } = useMail({ PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN, APP_URL });
const idp = useIdp();
const google = 'google';

beforeAll(async () => {
  await addProvider(app, idp, 'google', { id: google });
});

const EMAIL = '/api/auth/user/email';
const CONFIRM = /\/email\/confirm\?/;
const SECURE = /\/user\/secure\?/;
const ASKED = /^Your address .* is to change$/;
const CHANGED = /^Your address .* was changed$/;
const pendingOf = async ({ token }: { token: string }) => (await app.get(EMAIL, { token })).json;
const userOf = async (uid: string) => (await app.admin('GET', `/users/${uid}`)).json;
const ask = ({ token }: { token: string }, email: string, more: object = {}) =>
  app.put('/api/auth/user', { email, ...more }, { token });
const linkTo = async (email: string, what: RegExp, number = 1) => linkIn(await mail.emailWith(email, what, number));
/** The issuer of the tokens, which a replica accepts if it has the same. */
const ownUrl = () => `http://localhost:${new URL(app.service.url).port}`;
const errorOf = async (link: string) => (await app.follow(link, 'POST')).linkError;
/** The link in the notice to the old address. */
const noticeLink = async (email: string) => linkIn(await mail.emailAbout(email, ASKED));

/** A user with a passkey whose new address waits, and both links. */
async function waiting() {
  const user = await passkeyUser(app);
  const email = newEmail();
  expectNothing(await ask(user, email));
  return { ...user, next: email, confirm: await linkTo(email, CONFIRM), secure: await noticeLink(user.email) };
}

describe('a new address of a user with another way in', () => {
  it.each<[string, () => Promise<SignedUp>]>([
    ['a passkey', () => passkeyUser(app)],
    ['a second factor', () => fencedUser(app)],
    [
      'an identity',
      async () => {
        const user = await app.signUp();
        await app.prove(user.uid);
        expect((await linkWith(app, google, googleAccount(newEmail()), user.token)).status).toBe(200);
        return user;
      },
    ],
  ])('replaces the old one only when a reader of the new mailbox presses the button: %s', async (_what, create) => {
    const user = await create();
    const email = newEmail();
    expectNothing(await ask(user, ` ${email.toUpperCase()} `, { metadata: '[7]' }));
    expect(await userOf(user.uid)).toMatchObject({ email: user.email, email_pending: email, metadata: '[7]' });
    expect(await pendingOf(user)).toEqual({ pending: email, expiry: about((await nowOf(app)) + DAY) });
    const link = await linkTo(email, CONFIRM);
    for (const method of ['GET', 'HEAD', 'GET']) expect((await app.follow(link, method)).status).toBe(200);
    expect((await userOf(user.uid)).email).toBe(user.email);
    const answer = await app.follow(link, 'POST');
    expect([answer.status, answer.location]).toEqual([302, APP_URL]);
    const moved = { email, email_verified: true, email_proved: true, email_pending: null };
    expect(await userOf(user.uid)).toMatchObject(moved);
    expect(await pendingOf(user)).toEqual({ pending: null, expiry: null });
    expect((await app.refresh(user.refresh_token)).status).toBe(200);
    expect(await errorOf(link)).toBe('LINK_ALREADY_USED');
  });

  it('is shown by the page with the shortened old address, the browser and the time, and one button', async () => {
    const { confirm, email, next } = await waiting();
    const { text, headers } = await app.follow(confirm);
    expect(text).toContain(`${next} the address of the account u…@example.com`);
    expect(text).not.toContain(email);
    expect(text).toMatch(/requested on \d+ \w+ \d{4} at \d\d:\d\d UTC from an unknown program/);
    expect(text.match(/<button/g)).toHaveLength(1);
    expect(headers.get('content-security-policy')).toContain("form-action 'self' https://home.example.com;");
  });

  it('is forgotten by its user, also when there is none', async () => {
    const user = await waiting();
    for (const _ of [1, 2]) expectNothing(await app.delete(EMAIL, { token: user.token }));
    expect(await pendingOf(user)).toEqual({ pending: null, expiry: null });
    expect(await errorOf(user.confirm)).toBe('LINK_EXPIRED');
    expect((await userOf(user.uid)).email_pending).toBeNull();
  });

  it('is replaced by a newer one', async () => {
    const user = await waiting();
    const newer = newEmail();
    expectNothing(await ask(user, newer));
    expect((await pendingOf(user)).pending).toBe(newer);
    expect(await errorOf(user.confirm)).toBe('LINK_EXPIRED');
    expect(await errorOf(await linkTo(newer, CONFIRM))).toBeNull();
  });

  it.each<[string, (user: SignedUp) => Promise<Answer>]>([
    ['its user', (user) => ask(user, user.email.toUpperCase())],
    ['an administrator', ({ uid, email }) => app.admin('PATCH', `/users/${uid}`, { email })],
  ])('is replaced by the current one that %s sets', async (_who, set) => {
    const user = await waiting();
    expect((await set(user)).status).toBe(200);
    expect((await pendingOf(user)).pending).toBeNull();
    expect(await errorOf(user.confirm)).toBe('LINK_EXPIRED');
  });

  it('is no change if it is the old one in other letters', async () => {
    const user = await passkeyUser(app);
    expectNothing(await ask(user, user.email.toUpperCase()));
    expect((await pendingOf(user)).pending).toBeNull();
  });

  it('can be taken by another account while it waits: then its page says so, and the account keeps the old one', async () => {
    const { uid, email, next, confirm } = await waiting();
    const other = await app.signUp({ email: next });
    const answer = await app.follow(confirm, 'POST');
    expect(answer.location).toMatch(/^https:\/\/home\.example\.com\/\?error=EMAIL_ALREADY_IN_USE&/);
    expect((await userOf(uid)).email).toBe(email);
    await app.admin('DELETE', `/users/${other.uid}`);
    expect(await errorOf(confirm)).toBeNull();
  });

  it.each(['EMAIL_ALREADY_IN_USE', 'INVALID_EMAIL', 'INVALID_PASSWORD'])('is refused at once with %s', async (code) => {
    const user = await passkeyUser(app);
    const email =
      code === 'INVALID_EMAIL' ? 'nobody' : code === 'INVALID_PASSWORD' ? newEmail() : (await app.signUp()).email;
    const password = code === 'INVALID_PASSWORD' ? 'wrong' : PASSWORD;
    expectFailure(await ask(user, email, { password }), code);
    expect((await pendingOf(user)).pending).toBeNull();
  });

  it('needs a recent sign-in', async () => {
    const user = await passkeyUser(app);
    await app.sql('UPDATE sessions SET auth_time = 1 WHERE uid = ?', [user.uid]);
    expectFailure(await ask(user, newEmail()), 'REAUTHENTICATION_REQUIRED');
    expectNothing(await ask(user, newEmail(), { password: PASSWORD }));
  });

  it('cannot be set without mail', async () => {
    const silent = await app.replica({ SMTP_URL: 'none', BASE_URL: ownUrl() });
    const user = await passkeyUser(app);
    const body = { email: newEmail() };
    const answer = await silent.call('PUT', '/api/auth/user', { token: user.token, body });
    expectFailure(answer, 'EMAIL_NOT_CONFIGURED');
  });

  it.each<[string, (user: SignedUp & { passkeyId: string }) => Promise<unknown>, string | null]>([
    ['a new password', ({ uid }) => app.admin('PATCH', `/users/${uid}`, { password: `${PASSWORD} 2` }), 'LINK_EXPIRED'],
    [
      'the end of its session',
      ({ token }) => app.delete(`/api/auth/user/sessions/${readToken(token).claims.sid}`, { token }),
      'LINK_EXPIRED',
    ],
    ['a disabled account', ({ uid }) => app.disable(uid), 'USER_DISABLED'],
    ['a logout', ({ token }) => app.post('/api/auth/user/logout', {}, { token }), null],
    ['another sign-in', ({ email }) => app.login(email, PASSWORD), null],
  ])('is invalidated by what invalidates links: %s', async (_what, change, error) => {
    const user = await waiting();
    expect(((await change(user)) as { status?: number } | undefined)?.status ?? 200).toBe(200);
    expect(await errorOf(user.confirm)).toBe(error);
  });

  it('invalidates the links to the old address when it is confirmed, and can be taken back for 7 days', async () => {
    const { email, uid, confirm, secure } = await waiting();
    const links = await Promise.all(
      ['magic_link', 'reset_password'].map((type) => app.admin('POST', '/links', { type, email })),
    );
    await app.follow(confirm, 'POST');
    const [magic, reset] = links.map(({ json }) => json);
    expect((await app.follow(magic.link)).parameter('error')).toBe('LINK_EXPIRED');
    const body = { old_password: reset.token, new_password: `${PASSWORD} 3` };
    expectFailure(await app.patch('/api/auth/user/change-password', body), 'INVALID_PASSWORD');
    expect(await app.events(uid)).toContainEqual(
      expect.objectContaining({
        type: 'user.email_changed',
        data: { old_email: email, new_email: (await userOf(uid)).email, proved: true },
      }),
    );
    expect(await errorOf(secure)).toBeNull();
    expect((await userOf(uid)).email).toBe(email);
  });
});

describe('the notice to the old address', () => {
  it('goes to an address that a link has verified', async () => {
    const user = await app.signUp();
    await app.post('/api/auth/user/verify-email', {}, { token: user.token });
    await app.follow(await linkTo(user.email, /verify-email/));
    expect(await userOf(user.uid)).toMatchObject({ email_verified: true, email_proved: false });
    expectNothing(await ask(user, newEmail()));
    expect(await errorOf(await linkTo(user.email, SECURE))).toBeNull();
    // The account may have begun with a stranger, so nothing from before is left.
    expect(await userOf(user.uid)).toMatchObject({ email: user.email, email_proved: true, has_password: false });
  });

  it('does not go to an address that only the client of the sign-up has called verified', async () => {
    const [claimed, marker] = [await app.signUp({ email_verified: true }), await passkeyUser(app)];
    for (const user of [claimed, marker]) expectNothing(await ask(user, newEmail()));
    await noticeLink(marker.email);
    expect(mail.emailsTo(claimed.email)).toEqual([]);
  });
});

describe('the link of the notice while the change waits', () => {
  it('names both addresses and what it removes, and stops the change', async () => {
    const { uid, email, next, confirm, secure, refresh_token, passkey } = await waiting();
    const { text } = await app.follow(secure);
    for (const part of [email, `does not change to ${next}`, 'Secure your account', 'The passkey “Phone” is removed.'])
      expect(text).toContain(part);
    expect(text.match(/<button/g)).toHaveLength(1);
    expect(await errorOf(secure)).toBeNull();
    expect(await userOf(uid)).toMatchObject({ email, email_proved: true, email_pending: null, has_password: true });
    expect(await errorOf(confirm)).toBe('LINK_EXPIRED');
    expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
    expectFailure(await passkeyLogin(app, passkey), 'PASSKEY_NOT_FOUND');
  });

  it('secures the account also when the thief has forgotten the change, for 24 hours', async () => {
    const [first, second] = [await waiting(), await waiting()];
    for (const { token } of [first, second]) await app.delete(EMAIL, { token });
    expect(await errorOf(first.secure)).toBeNull();
    expectFailure(await app.refresh(first.refresh_token), 'INVALID_REFRESH_TOKEN');
    await app.sql('UPDATE one_time_tokens SET created_at = created_at - 86400 WHERE uid = ?', [second.uid]);
    expect(await errorOf(second.secure)).toBe('LINK_EXPIRED');
    expect((await app.refresh(second.refresh_token)).status).toBe(200);
  });
});

describe('a new address by an administrator', () => {
  const set = (uid: string, body: object) => app.admin('PATCH', `/users/${uid}`, body);

  it('waits for a user with a passkey, and ends the sessions when it is confirmed', async () => {
    const user = await passkeyUser(app);
    const email = newEmail();
    expect((await set(user.uid, { email, metadata: '[8]' })).json).toMatchObject({
      email: user.email,
      email_pending: email,
      metadata: '[8]',
    });
    const list = (await app.admin('GET', '/users?limit=5&order=-created_at')).json.users;
    expect(list.find(({ uid }: SignedUp) => uid === user.uid).email_pending).toBe(email);
    expect((await app.refresh(user.refresh_token)).status).toBe(200);
    expect(await errorOf(await linkTo(email, CONFIRM))).toBeNull();
    expect(await userOf(user.uid)).toMatchObject({ email, email_verified: true, email_proved: true });
    expect((await app.login(email, PASSWORD)).status).toBe(200);
    const { text } = await mail.emailAbout(user.email, CHANGED);
    expect([text.includes(email), SECURE.test(text)]).toEqual([true, false]);
  });

  it('takes effect at once with email_verified: true, and for a user without another way in', async () => {
    const [fenced, plain] = [await passkeyUser(app), await app.signUp()];
    const [email, other] = [newEmail(), newEmail()];
    expect((await set(fenced.uid, { email, email_verified: true })).json).toMatchObject({ email, email_proved: true });
    expect((await set(plain.uid, { email: other })).json).toMatchObject({ email: other, email_pending: null });
    // Nobody has verified the address of the other user: it may be that of a stranger.
    const { text } = await mail.emailAbout(fenced.email, CHANGED);
    expect([text.includes(email), SECURE.test(text)]).toEqual([true, false]);
    expect(mail.emailsTo(plain.email)).toEqual([]);
  });

  it('takes effect at once without mail: the factors stay, and nothing is proved', async () => {
    const silent = await app.replica({ SMTP_URL: 'none' });
    const user = await fencedUser(app);
    const email = newEmail();
    const token = 'adm_first-token-of-the-tests-0123456789';
    const answer = await silent.call('PATCH', `/api/admin/users/${user.uid}`, { token, body: { email } });
    expect(answer.json).toMatchObject({ email, email_proved: false, mfa_enabled: true });
    expectFailure(await app.login(email, PASSWORD), 'MFA_REQUIRED');
  });
});

describe('with EMAIL_CHANGE=confirm', () => {
  let strict: Awaited<ReturnType<typeof app.replica>>;
  beforeAll(async () => {
    strict = await app.replica({ EMAIL_CHANGE: 'confirm', BASE_URL: ownUrl() });
  });

  it('the notice does nothing for an address that was never proved once the change is forgotten: it may be that of a stranger', async () => {
    const user = await app.signUp();
    await app.post('/api/auth/user/verify-email', {}, { token: user.token });
    await app.follow(await linkTo(user.email, /verify-email/));
    const { token } = user;
    expectNothing(await strict.call('PUT', '/api/auth/user', { token, body: { email: newEmail() } }));
    await app.delete(EMAIL, { token });
    expect(await errorOf(await noticeLink(user.email))).toBe('LINK_EXPIRED');
    expect((await app.refresh(user.refresh_token)).status).toBe(200);
  });

  it('a new address of any user waits', async () => {
    const user = await app.signUp();
    const email = newEmail();
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' };
    expectNothing(await strict.call('PUT', '/api/auth/user', { token: user.token, body: { email }, headers }));
    expect(await userOf(user.uid)).toMatchObject({ email: user.email, email_pending: email });
    const link = await linkTo(email, CONFIRM);
    expect((await app.follow(link)).text).toContain('UTC from Firefox on Linux.');
    expect(await errorOf(link)).toBeNull();
    expect((await app.login(email, PASSWORD)).json.uid).toBe(user.uid);
  });
});

describe('at the same time', () => {
  it('a confirmation and 20 sign-ups with the address create or move one account', async () => {
    const { uid, email, next, confirm } = await waiting();
    const create = () => app.post('/api/auth/user/create', { email: next, password: PASSWORD });
    const [confirmed, ...signUps] = await Promise.all([
      app.follow(confirm, 'POST'),
      ...Array.from({ length: 20 }, create),
    ]);
    const won = signUps.filter(({ status }) => status === 200).length;
    const error = confirmed.parameter('error');
    expect([won, error]).toEqual(error === null ? [0, null] : [1, 'EMAIL_ALREADY_IN_USE']);
    for (const answer of signUps.filter(({ status }) => status !== 200)) expectFailure(answer, 'EMAIL_ALREADY_IN_USE');
    expect((await userOf(uid)).email).toBe(error === null ? next : email);
    expect(await app.sql('SELECT uid FROM users WHERE email = ?', [next])).toHaveLength(1);
  });

  it('of 20 confirmations one is accepted', async () => {
    const { confirm } = await waiting();
    const errors = await Promise.all(Array.from({ length: 20 }, () => errorOf(confirm)));
    expect(errors.filter((error) => error === null)).toHaveLength(1);
    expect(errors.filter((error) => error === 'LINK_ALREADY_USED')).toHaveLength(19);
  });

  it('a confirmation and the answer to the theft leave the old address', async () => {
    for (let round = 0; round < 5; round++) {
      const { uid, email, confirm, secure, refresh_token } = await waiting();
      const [, secured] = await Promise.all([errorOf(confirm), errorOf(secure)]);
      expect(secured).toBeNull();
      expect(await userOf(uid)).toMatchObject({ email, email_proved: true, email_pending: null });
      expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
    }
  });

  it('a new passkey and a new address never lead to a passkey of an account with an unproved address', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await app.signUp();
      await app.prove(user.uid);
      await Promise.all([addPasskey(app, user.token).catch(() => undefined), ask(user, newEmail())]);
      const [{ email_proved }, passkeys] = [
        await userOf(user.uid),
        await app.sql('SELECT passkey_id FROM passkeys WHERE uid = ?', [user.uid]),
      ];
      expect([email_proved, passkeys.length]).not.toEqual([false, 1]);
    }
  });
});

describe('the time of a pending address', () => {
  it('ends with VERIFY_EMAIL_TTL, and at the latest after 7 days; the notice works for 7 days after the confirmation', async () => {
    const own = await App.start({ SMTP_URL: mail.url, VERIFY_EMAIL_TTL: String(30 * DAY), EMAIL_CHANGE: 'confirm' });
    try {
      const users = await Promise.all([own.signUp(), own.signUp()]);
      const next = users.map(() => newEmail());
      for (const [index, { uid, token }] of users.entries()) {
        await own.prove(uid);
        await own.put('/api/auth/user', { email: next[index] }, { token });
      }
      const [first = '', late = ''] = await Promise.all(next.map((email) => linkTo(email, CONFIRM)));
      await own.advance(7 * DAY - 60);
      expect((await own.follow(first, 'POST')).parameter('error')).toBeNull();
      await own.advance(61);
      expect((await own.follow(late, 'POST')).parameter('error')).toBe('LINK_EXPIRED');
      await own.advance(6 * DAY);
      const secure = await linkTo(users[0]?.email ?? '', SECURE);
      expect((await own.follow(secure, 'POST')).linkError).toBeNull();
      expect((await own.admin('GET', `/users/${users[0]?.uid}`)).json.email).toBe(users[0]?.email);
    } finally {
      await own.stop();
    }
  });
});

it('the email of a magic link says that a reset gives the account to the reader, where a second factor may be that of another', async () => {
  const user = await fencedUser(app);
  await app.sql('UPDATE users SET email_proved = 0 WHERE uid = ?', [user.uid]);
  const plain = await app.signUp();
  for (const { email } of [user, plain]) await app.post('/api/auth/magic-link', { email });
  const SENTENCE = /a new password gives the account to you/;
  expect((await mail.emailWith(user.email, /magic-link/)).text).toMatch(SENTENCE);
  expect((await mail.emailWith(plain.email, /magic-link/)).text).not.toMatch(SENTENCE);
  const { email } = user;
  await app.post('/api/auth/reset-password', { email });
  const old_password = new URL(linkIn(await mail.emailAbout(email, /^Choose a new password/))).searchParams.get(
    'token',
  );
  const change = { old_password, new_password: `${PASSWORD} of the owner` };
  expectNothing(await app.patch('/api/auth/user/change-password', change));
  expect((await app.login(user.email, change.new_password)).status).toBe(200);
});
