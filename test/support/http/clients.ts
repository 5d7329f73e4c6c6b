import { pkce } from '../idp/providers.js';
import { type App, newEmail, PASSWORD, type SignedUp } from '../service/app.js';
import type { Service } from '../service/service.js';
import { type Answer, type Call, expectFailure } from './http.js';

/** The origin of the page whose sessions are in a cookie: that of `APP_URL`. */
export const PAGE = 'https://app.example.com';

/** The headers of a call by a page with its session in a cookie. */
export function fromPage(cookie?: string, origin: string = PAGE): Record<string, string> {
  return { 'x-latchkey-session': 'cookie', origin, ...(cookie !== undefined && { cookie }) };
}

/** A cookie that an answer sets: its name and value, and its attributes. */
interface SetCookie {
  pair: string;
  value: string;
  attributes: string[];
}

/** The cookie that an answer sets; undefined for none. */
export function cookieOf({ headers }: Answer): SetCookie | undefined {
  const [pair = '', ...attributes] = headers.getSetCookie()[0]?.split('; ') ?? [];
  return pair === '' ? undefined : { pair, value: pair.slice(pair.indexOf('=') + 1), attributes };
}

/** Whether an answer removes the cookie. */
export const removesCookie = (answer: Answer): boolean =>
  cookieOf(answer)?.value === '' && cookieOf(answer)?.attributes.includes('Max-Age=0') === true;

/** Refreshes the session of a cookie. */
export function refreshByCookie({ service }: { service: Service }, cookie: string, body: object = {}): Promise<Answer> {
  return service.call('POST', '/api/auth/user/refresh', { body, headers: fromPage(cookie) });
}

/** A new user whose session is in a cookie. */
export async function cookieUser(app: App): Promise<{ uid: string; email: string; token: string; cookie: string }> {
  const { uid, email, password } = await app.signUp();
  const answer = (await app.post('/api/auth/user/login', { email, password }, { headers: fromPage() })).ok();
  return { uid, email, token: answer.json.token, cookie: cookieOf(answer)?.pair ?? '' };
}

/** Lets a test choose the client address of a call. */
export const BEHIND_PROXY = { TRUST_PROXY: '127.0.0.1' };

/** The headers of a call from a client address, which the proxy names. */
export const from = (ip: string, more: Record<string, string> = {}) => ({ 'x-forwarded-for': ip, ...more });

/** Signs in by password on a device: `new`, its token, or undefined for a client that sends none. */
export function loginOn(
  app: App,
  email: string,
  device?: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const shown: Record<string, string> = device === undefined ? {} : { 'x-latchkey-device': device };
  return app.post('/api/auth/user/login', { email, password: PASSWORD }, { headers: { ...shown, ...headers } });
}

/** Signs in by password in a browser with these cookies, whose session is in a cookie. */
export function loginInCookie(app: App, email: string, cookie?: string, headers: Record<string, string> = {}) {
  const body = { email, password: PASSWORD };
  return app.post('/api/auth/user/login', body, { headers: { ...fromPage(cookie), ...headers } });
}

/** The cookie with this name that an answer sets, as `name=value`, and its attributes; undefined for none. */
export function setCookie({ headers }: Answer, name: string): { pair: string; attributes: string[] } | undefined {
  const found = headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));
  const [pair = '', ...attributes] = found?.split('; ') ?? [];
  return found === undefined ? undefined : { pair, attributes };
}

let addresses = 0;

/** The headers of a client with a new address, or with the given one. Needs `TRUST_PROXY=1`. */
export function fromAddress(address?: string): { headers: Record<string, string> } {
  addresses += 1;
  return { headers: { 'x-forwarded-for': address ?? `198.18.${addresses >> 8}.${addresses & 255}` } };
}

/** Parallel calls. */
export function inParallel<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_none, index) => work(index)));
}

/** Checks for a 429 with a `Retry-After` of 1 to `maxSeconds` seconds, and returns it. */
export function expectWait(answer: Answer, maxSeconds: number): number {
  expectFailure(answer, 'TOO_MANY_REQUESTS', 429);
  const wait = Number(answer.headers.get('retry-after'));
  expect(Number.isInteger(wait) && wait >= 1 && wait <= maxSeconds).toBe(true);
  return wait;
}

/** A new user, who has signed in from a separate address. */
export async function newUser(
  app: App,
  client = fromAddress(),
): Promise<{ email: string; uid: string; token: string }> {
  const email = newEmail();
  const answer = await app.post('/api/auth/user/create', { email, password: PASSWORD, login: true }, client);
  return { email, ...answer.json };
}

export function login(app: App, email: string, password: string, client: Call): Promise<Answer> {
  return app.post('/api/auth/user/login', { email, password }, client);
}

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
  return { token: answer.ok().json.token, cookie: cookieOf(answer)?.pair ?? '' };
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
  const answer = (await askCode(app, session, { code_challenge })).ok();
  return { code: answer.json.code, code_verifier };
}

/** The session of a product that a code opens. */
export async function productSession(app: App, session: PageSession): Promise<Answer['json']> {
  return (await app.post('/api/auth/token', await pageCode(app, session))).ok().json;
}
