import { dataOf, type Fetch, type Wire } from '../wire.js';
import type { SignOutExtent } from './exchange.js';

/** The calls that answer, take, show or end the refresh token of a session. */
const DOORS =
  /\/(login|create|refresh|logout|user\/code|(auth|external)\/token|passkeys|(mfa|email-code|confirm)\/verify|totp\/[^/]+\/confirm)$/;

/** Keeps the refresh token of each answer in a cookie: that of a product, or of the sign-in pages. */
export function withCookie(send: Fetch, cookie: string): Fetch {
  return (request) => {
    if (request.method !== 'POST' || !DOORS.test(new URL(request.url).pathname)) return send(request);
    const withCredentials = new Request(request, { credentials: 'include' });
    withCredentials.headers.set('x-latchkey-session', cookie);
    return send(withCredentials);
  };
}

/** Ends the session of the cookie, with more as the extent says. */
export function logOutByCookie(wire: Wire, extent: SignOutExtent): Promise<void> {
  const body = { here: {}, pages: { parent: true }, everywhere: { all: true } }[extent];
  // keepalive: the request is sent even if the user leaves the page.
  return dataOf(wire.POST('/api/auth/user/logout', { body, keepalive: true }));
}
