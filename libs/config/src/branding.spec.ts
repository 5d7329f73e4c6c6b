import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Env } from './env.js';
import type { SettingsError } from './settings-reader.js';

const NEEDED = { AUTH_SECRET: 'a secret for tests, long enough to be one', BASE_URL: 'https://auth.example.com' };
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg"/>';
/** The beginning of a PNG image of 300 by 60 pixels. */
const PNG = Buffer.from(
  '89504e470d0a1a0a0000000d49484452 0000012c0000003c0806000000 00000000 00'.replaceAll(' ', ''),
  'hex',
);
const wide = Buffer.from(PNG);
wide.writeUInt32BE(2_001, 16);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-branding-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string | Buffer>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

const brandingOf = (path = folder) => new Env({ ...NEEDED, BRANDING_DIR: path }).pages.branding;

function problemsWith(files: Record<string, string | Buffer>, path = folder): string[] {
  write(files);
  try {
    brandingOf(path);
    return [];
  } catch (error) {
    return (error as SettingsError).problems.map(({ variable, wrong }) => `${variable}: ${wrong}`);
  }
}

it('BRANDING_DIR has a theme, a logo and texts, each of them optional', () => {
  expect(brandingOf()).toEqual({ texts: new Map() });
  const texts = {
    signInTitle: 'Willkommen <b>\nbei Acme',
    'problems.LINK_EXPIRED.title': 'Zu alt',
    'login.failed': 'Falsch',
  };
  write({ 'theme.css': ':root { --lk-page: #fff }', 'logo.svg': `\ufeff${LOGO}`, 'logo.png': PNG });
  write({ 'texts/de.json': JSON.stringify(texts), 'texts/pt-BR.json': '{}', '..data/x': '', '.keep': '' });
  expect(brandingOf()).toMatchObject({
    theme: { css: ':root { --lk-page: #fff }' },
    logo: LOGO,
    emailLogo: { bytes: PNG, width: 300, height: 60 },
    texts: new Map<string, object>([
      ['de', texts],
      ['pt-BR', {}],
    ]),
  });
});

it('without BRANDING_DIR the pages have those of the service', () => {
  expect(new Env(NEEDED).pages.branding).toBeUndefined();
});

it.each<[string, Record<string, string | Buffer>]>([
  ['theme.css cannot be used: line 1: the only selector is :root', { 'theme.css': 'body { --lk-page: #fff }' }],
  ['logo.svg cannot be used: line 1: <script> is not allowed', { 'logo.svg': LOGO.replace('/>', '><script/></svg>') }],
  ['themes.css has no meaning there', { 'themes.css': '' }],
  ['logo.jpg has no meaning there', { 'logo.jpg': '' }],
  ['logo.png cannot be used: it is no PNG image', { 'logo.png': LOGO }],
  ['logo.png cannot be used: it is no PNG image', { 'logo.png': PNG.subarray(0, 20) }],
  ['logo.png cannot be used: it is 2001 by 60 pixels', { 'logo.png': wide }],
  ['texts/de_DE.json is not named after a language, such as pt-BR.json', { 'texts/de_DE.json': '{}' }],
  ['texts/DE.json is not named after a language, such as pt-BR.json', { 'texts/DE.json': '{}' }],
  ['texts/de.txt is not named after a language, such as pt-BR.json', { 'texts/de.txt': '' }],
  ['texts/de.json cannot be used: it is no JSON', { 'texts/de.json': '{' }],
  ['texts/de.json cannot be used: it is no object', { 'texts/de.json': '[]' }],
  ['texts/de.json cannot be used: signIn is no text', { 'texts/de.json': '{"signIn": {"c": "d"}}' }],
  ['texts/de.json cannot be used: "a b" is no key', { 'texts/de.json': '{"a b": "c"}' }],
  ['texts/de.json cannot be used: signIn has a control character', { 'texts/de.json': '{"signIn": "\\u0000"}' }],
  ['texts/de.json cannot be used: signIn has more than 1000', { 'texts/de.json': `{"signIn": "${'x'.repeat(1001)}"}` }],
  ...(
    [
      ['signinTitle', 'signInTitle'],
      ['LINK_ALREADY_USE', 'LINK_ALREADY_USED'],
      ['problems.LINK_EXPIRED.titel', 'problems.LINK_EXPIRED.title'],
      ['user.mail_changed', 'user.email_changed'],
      ['__proto__', '__proto__'],
    ] as const
  ).map(([wrong, right]): [string, Record<string, string>] => [
    `texts/de.json cannot be used: "${wrong}" is no key of a text: the nearest one is ${wrong === right ? '' : right}`,
    { 'texts/de.json': `{"${wrong}": "x"}` },
  ]),
  ['theme.css cannot be used: it has more than 64 KiB', { 'theme.css': ' '.repeat(64 * 1024 + 1) }],
  ['theme.css cannot be used: The encoded data was not valid', { 'theme.css': Buffer.from([0xff]) }],
  ['theme.css cannot be used: EISDIR', { 'theme.css/x': '' }],
])('the start says: %s', (problem, files) => {
  expect(problemsWith(files)).toEqual([expect.stringContaining(`BRANDING_DIR: ${problem}`)]);
});

it('the start lists the problems of all files, and a folder that does not exist', () => {
  expect(problemsWith({ 'theme.css': 'x', 'logo.svg': 'x', 'texts/x.txt': '' })).toHaveLength(3);
  expect(problemsWith({}, join(folder, 'none'))).toEqual([expect.stringContaining('does not exist')]);
  expect(problemsWith({ file: '' }, join(folder, 'file'))).toEqual([
    expect.stringContaining('cannot be read: ENOTDIR'),
  ]);
});
