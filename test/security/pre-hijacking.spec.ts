import { fencedUser, ORIGIN, passkeyUser, RP_ID } from '../support/factors/factors.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider } from '../support/idp/providers.js';
import { App, newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { linkIn, MailServer, tokenIn } from '../support/service/mail.js';

const NEXT_URL = 'https://app.example.com/in';
const OWNER_PASSWORD = 'the password of the owner';
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';

const idp = useIdp();
let mail: MailServer;
let app: App;
let paged: App;
beforeAll(async () => {
  mail = await MailServer.start();
  [app, paged] = await Promise.all([
    App.start({ SMTP_URL: mail.url, PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN }),
    App.start({ SMTP_URL: mail.url, LINK_CONFIRM: 'page', APP_URL: 'https://home.example.com/' }),
  ]);
});
afterAll(async () => {
  await Promise.all([app.stop(), paged.stop()]);
  await mail.stop();
});

const userOf = async (at: App, uid: string) => (await at.admin('GET', `/users/${uid}`)).json;

async function verificationLink(at: App, { token, email }: SignedUp): Promise<string> {
  const headers = { 'user-agent': USER_AGENT };
  const answer = await at.post('/api/auth/user/verify-email', { next_url: NEXT_URL }, { token, headers });
  expect(answer.status).toBe(200);
  return linkIn(await mail.emailAbout(email, /^Confirm/));
}

async function ownerSignsIn(at: App, { email }: { email: string }): Promise<{ at: string; rt: string }> {
  const { link } = (await at.admin('POST', '/links', { type: 'magic_link', email })).json;
  const answer = await at.follow(link, 'POST');
  return { at: answer.parameter('at') ?? '', rt: answer.parameter('rt') ?? '' };
}

/** Checks that the stranger who registered the address has lost the account, and that the owner has it. */
async function expectOwned(at: App, stranger: SignedUp, owner: { at: string; rt: string }): Promise<void> {
  expect((await at.login(stranger.email, PASSWORD)).code).toBe('INVALID_CREDENTIALS');
  expect((await at.refresh(stranger.refresh_token)).code).toBe('INVALID_REFRESH_TOKEN');
  const change = await at.put('/api/auth/user', { email: newEmail() }, { token: stranger.token });
  expect(change.code).toBe('NOT_AUTHENTICATED');
  expect((await at.refresh(owner.rt)).status).toBe(200);
  expect(await userOf(at, stranger.uid)).toMatchObject({ email_verified: true, email_proved: true });
}

describe('the first magic link of an owner', () => {
  it('invalidates the password and ends the sessions of a stranger who claimed a verified email at sign-up', async () => {
    const stranger = await app.signUp({ email_verified: true });
    expect(await userOf(app, stranger.uid)).toMatchObject({ email_verified: true, email_proved: false });
    await expectOwned(app, stranger, await ownerSignsIn(app, stranger));
  });

  it('invalidates the password and ends the sessions of a stranger whose verification link a mail scanner has followed', async () => {
    const stranger = await app.signUp();
    const scanned = await app.follow(await verificationLink(app, stranger));
    expect(scanned.location).toBe(NEXT_URL);
    expect(await userOf(app, stranger.uid)).toMatchObject({ email_verified: true, email_proved: false });
    await expectOwned(app, stranger, await ownerSignsIn(app, stranger));
  });

  it('invalidates the password and ends the sessions of a stranger who moved an account from a proved address to that of the owner', async () => {
    const stranger = await app.signUp();
    await app.admin('PATCH', `/users/${stranger.uid}`, { email_verified: true });
    const email = newEmail();
    await app.put('/api/auth/user', { email }, { token: stranger.token });
    expect(await userOf(app, stranger.uid)).toMatchObject({ email, email_verified: false, email_proved: false });
    await expectOwned(app, { ...stranger, email }, await ownerSignsIn(app, { email }));
  });

  it('sends the owner an email about the void password, with a link to set a new one', async () => {
    const stranger = await app.signUp({ email_verified: true });
    await ownerSignsIn(app, stranger);
    const message = await mail.emailAbout(stranger.email, /no longer works$/);
    const body = { old_password: tokenIn(message), new_password: OWNER_PASSWORD };
    expect((await app.patch('/api/auth/user/change-password', body)).status).toBe(200);
    expect((await app.login(stranger.email, OWNER_PASSWORD)).status).toBe(200);
  });
});

it('an account that a magic link has created is proved, and its owner gets no email about a password', async () => {
  const email = newEmail();
  const { link } = (await app.admin('POST', '/links', { type: 'magic_link', email, sign_up: true })).json;
  const uid = (await app.follow(link)).parameter('uid') ?? '';
  expect(await userOf(app, uid)).toMatchObject({ email_proved: true, has_password: false });
  await ownerSignsIn(app, { email });
  expect(mail.emailsTo(email)).toEqual([]);
});

it('a reset proves the address, and only the new password signs in', async () => {
  const stranger = await app.signUp({ email_verified: true });
  const { token } = (await app.admin('POST', '/links', { type: 'reset_password', email: stranger.email })).json;
  const body = { old_password: token, new_password: OWNER_PASSWORD };
  expect((await app.patch('/api/auth/user/change-password', body)).status).toBe(200);
  expect(await userOf(app, stranger.uid)).toMatchObject({ email_verified: true, email_proved: true });
  expect((await app.refresh(stranger.refresh_token)).code).toBe('INVALID_REFRESH_TOKEN');
  expect((await app.login(stranger.email, PASSWORD)).code).toBe('INVALID_CREDENTIALS');
  await ownerSignsIn(app, stranger);
  expect((await app.login(stranger.email, OWNER_PASSWORD)).status).toBe(200);
});

describe('a stranger with a proved mailbox and a way in that lasts', () => {
  const WAYS: [string, (at: App) => Promise<{ uid: string; token: string; email: string }>][] = [
    ['a passkey', (at) => passkeyUser(at)],
    ['an authenticator app', (at) => fencedUser(at)],
  ];

  it.each(WAYS)('cannot get the address of another person onto the account: %s', async (_what, create) => {
    const stranger = await create(app);
    const email = newEmail();
    expect((await app.put('/api/auth/user', { email }, { token: stranger.token })).status).toBe(200);
    expect((await userOf(app, stranger.uid)).email).toBe(stranger.email);
    // The owner signs up meanwhile, and gets an account of their own.
    await mail.emailWith(email, /email\/confirm/);
    const messages = mail.emailsTo(email).length;
    await app.post('/api/auth/magic-link', { email, sign_up: true });
    const link = linkIn(await mail.emailTo(email, messages + 1));
    const owner = (await app.follow(link)).parameter('uid');
    expect(owner).not.toBe(stranger.uid);
    expect(await userOf(app, owner ?? '')).toMatchObject({ email, email_proved: true, mfa_enabled: false });
  });

  it('locks none of 8 unregistered addresses for their owners', async () => {
    const stranger = await fencedUser(app);
    const victims = Array.from({ length: 8 }, () => newEmail());
    for (const email of victims) {
      const { code } = await app.put('/api/auth/user', { email }, { token: stranger.token });
      expect([undefined, 'TOO_MANY_REQUESTS']).toContain(code);
    }
    const statuses = await Promise.all(victims.map(async (email) => (await app.signUp({ email })).uid));
    expect(new Set(statuses).size).toBe(8);
  });

  it.each(WAYS)('cannot do so without mail either, where a provider proves addresses: %s', async (_what, create) => {
    const { url } = app.service;
    await addProvider(app, idp, 'google');
    const silent = await app.replica({ SMTP_URL: 'none', BASE_URL: `http://localhost:${new URL(url).port}` });
    const stranger = await create(app);
    const email = newEmail();
    const refused = await silent.call('PUT', '/api/auth/user', { token: stranger.token, body: { email } });
    expect(refused.code).toBe('EMAIL_NOT_CONFIGURED');
    // Before the first factor the address changes at once, but then none can be added.
    const early = await app.signUp();
    await app.prove(early.uid);
    const moved = await silent.call('PUT', '/api/auth/user', { token: early.token, body: { email } });
    expect(moved.status).toBe(200);
    for (const path of ['passkeys/options', 'mfa/totp']) {
      const added = await silent.call('POST', `/api/auth/user/${path}`, { token: early.token, body: {} });
      expect(added.code).toBe('EMAIL_NOT_VERIFIED');
    }
  });
});

describe('an administrator', () => {
  it.each([
    [{ email_verified: true }, true],
    [{ email_verified: true, email_proved: false }, false],
    [{}, false],
  ])('sets email_proved with email_verified at the creation of a user: %j', async (facts, expected) => {
    const { uid } = (await app.admin('POST', '/users', { email: newEmail(), ...facts })).json;
    expect((await userOf(app, uid)).email_proved).toBe(expected);
  });

  it('sets email_proved with email_verified at a change of a user, and clears it with another address', async () => {
    const { uid } = await app.signUp({ email_verified: true });
    const change = async (body: object) => (await app.admin('PATCH', `/users/${uid}`, body)).json.email_proved;
    expect(await change({ email_verified: true })).toBe(true);
    expect(await change({ email_verified: false })).toBe(false);
    expect(await change({ email_verified: true })).toBe(true);
    expect(await change({ email: newEmail() })).toBe(false);
    expect(await change({ email: newEmail(), email_verified: true })).toBe(true);
  });

  it('cannot set email_proved without email_verified', async () => {
    const answer = await app.admin('POST', '/users', { email: newEmail(), email_proved: true });
    expect(answer.code).toBe('INVALID_REQUEST');
  });
});

it('an export keeps email_verified separate from email_proved', async () => {
  const { uid, email } = await app.signUp({ email_verified: true });
  const lines = (await app.admin('GET', '/export')).text.split('\n').filter((line) => line.includes(uid));
  await app.admin('DELETE', `/users/${uid}`);
  const headers = { 'content-type': 'application/x-ndjson' };
  await app.service.call('POST', '/api/admin/import', {
    token: 'adm_first-token-of-the-tests-0123456789',
    raw: lines.join('\n'),
    headers,
  });
  expect(await userOf(app, uid)).toMatchObject({ email, email_verified: true, email_proved: false });
});

describe('with LINK_CONFIRM=page, the page of a verification link', () => {
  it('shows the address, the time and the browser of the request', async () => {
    const stranger = await paged.signUp();
    const { text, headers } = await paged.follow(await verificationLink(paged, stranger));
    expect(text).toContain(stranger.email);
    expect(text).toMatch(/requested on \d+ \w+ \d{4} at \d\d:\d\d UTC from Firefox on Linux/);
    expect(headers.get('content-security-policy')).toContain("form-action 'self' https://app.example.com https://home");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('verifies nothing when a mail scanner opens it', async () => {
    const stranger = await paged.signUp();
    const link = await verificationLink(paged, stranger);
    for (const method of ['GET', 'HEAD', 'GET']) expect((await paged.follow(link, method)).status).toBe(200);
    expect(await userOf(paged, stranger.uid)).toMatchObject({ email_verified: false, email_proved: false });
  });

  it('proves the address when its button is pressed, and keeps the password and the sessions', async () => {
    const user = await paged.signUp();
    const answer = await paged.follow(await verificationLink(paged, user), 'POST');
    expect([answer.status, answer.location]).toEqual([302, NEXT_URL]);
    expect(await userOf(paged, user.uid)).toMatchObject({ email_verified: true, email_proved: true });
    expect((await paged.login(user.email, PASSWORD)).status).toBe(200);
    expect((await paged.refresh(user.refresh_token)).status).toBe(200);
    await ownerSignsIn(paged, user);
    expect((await paged.login(user.email, PASSWORD)).status).toBe(200);
  });

  it('gives the account up with its second button: its sessions end, its password and links are void', async () => {
    const stranger = await paged.signUp();
    const reset = (await paged.admin('POST', '/links', { type: 'reset_password', email: stranger.email })).json;
    const link = await verificationLink(paged, stranger);
    const { text } = await paged.follow(link);
    const action = /formaction="([^"]+)"/.exec(text)?.[1]?.replaceAll('&#x3D;', '=') ?? '';
    const answer = await paged.follow(new URL(action, link).href, 'POST');
    expect([answer.status, answer.location]).toEqual([302, 'https://home.example.com/']);
    expect((await paged.login(stranger.email, PASSWORD)).code).toBe('INVALID_CREDENTIALS');
    expect((await paged.refresh(stranger.refresh_token)).code).toBe('INVALID_REFRESH_TOKEN');
    const body = { old_password: reset.token, new_password: OWNER_PASSWORD };
    expect((await paged.patch('/api/auth/user/change-password', body)).code).toBe('INVALID_PASSWORD');
    expect(await userOf(paged, stranger.uid)).toMatchObject({ email_verified: false, email_proved: false });
    expect((await paged.follow(link, 'POST')).parameter('error')).toBe('LINK_ALREADY_USED');
  });
});

describe('an unknown link', () => {
  const links = ['magic-link/verify', 'user/verify-email/confirm', 'user/email/confirm', 'user/secure'];
  const paths = links.flatMap((path) => [
    ['GET', path],
    ['POST', path],
  ]);
  it.each([...paths, ['POST', 'user/verify-email/refuse']])(
    'shows a page to a browser: %s %s',
    async (method, path) => {
      const headers = { accept: 'text/html,application/xhtml+xml' };
      const answer = await app.service.call(method, `/api/auth/${path}?token=%22%3E%3Cscript%3E`, { headers });
      expect(answer.status).toBe(400);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.text).toContain('This link is not valid');
      expect(answer.text).not.toContain('<script');
    },
  );

  it.each(paths)('fails with INVALID_LINK for a program: %s %s', async (method, path) => {
    const answer = await app.service.call(method, `/api/auth/${path}?token=unknown`);
    expect(answer.code).toBe('INVALID_LINK');
  });
});
