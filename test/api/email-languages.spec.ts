import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, expectFailure } from '../support/http/http.js';
import { newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { linkIn, tokenIn, useMail } from '../support/service/mail.js';

const KINDS = ['magic-link', 'verify-email', 'reset-password', 'password-voided', 'password-changed', 'email-changed'];
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';
const HOSTILE = `${FIREFOX} <script>alert(1)</script> {{link}} http://evil.example/`;

const folder = mkdtempSync(join(tmpdir(), 'latchkey-languages-'));
mkdirSync(join(folder, 'de'));
mkdirSync(join(folder, 'pt-BR'));
for (const kind of KINDS) {
  const link = kind === 'password-changed' ? '' : '{{link}}';
  writeFileSync(
    join(folder, 'de', `${kind}.txt.hbs`),
    `Subject: ${kind} auf Deutsch\n\n${link}\n{{time}} {{browser}}\n`,
  );
  writeFileSync(join(folder, 'de', `${kind}.html.hbs`), `<p>${link}</p>`);
}
writeFileSync(join(folder, 'pt-BR/magic-link.txt.hbs'), 'Subject: Entrar\n\n{{link}}\n');
writeFileSync(join(folder, 'pt-BR/magic-link.html.hbs'), '<p>{{link}} {{lifetime}}</p>');
afterAll(() => rmSync(folder, { recursive: true }));

const { app, mail } = useMail({ MAIL_TEMPLATES_DIR: folder });
let user: SignedUp;
beforeEach(async () => {
  user = await app.signUp();
});

/** A call with these headers of a browser. */
const call = (method: string, path: string, body: object, headers: Record<string, string>, token?: string) =>
  app.service.call(method, `/api/auth/${path}`, { body, headers, token });

type Ask = (body: object, headers?: Record<string, string>) => Promise<Answer>;
const REQUESTS: [string, string, Ask][] = [
  [
    'magic-link',
    'Sign in to',
    (body, headers = {}) => call('POST', 'magic-link', { email: user.email, ...body }, headers),
  ],
  [
    'user/verify-email',
    'Confirm your',
    (body, headers = {}) => call('POST', 'user/verify-email', body, headers, user.token),
  ],
  [
    'reset-password',
    'Choose a new',
    (body, headers = {}) => call('POST', 'reset-password', { email: user.email, ...body }, headers),
  ],
];

describe.each(REQUESTS)('the email of POST /api/auth/%s', (_path, english, ask) => {
  const subjectAfter = async (body: object, headers?: Record<string, string>) => {
    expect((await ask(body, headers)).status).toBe(200);
    return (await mail.emailTo(user.email)).subject;
  };

  it.each([
    ['the field locale', { locale: 'de-CH' }, {}],
    ['the field locale, whatever Accept-Language says', { locale: 'de' }, { 'accept-language': 'en' }],
    ['Accept-Language', {}, { 'accept-language': 'sv, de-AT;q=0.9, en;q=0.8' }],
  ])('has the language of %s', async (_what, body, headers) => {
    expect(await subjectAfter(body, headers)).toContain('auf Deutsch');
  });

  it.each([
    ['an unknown locale', { locale: 'xx' }, { 'accept-language': 'de' }],
    ['a locale that is no language tag', { locale: '../../de' }, {}],
    ['an empty locale', { locale: '' }, {}],
    ['no language at all', {}, {}],
    ['an Accept-Language without meaning', {}, { 'accept-language': ';;q=,,*;q=1,de;q=0' }],
  ])('has the default language with %s', async (_what, body, headers) => {
    expect(await subjectAfter(body, headers)).toContain(english);
  });

  it.each([[null], [1], [['de']], [{}]])('is refused with the locale %j', async (locale) => {
    expectFailure(await ask({ locale }), 'INVALID_REQUEST');
  });
});

it('a locale of several subtags selects its folder, and the lifetime has its language', async () => {
  await call('POST', 'magic-link', { email: user.email, locale: 'PT-br' }, {});
  const { subject, html } = await mail.emailTo(user.email);
  expect(subject).toBe('Entrar');
  expect(html).toContain('10 minutos');
});

it('an email without a template of the operator has the language of the service that the request asks for', async () => {
  const headers = { 'accept-language': 'de-AT', 'user-agent': FIREFOX };
  await call('POST', 'email-code', { email: user.email }, headers);
  const { subject, text, html } = await mail.emailTo(user.email);
  expect(subject).toBe('Ihr Code für Latchkey');
  expect(text).toMatch(/^Angefordert am \d+\. \S+ \d{4} um \d\d:\d\d UTC mit Firefox unter Windows\.$/m);
  expect(html).toContain('<html lang="de" dir="ltr">');
});

describe('for a reader of Arabic', () => {
  const opened = async (link: string, method = 'GET', accept = 'text/html') => {
    const { pathname, search } = new URL(link);
    return app.service.call(method, pathname + search, { headers: { accept } });
  };

  it('an email is written from right to left, and its link names the language for the page', async () => {
    await call('POST', 'reset-password', { email: user.email, locale: 'ar-EG' }, {});
    const message = await mail.emailTo(user.email);
    expect(message.subject).toBe('اختيار كلمة مرور جديدة لدى Latchkey');
    expect(message.html).toContain('<html lang="ar" dir="rtl">');
    expect(message.text).toContain('ومدة صلاحيته: ساعة.');
    const link = linkIn(message);
    expect(link).toMatch(/\?token=[\w-]{43}&locale=ar$/);
    expect(new URL(link).pathname).toBe('/reset-password');
  });

  it('a page about a failed link is in Arabic, and a program gets the code', async () => {
    const link = `${app.service.url}/api/auth/magic-link/verify?token=x&locale=ar`;
    expect((await opened(link)).text).toContain('<h1>هذا الرابط غير صالح</h1>');
    expectFailure(await opened(link, 'GET', 'application/json'), 'INVALID_LINK');
  });
});

it('the notices of a changed password and a changed address have the language and the browser of the request', async () => {
  const headers = { 'accept-language': 'de', 'user-agent': FIREFOX };
  await app.prove(user.uid);
  const passwords = { old_password: PASSWORD, new_password: `${PASSWORD}!` };
  expect((await call('PATCH', 'user/change-password', passwords, headers, user.token)).status).toBe(200);
  expect((await call('PUT', 'user', { email: newEmail() }, headers, user.token)).status).toBe(200);
  for (const subject of [/^password-changed auf Deutsch/, /^email-changed auf Deutsch/]) {
    expect((await mail.emailAbout(user.email, subject)).text).toMatch(/\d{4} um \d\d:\d\d UTC Firefox/);
  }
});

it('the email about a void password has the language of the browser that followed the link', async () => {
  const { link } = (await app.admin('POST', '/links', { type: 'magic_link', email: user.email })).json;
  const { pathname, search } = new URL(link);
  await app.get(pathname + search, { headers: { 'accept-language': 'de', 'user-agent': FIREFOX } });
  const message = await mail.emailAbout(user.email, /^password-voided auf Deutsch/);
  expect(message.text).toMatch(/UTC Firefox/);
  expect(tokenIn(message)).toHaveLength(43);
});

it('an email names the kind of the browser that requested it, and never the raw user agent', async () => {
  await call('POST', 'magic-link', { email: user.email }, { 'user-agent': HOSTILE });
  const { text, html } = await mail.emailTo(user.email);
  expect(text).toMatch(/^Requested on \d+ \w+ \d{4} at \d\d:\d\d UTC from Firefox on Windows\.$/m);
  for (const part of [text, html]) expect(part).not.toMatch(/script|evil|132/);
});
