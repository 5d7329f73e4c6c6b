import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Env } from './env.js';
import { SETTINGS, type SettingInForce, STRICT_DEFAULTS } from './settings.js';

const SECRET = 'hidden: a secret for tests, long enough to be one';
const NEEDED = { AUTH_SECRET: SECRET, BASE_URL: 'https://auth.example.com' };

function inForce(settings: Record<string, string> = {}, own: Record<string, string> = {}): Map<string, SettingInForce> {
  const { inForce: all } = new Env({ ...NEEDED, ...settings }, own);
  return new Map(all.map((setting) => [setting.name, setting]));
}

const shownOf = (name: string, text: string) => inForce({ [name]: text }).get(name)?.value;

it('each setting with a free text says how it is shown, and no other name is in this list', () => {
  const texts = Object.keys(SETTINGS).filter((name) => {
    // What no number and no word of a list can be: the reader rejects it, or it is a free text.
    const { default: byDefault } = inForce().get(name) as SettingInForce;
    return !/^\d+$/.test(byDefault ?? '-') && !isOneOfSomeWords(name);
  });
  const shown = Object.entries(SETTINGS).flatMap(([name, setting]) => ('shown' in setting ? [name] : []));
  expect(shown.sort()).toEqual(texts.sort());
});

/** Whether the message about a wrong value lists the words, and so the setting is no free text. */
function isOneOfSomeWords(name: string): boolean {
  try {
    new Env({ ...NEEDED, [name]: 'no such word' });
  } catch (error) {
    return (error as Error).message.includes(`${name}: "no such word" is not one of them`);
  }
  return false;
}

it('the settings in force are all settings, each with its value, its default, and whether it is given', () => {
  const settings = inForce({ MAX_SESSIONS: '7', LINK_CONFIRM: 'page', APP_NAME: 'Acme' });
  expect([...settings.keys()].sort()).toEqual(Object.keys(SETTINGS).sort());
  expect(settings.get('MAX_SESSIONS')).toMatchObject({ value: '7', default: '100', given: true, set: true });
  expect(settings.get('LINK_CONFIRM')).toMatchObject({ value: 'page', default: 'none', given: true });
  expect(settings.get('REFRESH_GRACE')).toMatchObject({ value: '10', default: '10', given: false, set: true });
  expect(settings.get('MAIL_FROM')).toMatchObject({ value: 'Acme <no-reply@auth.example.com>', given: false });
  expect(settings.get('MAIL_TEMPLATES_DIR')).toMatchObject({ value: null, default: null, given: false, set: false });
});

it('the settings in force that are weaker than the profile strict are marked', () => {
  const weak = (settings: Record<string, string>) => {
    return [...inForce(settings).values()].filter((setting) => setting.weak).map(({ name }) => name);
  };
  const all = [
    'LINK_CONFIRM',
    'EMAIL_CHANGE',
    'SESSION_MAX_TTL',
    'SIGNUP_EMAIL_VERIFIED',
    'PASSWORD_MIN_SCORE',
    'PASSWORD_HASH',
  ];
  expect(weak({})).toEqual(all);
  expect(weak({ SECURITY_PROFILE: 'strict' })).toEqual([]);
  expect(weak({ SECURITY_PROFILE: 'strict', SESSION_MAX_TTL: '2592001', PASSWORD_MIN_SCORE: '0' })).toEqual([
    'SESSION_MAX_TTL',
    'PASSWORD_MIN_SCORE',
  ]);
  expect(weak({ SECURITY_PROFILE: 'strict', SESSION_MAX_TTL: '3600', PASSWORD_MIN_SCORE: '4' })).toEqual([]);
  expect(inForce({ SECURITY_PROFILE: 'strict' }).get('LINK_CONFIRM')).toMatchObject({ default: 'page', given: false });
});

it('a value that the service has made itself is in force, but not given', () => {
  const settings = inForce({}, { NODE_ENV: 'test', SMTP_URL: 'smtp://127.0.0.1:1025', ADMIN_TOKEN: 'x'.repeat(32) });
  expect(settings.get('NODE_ENV')).toMatchObject({ value: 'test', default: 'production', given: false });
  expect(settings.get('SMTP_URL')).toMatchObject({ value: 'smtp://127.0.0.1:1025', default: 'none', given: false });
  expect(settings.get('CONSOLE')).toMatchObject({ value: 'on', default: 'on' });
});

it('of a secret, the settings in force say only whether it is set', () => {
  expect(inForce().get('AUTH_SECRET')).toEqual({
    name: 'AUTH_SECRET',
    value: null,
    default: null,
    given: true,
    secret: true,
    set: true,
    weak: false,
  });
  expect(inForce().get('ADMIN_TOKEN')).toMatchObject({ secret: true, set: false, given: false });
});

it.each([
  ['SMTP_URL', 'smtps://user:hidden@mail.example.com:465', 'smtps://mail.example.com:465'],
  ['SMTP_URL', 'smtp://user:1/hidden@mail.example.com', 'smtp://user:1/…'],
  ['SMTP_URL', 'smtp://mail.example.com/?pass=hidden', 'smtp://mail.example.com/…'],
  ['SMTP_URL', 'none', 'none'],
  ['REDIS_URL', 'rediss://:hidden@cache.example.com:6379/2', 'rediss://cache.example.com:6379/…'],
  ['DATABASE_URL', 'mysql://root:hidden@db1:3307,db2/auth?ssl=true', 'mysql://db1:3307,db2:3306/auth'],
  ['DATABASE_URL', 'sqlite:./data/auth.sqlite', 'sqlite:./data/auth.sqlite'],
  ['PASSWORD_BREACH', 'https://ranges.example.com/range?key=hidden&prefix=', 'https://ranges.example.com/…'],
  ['PASSWORD_BREACH', 'https:ranges.example.com/?hidden=', 'https://ranges.example.com/…'],
  ['PASSWORD_BREACH', 'https://ranges.example.com/hidden/range/', 'https://ranges.example.com/…'],
  ['PASSWORD_BREACH', 'file:/srv/ranges', 'file:///…'],
  ['PASSWORD_BREACH', 'off', 'off'],
])('%s=%s is shown as %s', (name, text, shown) => {
  expect(shownOf(name, text)).toBe(shown);
});

it('docs/security/hardening.md shows the defaults of the profile strict', () => {
  const page = readFileSync(resolve(__dirname, '../../../docs/security/hardening.md'), 'utf8');
  const [, table = ''] = page.split(/^\| setting +\| `spec` +\| `strict` +\|.*\n/m);
  const [rows = ''] = table.split('\n\n');
  const shown = [...rows.matchAll(/^\| `(\w+)` +\| `\w+` +\| `(\w+)` +\|/gm)].map(([, name, value]) => [name, value]);
  expect(Object.fromEntries(shown)).toEqual(STRICT_DEFAULTS);
});
