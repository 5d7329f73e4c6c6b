import type { Env } from '@app/config';
import type { HtmlPage } from './html-page.js';
import type { PageContext } from './page-context.js';

/** What is on, besides the API. */
interface Offered {
  console: boolean;
  /** The URL of the local inbox. */
  inbox: string | undefined;
}

/** The page at the root. In production it names the product, its sign-in pages and the console only; otherwise it is for developers, in English. */
export function homePage(env: Env, offered: Offered, context: PageContext): HtmlPage {
  const root = new URL(`${env.baseUrl}/`).pathname;
  return env.production ? productHome(env, offered, context, root) : developmentHome(env, offered, context, root);
}

/** With the sign-in pages it leads on, since links without another target end here. */
function productHome({ mailConfigured, pages }: Env, offered: Offered, context: PageContext, root: string): HtmlPage {
  const { title, links, console, administrators } = context.texts.home;
  const signIn = { href: `${root}sign-in`, text: context.texts.questions.magic_link.title, about: '' };
  return {
    context,
    title: pages.on ? context.app : title,
    paragraphs: mailConfigured ? [context.say(links)] : [],
    links: [
      ...(pages.on ? [signIn] : []),
      ...(offered.console ? [{ href: `${root}console`, text: console, about: administrators }] : []),
    ],
  };
}

function developmentHome({ pages }: Env, offered: Offered, context: PageContext, root: string): HtmlPage {
  const links = [
    { href: `${root}docs`, text: 'Documentation of the API', about: 'every endpoint, to read and to try' },
    { href: `${root}openapi.json`, text: 'OpenAPI document', about: 'for generated clients' },
  ];
  if (offered.console) {
    const about = 'users, events and settings, for administrators';
    links.unshift({ href: `${root}console`, text: 'Console', about });
  }
  if (pages.on) links.unshift({ href: `${root}sign-in`, text: 'Sign in', about: 'the sign-in page, and the account' });
  if (offered.inbox)
    links.push({ href: offered.inbox, text: 'Inbox', about: 'every email of this service arrives there' });
  const paragraphs = [
    'This is a service for user accounts and sign-in. Web pages and apps call its API below /api/auth, or lead to its ' +
      'sign-in page.',
  ];
  return {
    context: { ...context, language: 'en', direction: 'ltr' },
    title: 'The service is running',
    paragraphs,
    links,
    note: 'In production this page shows nothing of this, but the console if CONSOLE is on.',
  };
}

/** The page for a person whose link had no other target than this service, which can do nothing with its result. */
export function arrivalPage({ production }: Env, context: PageContext): HtmlPage {
  const { title, text, signedIn, note } = context.texts.arrival;
  const paragraphs = [text];
  return production ? { context, title, paragraphs } : { context, title: signedIn, paragraphs, note };
}
