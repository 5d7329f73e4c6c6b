import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCOUNT_TEXTS, EVENT_TEXTS } from './account/account-texts.js';
import { SIGN_IN_TEXTS, type TextSet, Wording, wordingFor } from './texts.js';

const SETS: [string, TextSet][] = [
  ['a sign-in', SIGN_IN_TEXTS],
  ['an account', ACCOUNT_TEXTS],
  ['the events of an account', EVENT_TEXTS],
];
const LOCALES = ['ar', 'de', 'es', 'fr', 'pt'];
const SOURCES = join(__dirname, '..');

/** Words that are the same in several languages. */
const SAME = ['code', 'email', 'noProof', 'passkeys', 'continue', 'password', 'or'];

const placesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each(SETS)('the texts of %s', (_title, set) => {
  it.each(LOCALES)('in %s have the places of the English ones, and are none of them', async (locale) => {
    const [english, texts] = await Promise.all([set.en(), set[locale]?.()]);
    expect(Object.keys(texts ?? {})).toEqual(Object.keys(english));
    const wrong = Object.entries(english).filter(([key, text]) => {
      const other = (texts as Record<string, string>)[key] ?? '';
      return placesOf(other).join() !== placesOf(text).join() || (other === text && !SAME.includes(key));
    });
    expect(wrong.map(([key]) => key)).toEqual([]);
  });
});

it('every text is used', async () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const code = files
    .filter((file) => /^(?!texts).*(?<!\.spec)\.ts$/.test(file))
    .map((file) => readFileSync(join(SOURCES, file), 'utf8'));
  const keys = Object.keys({ ...(await SIGN_IN_TEXTS.en()), ...(await ACCOUNT_TEXTS.en()) });
  const unused = keys.filter((key) => !/^[A-Z_]+$/.test(key) && !code.some((text) => text.includes(`'${key}'`)));
  expect(unused).toEqual([]);
});

it('the first language of the user that there is counts', async () => {
  const wanted = async (...tags: string[]) => (await wordingFor([SIGN_IN_TEXTS], tags)).locale;
  expect([await wanted('it', 'de-AT', 'fr'), await wanted('it'), await wanted()]).toEqual(['de-AT', 'en', 'en']);
});

it('a tag that is none, or the name of a property, is no language', async () => {
  const tags = ['constructor', '__proto__', 'de-x!', 'de_AT'];
  expect((await wordingFor([SIGN_IN_TEXTS], tags)).locale).toBe('de-AT');
  expect((await wordingFor([SIGN_IN_TEXTS], tags.slice(0, 3))).locale).toBe('en');
});

it('texts of the product replace ours, and add languages', async () => {
  const own = { locales: ['de', 'it'], load: async (locale: string) => ({ signIn: `${locale}!` }) };
  const german = await wordingFor([SIGN_IN_TEXTS], ['de-AT'], own);
  expect([german.text('signIn'), german.text('back')]).toEqual(['de!', 'Zurück']);
  const italian = await wordingFor([SIGN_IN_TEXTS], ['it'], own);
  expect([italian.locale, italian.text('signIn'), italian.text('back')]).toEqual(['it', 'it!', 'Back']);
});

it('a message says when to try again in the language of the user', () => {
  const wording = new Wording('de', { TOO_MANY_REQUESTS: 'Bitte {time}.', UNKNOWN: '({code})' });
  expect(wording.error('TOO_MANY_REQUESTS', 30)).toBe('Bitte in 30 Sekunden.');
  expect(wording.error('TOO_MANY_REQUESTS', 600)).toBe('Bitte in 10 Minuten.');
  expect(wording.error('constructor')).toBe('(constructor)');
});

it('a message says how long a new password must be', () => {
  const wording = new Wording('ar-EG', { PASSWORD_TOO_SHORT: '{count}' });
  expect(wording.error('PASSWORD_TOO_SHORT', undefined, 12)).toBe('١٢');
});
