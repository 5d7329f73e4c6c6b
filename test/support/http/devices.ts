import type { App } from '../service/app.js';
import { PASSWORD } from '../service/app.js';
import type { Answer } from './http.js';
import { fromPage } from './session-cookie.js';

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
