import type { FactorReset } from '@app/factors';
import handlebars from 'handlebars';
import type { HtmlPage } from './html-page.js';

const form = handlebars.compile(
  `<form method="post" action="?token={{token}}">
        <button>Stop the removal</button>
      </form>`,
  { strict: true },
);

/** The page that an email about a waiting reset of the factors leads to. */
export function stopResetPage(app: string, { createdAt, dueAt }: FactorReset, token: string): HtmlPage {
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const at = (seconds: number) => `${time.format(seconds * 1_000)} UTC`;
  const paragraphs = [
    `An administrator of ${app} wants to remove the second factors of your account. This happens on ${at(dueAt)}, unless ` +
      'you stop it.',
  ];
  const filled = form({ token: encodeURIComponent(token) });
  return {
    app,
    title: 'Keep your second factors',
    paragraphs,
    note: `It was started on ${at(createdAt)}.`,
    form: filled,
  };
}

/** The page after the button. */
export function resetStoppedPage(app: string): HtmlPage {
  const paragraphs = [
    `Your second factors stay. If you did not ask ${app} to remove them, please set a new password, since another person ` +
      'may know yours.',
  ];
  return { app, title: 'The removal is stopped', paragraphs };
}
