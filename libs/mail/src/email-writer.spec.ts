import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Env } from '@app/config';
import { EMAILS, type EmailKind, KINDS } from './email-kinds.js';
import { EmailWriter } from './email-writer.js';

const AUTH_SECRET = 'a secret for tests, long enough to be one';
const APP_NAME = "Müller's & Söhne";
const CONTENT = {
  link: 'https://a.example/?a=1&b=<x>',
  lifetime: 900,
  waits: 86_400,
  code: '012345',
  codeLifetime: 600,
  newEmail: "o'neil&co@example.com",
  left: 9,
  address: '192.0.2.1',
  method: 'passkey',
  provider: 'Fish & Chips',
  scopes: 'read, write',
  name: "Müller's & Söhne",
  until: 1_796_000_000,
  account: 'a…@example.com',
  keys: "Müller's & Söhne",
  leaked: true,
};
const WITH_LINK = ['magic-link', 'verify-email', 'confirm-email', 'reset-password', 'password-voided'] as const;
/** The emails about what an administrator did, whose browser is of no use to the user. */
const BY_ADMINISTRATOR: EmailKind[] = ['factor-reset-asked', 'factors-reset', 'impersonated', 'admin-scopes-given'];
/** 23 November 2026, 02:47 UTC. */
const AT = 1_795_402_020;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-emails-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The emails with these files in MAIL_TEMPLATES_DIR, and these settings. */
const writerWith = (files: Record<string, string>, settings: Record<string, string> = {}) => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const custom = Object.keys(files).length > 0 ? { MAIL_TEMPLATES_DIR: folder } : {};
  const source = { NODE_ENV: 'test', AUTH_SECRET, APP_NAME, ...custom, ...settings };
  const writer = new EmailWriter(new Env(source));
  writer.onModuleInit();
  return writer;
};

/** The emails of the service, of which each is compiled once. */
const plain = writerWith({});

/** The two templates of an email in a language. */
const translated = (locale: string, kind: EmailKind = 'magic-link') => ({
  [`${locale}/${kind}.txt.hbs`]: `Subject: ${locale} {{app}}\n\n{{link}} {{lifetime}} {{time}}\n`,
  [`${locale}/${kind}.html.hbs`]: '<a href="{{link}}">{{lifetime}}</a>',
});

