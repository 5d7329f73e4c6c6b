import type { Link } from '@app/tokens';
import handlebars from 'handlebars';
import { requestOf } from './confirm-page.js';
import type { HtmlPage } from './html-page.js';
import { PAGE_QUERY, type PageContext } from './page-context.js';

/** Password managers find the account by the name of the first field, and offer a new password for the others. */
const form = handlebars.compile(
  `<form method="post" action="${PAGE_QUERY}">{{#if problem}}
        <p class="problem" id="problem" role="alert">{{problem}}</p>{{/if}}
        <label for="username">{{texts.account}}</label>
        <input id="username" name="username" type="email" dir="ltr" autocomplete="username" value="{{email}}" readonly>
        <label for="password">{{texts.password}}</label>
        <input id="password" name="password" type="password" autocomplete="new-password" required {{state}}>
        <label for="repeated">{{texts.repeated}}</label>
        <input id="repeated" name="repeated" type="password" autocomplete="new-password" required>
        <button>{{texts.button}}</button>
      </form>`,
  { strict: true },
);

/**
 * The page to choose a new password.
 * @param problem why the previous try failed; empty before the first one
 */
export function passwordPage(context: PageContext, link: Link, token: string, problem = ''): HtmlPage {
  const texts = context.texts.password;
  const { email } = link;
  // Constant text, so that the attributes need no escaping.
  const state = new handlebars.SafeString(problem && 'aria-invalid="true" aria-describedby="problem" autofocus');
  const values = { token: encodeURIComponent(token), locale: context.locale, texts, email, problem, state };
  return {
    context,
    title: problem ? texts.again : texts.title,
    paragraphs: [context.say(texts.effect, { email })],
    note: requestOf(context, link),
    form: form(values),
  };
}

/** The page after the change. */
export function passwordChangedPage(context: PageContext): HtmlPage {
  const { title, text, note } = context.texts.password.changed;
  return { context, title, paragraphs: [context.say(text)], note };
}
