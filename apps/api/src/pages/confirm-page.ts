import type { Link, LinkPurpose } from '@app/tokens';
import handlebars from 'handlebars';
import { browserInWords } from '../wire/browser.js';
import type { Page } from './page.js';

const form = handlebars.compile(
  `<form method="post" action="?token={{token}}">
        <button>{{button}}</button>{{#if refusal}}
        <p class="aside">{{refusal.effect}}</p>
        <button class="second" formaction="refuse?token={{token}}">{{refusal.button}}</button>{{/if}}
      </form>`,
  { strict: true },
);

/** The texts of a page. */
interface Question {
  title: string;
  /** What the button does. */
  effect: string;
  button: string;
  /** A second button, which disowns the account, and what it does. */
  refusal?: { effect: string; button: string };
}

export type ConfirmedPurpose = Exclude<LinkPurpose, 'reset_password' | 'confirm_email' | 'undo_factors'>;

const QUESTIONS: Record<ConfirmedPurpose, (app: string, email: string) => Question> = {
  magic_link: (app, email) => ({
    title: 'Sign in',
    effect: `This signs you in to ${app} as ${email}, in this browser. If you did not ask for it, close this page.`,
    button: 'Sign in',
  }),
  verify_email: (app, email) => ({
    title: 'Confirm your address',
    effect: `This confirms that ${email} is the address of an account with ${app}, and that the account is yours.`,
    button: 'Confirm the address',
    refusal: {
      effect:
        'You do not know this account? Then another person has entered your address. This signs the account out everywhere ' +
        'and makes its password void.',
      button: 'This was not me',
    },
  }),
  undo_email_change: (app, email) => ({
    title: 'Restore your address',
    effect:
      `This makes ${email} the address of your account with ${app} again, and signs out every device. ` +
      'A newer account with this address that was never confirmed is removed.',
    button: 'Restore my address',
  }),
};

/** A page with a button, which mail scanners do not press. It needs no script. */
export function confirmPage(app: string, link: Link, token: string): Omit<Page, 'targets'> {
  const { title, effect, button, refusal } = QUESTIONS[link.purpose as ConfirmedPurpose](app, link.email);
  const filled = form({ token: encodeURIComponent(token), button, refusal });
  return { app, title, paragraphs: [effect], note: requestOf(link, app), form: filled };
}

/** When the link was requested, and by whom: from which kind of browser, or by an administrator of the product. */
export function requestOf({ createdAt, userAgent, purpose }: Link, app: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const what = purpose === 'undo_email_change' ? 'The address was changed' : 'It was requested';
  const maker = purpose === 'undo_email_change' ? '' : ` by ${app}`;
  const source = userAgent === null ? maker : ` from ${browserInWords(userAgent)}`;
  return `${what} on ${time.format(createdAt * 1_000)} UTC${source}.`;
}