it.each(KINDS)('the email %s has a subject of one line, unescaped text and escaped HTML', (kind) => {
  const { subject, text, html } = plain.write(kind, CONTENT, AT);
  expect(subject).toMatch(/^\w.*Müller's & Söhne.*$/);
  expect(text).toContain(`-- \n${APP_NAME}, http://localhost:3000`);
  expect(text).not.toMatch(/Subject:|&amp;|\{\{/);
  expect(html).toContain(`<title>${subject.replace("Müller's & Söhne", 'Müller&#x27;s &amp; Söhne')}</title>`);
  expect(html).not.toMatch(/<x>|\{\{| & /);
});

it.each(WITH_LINK)('the email %s contains its link and the lifetime of the link', (kind) => {
  const { text, html } = plain.write(kind, CONTENT, AT);
  expect(text.split('\n')).toContain(CONTENT.link);
  expect(html).toContain('href="https://a.example/?a&#x3D;1&amp;b&#x3D;&lt;x&gt;"');
  for (const part of [text, html]) expect(part).toContain('15 minutes');
});

it.each(['email-code', 'magic-link'] as const)(
  'the email %s contains its code and the lifetime of the code',
  (kind) => {
    const { text, html } = plain.write(kind, CONTENT, AT);
    expect(text.split('\n')).toContain('012345');
    for (const part of [text, html]) expect(part).toMatch(/10 minutes[\s\S]*012345/);
  },
);

it('the email of a magic link without a code does not mention one', () => {
  const { code: _code, codeLifetime: _lifetime, ...content } = CONTENT;
  const { text, html } = plain.write('magic-link', content, AT);
  for (const part of [text, html]) expect(part).not.toContain('code');
  expect(text).toContain(`\n\n${CONTENT.link}\n\nRequested on`);
});

it('a template of the email `email-code` without the code is refused', () => {
  expect(() => writerWith({ 'email-code.txt.hbs': 'Hej {{app}}' })).toThrow('does not contain {{code}}');
});

it.each([...WITH_LINK, 'email-changed', 'email-code'] as const)(
  'the email %s is not written without its content',
  (kind) => {
    expect(() => plain.write(kind, {}, AT)).toThrow(/not defined/);
  },
);

it('a template without a subject line gets the name of the product as its subject', () => {
  const { subject, text } = writerWith({ 'magic-link.txt.hbs': 'Hej\n{{link}}' }).write('magic-link', CONTENT, AT);
  expect([subject, text]).toEqual([APP_NAME, `Hej\n${CONTENT.link}`]);
});

const BY_CLIENT = KINDS.filter((kind) => !BY_ADMINISTRATOR.includes(kind));

it.each(BY_CLIENT)('the email %s names the product, the time and the kind of browser of its cause', (kind) => {
  const { text, html } = plain.write(kind, { ...CONTENT, browser: 'Firefox', system: 'Windows' }, AT);
  for (const part of [text, html]) {
    expect(part.replace(/\s+/g, ' ')).toMatch(/ on 23 November 2026 at 02:47 UTC from Firefox on Windows\./);
  }
  expect(plain.write(kind, CONTENT, AT).text).toContain(' on 23 November 2026 at 02:47 UTC.');
});

it('the email about an admin token names the token, its scopes and its end', () => {
  const { text, html } = plain.write('admin-token-made', CONTENT, AT);
  for (const part of ["Müller's & Söhne", 'read, write', '30 November 2026']) expect(text).toContain(part);
  for (const part of ['Müller&#x27;s &amp; Söhne', 'read, write', '30 November 2026']) expect(html).toContain(part);
});

it('an email without a link that secures the account contains no address but that of the product', () => {
  const { text, html } = plain.write('email-changed', { newEmail: 'a@example.com', link: '' }, AT);
  expect(text.match(/https?:\S+/g)).toEqual(['http://localhost:3000/']);
  expect(html).not.toContain('class="button"');
});

describe('the folder of a language', () => {
  it.each([
    ['de', 'de', '15 Minuten 23. November 2026 um 02:47 UTC'],
    ['de-AT', 'de', '15 Minuten'],
    ['fr-CA;q=0.9, de;q=0.8, en;q=0.7', 'fr', '15 minutes 23 novembre 2026'],
    ['DE-de-1996', 'de', '15 Minuten'],
  ])('is used for a reader of %s', (languages, locale, words) => {
    const writer = writerWith({ ...translated('de'), ...translated('fr') });
    const { subject, text, html } = writer.write('magic-link', { ...CONTENT, languages }, AT);
    expect(subject).toBe(`${locale} ${APP_NAME}`);
    expect(text).toContain(words);
    expect(html).toContain(`<html lang="${locale}" dir="ltr">`);
  });

  it.each([
    '',
    '*',
    'en',
    'en-US, de;q=0.9',
    'nl',
    'de;q=0',
    '-',
    'de_AT',
    '../de',
    'x'.repeat(100_000),
    'a-'.repeat(50_000),
  ])('is not used for a reader of %.20s, who gets the default language', (languages) => {
    const writer = writerWith(translated('de'));
    expect(writer.write('magic-link', { ...CONTENT, languages }, AT).subject).toBe(`Sign in to ${APP_NAME}`);
  });

  it('is not used for an email that it lacks, which is that of the service in this language', () => {
    const { subject, html } = writerWith(translated('de')).write('password-changed', { languages: 'de' }, AT);
    expect(subject).toBe(`Ihr Passwort für ${APP_NAME} wurde geändert`);
    expect(html).toContain('<html lang="de" dir="ltr">');
  });

  it('of a language with another direction of writing has it in the layout of the service', () => {
    const { html } = writerWith(translated('he')).write('magic-link', { ...CONTENT, languages: 'he-IL' }, AT);
    expect(html).toContain('<html lang="he" dir="rtl">');
  });

  it('has a layout of its own, or that of the service', () => {
    const layout = { 'de/layout.html.hbs': '<p>Hallo</p>{{{body}}}' };
    const { html } = writerWith({ ...translated('de'), ...layout }).write(
      'magic-link',
      { ...CONTENT, languages: 'de' },
      AT,
    );
    expect(html).toMatch(/^<p>Hallo<\/p><a href/);
  });

  it('is the default with MAIL_LOCALE, which is also the language of the words in the email', () => {
    const settings = { MAIL_LOCALE: 'pt-br' };
    const files = { 'magic-link.txt.hbs': '{{link}} {{lifetime}}' };
    expect(writerWith(files, settings).write('magic-link', CONTENT, AT).text).toMatch(/ 15 minutos$/);
    const writer = writerWith(translated('pt-BR'), settings);
    expect(writer.write('magic-link', { ...CONTENT, languages: 'sv' }, AT).subject).toBe(`pt-BR ${APP_NAME}`);
  });
});

describe('an email of the service', () => {
  it.each([
    ['de-AT', 'de', `Bei ${APP_NAME} anmelden`],
    ['pt-BR, en;q=0.8', 'pt', `Iniciar sessão em ${APP_NAME}`],
    ['sv, ar-MA;q=0.5', 'ar', `تسجيل الدخول إلى ${APP_NAME}`],
    ['en-US, de;q=0.9', 'en', `Sign in to ${APP_NAME}`],
  ])('for a reader of %s has the language %s', (languages, locale, subject) => {
    const message = plain.write('magic-link', { ...CONTENT, languages }, AT);
    expect(message.subject).toBe(subject);
    expect(message.html).toContain(`<html lang="${locale}"`);
  });

  it.each([
    ['de-AT', 'sv', `Bei ${APP_NAME} anmelden`],
    ['sv', 'nl', `Sign in to ${APP_NAME}`],
  ])('has with MAIL_LOCALE=%s that language or English for a reader of %s', (MAIL_LOCALE, languages, subject) => {
    expect(writerWith({}, { MAIL_LOCALE }).write('magic-link', { ...CONTENT, languages }, AT).subject).toBe(subject);
  });

  it('that has a replacement in the default language is in no other language of the service', () => {
    const writer = writerWith({ 'magic-link.txt.hbs': 'Subject: Hej\n\n{{link}}' }, { MAIL_LOCALE: 'sv' });
    expect(writer.languagesOf('magic-link')).toEqual(['sv']);
    expect(writer.write('magic-link', { ...CONTENT, languages: 'de' }, AT).subject).toBe('Hej');
    expect(writer.write('reset-password', { ...CONTENT, languages: 'fr' }, AT).subject).toMatch(/^Choisissez/);
  });

  it('is in the other languages of the service beside those of the operator', () => {
    const writer = writerWith(translated('de'));
    expect(writer.languagesOf('magic-link')).toEqual(['de', 'en', 'fr', 'es', 'pt', 'ar']);
    expect(writer.write('magic-link', { ...CONTENT, languages: 'es' }, AT).subject).toBe(
      `Iniciar sesión en ${APP_NAME}`,
    );
  });

  it('is in the layout of the operator, with its direction of writing', () => {
    const writer = writerWith({ 'layout.html.hbs': '<main>{{{body}}}</main>' });
    expect(writer.write('magic-link', { ...CONTENT, languages: 'ar' }, AT).html).toMatch(/^<main><div dir="rtl">/);
  });
});

describe('the start stops with the name of the file', () => {
  it.each([
    ['a syntax error', { 'verify-email.html.hbs': '<p>{{link</p>' }, /verify-email\.html\.hbs cannot be used: /],
    [
      'an unknown variable',
      { 'magic-link.txt.hbs': 'A\n{{link}} {{nmae}}' },
      /magic-link\.txt\.hbs .*line 2 uses {{nmae}}/,
    ],
    [
      'a variable of another email',
      { 'password-changed.txt.hbs': '{{link}}' },
      /password-changed\.txt\.hbs .*{{link}}/,
    ],
    [
      'an unknown variable in a condition that is never true',
      { 'email-changed.txt.hbs': '{{link}}{{#unless app}}{{a}}{{/unless}}' },
      /email-changed\.txt\.hbs .*{{a}}/,
    ],
    ['a field of a variable', { 'magic-link.txt.hbs': '{{link}}{{app.b}}' }, /magic-link\.txt\.hbs .*{{app\.b}}/],
    ['an unknown helper', { 'magic-link.txt.hbs': '{{link}}{{upper app}}' }, /magic-link\.txt\.hbs .*{{upper}}/],
    [
      'a value of Handlebars',
      { 'magic-link.txt.hbs': '{{link}}{{@root.app}}' },
      /magic-link\.txt\.hbs .*{{@root\.app}}/,
    ],
    ['an unknown partial', { 'magic-link.txt.hbs': '{{link}}{{> foot}}' }, /magic-link\.txt\.hbs .*foot/],
    ['the email itself', { 'magic-link.txt.hbs': '{{link}}{{this}}' }, /magic-link\.txt\.hbs .*{{this}}/],
    [
      'no link in its text',
      { 'reset-password.txt.hbs': 'Hello' },
      /reset-password\.txt\.hbs does not contain {{link}}/,
    ],
    [
      'no link in its HTML',
      { 'reset-password.html.hbs': 'Hello' },
      /reset-password\.html\.hbs does not contain {{link}}/,
    ],
    [
      'no link that secures the account',
      { 'email-changed.html.hbs': 'A' },
      /email-changed\.html\.hbs does not contain {{link}}/,
    ],
    ['a value with unescaped HTML', { 'magic-link.html.hbs': '{{{link}}}' }, /magic-link\.html\.hbs .*two braces/],
    [
      'a value with unescaped HTML in the layout',
      { 'layout.html.hbs': '{{&app}}{{{body}}}' },
      /layout\.html\.hbs .*{{app}} with two braces/,
    ],
    ['a layout without the email', { 'layout.html.hbs': '<p>' }, /layout\.html\.hbs does not contain {{{body}}}/],
    ['an unknown name', { 'magic_link.txt.hbs': '{{link}}' }, /magic_link\.txt\.hbs is no template/],
    ['an unknown name in a language', { 'de/layout.txt.hbs': '' }, /de\/layout\.txt\.hbs is no template/],
    ['no language as its folder', { 'de_AT/layout.html.hbs': '' }, /de_AT has no language tag/],
    ['only the text in a language', { 'de/magic-link.txt.hbs': '{{link}}' }, /de\/magic-link\.html\.hbs is missing/],
    ['an unknown variable in a language', { 'de/layout.html.hbs': '{{a}}' }, /de\/layout\.html\.hbs .*{{a}}/],
  ])('and the reason for %s', (_what, files, message) => {
    expect(() => writerWith(files as Record<string, string>)).toThrow(message);
    expect(() => writerWith(files as Record<string, string>)).toThrow(/^MAIL_TEMPLATES_DIR: .*; allowed: a folder/);
  });
});

it('the layout of the operator is checked, also when only emails in other languages use it', () => {
  const layouts = { 'de/layout.html.hbs': '{{{body}}}', 'layout.html.hbs': '{{nmae}}{{{body}}}' };
  expect(() => writerWith({ ...translated('de'), ...layouts }, { MAIL_LOCALE: 'de' })).toThrow('{{nmae}}');
});

it('hidden files in MAIL_TEMPLATES_DIR, such as those of Kubernetes, are ignored', () => {
  writerWith({ '.DS_Store': '', '..data/x.hbs': '{{a}}', '.git/HEAD': '' });
});

it('every email has its link among its values exactly if a template of it has one', () => {
  for (const kind of KINDS) {
    const { text } = plain.write(kind, { ...CONTENT, newEmail: 'a@example.com' }, AT);
    const { values, optional } = EMAILS[kind];
    expect(text.includes(CONTENT.link)).toBe([...values, ...optional].some((name) => name === 'link'));
  }
});

it('check compiles all templates of the operator in steps, between which other work runs', async () => {
  for (const locale of ['de', 'fr', 'sv']) writerWith(translated(locale));
  const env = new Env({ NODE_ENV: 'test', AUTH_SECRET, MAIL_TEMPLATES_DIR: folder });
  let turns = 0;
  const goOn = () => {
    turns += 1;
    others = setImmediate(goOn);
  };
  let others = setImmediate(goOn);
  await new EmailWriter(env).check();
  clearImmediate(others);
  expect(turns).toBeGreaterThan(1);
  writeFileSync(join(folder, 'magic-link.txt.hbs'), '{{unknown}}');
  await expect(new EmailWriter(env).check()).rejects.toThrow('MAIL_TEMPLATES_DIR');
});

describe('an email of a product with BRANDING_DIR', () => {
  /** A PNG image of 600 by 60 pixels, as far as the service reads it. Its base64 form has + and = in it. */
  const LOGO = Buffer.from(`89504e470d0a1a0a0000000d49484452000002580000003c0806000000${'fb'.repeat(12)}`, 'hex');
  let branding: string;
  beforeEach(() => {
    branding = mkdtempSync(join(tmpdir(), 'latchkey-branding-'));
  });
  afterEach(() => rmSync(branding, { recursive: true }));

  const brandedWith = (files: Record<string, string | Buffer>, templates: Record<string, string> = {}) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(branding, name), content);
    return writerWith(templates, { BRANDING_DIR: branding }).write('reset-password', CONTENT, AT);
  };

  it('has the colors of the theme, as #rrggbb and in each scheme', () => {
    const dark = '@media (prefers-color-scheme: dark) { :root { --lk-action: gold; --lk-card: #123 } }';
    const { html } = brandedWith({
      'theme.css': `:root { --lk-action: oklch(60% 0 0); --lk-muted: hsl(0 0% 40%) } ${dark}`,
    });
    expect(html).toContain('padding: 12px 20px; background: #808080; color: #ffffff;');
    expect(html).toContain('class="small" style="color: #666666; font-size: 13px;"');
    expect(html).toContain('.button { background: #ffd700 !important; color: #18181b !important; }');
    expect(html).toContain('.card { background: #112233 !important; }');
    expect(html).not.toMatch(/oklch|hsl|var\(/);
  });

  it('has the logo with the name of the product as its text, and without a PNG image the name', () => {
    const { html } = brandedWith({ 'logo.png': LOGO });
    const [, data = ''] =
      /<img src="data:image\/png;base64,([^"]+)" alt="Müller&#x27;s &amp; Söhne" width="220" height="22"/.exec(html) ??
      [];
    expect(Buffer.from(data, 'base64')).toEqual(LOGO);
    rmSync(join(branding, 'logo.png'));
    const plainText = brandedWith({ 'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' });
    expect(plainText.html).not.toContain('<img');
    expect(plainText.html).toMatch(/<p class="small"[^>]*>Müller&#x27;s &amp; Söhne<\/p>/);
  });

  it('lets the templates of the operator use the colors, and the layout the logo', () => {
    const { html } = brandedWith(
      { 'theme.css': ':root { --lk-action: #0b5fff }', 'logo.png': LOGO },
      {
        'reset-password.html.hbs': '<a style="color: {{actionColor}}" href="{{link}}">x</a>',
        'layout.html.hbs': '<b>{{logoWidth}} {{darkActionColor}}</b>{{{body}}}',
      },
    );
    expect(html).toContain('<b>220 #0b5fff</b><a style="color: #0b5fff"');
    expect(() => brandedWith({}, { 'reset-password.html.hbs': '{{link}}{{logo}}' })).toThrow('{{logo}}');
  });
});
