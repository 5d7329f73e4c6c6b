import type { Env } from '@app/config';
import type { HtmlPage } from './html-page.js';

/** What is on, besides the API. */
interface Offered {
  console: boolean;
  /** The URL of the local inbox. */
  inbox: string | undefined;
}

/** The page at the root. In production it names the product and the console only. */
export function homePage({ appName: app, baseUrl, production, mailConfigured }: Env, offered: Offered): HtmlPage {
  const root = new URL(`${baseUrl}/`).pathname;
  const console = { href: `${root}console`, text: 'Console', about: 'users, events and settings, for administrators' };
  if (production) {
    return {
      app,
      title: 'Nothing to see here',
      paragraphs: mailConfigured ? [`Links in emails from ${app} lead to pages of this service.`] : [],
      links: offered.console ? [console] : [],
    };
  }
  const links = [
    { href: `${root}docs`, text: 'Documentation of the API', about: 'every endpoint, to read and to try' },
    { href: `${root}openapi.json`, text: 'OpenAPI document', about: 'for generated clients' },
  ];
  if (offered.console) links.unshift(console);
  if (offered.inbox)
    links.push({ href: offered.inbox, text: 'Inbox', about: 'every email of this service arrives there' });
  const paragraphs = [
    'This is a service for user accounts and sign-in. Web pages and apps call its API below /api/auth; it has no sign-in ' +
      'page of its own.',
  ];
  return {
    app,
    title: 'The service is running',
    paragraphs,
    links,
    note: 'In production this page shows nothing of this, but the console if CONSOLE is on.',
  };
}

/** The page for a person whose link had no other target than this service, which can do nothing with its result. */
export function arrivalPage({ appName: app, production }: Env): HtmlPage {
  const paragraphs = ['The link worked, and you can close this page.'];
  if (production) return { app, title: 'Done', paragraphs };
  const note =
    'The tokens of the new session are in the address of this page, for your web product to read. Set APP_URL to its ' +
    'address, or send next_url with the request.';
  return { app, title: 'You are signed in', paragraphs, note };
}
