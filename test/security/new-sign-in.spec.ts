import { setTimeout as sleep } from 'node:timers/promises';
import { addPasskey, codeOf, fence, fencedUser, ORIGIN, passkeyLogin, RP_ID } from '../support/factors/factors.js';
import { BEHIND_PROXY, cookieOf, from, fromPages, loginOn, PAGE, productSession } from '../support/http/clients.js';
import { expectFailure, expectNothing } from '../support/http/http.js';
import { newApiKey, WITH_KEYS } from '../support/machines/clients.js';
import { newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { linkIn, useMail } from '../support/service/mail.js';
import type { Service } from '../support/service/service.js';
import { readList, sessionOf } from '../support/service/tokens.js';

const APP_URL = `${PAGE}/`;
const { app, mail } = useMail({
  ...BEHIND_PROXY,
  ...WITH_KEYS,
  APP_URL,
  PASSKEY_RP_ID: RP_ID,
  PASSKEY_ORIGINS: ORIGIN,
  IMPERSONATION: 'on',
});
const SUBJECT = /^New sign-in to /;
const OFFICE = from('203.0.113.1');
const CAFE = from('203.0.113.2');
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0';

/** Waits until each email has left that is not to wait. They are queued before the answer to the request that causes them. */
async function arrived(): Promise<void> {
  const late = "SELECT id FROM messages WHERE status = 'queued' AND due_at < created_at + 60";
  while ((await app.sql(late)).length > 0) await sleep(20);
}

async function notices(email: string) {
  await arrived();
  return mail.emailsTo(email).filter(({ subject }) => SUBJECT.test(subject ?? ''));
}

const noticeLink = async (email: string, number = 1) => linkIn(await mail.emailAbout(email, SUBJECT, number));
const press = (link: string) => app.follow(link, 'POST');
/** What a refresh answers: undefined for new tokens. */
const refresh = async ({ refresh_token }: { refresh_token: string }) => (await app.refresh(refresh_token)).code;
const ENDED = 'INVALID_REFRESH_TOKEN';

/** A user with a proved address and a device in the office, and a thief who has signed in with the password. */
async function stolen() {
  const user = await app.signUp();
  await app.prove(user.uid);
  const own = (await loginOn(app, user.email, 'new', OFFICE)).json;
  const known = (await notices(user.email)).length;
  await app.advance(601);
  const thief: SignedUp & { device_token: string } = {
    ...user,
    ...(await loginOn(app, user.email, 'new', CAFE)).json,
  };
  return { user, own, thief, link: await noticeLink(user.email, known + 1) };
}

/** A sign-in by an email code on a device: `new`, its token, or undefined for a client that sends none. */
async function byCode(email: string, device: string | undefined, headers: Record<string, string>) {
  const body = await mail.codeAfter(email, () => app.post('/api/auth/email-code', { email }));
  const shown: Record<string, string> = device === undefined ? {} : { 'x-latchkey-device': device };
  return (await app.post('/api/auth/email-code/verify', body, { headers: { ...headers, ...shown } })).json;
}

/** A thief of the password at the sign-in pages, and in a product that they lead to. */
async function stolenInPages() {
  const { user } = await stolen();
  await app.advance(601);
  const { email } = user;
  const known = (await notices(email)).length;
  const headers = { ...fromPages(app), ...CAFE };
  const answer = await app.post('/api/auth/user/login', { email, password: PASSWORD }, { headers });
  const pages = { token: answer.json.token, cookie: cookieOf(answer)?.pair ?? '' };
  const product = await productSession(app, pages);
  return { user, pages, product, link: await noticeLink(user.email, known + 1) };
}

describe('the email about a new sign-in', () => {
  it('has the time, the browser, the client address and the method', async () => {
    const { email } = await app.signUp();
    await loginOn(app, email, 'new', from('203.0.113.9', { 'user-agent': FIREFOX }));
    const [{ text, html } = { text: '', html: '' }, ...rest] = await notices(email);
    expect(rest).toEqual([]);
    const words = text.replace(/\s+/g, ' ');
    expect(words).toMatch(/The sign-in was on \d+ \w+ \d{4} at \d\d:\d\d UTC from Firefox on Windows\./);
    expect(words).toContain('Client address: 203.0.113.9. Signed in with: the password.');
    expect(words).toMatch(/The link works once, for 1 day\./);
    expect(html).toContain('203.0.113.9');
  });

  it('names the method in the language of the reader', async () => {
    const { email } = await app.signUp();
    await loginOn(app, email, 'new', from('203.0.113.9', { 'accept-language': 'de' }));
    const { text } = await mail.emailAbout(email, /^Neue Anmeldung bei /);
    expect(text.replace(/\s+/g, ' ')).toContain('Angemeldet mit: das Passwort.');
  });

  it.each(['new', undefined])('is not sent for the first sign-in of an account, with the device %s', async (device) => {
    const email = newEmail();
    await app.admin('POST', '/users', { email, password: PASSWORD });
    expect((await loginOn(app, email, device, CAFE)).status).toBe(200);
    expect(await notices(email)).toEqual([]);
  });

  it('is not sent for a known device at a new address', async () => {
    const { email } = await app.signUp();
    const { device_token } = (await loginOn(app, email, 'new')).json;
    expect((await loginOn(app, email, device_token, CAFE)).status).toBe(200);
    expect(await notices(email)).toEqual([]);
  });

  it('is sent for a new device at a known address', async () => {
    const { email } = await app.signUp();
    await loginOn(app, email, 'new');
    expect(await notices(email)).toEqual([]);
    await loginOn(app, email, 'new');
    expect(await notices(email)).toHaveLength(1);
  });

  it('is sent for a client without a token at a new address, and not at a known one', async () => {
    const { email } = await app.signUp();
    await loginOn(app, email);
    expect(await notices(email)).toEqual([]);
    await loginOn(app, email, undefined, CAFE);
    expect(await notices(email)).toHaveLength(1);
    await app.advance(601);
    await loginOn(app, email, undefined, CAFE);
    expect(await notices(email)).toHaveLength(1);
  });

  it('is sent for an account that has not signed in for so long that no address of it is known', async () => {
    const { email } = await app.signUp();
    await app.advance(31 * 86_400);
    await loginOn(app, email);
    expect(await notices(email)).toHaveLength(1);
  });

  it('is one for the first sign-in, and one when ten minutes are over for all that have come since', async () => {
    const { uid, email } = await app.signUp();
    await loginOn(app, email, undefined, OFFICE);
    await loginOn(app, email, undefined, from('203.0.113.2', { 'user-agent': FIREFOX }));
    await arrived();
    await app.advance(300);
    await loginOn(app, email, undefined, from('203.0.113.3'));
    expect(await notices(email)).toHaveLength(1);
    const waiting = () => app.sql("SELECT id FROM messages WHERE recipient = ? AND status = 'queued'", [email]);
    expect(await waiting()).toHaveLength(1);
    await app.advance(301);
    const second = await mail.emailAbout(email, SUBJECT, 2);
    for (const address of ['203.0.113.2', '203.0.113.3']) expect(second.text).toContain(address);
    expect(second.text).not.toContain('203.0.113.1');
    expect(second.html).toContain('203.0.113.3');
    // The devices of both emails are known, and the ten minutes begin anew.
    await loginOn(app, email, undefined, from('203.0.113.2'));
    expect(await waiting()).toEqual([]);
    await loginOn(app, email, undefined, from('203.0.113.4'));
    expect([(await notices(email)).length, (await waiting()).length]).toEqual([2, 1]);
    await app.advance(601);
    expect((await mail.emailAbout(email, SUBJECT, 3)).text).toContain('203.0.113.4');
    await app.advance(600);
    await loginOn(app, email, undefined, from('203.0.113.5'));
    expect(await notices(email)).toHaveLength(4);
    expect((await app.sql("SELECT type FROM events WHERE uid = ? AND type = 'link.sent'", [uid])).length).toBe(4);
  });

  it('that waits is mailed, also after the thief has changed the address, and made and deleted an account with it', async () => {
    const user = await app.signUp();
    await app.prove(user.uid);
    for (const ip of ['203.0.113.1', '203.0.113.2']) await loginOn(app, user.email, undefined, from(ip));
    await arrived();
    const thief = (await loginOn(app, user.email, undefined, from('203.0.113.3'))).json;
    expect((await app.put('/api/auth/user', { email: newEmail() }, { token: thief.token })).status).toBe(200);
    const { token } = await app.signUp({ email: user.email });
    expectNothing(await app.delete('/api/auth/user', { token }));
    await app.advance(601);
    expect((await mail.emailAbout(user.email, SUBJECT, 2)).text).toContain('203.0.113.3');
  });

  it('names a thief who has come within ten minutes of a new device of the owner, with a link that ends the session', async () => {
    const user = await app.signUp();
    await app.prove(user.uid);
    await byCode(user.email, 'new', OFFICE);
    await arrived();
    const own = await byCode(user.email, 'new', OFFICE);
    await app.advance(601);
    await arrived();
    const before = (await notices(user.email)).length;
    await byCode(user.email, 'new', CAFE);
    await app.advance(60);
    const thief = await byCode(user.email, 'new', from('198.51.100.66'));
    await app.advance(541);
    const email = await mail.emailAbout(user.email, SUBJECT, before + 2);
    expect(email.text).toContain('198.51.100.66');
    expect((await press(linkIn(email))).parameter('error')).toBeNull();
    expect(await refresh(thief)).toBe(ENDED);
    expect(own.uid).toBe(user.uid);
  });

  it('is not sent for a refresh, a reauthentication and an impersonation', async () => {
    const user = await app.signUp();
    const { uid, email, refresh_token, token } = user;
    await loginOn(app, email, 'new');
    const body = { headers: CAFE };
    expect((await app.post('/api/auth/user/refresh', { refresh_token }, body)).status).toBe(200);
    const again = { token, headers: CAFE };
    expect((await app.post('/api/auth/user/reauthenticate', { password: PASSWORD }, again)).status).toBe(200);
    expect((await app.admin('POST', `/users/${uid}/impersonate`, { reason: 'A test of emails' })).status).toBe(200);
    expect(await notices(email)).toEqual([]);
  });

  it('is not sent for a first step without the second one, and once after it', async () => {
    const { email, secret } = await fencedUser(app);
    const { mfa_token } = (await loginOn(app, email, 'new', CAFE)).json;
    expect(await notices(email)).toEqual([]);
    const code = await codeOf(app, secret, 1);
    expect((await app.post('/api/auth/mfa/verify', { mfa_token, code }, { headers: CAFE })).status).toBe(200);
    expect(await notices(email)).toHaveLength(1);
  });

  it('is not sent after a first proof or a reset to the reader of the mailbox', async () => {
    const { email } = await app.signUp();
    const magic = await mail.linkAfter(email, () => app.post('/api/auth/magic-link', { email }));
    const { pathname, search } = new URL(magic);
    expect((await app.get(pathname + search, { headers: CAFE })).status).toBe(302);
    expect(await notices(email)).toEqual([]);
    const number = mail.emailsTo(email).length + 1;
    await app.post('/api/auth/reset-password', { email });
    const old_password = new URL(linkIn(await mail.emailTo(email, number))).searchParams.get('token');
    const change = { old_password, new_password: PASSWORD };
    const changed = await app.patch('/api/auth/user/change-password', change, { headers: OFFICE });
    expect(changed.status).toBe(200);
    expect((await loginOn(app, email, undefined, OFFICE)).status).toBe(200);
    expect(await notices(email)).toEqual([]);
  });

  it('is never sent with SIGN_IN_NOTICE=off, or without mail', async () => {
    const off = await app.replica({ SIGN_IN_NOTICE: 'off' });
    const mute = await app.replica({ SMTP_URL: '', NODE_ENV: 'production', BASE_URL: 'https://auth.example.com' });
    const { email } = await app.signUp();
    const signIn = (at: Service, ip: string) =>
      at.call('POST', '/api/auth/user/login', { body: { email, password: PASSWORD }, headers: from(ip) });
    expect((await signIn(off, '203.0.113.5')).status).toBe(200);
    expect((await signIn(mute, '203.0.113.6')).status).toBe(200);
    expect(await notices(email)).toEqual([]);
  });
});

describe('the link of the email', () => {
  it('changes nothing until the button of its page is pressed, and lists what goes', async () => {
    const { user, own, thief, link } = await stolen();
    for (const method of ['GET', 'HEAD', 'GET']) expect((await app.follow(link, method)).status).toBe(200);
    const { text } = await app.follow(link);
    expect(text).toMatch(/Someone signed in to your account on a new device on [^<]* from an unknown program\./);
    expect(text).toContain('Every device is signed out.');
    expect(text).toContain('<li>The password stops working.</li>');
    expect(text).toContain(`You receive an email at ${user.email} to choose a new password.`);
    expect(text.match(/<button/g)).toHaveLength(1);
    expect(await Promise.all([user, own, thief].map(refresh))).toEqual([undefined, undefined, undefined]);
  });

  it('ends all sessions, invalidates the password that was used and mails a reset', async () => {
    const { user, own, thief, link } = await stolen();
    const { key } = await newApiKey(app, thief);
    const before = mail.emailsTo(user.email).length;
    const answer = await press(link);
    expect([answer.status, answer.location]).toEqual([302, APP_URL]);
    expect(await Promise.all([user, own, thief].map(refresh))).toEqual([ENDED, ENDED, ENDED]);
    expectFailure(await app.login(user.email, PASSWORD), 'INVALID_CREDENTIALS');
    expectFailure(await app.post('/api/auth/api-keys/token', { key }), 'INVALID_API_KEY');
    const { sessions, users } = await readList(app);
    expect(sessions.includes(sessionOf(thief.token)) || users[user.uid] !== undefined).toBe(true);
    const notice = await mail.emailAbout(user.email, /no longer works$/);
    expect(mail.emailsTo(user.email).length).toBeGreaterThan(before);
    const old_password = new URL(linkIn(notice)).searchParams.get('token');
    const change = { old_password, new_password: `${PASSWORD} 2` };
    expect((await app.patch('/api/auth/user/change-password', change)).status).toBe(200);
    expect((await press(link)).linkError).toBe('LINK_ALREADY_USED');
    expect((await app.events(user.uid)).find(({ type }) => type === 'account.secured')?.data).toEqual({
      about: 'sign_in',
      password: 'void',
      api_keys: [expect.any(String)],
    });
  });

  it('removes what the thief has added since the sign-in', async () => {
    const { user, thief, link } = await stolen();
    const { passkey } = await addPasskey(app, thief.token);
    await fence(app, thief);
    expect((await app.follow(link)).text).toContain('The passkey “Phone” is removed.');
    await press(link);
    expectFailure(await passkeyLogin(app, passkey), 'PASSKEY_NOT_FOUND');
    expect((await app.admin('GET', `/users/${user.uid}`)).json).toMatchObject({
      mfa_enabled: false,
      has_password: false,
    });
  });

  it('leaves the factors of a user whose sign-ins needed one, and invalidates the password', async () => {
    const user = await fencedUser(app);
    await mail.emailAbout(user.email, /^A second factor was added/);
    await app.advance(2 * 86_400);
    const { mfa_token } = (await loginOn(app, user.email, undefined, CAFE)).json;
    const code = await codeOf(app, user.secret, 1);
    await app.post('/api/auth/mfa/verify', { mfa_token, code }, { headers: CAFE });
    const link = await noticeLink(user.email);
    expect((await app.follow(link)).text).toContain('The second factors stay');
    await press(link);
    expect((await app.admin('GET', `/users/${user.uid}`)).json).toMatchObject({
      mfa_enabled: true,
      has_password: false,
    });
  });

  it('ends every session, and keeps a password that was not used', async () => {
    const user = await app.signUp();
    await app.prove(user.uid);
    const { email } = user;
    const link = await mail.linkAfter(email, () => app.post('/api/auth/magic-link', { email }));
    const { pathname, search } = new URL(link);
    const followed = await app.get(pathname + search, { headers: CAFE });
    const thief = { refresh_token: followed.parameter('rt') ?? '' };
    const notice = await noticeLink(email);
    expect((await app.follow(notice)).text).not.toContain('The password stops working');
    const before = mail.emailsTo(email).length;
    await press(notice);
    expect(await Promise.all([user, thief].map(refresh))).toEqual([ENDED, ENDED]);
    expect((await app.login(email, PASSWORD)).status).toBe(200);
    await notices(email);
    expect(
      mail
        .emailsTo(email)
        .slice(before)
        .filter(({ text }) => /token=/.test(text) && !/secure\?/.test(text)),
    ).toEqual([]);
  });

  it('invalidates what the thief has asked for before: a reset token, and a new address after whose request the thief logs out', async () => {
    const user = await app.signUp();
    await app.prove(user.uid);
    const { email } = user;
    // The address of an account with a passkey changes when the new one is confirmed.
    await addPasskey(app, user.token);
    const reset = await mail.linkAfter(email, () => app.post('/api/auth/reset-password', { email }));
    const thief = await byCode(email, 'new', CAFE);
    const next = newEmail();
    expect((await app.put('/api/auth/user', { email: next }, { token: thief.token })).status).toBe(200);
    const confirm = linkIn(await mail.emailWith(next, /\/email\/confirm\?/));
    const { token, refresh_token } = thief;
    expect((await app.post('/api/auth/user/logout', { refresh_token }, { token })).status).toBe(200);
    await press(await noticeLink(email));
    expect((await app.follow(confirm, 'POST')).linkError).toBe('LINK_EXPIRED');
    expect(await app.sql('SELECT email FROM users WHERE uid = ?', [user.uid])).toEqual([{ email }]);
    const change = { old_password: new URL(reset).searchParams.get('token'), new_password: `${PASSWORD} 2` };
    expect((await app.patch('/api/auth/user/change-password', change)).status).toBe(400);
    expect((await app.login(email, PASSWORD)).status).toBe(200);
  });

  it('invalidates a password that was changed since the sign-in, whoever did it, and mails a reset', async () => {
    const { user, own, link } = await stolen();
    const new_password = `${PASSWORD} 2`;
    const change = { old_password: PASSWORD, new_password };
    expect((await app.patch('/api/auth/user/change-password', change, { token: own.token })).status).toBe(200);
    await press(link);
    expectFailure(await app.login(user.email, new_password), 'INVALID_CREDENTIALS');
    await mail.emailAbout(user.email, /no longer works$/);
  });

  it('makes the access token of a session that has signed out useless for changes', async () => {
    const { email, uid } = await app.signUp();
    await app.prove(uid);
    const { token, refresh_token } = await byCode(email, 'new', CAFE);
    expect((await app.post('/api/auth/user/logout', { refresh_token }, { token })).status).toBe(200);
    await press(await noticeLink(email));
    expectFailure(await app.put('/api/auth/user', { metadata: '1' }, { token }), 'NOT_AUTHENTICATED');
  });

  it.each(['session', 'later session on the device', 'session of a product'])(
    'invalidates a password that was set in the %s',
    async (where) => {
      const { user, link, ...found } = where === 'session of a product' ? await stolenInPages() : await stolen();
      let { token } = 'product' in found ? found.product : found.thief;
      if ('thief' in found && where === 'later session on the device') {
        ({ token } = (await loginOn(app, user.email, found.thief.device_token, CAFE)).json);
      }
      const new_password = `${PASSWORD} 2`;
      const change = { old_password: PASSWORD, new_password };
      expect((await app.patch('/api/auth/user/change-password', change, { token })).status).toBe(200);
      await press(link);
      expectFailure(await app.login(user.email, new_password), 'INVALID_CREDENTIALS');
      await mail.emailAbout(user.email, /no longer works$/);
    },
  );

  it('makes the devices and addresses of the thief unknown again', async () => {
    const { user, thief, link } = await stolen();
    const known = (await notices(user.email)).length;
    await press(link);
    const rows = await app.sql('SELECT device_id AS id FROM devices WHERE uid = ?', [user.uid]);
    expect(rows).toEqual([]);
    expect((await app.admin('PATCH', `/users/${user.uid}`, { password: PASSWORD })).status).toBe(200);
    expect((await loginOn(app, user.email, thief.device_token, CAFE)).text).toContain('device_token');
    expect(await notices(user.email)).toHaveLength(known + 1);
  });

  it('brings the address back that the thief has changed, and mails the reset to it', async () => {
    const { user, thief, link } = await stolen();
    const email = newEmail();
    const change = { email, password: PASSWORD };
    expect((await app.put('/api/auth/user', change, { token: thief.token })).status).toBe(200);
    await press(link);
    await mail.emailAbout(user.email, /no longer works$/);
    await arrived();
    expect(mail.emailsTo(email).map(({ text }) => /token=/.test(text))).not.toContain(true);
    expect((await app.admin('GET', `/users/${user.uid}`)).json.email).toBe(user.email);
    expect(await refresh(thief)).toBe(ENDED);
  });

  it('is void when the account is disabled, and after 24 hours', async () => {
    const { user, link } = await stolen();
    await app.disable(user.uid);
    expect((await press(link)).linkError).toBe('USER_DISABLED');
    const late = await stolen();
    await app.advance(86_400);
    expect((await press(late.link)).linkError).toBe('LINK_EXPIRED');
  });
});
