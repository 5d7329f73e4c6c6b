import type { PageFacts, PurposeWithPage } from '@app/flows';
import { browserInWords } from '@app/flows';
import type { Link } from '@app/tokens';
import handlebars from 'handlebars';
import type { HtmlPage } from './html-page.js';

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

const QUESTIONS: Record<PurposeWithPage, (app: string, email: string, facts: PageFacts) => Question> = {
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
  confirm_email: (app, email, { account }) => ({
    title: 'Confirm your new address',
    effect:
      `This makes ${email} the address of the account ${account} with ${app}. If this account is not yours, close this ` +
      'page: nothing changes without the button.',
    button: 'Confirm the address',
  }),
  undo_email_change: (app, email, { waiting, holder }) =>
    waiting === undefined
      ? {
          title: 'Restore your address',
          effect:
            `This makes ${email} the address of your account with ${app} again, and signs out every device.` +
            effectOn(holder),
          button: 'Restore my address',
        }
      : {
          title: 'Keep your address',
          effect:
            `This keeps ${email} as the address of your account with ${app}: it does not change to ${waiting}. ` +
            'Every device is signed out.',
          button: 'Keep my address',
        },
  undo_factors: (app, _email, { moved }) => ({
    title: 'Remove what was added',
    effect:
      `This removes what was added to your account with ${app}, and signs out every device. Then set a new password.` +
      (moved
        ? ' The address of the account has changed, too: there is another email about it, with a link of its own.'
        : ''),
    button: 'Remove it and sign out',
  }),
};

function effectOn(holder: PageFacts['holder']): string {
  if (!holder) return '';
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    holder.createdAt * 1_000,
  );
  const account = ` Another account that was created on ${date} has this address now:`;
  return holder.returns ? `${account} it gets its former address back.` : `${account} it will be deleted.`;
}

/** A page with a button, which mail scanners do not press. It needs no script. */
export function confirmPage(app: string, link: Link, token: string, facts: PageFacts): Omit<HtmlPage, 'targets'> {
  const { title, effect, button, refusal } = QUESTIONS[link.purpose as PurposeWithPage](app, link.email, facts);
  const { removed = [] } = facts;
  const paragraphs = removed.length === 0 ? [effect] : [effect, 'This is removed:'];
  const filled = form({ token: encodeURIComponent(token), button, refusal });
  return { app, title, paragraphs, items: removed, note: requestOf(link, app), form: filled };
}

/** What happened when an undo link was made, which no administrator requests. */
const WHAT: Partial<Record<Link['purpose'], string>> = {
  undo_email_change: 'The new address was entered',
  undo_factors: 'It was added',
};

/** When the link was requested, and by whom: from which kind of browser, or by an administrator of the product. */
export function requestOf({ createdAt, userAgent, purpose }: Link, app: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const what = WHAT[purpose] ?? 'It was requested';
  const maker = purpose in WHAT ? '' : ` by ${app}`;
  const source = userAgent === null ? maker : ` from ${browserInWords(userAgent)}`;
  return `${what} on ${time.format(createdAt * 1_000)} UTC${source}.`;
}
