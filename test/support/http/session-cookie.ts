import type { App } from '../service/app.js';
import type { Service } from '../service/service.js';
import type { Answer } from './http.js';

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
  const answer = await app.post('/api/auth/user/login', { email, password }, { headers: fromPage() });
  if (answer.status !== 200) throw new Error(`login answered ${answer.status} ${answer.text}`);
  return { uid, email, token: answer.json.token, cookie: cookieOf(answer)?.pair ?? '' };
}
