import type { Link } from '@app/tokens';
import handlebars from 'handlebars';
import { requestOf } from './confirm-page.js';
import type { HtmlPage } from './html-page.js';

/** Password managers find the account by the name of the first field, and offer a new password for the others. */
const form = handlebars.compile(
  `<form method="post" action="?token={{token}}">{{#if problem}}
        <p class="problem" id="problem" role="alert">{{problem}}</p>{{/if}}
        <label for="username">Account</label>
        <input id="username" name="username" type="email" autocomplete="username" value="{{email}}" readonly>
        <label for="password">New password</label>
        <input id="password" name="password" type="password" autocomplete="new-password" required {{state}}>
        <label for="repeated">The same password again</label>
        <input id="repeated" name="repeated" type="password" autocomplete="new-password" required>
        <button>Set the password</button>
      </form>`,
  { strict: true },
);

/**
 * The page to choose a new password.
 * @param problem why the previous try failed; empty before the first one
 */
export function passwordPage(app: string, link: Link, token: string, problem = ''): HtmlPage {
  // Constant text, so that the attributes need no escaping.
  const state = new handlebars.SafeString(problem && 'aria-invalid="true" aria-describedby="problem" autofocus');
  const filled = form({ token: encodeURIComponent(token), email: link.email, problem, state });
  const paragraphs = [
    `This sets a new password for the account ${link.email} with ${app}, and signs out every device. ` +
      'A good password is long: several uncommon words, or one from a password manager.',
  ];
  const title = problem ? 'Choose another password' : 'Choose a new password';
  return { app, title, paragraphs, note: requestOf(link, app), form: filled };
}

/** The page after the change. */
export function passwordChangedPage(app: string): HtmlPage {
  const paragraphs = [`You can close this page, and sign in to ${app} with your new password.`];
  const note = 'Every device was signed out.';
  return { app, title: 'Your new password is set', paragraphs, note };
}
