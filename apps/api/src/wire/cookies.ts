import type { FastifyReply, FastifyRequest } from 'fastify';

/** The header by which a web page asks for a session in a cookie. */
export const SESSION_HEADER = 'x-latchkey-session';

/** A cookie of the whole host. */
export interface HostCookie {
  name: string;
  /** Its attributes in `Set-Cookie`. @param seconds its lifetime; 0 deletes it */
  attributes: (seconds: number) => string;
}

/**
 * With TLS, the prefix of the name makes browsers refuse the cookie from any other host and without TLS (RFC 6265bis,
 * section 4.1.3).
 */
function hostCookie(name: string, baseUrl: string): HostCookie {
  const secure = baseUrl.startsWith('https:');
  return {
    name: secure ? `__Host-${name}` : name,
    attributes: (seconds) => `Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure ? '; Secure' : ''}`,
  };
}

/** The cookie of the console. */
export const consoleCookie = (baseUrl: string) => hostCookie('latchkey_console', baseUrl);

/** Where a session is: in the cookie of web products, or in that of the pages of the service. The header has this value. */
export type SessionPlace = 'cookie' | 'pages';

const SESSION_COOKIES: Record<SessionPlace, string> = { cookie: 'latchkey', pages: 'latchkey-pages' };

/** The cookie with the refresh token of a session. */
export const sessionCookie = (place: SessionPlace, baseUrl: string) => hostCookie(SESSION_COOKIES[place], baseUrl);

/** The header by which a client without cookies shows its device tokens, or asks for one. */
export const DEVICE_HEADER = 'x-latchkey-device';

/** The cookie with the device tokens: one for products and for the pages of the service, since both run in one browser. */
export const deviceCookie = (baseUrl: string) => hostCookie('latchkey-device', baseUrl);

/** The blanks before a cookie. Any other belongs to its name, which then has no prefix for a browser: any host of the site can set it. */
const BLANKS = /^[ \t]+/;

/** The value of a cookie. Of several with this name, one may come from another program on this host: none counts. */
export function readCookie({ headers }: FastifyRequest, { name }: HostCookie): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.replace(BLANKS, ''));
  const [own, ...others] = pairs.filter((pair) => pair.startsWith(`${name}=`));
  return others.length === 0 ? own?.slice(name.length + 1) : undefined;
}

/** @param seconds how long the browser keeps it; 0 removes it */
export function writeCookie(
  reply: FastifyReply,
  { name, attributes }: HostCookie,
  value: string,
  seconds: number,
): void {
  reply.header('set-cookie', `${name}=${value}; ${attributes(seconds)}`);
}
