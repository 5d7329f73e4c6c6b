import type { ErrorCode } from '@app/errors';
import type { HtmlPage } from './html-page.js';
import type { PageContext } from './page-context.js';
import type { PageTexts } from './page-texts.js';

/** Of which errors a person reads what. All other codes are errors of programs. */
const PROBLEMS: Partial<Record<ErrorCode, keyof PageTexts['problems']>> = {
  INVALID_LINK: 'INVALID_LINK',
  LINK_EXPIRED: 'LINK_EXPIRED',
  LINK_ALREADY_USED: 'LINK_ALREADY_USED',
  USER_DISABLED: 'USER_DISABLED',
  EMAIL_ALREADY_IN_USE: 'EMAIL_ALREADY_IN_USE',
  INVALID_STATE: 'INVALID_STATE',
  INVALID_REDIRECT_URL: 'INVALID_REDIRECT_URL',
  TOO_MANY_REQUESTS: 'TOO_MANY_REQUESTS',
  UNAVAILABLE: 'UNAVAILABLE',
  INTERNAL_ERROR: 'UNAVAILABLE',
};

/** The page about an error; undefined for an error that only programs cause. */
export function problemPage(context: PageContext, code: string): HtmlPage | undefined {
  const problem = Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code as ErrorCode] : undefined;
  if (problem === undefined) return undefined;
  return pageAbout(context, problem);
}

/** The page about a problem that is none of the API. */
export function pageAbout(context: PageContext, problem: keyof PageTexts['problems']): HtmlPage {
  const { title, text } = context.texts.problems[problem];
  return { context, title, paragraphs: [text] };
}
