import { browserOf, type PageFacts, type PurposeWithPage } from '@app/flows';
import { dateInWords } from '@app/mail';
import type { Link } from '@app/tokens';
import handlebars from 'handlebars';
import type { HtmlPage } from './html-page.js';
import { PAGE_QUERY, type PageContext } from './page-context.js';

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
