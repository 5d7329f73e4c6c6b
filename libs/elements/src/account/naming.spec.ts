import { account } from '../texts/account/en.js';
import { Wording } from '../texts/texts.js';
import { nameOfSession } from './naming.js';
import type { AccountData, AccountView, Session } from './section.js';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const session = (session_id: string, parent_id: string | null = null, user_agent = CHROME) =>
  ({ session_id, parent_id, user_agent, current: false }) as Session;

const PAGES = session('pages');
const PRODUCT = session('product', 'pages');
const OTHER_PRODUCT = session('other product', 'pages');
const ELSEWHERE = session('elsewhere');
const THERE = session('there', 'elsewhere', 'node');
const LOST = session('lost', 'a session that the list leaves out');
const ALL = [PAGES, PRODUCT, OTHER_PRODUCT, ELSEWHERE, THERE, LOST];

/** The names of all sessions on the page of one of them. */
function namesFrom(current: Session | undefined): Record<string, string> {
  const sessions = ALL.map((each) => ({ ...each, current: each === current }));
  const view = { data: { sessions } as AccountData, wording: new Wording('en', account) } as AccountView;
  return Object.fromEntries(sessions.map((each) => [each.session_id, nameOfSession(view, each).join(': ')]));
}

it('on the account page of the service, sessions of products are named as such', () => {
  expect(namesFrom(PAGES)).toEqual({
    pages: 'Chrome, Linux',
    product: 'App or website, opened in this browser: Chrome, Linux',
    'other product': 'App or website, opened in this browser: Chrome, Linux',
    elsewhere: 'Chrome, Linux',
    there: 'App or website, opened from another sign-in: node',
    lost: 'App or website, opened from another sign-in: Chrome, Linux',
  });
});

it('in the page of a product, the session that has opened it is that of the sign-in page', () => {
  expect(namesFrom(PRODUCT)).toMatchObject({
    pages: 'Sign-in page, in this browser: Chrome, Linux',
    product: 'Chrome, Linux',
    'other product': 'App or website, opened in this browser: Chrome, Linux',
    elsewhere: 'Chrome, Linux',
    there: 'App or website, opened from another sign-in: node',
  });
});

it('in a session that began by itself, and in one that is not in the list, only products have a name of their own', () => {
  expect(namesFrom(ELSEWHERE)).toMatchObject({
    pages: 'Chrome, Linux',
    product: 'App or website, opened from another sign-in: Chrome, Linux',
    there: 'App or website, opened in this browser: node',
  });
  expect(new Set(Object.values(namesFrom(undefined)))).toEqual(new Set(['Chrome, Linux', 'node']));
});
