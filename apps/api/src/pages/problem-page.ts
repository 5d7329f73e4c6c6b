import type { ErrorCode } from '@app/errors';
import type { HtmlPage } from './html-page.js';

interface Problem {
  title: string;
  text: string;
}

const BUSY: Problem = {
  title: 'Not possible right now',
  text: 'The service cannot answer right now. Please open the link again in a few minutes.',
};

/** What a person reads of an error. All other codes are problems of the service. */
const PROBLEMS: Partial<Record<ErrorCode, Problem>> = {
  INVALID_LINK: {
    title: 'This link is not valid',
    text: 'The link may be incomplete: please open it in the email itself, or copy the whole line. It may also be too old. If it does not work again, ask for a new one.',
  },
  LINK_EXPIRED: {
    title: 'This link has expired',
    text: 'Links work for a short time only, and a change of the account ends them. Please ask for a new one.',
  },
  LINK_ALREADY_USED: {
    title: 'This link has been used',
    text: 'Links work once. If you did not use it yourself, a program that checks your emails may have opened it. Please ask for a new one.',
  },
  USER_DISABLED: {
    title: 'This account is disabled',
    text: 'An administrator has disabled this account, so its links do not work.',
  },
  EMAIL_ALREADY_IN_USE: {
    title: 'This address is in use',
    text: 'The address belongs to another account now.',
  },
  INVALID_STATE: {
    title: 'This sign-in is not valid',
    text: 'It may be too old, or it was finished already. Please go back to the application and begin again.',
  },
  TOO_MANY_REQUESTS: {
    title: 'Too many tries',
    text: 'There were too many tries from your network. Please wait a minute before the next one.',
  },
  UNAVAILABLE: BUSY,
  INTERNAL_ERROR: BUSY,
};

/** The page about an error; undefined for an error that only programs cause. */
export function problemPage(app: string, code: string): HtmlPage | undefined {
  if (!Object.hasOwn(PROBLEMS, code)) return undefined;
  const { title, text } = PROBLEMS[code as ErrorCode] as Problem;
  return { app, title, paragraphs: [text] };
}
