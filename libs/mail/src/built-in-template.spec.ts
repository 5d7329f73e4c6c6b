import { Env } from '@app/config';
import { EMAIL_TEXTS } from './built-in-emails.js';
import { EMAILS, type EmailKind, KINDS, SAMPLE_REQUESTER, SAMPLES } from './email-kinds.js';
import { EmailWriter } from './email-writer.js';
import { durationInWords, LANGUAGES, type Language, timeInWords } from './languages.js';

/** The texts that a language may share with English. */
const SAME_AS_ENGLISH = ['common.colon'];
const AT = 1_795_402_020;
const MAX_LINE = 78;

type Texts = Record<string, Record<string, string>>;

/** The texts of a language, each with its path. */
function textsOf(language: Language): Map<string, string> {
  const groups = Object.entries(EMAIL_TEXTS[language] as Texts);
  return new Map(
    groups.flatMap(([group, texts]) => Object.entries(texts).map(([name, text]) => [`${group}.${name}`, text])),
  );
}

const placeholdersIn = (text = '') => [...new Set(text.match(/\{\{.*?\}\}/g))].sort();
const english = textsOf('en');
const others = LANGUAGES.filter((language) => language !== 'en');
const written = new EmailWriter(
  new Env({ NODE_ENV: 'test', AUTH_SECRET: 'a secret for tests, long enough to be one', APP_NAME: 'Acme' }),
);
written.onModuleInit();

const samplesOf = (kind: EmailKind, names: readonly (keyof typeof SAMPLES)[]) => ({
  ...Object.fromEntries([...EMAILS[kind].values, ...names].map((name) => [name, SAMPLES[name]])),
  ...SAMPLE_REQUESTER,
});

it('English has texts of every kind of email and no other', () => {
  expect(Object.keys(EMAIL_TEXTS.en).sort()).toEqual(['common', 'methods', ...KINDS].sort());
});

describe.each(others)('the texts in the language %s', (language) => {
  const texts = textsOf(language);

  it('are complete and have the same placeholders as in English', () => {
    const withPlaceholders = (map: Map<string, string>) =>
      [...map].map(([path, text]) => `${path} ${placeholdersIn(text).join(' ')}`).sort();
    expect(withPlaceholders(texts)).toEqual(withPlaceholders(english));
  });

  it('are not English, except the listed ones', () => {
    const same = [...texts].filter(([path, text]) => text === english.get(path)).map(([path]) => path);
    expect(same.filter((path) => !SAME_AS_ENGLISH.includes(path))).toEqual([]);
  });

  it('do not address the reader in the familiar form', () => {
    const familiar = { de: /\b(du|dein\w*|dir|dich)\b/i, fr: /\b(tu|ton|ta|tes|toi)\b/i, es: /\b(tú|tu|tus|te)\b/i };
    const pattern = familiar[language as keyof typeof familiar] ?? /\b(tu|teu|tua|tens)\b/i;
    expect([...texts].filter(([, text]) => pattern.test(text))).toEqual([]);
  });
});

it.each(LANGUAGES)(
  'the texts in the language %s have no character that HTML escapes, and no blank too many',
  (language) => {
    const wrong = [...textsOf(language)].filter(([, text]) => /[<>&"]| {2}|^ | $|\{\{[^a-z]/i.test(text));
    expect(wrong).toEqual([]);
  },
);

describe.each(KINDS)('the email %s', (kind) => {
  it.each(LANGUAGES)('is written in the language %s, with all its values and with the least', (languages) => {
    for (const names of [EMAILS[kind].optional, []]) {
      const content = samplesOf(kind, names);
      const { subject, text, html } = written.write(kind, { ...content, languages }, AT);
      expect(html).toContain(`<html lang="${languages}" dir="${languages === 'ar' ? 'rtl' : 'ltr'}">`);
      for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{|\}\}|undefined/);
      for (const part of [text, html])
        expect(part.replace(/\s+/g, ' ')).toContain(timeInWords(AT, languages).replace(/\s+/g, ' '));
      const { link, code, lifetime } = content as Partial<typeof SAMPLES>;
      for (const line of [link, code]) if (line) expect(text.split('\n')).toContain(line);
      if (lifetime && names.length > 0)
        expect(text.replace(/\s+/g, ' ')).toContain(durationInWords(Number(lifetime), languages));
      expect(text.split('\n').filter((line) => line.length > MAX_LINE)).toEqual([]);
    }
  });
});

it('the values in an Arabic email are in elements of their own, which have their own direction', () => {
  const { html } = written.write('identity-removed', { provider: 'Fish & Chips', languages: 'ar' }, AT);
  expect(html).toContain('<bdi>Fish &amp; Chips</bdi>');
});
