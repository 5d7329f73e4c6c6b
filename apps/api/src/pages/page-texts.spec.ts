import { LANGUAGES, type Language } from '@app/mail';
import { type Link, SECURED_EVENTS, type SecuredEvent } from '@app/tokens';
import type { FastifyRequest } from 'fastify';
import { confirmPage, resetStoppedPage, stopResetPage } from './confirm-page.js';
import type { HtmlPage } from './html-page.js';
import { PAGE_TEXTS, PageContext, pageAbout, problemPage } from './html-page.js';

/** The texts that a language may share with English. */
const SAME_AS_ENGLISH: string[] = [];
/** 23 November 2026, 02:47 UTC. */
const AT = 1_795_402_020;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';
const TOKEN = 'a'.repeat(43);
const PAGES = { on: true, termsUrl: undefined, privacyUrl: undefined, branding: undefined };

/** The texts in an object, each with its path. */
function textsIn(node: object, start = ''): [string, string][] {
  return Object.entries(node).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[`${start}${name}`, value]] : textsIn(value, `${start}${name}.`),
  );
}

const placeholdersIn = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].sort().join(' ');
const english = new Map(textsIn(PAGE_TEXTS.en));
const others = LANGUAGES.filter((language) => language !== 'en');

const requestOf = (query: object, acceptLanguage?: string) =>
  ({ query, headers: { 'accept-language': acceptLanguage } }) as Pick<
    FastifyRequest,
    'query' | 'headers'
  > as FastifyRequest;
const contextOf = (query: object, acceptLanguage?: string, mailLocale = 'en') =>
  new PageContext(
    {
      appName: 'Acme',
      appUrl: 'https://app.example.com/',
      mailLocale,
      baseUrl: 'https://auth.example.com',
      pages: PAGES,
    },
    requestOf(query, acceptLanguage),
  );

const linkOf = (purpose: Link['purpose'], userAgent: string | null = FIREFOX) =>
  ({ purpose, email: 'a@example.com', createdAt: AT, userAgent }) as Partial<Link> as Link;

/** Every page for readers of a language, with all that it can say. */
function pagesIn(language: Language): HtmlPage[] {
  const context = contextOf({ locale: language });
  const codes = ['INVALID_LINK', 'LINK_EXPIRED', 'LINK_ALREADY_USED', 'USER_DISABLED', 'INVALID_STATE', 'UNAVAILABLE'];
  const kinds = [
    'totp',
    'passkey',
    'recoveryCodes',
    'identity',
    'apiKey',
    'password',
    'administration',
    'work',
  ] as const;
  const removed = kinds.map((kind) => ({ kind, name: 'A' }));
  const facts = { account: 'b…@example.com' };
  const [waiting, replaced, reset] = ['c@example.com', 'd@example.com', 'a@example.com'];
  const purposes = ['magic_link', 'verify_email', 'confirm_email'] as const;
  const secure = { waiting, replaced, reset, removed, keepsFactors: true, holder: { createdAt: AT, returns: true } };
  const secureLink = (about: SecuredEvent) => ({ ...linkOf('secure_account'), about });
  return [
    ...codes.map((code) => problemPage(context, code) as HtmlPage),
    pageAbout(context, 'UNKNOWN_DEMAND'),
    pageAbout(context, 'INVALID_CHALLENGE'),
    ...purposes.map((purpose) => confirmPage(context, linkOf(purpose), TOKEN, facts)),
    confirmPage(context, linkOf('magic_link', null), TOKEN, {}),
    ...SECURED_EVENTS.map((about) => confirmPage(context, secureLink(about), TOKEN, secure)),
    confirmPage(context, linkOf('secure_account', 'curl'), TOKEN, { holder: { createdAt: AT, returns: false } }),
    pageAbout(context, 'ACCOUNT_SECURED'),
    stopResetPage(context, { createdAt: AT, dueAt: AT + 1 } as Parameters<typeof stopResetPage>[1], TOKEN),
    resetStoppedPage(context),
  ];
}

describe.each(others)('the texts of the pages in the language %s', (language) => {
  const texts = textsIn(PAGE_TEXTS[language]);

  it('are complete and have the same placeholders as in English', () => {
    const list = (all: Iterable<[string, string]>) =>
      [...all].map(([path, text]) => `${path} ${placeholdersIn(text)}`).sort();
    expect(list(texts)).toEqual(list(english));
  });

  it('are not English, except the listed ones', () => {
    const same = texts.filter(([path, text]) => text === english.get(path)).map(([path]) => path);
    expect(same.filter((path) => !SAME_AS_ENGLISH.includes(path))).toEqual([]);
  });
});

it.each(LANGUAGES)('the pages in the language %s have a value for each placeholder', (language) => {
  for (const { context, ...page } of pagesIn(language)) {
    expect([context.language, context.direction]).toEqual([language, language === 'ar' ? 'rtl' : 'ltr']);
    expect(JSON.stringify(page)).not.toMatch(/\{\{|undefined|"title":""/);
  }
});

it.each([
  [{ locale: 'ar' }, 'de', 'ar'],
  [{ locale: 'pt-BR' }, undefined, 'pt'],
  [{}, 'sv, fr-CA;q=0.8, en;q=0.7', 'fr'],
  [{}, 'sv', 'en'],
  [{}, undefined, 'en'],
  [{ locale: 'sv' }, 'de', 'en'],
  [{ locale: ['de', 'fr'] }, 'es', 'es'],
])('a page with the query %j and Accept-Language %s has the language %s', (query, acceptLanguage, language) => {
  expect(contextOf(query, acceptLanguage).language).toBe(language);
});

it('a page for a reader of no language of the service has that of MAIL_LOCALE', () => {
  expect(contextOf({}, 'sv', 'de-AT').language).toBe('de');
});

it('the form of a page keeps a language that its URL names, and no other text of the URL', () => {
  const formOf = (query: object) => confirmPage(contextOf(query, 'de'), linkOf('verify_email'), TOKEN, {}).form;
  expect(formOf({ locale: 'AR-ma' })).toContain(`action="?token=${TOKEN}&amp;locale=ar"`);
  expect(formOf({ locale: 'AR-ma' })).toContain(`formaction="refuse?token=${TOKEN}&amp;locale=ar"`);
  for (const query of [{}, { locale: '"><b>' }]) expect(formOf(query)).toContain(`action="?token=${TOKEN}">`);
});

it('a value in an Arabic page is isolated, so that it does not change the order of the words around it', () => {
  const { paragraphs } = confirmPage(contextOf({ locale: 'ar' }), linkOf('magic_link'), TOKEN, {});
  expect(paragraphs.join()).toContain('\u2068a@example.com\u2069');
});
