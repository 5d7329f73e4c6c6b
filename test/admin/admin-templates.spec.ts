import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectFailure } from '../support/http/http.js';
import { App } from '../support/service/app.js';
import { MailServer } from '../support/service/mail.js';

const SCRIPT = '<script>alert(1)</script>';

let folder: string;
let mail: MailServer;
let app: App;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-templates-'));
  mkdirSync(join(folder, 'de'));
  writeFileSync(join(folder, 'de/magic-link.txt.hbs'), 'Subject: Anmelden bei {{app}}\n\n{{link}} {{lifetime}}\n');
  writeFileSync(join(folder, 'de/magic-link.html.hbs'), `<a href="{{link}}">Anmelden</a>${SCRIPT}`);
  mail = await MailServer.start();
  app = await App.start({ SMTP_URL: mail.url, MAIL_TEMPLATES_DIR: folder });
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
  rmSync(folder, { recursive: true });
});

const preview = async (path: string) => (await app.admin('GET', `/templates/${path}`)).json;

it('the list of templates has each kind of email with its languages, and the default language', async () => {
  const { default_language, templates } = (await app.admin('GET', '/templates')).json;
  expect(default_language).toBe('en');
  expect(templates).toContainEqual({ kind: 'magic-link', languages: ['de', 'en', 'fr', 'es', 'pt', 'ar'] });
  expect(templates).toContainEqual({ kind: 'reset-password', languages: ['en', 'de', 'fr', 'es', 'pt', 'ar'] });
});

it('each kind of email has a preview, without any placeholder', async () => {
  const { templates } = (await app.admin('GET', '/templates')).json;
  for (const { kind } of templates) {
    const message = await preview(kind);
    expect(message).toMatchObject({ kind, language: 'en', subject: expect.stringMatching(/\S/) });
    expect(message.text).toContain('Latchkey');
    expect(message.html).toContain('</html>');
    expect(`${message.subject}${message.text}${message.html}`).not.toMatch(/\{\{|undefined|\[object/);
  }
});

it('a preview in Arabic is written from right to left', async () => {
  const { subject, html } = await preview('reset-password?language=ar');
  expect(subject).toBe('اختيار كلمة مرور جديدة لدى Latchkey');
  expect(html).toContain('<html lang="ar" dir="rtl">');
});

it('a preview has the form of the email that is sent', async () => {
  const { email } = await app.signUp();
  await app.post('/api/auth/magic-link', { email }, { headers: { 'accept-language': 'de-AT' } });
  const sent = await mail.emailTo(email);
  const { subject, text, language } = await preview('magic-link?language=de-AT');
  expect(language).toBe('de');
  expect(subject).toBe(sent.subject);
  const form = (message: string) =>
    message
      .replace(/https?:\S+/g, 'LINK')
      .replace(/\d+/g, '1')
      .trim();
  expect(form(text)).toBe(form(sent.text));
});

it('a reader of another language gets the preview in the default language', async () => {
  expect((await preview('magic-link?language=sv')).language).toBe('en');
  expect((await preview('magic-link')).subject).toBe('Sign in to Latchkey');
});

it('a preview stores and sends nothing, and its link does not work', async () => {
  const rows = async () => [
    await app.sql('SELECT COUNT(*) AS count FROM messages'),
    await app.sql('SELECT COUNT(*) AS count FROM one_time_tokens'),
    await app.sql('SELECT COUNT(*) AS count FROM events'),
  ];
  const [before, messages] = [await rows(), mail.messages.length];
  const { text } = await preview('reset-password');
  await app.admin('GET', '/templates/reset-password/page');
  expect(text).toContain('https://auth.example.com/link?token=a&b=c');
  expect([await rows(), mail.messages.length]).toEqual([before, messages]);
});

it('the page of an email runs and loads nothing, and only this service can frame it', async () => {
  const { headers, text } = await app.admin('GET', '/templates/magic-link/page?language=de');
  expect(text).toContain(SCRIPT);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "sandbox;default-src 'none';style-src 'unsafe-inline';img-src data:;base-uri 'none';form-action 'none';frame-ancestors 'self'",
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  });
  expect(text).toContain('<base target="_blank">');
});

it.each(['unknown', 'constructor', '__proto__', 'magic-link?language=_', 'magic-link?language=en&language=de'])(
  'there is no preview of %s',
  async (path) => {
    expectFailure(await app.admin('GET', `/templates/${path}`), 'INVALID_REQUEST');
  },
);
