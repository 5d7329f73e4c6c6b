import { pkce } from '../idp/providers.js';
import { type App, PASSWORD, type SignedUp } from '../service/app.js';
import type { Answer, Call } from './http.js';
import { cookieOf, PAGE } from './session-cookie.js';

/** The URL of a product to which the pages lead. */
export const PRODUCT = `${PAGE}/signed-in`;
export const CODE = '/api/auth/user/code';

/** The origin of the pages of the service. */
export const originOf = ({ service }: App): string => service.url.replace('127.0.0.1', 'localhost');

/** The headers of a call by a page of the service. */
export function fromPages(app: App, cookie?: string): Record<string, string> {
  return { 'x-latchkey-session': 'pages', origin: originOf(app), ...(cookie !== undefined && { cookie }) };
}

/** A session of the pages: its access token, and its cookie. */
export interface PageSession {
  token: string;
  cookie: string;
}

/** The session of an answer to a call by a page of the service. */
function pageSessionOf(answer: Answer): PageSession {
  if (answer.status !== 200) throw new Error(`the service answered ${answer.status} ${answer.text}`);
  return { token: answer.json.token, cookie: cookieOf(answer)?.pair ?? '' };
}

/** A new user who is signed in at the pages, in a session beside the one of the sign-up. */
export async function pagesUser(app: App): Promise<SignedUp & PageSession> {
  const user = await app.signUp();
  return { ...user, ...(await pageSession(app, user.email)) };
}

/** A new session of a user at the pages. */
export async function pageSession(app: App, email: string): Promise<PageSession> {
  const body = { email, password: PASSWORD };
  return pageSessionOf(await app.post('/api/auth/user/login', body, { headers: fromPages(app) }));
}

/** Asks for a code. */
export function askCode(app: App, { token, cookie }: PageSession, body: object = {}, call: Call = {}): Promise<Answer> {
  const whole = { next_url: PRODUCT, code_challenge: pkce().challenge, ...body };
  return app.post(CODE, whole, { token, headers: fromPages(app, cookie), ...call });
}

/** The body by which a product exchanges a new code. */
export async function pageCode(app: App, session: PageSession): Promise<{ code: string; code_verifier: string }> {
  const { verifier: code_verifier, challenge: code_challenge } = pkce();
  const answer = await askCode(app, session, { code_challenge });
  if (answer.status !== 200) throw new Error(`the service answered ${answer.status} ${answer.text}`);
  return { code: answer.json.code, code_verifier };
}

/** The session of a product that a code opens. */
export async function productSession(app: App, session: PageSession): Promise<Answer['json']> {
  const answer = await app.post('/api/auth/token', await pageCode(app, session));
  if (answer.status !== 200) throw new Error(`the service answered ${answer.status} ${answer.text}`);
  return answer.json;
}
