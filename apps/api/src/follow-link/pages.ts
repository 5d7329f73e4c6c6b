import { createHash } from 'node:crypto';
import type { Link } from '@app/tokens';
import handlebars from 'handlebars';
import { browserOf } from './browser.js';

const STYLE = `
  body { margin: 0; padding: 24px 16px; background: #f4f4f5; color: #18181b; font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 420px; margin: 10vh auto 0; padding: 24px; background: #fff; border-radius: 8px; text-align: center; overflow-wrap: anywhere; }
  button { padding: 12px 24px; border: 0; border-radius: 6px; background: #18181b; color: #fff; font: inherit; cursor: pointer; }
  button + button { margin-top: 12px; background: none; color: #52525b; text-decoration: underline; }
`;

const page = handlebars.compile(
  `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>{{title}}</title>
    <style>{{{style}}}</style>
  </head>
  <body>
    <main>
      <h1>{{app}}</h1>
      {{#each paragraphs}}
      <p>{{this}}</p>
      {{/each}}
      {{#if button}}
      <form method="post" action="?token={{token}}"><button>{{button}}</button>{{#if refusal}}
        <button formaction="refuse?token={{token}}">{{refusal}}</button>{{/if}}</form>
      {{/if}}
    </main>
  </body>
</html>
`,
  { strict: true },
);

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The texts of a page. */
interface Question {
  title: string;
  /** What the button does. */
  effect: string;
  button: string;
  /** The label of a second button, which disowns the account; empty for none. */
  refusal: string;
}

const QUESTIONS: Record<Exclude<Link['purpose'], 'reset_password'>, (app: string, link: Link) => Question> = {
  magic_link: (app, { email }) => ({
    title: `Sign in to ${app}`,
    effect: `This signs you in to ${app} as ${email}.`,
    button: 'Sign in',
    refusal: '',
  }),
  verify_email: (app, { email }) => ({
    title: `Confirm your address for ${app}`,
    effect: `This confirms that ${email} is the address of an account with ${app}, and that the account is yours.`,
    button: 'Confirm the address',
    refusal: 'This was not me',
  }),
  undo_email_change: (app, { email }) => ({
    title: `Restore your address for ${app}`,
    effect:
      `This makes ${email} the address of your account with ${app} again, and signs out every device. ` +
      'A newer account with this address that was never confirmed is removed.',
    button: 'Restore my address',
    refusal: '',
  }),
};

export type ConfirmedPurpose = keyof typeof QUESTIONS;

/** A page with a button, which mail scanners do not press. It needs no script. */
export function confirmPage(app: string, link: Link, token: string): string {
  const { effect, ...question } = QUESTIONS[link.purpose as ConfirmedPurpose](app, link);
  const paragraphs = [effect, requestOf(link)];
  if (question.refusal) {
    paragraphs.push(
      `If you do not know this account, press "${question.refusal}": that signs it out and makes its password void.`,
    );
  }
  return page({ app, ...question, paragraphs, token: encodeURIComponent(token), style: STYLE });
}

/** The page for an unknown link. */
export function unknownLinkPage(app: string): string {
  const paragraphs = ['This link is not valid. It may be incomplete or too old. Please ask for a new one.'];
  return page({ app, title: 'This link is not valid', paragraphs, button: '', refusal: '', token: '', style: STYLE });
}

/** The content security policy of a page: its own style, and a form that may redirect to these URLs. */
export function pagePolicy(...targets: string[]): string {
  const origins = new Set(targets.map((target) => new URL(target).origin));
  const leads = ["form-action 'self'", ...origins].join(' ');
  return `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; ${leads}; base-uri 'none'; frame-ancestors 'none'`;
}

/** When the link was requested, and from which kind of browser. */
function requestOf({ createdAt, userAgent, purpose }: Link): string {
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const what = purpose === 'undo_email_change' ? 'The address was changed' : 'It was requested';
  const from = userAgent === null ? '' : ` from ${browserOf(userAgent)}`;
  return `${what} on ${time.format(createdAt * 1_000)} UTC${from}.`;
}
