import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendRaw } from '../support/http/http.js';
import { App, newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { linkIn, type ReceivedEmail, useMail } from '../support/service/mail.js';
import { SECRET, Service } from '../support/service/service.js';

const APP_NAME = "Müller's & Söhne (EU)";
const BASE_URL = 'https://auth.example.com/base';
const RESET_URL = "https://app.example.com/o'neil/reset?a=1&b=2";

const { app, mail } = useMail({ APP_NAME, BASE_URL, APP_URL: 'https://app.example.com/?a=1&b=2' });
let user: SignedUp;
let newAddress: string;
beforeEach(async () => {
  user = await app.signUp();
  newAddress = newEmail();
});

const MAGIC_LINK = () => app.post('/api/auth/magic-link', { email: user.email });
const VERIFICATION = () => app.post('/api/auth/user/verify-email', {}, { token: user.token });
const RESET = () => app.post('/api/auth/reset-password', { email: user.email, reset_url: RESET_URL });
const NEW_ADDRESS = async () => {
  await app.prove(user.uid);
  return app.put('/api/auth/user', { email: newAddress.toUpperCase() }, { token: user.token });
};
const FIRST_PROOF = async () => {
  const { link } = (await app.admin('POST', '/links', { type: 'magic_link', email: user.email })).json;
  const { status } = await app.get(`/api/auth/magic-link/verify${new URL(link).search}`);
  return { status: status === 302 ? 200 : status };
};
const NEW_PASSWORD = () =>
  app.patch('/api/auth/user/change-password', { old_password: PASSWORD, new_password: `${PASSWORD}!` }, user);

const EMAILS = [
  ['a magic link', MAGIC_LINK, `Sign in to ${APP_NAME}`, () => '10 minutes'],
  ['a verification', VERIFICATION, `Confirm your address for ${APP_NAME}`, () => '1 day'],
  ['a reset', RESET, `Choose a new password for ${APP_NAME}`, () => '1 hour'],
  ['a changed address', NEW_ADDRESS, `Your address for ${APP_NAME} was changed`, () => newAddress],
  ['a void password', FIRST_PROOF, `Your earlier password for ${APP_NAME} no longer works`, () => '1 hour'],
  ['a changed password', NEW_PASSWORD, `Your password for ${APP_NAME} was changed`, () => 'sessions'],
] as const;

/** The email to the user that a call causes. */
async function emailOf(cause: () => Promise<{ status: number }>): Promise<ReceivedEmail> {
  expect((await cause()).status).toBe(200);
  return mail.emailTo(user.email);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;').replaceAll('=', '&#x3D;').replaceAll('`', '&#x60;');
}

describe.each(EMAILS)('the email of %s', (_what, cause, subject, says) => {
  it('has the address of the user as its recipient and the product as its sender', async () => {
    const { to, from, cc, bcc, ...message } = await emailOf(cause);
    expect([to].flat().flatMap((line) => line?.value)).toEqual([{ name: '', address: user.email }]);
    expect(from?.value).toEqual([{ name: APP_NAME, address: 'no-reply@auth.example.com' }]);
    expect([cc, bcc]).toEqual([undefined, undefined]);
    expect(message.subject).toBe(subject);
    expect(message.messageId).toMatch(/^<[0-9a-f-]{36}@auth\.example\.com>$/);
    expect(message.headers.get('auto-submitted')).toBe('auto-generated');
  });

  it('has the same content in text and in escaped HTML', async () => {
    const { text, html } = await emailOf(cause);
    expect(text.replace(/\s+/g, ' ')).toContain(says());
    expect(html).toContain(says());
    expect(text).toContain(APP_NAME);
    expect(html).toContain(escaped(APP_NAME));
    expect(html).not.toContain(APP_NAME);
    expect(text).toContain('https://app.example.com/?a=1&b=2');
    expect(html).toContain(escaped('https://app.example.com/?a=1&b=2'));
    expect(html).not.toMatch(/\{\{|<script|<img/);
  });
});

it.each([
  ['a magic link', MAGIC_LINK, `${BASE_URL}/api/auth/magic-link/verify?token=`],
  ['a verification', VERIFICATION, `${BASE_URL}/api/auth/user/verify-email/confirm?token=`],
  ['a reset', RESET, `${RESET_URL}&token=`],
  ['a changed address', NEW_ADDRESS, `${BASE_URL}/api/auth/user/secure?token=`],
  ['a void password', FIRST_PROOF, 'https://app.example.com/?a=1&b=2&token='],
])('the text and the HTML of the email for %s contain its link', async (_what, cause, start) => {
  const message = await emailOf(cause);
  const link = linkIn(message);
  expect(link.startsWith(start)).toBe(true);
  expect(message.html.split(`href="${escaped(link)}"`)).toHaveLength(3);
});

it('the notice of a changed password has no link except the one to the product', async () => {
  const { text } = await emailOf(NEW_PASSWORD);
  expect(text.match(/https?:\S+/g)).toEqual(['https://app.example.com/?a=1&b=2']);
});

it('a changed address sends one email to the old address, and the same address again sends none', async () => {
  await app.prove(user.uid);
  const email = newEmail();
  await app.put('/api/auth/user', { email: user.email.toUpperCase(), metadata: '1' }, { token: user.token });
  await app.put('/api/auth/user', { email }, { token: user.token });
  await mail.emailTo(user.email);
  expect(await app.sql('SELECT id FROM messages WHERE recipient = ?', [user.email])).toHaveLength(1);
  expect(await app.sql('SELECT id FROM messages WHERE recipient = ?', [email])).toEqual([]);
});

it('a reset of the password sends a notice', async () => {
  const token = new URL(linkIn(await emailOf(RESET))).searchParams.get('token');
  await app.patch('/api/auth/user/change-password', { old_password: token, new_password: `${PASSWORD}!` });
  expect((await mail.emailTo(user.email, 2)).subject).toBe(`Your password for ${APP_NAME} was changed`);
});

it.each([
  ['Host', { host: 'evil.example' }],
  ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }],
  ['Forwarded', { forwarded: 'host=evil.example;proto=http', 'x-original-url': 'http://evil.example/' }],
  ['Origin', { origin: 'https://evil.example', referer: 'https://evil.example/' }],
])('no email contains a value of the request header %s', async (_what, more) => {
  const headers = { 'content-type': 'application/json', ...more };
  for (const path of ['/api/auth/magic-link', '/api/auth/reset-password']) {
    const chunks = [JSON.stringify({ email: user.email })];
    expect((await sendRaw(app.service.url, 'POST', path, { headers, chunks })).status).toBe(200);
  }
  await mail.emailTo(user.email, 2);
  for (const { headerLines, text, html } of mail.emailsTo(user.email)) {
    expect(JSON.stringify([headerLines, text, html])).not.toContain('evil.example');
  }
});

it.each([
  ['a line break', 'a@example.com\r\nBcc: b@example.com'],
  ['a line feed', 'a\n@example.com'],
  ['a list', 'a@example.com,b@example.com'],
  ['a list with semicolons', 'a@example.com;b@example.com'],
  ['a name', 'A <a@example.com>'],
  ['angle brackets', '<a@example.com>'],
  ['a quoted local part', '"a b"@example.com'],
  ['a quoted list', '"a@example.com,b"@example.com'],
  ['a comment', 'a(b@example.com)@example.com'],
  ['a group', 'x:a@example.com;'],
  ['a route', '@b.example:a@example.com'],
  ['a NUL', 'a\0@example.com'],
  ['a backslash', 'a\\@example.com'],
  ['a domain literal', 'a@[127.0.0.1]'],
  ['no domain', 'root'],
])('an email with %s is refused with INVALID_EMAIL', async (_what, email) => {
  expect((await app.post('/api/auth/magic-link', { email, sign_up: true })).code).toBe('INVALID_EMAIL');
  expect((await app.put('/api/auth/user', { email }, { token: user.token })).code).toBe('INVALID_EMAIL');
});

it.each(["o'neil+tag&co", '{{app}}', '-f=x/$id', '#$%*?^`|~'])(
  'an email to the unusual address %s arrives',
  async (start) => {
    const email = `${start}${newAddress}`;
    await app.prove(user.uid);
    expect((await app.put('/api/auth/user', { email }, { token: user.token })).status).toBe(200);
    const { html, text } = await mail.emailTo(user.email);
    expect(text).toContain(email);
    expect(html).toContain(`<strong>${escaped(email)}</strong>`);
    await app.post('/api/auth/magic-link', { email });
    expect([(await mail.emailTo(email)).to].flat()[0]?.value).toEqual([{ name: '', address: email }]);
  },
);

describe('without a mail server', () => {
  let mute: App;
  let silent: SignedUp;
  beforeAll(async () => {
    mute = await App.start({ SMTP_URL: 'none' });
    silent = await mute.signUp();
  });
  afterAll(() => mute.stop());

  it.each([
    ['a magic link for a known address', () => mute.post('/api/auth/magic-link', { email: silent.email })],
    ['a magic link for an unknown address', () => mute.post('/api/auth/magic-link', { email: newEmail() })],
    ['a magic link that signs up', () => mute.post('/api/auth/magic-link', { email: newEmail(), sign_up: true })],
    ['a verification', () => mute.post('/api/auth/user/verify-email', {}, { token: silent.token })],
    ['a reset for a known address', () => mute.post('/api/auth/reset-password', { email: silent.email })],
    ['a reset for an unknown address', () => mute.post('/api/auth/reset-password', { email: newEmail() })],
  ])('%s fails with EMAIL_NOT_CONFIGURED', async (_what, cause) => {
    const answer = await cause();
    expect([answer.status, answer.code]).toEqual([400, 'EMAIL_NOT_CONFIGURED']);
  });

  it('changes of the account succeed, and send no notice', async () => {
    const { token } = silent;
    const passwords = { old_password: PASSWORD, new_password: `${PASSWORD}!` };
    expect((await mute.patch('/api/auth/user/change-password', passwords, { token })).status).toBe(200);
    expect((await mute.put('/api/auth/user', { email: newEmail() }, { token })).status).toBe(200);
    expect(await mute.sql('SELECT id FROM messages')).toEqual([]);
  });
});

describe('the name of a company', () => {
  const NAME = `O'Neil & Söhne: <b>"Ltd", Inc.</b> \\ {{link}} $&`;
  const ESCAPED = ['&lt;b&gt;', '<b>'];
  let other: App;
  beforeAll(async () => {
    const own = { APP_NAME: NAME, MAIL_FROM: 'Acme, Inc. <no-reply@acme.example>', SIGN_IN_PAGES: 'on' };
    other = await App.start({ SMTP_URL: `${mail.url}?name=auth.acme.example`, ...own });
  });
  afterAll(() => other.stop());

  it('is encoded in the header, the subject, the text and the HTML of an email', async () => {
    const email = newEmail();
    await other.post('/api/auth/magic-link', { email, sign_up: true });
    const message = await mail.emailTo(email);
    expect(message.from?.value).toEqual([{ name: 'Acme, Inc.', address: 'no-reply@acme.example' }]);
    expect(message.subject).toBe(`Sign in to ${NAME}`);
    expect(message.text.replaceAll(/\s+/g, ' ')).toContain(NAME);
    expect(ESCAPED.map((text) => message.html.includes(text))).toEqual([true, false]);
    expect(message.ehlo).toBe('auth.acme.example');
  });

  it('is the sender without MAIL_FROM, and the service gives its own host to the mail server', async () => {
    const plain = await App.start({ SMTP_URL: mail.url, APP_NAME: NAME, BASE_URL: 'https://auth.acme.example' });
    const email = newEmail();
    await plain.post('/api/auth/magic-link', { email, sign_up: true });
    const message = await mail.emailTo(email);
    expect(message.from?.value).toEqual([{ name: NAME, address: 'no-reply@auth.acme.example' }]);
    expect(message.ehlo).toBe(hostname().includes('.') ? hostname() : 'auth.acme.example');
    await plain.stop();
  });

  it('is encoded in pages, and in the URI of an authenticator app, which has no second colon', async () => {
    const { text } = await other.get('/api/auth/magic-link/verify?token=x', { headers: { accept: 'text/html' } });
    expect(ESCAPED.map((part) => text.includes(part))).toEqual([true, false]);
    expect((await other.get('/api/auth/ui')).json.app_name).toBe(NAME);
    const owner = await other.signUp();
    await other.prove(owner.uid);
    const { uri } = (await other.post('/api/auth/user/mfa/totp', {}, { token: owner.token })).json;
    const { pathname, searchParams } = new URL(uri);
    const issuer = NAME.replace(': ', ' ');
    expect([searchParams.get('issuer'), decodeURIComponent(pathname).replace(/^\/*(?:totp\/)?/, '')]).toEqual([
      issuer,
      `${issuer}:${owner.email}`,
    ]);
  });

  it('is the name of the service in the options of a passkey', async () => {
    const owner = await other.signUp();
    await other.prove(owner.uid);
    const { options } = (await other.post('/api/auth/user/passkeys/options', {}, { token: owner.token })).json;
    expect(options.rp.name).toBe(NAME);
  });
});

describe('email templates of the operator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-emails-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('replace the built-in templates file by file, and MAIL_FROM replaces the sender', async () => {
    writeFileSync(join(folder, 'magic-link.txt.hbs'), 'Subject: Hej {{app}}\r\n\r\nHär:\r\n\r\n{{link}}\r\n');
    writeFileSync(join(folder, 'layout.html.hbs'), '<title>{{subject}}</title><main>{{{body}}}</main>');
    const own = { MAIL_TEMPLATES_DIR: folder, MAIL_FROM: 'Støtte (EU) <help@example.net>', APP_NAME: 'A & B' };
    const other = await App.start({ SMTP_URL: mail.url, ...own });
    const email = newEmail();
    await other.post('/api/auth/magic-link', { email, sign_up: true });
    const message = await mail.emailTo(email);
    expect([message.subject, message.text.startsWith('Här:\n\nhttp://')]).toEqual(['Hej A & B', true]);
    expect(message.html).toMatch(/^<title>Hej A &amp; B<\/title><main><p>Someone, most likely you/);
    expect(message.from?.value).toEqual([{ name: 'Støtte (EU)', address: 'help@example.net' }]);
    await other.stop();
  });

  it('prevent the start when they cannot be read', async () => {
    writeFileSync(join(folder, 'magic-link.html.hbs'), '{{#if}}');
    const service = await Service.launch({ AUTH_SECRET: SECRET, MAIL_TEMPLATES_DIR: folder });
    expect(await service.exited()).toBe(1);
    expect(service.log).toMatch(/MAIL_TEMPLATES_DIR: .*magic-link\.html\.hbs cannot be used/);
    await service.stop();
  });
});
