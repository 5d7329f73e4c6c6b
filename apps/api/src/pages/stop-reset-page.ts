import type { FactorReset } from '@app/factors';
import handlebars from 'handlebars';
import type { HtmlPage } from './html-page.js';
import { PAGE_QUERY, type PageContext } from './page-context.js';

const form = handlebars.compile(
  `<form method="post" action="${PAGE_QUERY}">
        <button>{{button}}</button>
      </form>`,
  { strict: true },
);

/** The page that an email about a waiting reset of the factors leads to. */
export function stopResetPage(context: PageContext, { createdAt, dueAt }: FactorReset, token: string): HtmlPage {
  const { title, effect, button, note } = context.texts.reset;
  return {
    context,
    title,
    paragraphs: [context.say(effect, { time: context.time(dueAt) })],
    note: context.say(note, { time: context.time(createdAt) }),
    form: form({ token: encodeURIComponent(token), locale: context.locale, button }),
  };
}

/** The page after the button. */
export function resetStoppedPage(context: PageContext): HtmlPage {
  const { title, text } = context.texts.reset.stopped;
  return { context, title, paragraphs: [context.say(text)] };
}
