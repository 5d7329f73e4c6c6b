import { browserOf, type PageFacts, type PurposeWithPage, type RemovedAccess } from '@app/flows';
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
  const { account = '', waiting = '', removed = [] } = facts;
  // Only an undo link knows of an address that waits: it stops the change.
  const { title, effect, button } = texts.questions[waiting === '' ? purpose : 'keep_address'];
  const effects = [context.say(effect, { email: link.email, account, waiting }), ...effectsOf(context, facts)];
  const signIns = (facts.signIns ?? []).map((signIn) => signInIn(context, signIn));
  const paragraphs = [...signIns, effects.join(' '), ...(removed.length === 0 ? [] : [texts.undo.removed])];
  // A second button, which disowns the account.
  const refusal = purpose === 'verify_email' ? texts.refusal : undefined;
  const filled = form({ token: encodeURIComponent(token), locale, button, refusal });
  const items = removed.map((access) => nameOf(context, access));
  return { context, title, paragraphs, items, note: requestOf(context, link), form: filled };
}

/** What an undo link also does or does not do. */
function effectsOf(context: PageContext, { holder, everywhere, moved }: PageFacts): string[] {
  const { returns, deleted, moved: movedText } = context.texts.undo;
  const date = holder ? dateInWords(holder.createdAt, context.language) : '';
  return [
    ...(holder ? [context.say(holder.returns ? returns : deleted, { date })] : []),
    ...(everywhere ? [context.texts.signIns.everywhere] : []),
    ...(moved ? [movedText] : []),
  ];
}

function nameOf(context: PageContext, { kind, name = '' }: RemovedAccess): string {
  return context.say(context.texts.undo.items[kind], { name });
}

/** What happened when an undo link was made, which no administrator requests. */
const CAUSES: Partial<Record<Link['purpose'], 'entered' | 'added' | 'signedIn'>> = {
  undo_email_change: 'entered',
  undo_factors: 'added',
  refuse_sign_in: 'signedIn',
};

/** When the link was requested, and by whom: from which kind of browser, or by an administrator of the product. */
function requestOf(context: PageContext, { createdAt, userAgent, purpose }: Link): string {
  const { request } = context.texts;
  const cause = CAUSES[purpose];
  const maker = cause ? [] : [context.say(request.by)];
  const source = userAgent === null ? maker : [browserIn(context, userAgent)];
  const what = context.say(request[cause ?? 'requested'], { time: context.time(createdAt) });
  return `${[what, ...source].join(' ')}.`;
}

/** A sign-in that the button refuses. */
function signInIn(
  context: PageContext,
  { createdAt, userAgent, ip }: NonNullable<PageFacts['signIns']>[number],
): string {
  const facts = { time: context.time(createdAt), source: browserIn(context, userAgent), address: ip };
  return context.say(context.texts.signIns.signIn, facts);
}

function browserIn(context: PageContext, userAgent: string): string {
  const { browser, browserAndSystem, unknown } = context.texts.request;
  const { browser: name, system } = browserOf(userAgent);
  return context.say(system === '' ? browser : browserAndSystem, { browser: name || unknown, system });
}
