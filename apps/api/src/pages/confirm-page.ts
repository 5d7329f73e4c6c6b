import type { FactorReset } from '@app/factors';
import { browserOf, type PageFacts, type PurposeWithPage } from '@app/flows';
import { dateInWords } from '@app/mail';
import type { Link } from '@app/tokens';
import handlebars from 'handlebars';
import { type HtmlPage, PAGE_QUERY, type PageContext } from './html-page.js';

const form = handlebars.compile(
  `<form method="post" action="${PAGE_QUERY}">
        <button>{{button}}</button>{{#if refusal}}
        <p class="aside">{{refusal.effect}}</p>
        <button class="second" formaction="refuse${PAGE_QUERY}">{{refusal.button}}</button>{{/if}}
      </form>`,
  { strict: true },
);

/** A page with a button, which mail scanners do not press. It needs no script. */
export function confirmPage(
  context: PageContext,
  link: Link,
  token: string,
  facts: PageFacts,
): Omit<HtmlPage, 'targets'> {
  const { texts, locale } = context;
  const purpose = link.purpose as PurposeWithPage;
  const { account = '' } = facts;
  const { title, effect, button } = texts.questions[purpose];
  // A second button, which disowns the account.
  const refusal = purpose === 'verify_email' ? texts.refusal : undefined;
  const filled = form({ token: encodeURIComponent(token), locale, button, refusal });
  const question = context.say(effect, { email: link.email, account });
  const page = { context, title, form: filled };
  if (purpose !== 'secure_account') return { ...page, paragraphs: [question], note: requestOf(context, link) };
  return { ...page, paragraphs: [eventIn(context, link), question], items: effectsOf(context, link, facts) };
}

/** What happened to the account, when, and from which kind of browser. */
function eventIn(context: PageContext, { about, createdAt, userAgent }: Link): string {
  const source = browserIn(context, userAgent ?? '');
  return context.say(context.texts.secure.events[about ?? 'sign_in'], { time: context.time(createdAt), source });
}

/** What the button does to the account. */
function effectsOf(context: PageContext, { email }: Link, facts: PageFacts): string[] {
  const { effects } = context.texts.secure;
  const { replaced = '', waiting = '', holder, removed = [], keepsFactors, reset = '' } = facts;
  const date = holder ? dateInWords(holder.createdAt, context.language) : '';
  const holderText = holder?.returns ? effects.returns : effects.deleted;
  const said: [boolean, string, Record<string, string>][] = [
    [true, effects.everywhere, {}],
    [replaced !== '', effects.replaced, { email, replaced }],
    [holder !== undefined, holderText, { date }],
    [waiting !== '', effects.waiting, { waiting }],
    ...removed.map(({ kind, name = '' }): (typeof said)[number] => [true, effects[kind], { name }]),
    [keepsFactors === true, effects.keeps, {}],
    [reset !== '', effects.reset, { reset }],
  ];
  return said.filter(([applies]) => applies).map(([, text, values]) => context.say(text, values));
}

/** When the link was requested, and by whom: from which kind of browser, or by an administrator of the product. */
function requestOf(context: PageContext, { createdAt, userAgent }: Link): string {
  const { request } = context.texts;
  const source = userAgent === null ? context.say(request.by) : browserIn(context, userAgent);
  return `${context.say(request.requested, { time: context.time(createdAt) })} ${source}.`;
}

function browserIn(context: PageContext, userAgent: string): string {
  const { browser, browserAndSystem, unknown } = context.texts.request;
  const { browser: name, system } = browserOf(userAgent);
  return context.say(system === '' ? browser : browserAndSystem, { browser: name || unknown, system });
}

const stopForm = handlebars.compile(
  `<form method="post" action="${PAGE_QUERY}">
        <button>{{button}}</button>
      </form>`,
  { strict: true },
);

/** The page that an email about a waiting reset of the factors leads to. */
export function stopResetPage(context: PageContext, { createdAt, dueAt }: FactorReset, token: string): HtmlPage {
  const { title, effect, button, note } = context.texts.reset;
  return {
    context,
    title,
    paragraphs: [context.say(effect, { time: context.time(dueAt) })],
    note: context.say(note, { time: context.time(createdAt) }),
    form: stopForm({ token: encodeURIComponent(token), locale: context.locale, button }),
  };
}

/** The page after the button. */
export function resetStoppedPage(context: PageContext): HtmlPage {
  const { title, text } = context.texts.reset.stopped;
  return { context, title, paragraphs: [context.say(text)] };
}

/** Paths of the service that are not in the OpenAPI document, and what they have, in Markdown. */
export const PAGES: Readonly<Record<string, string>> = {
  'GET /': 'A page that says what the service is; in production only the name of the product.',
  'GET /docs': 'The interactive documentation of the API.',
  'GET /openapi.json': 'The OpenAPI document: all parameters, fields and answers.',
  'GET /console': 'The console, with `CONSOLE=on`.',
  'GET /sign-in': 'The sign-in page, with `HOSTED_PAGES=on`.',
  'GET /reset-password':
    'The page to choose a new password, with `HOSTED_PAGES=on`. Reset links without `reset_url` and `APP_URL` lead to it.',
  'GET /account': 'The page of the signed-in user, with `HOSTED_PAGES=on`.',
  'GET /client.js':
    '`@latchkey/client` as one JavaScript module, with `HOSTED_PAGES=on`; pages of every origin may load it.',
  'GET /.well-known/change-password': 'Leads a password manager to `/account`, with `HOSTED_PAGES=on` (W3C).',
  'GET /.well-known/passkey-endpoints':
    'Where a passkey manager adds and changes passkeys (`enroll`, `manage`), with `HOSTED_PAGES=on` (W3C).',
  'GET /branding/theme.css': 'The colors of `BRANDING_DIR`; with `HOSTED_PAGES=on` empty without them.',
  'GET /branding/logo.svg': 'The logo of `BRANDING_DIR`.',
  'GET /branding/texts/{language}.json': 'The texts of `BRANDING_DIR`.',
};
