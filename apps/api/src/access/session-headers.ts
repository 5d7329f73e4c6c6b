import { UseInterceptors } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { DeviceInterceptor } from './device.interceptor.js';
import { SessionCookieInterceptor } from './session-cookie.interceptor.js';
import { type CookieUse, UsesCookie } from './session-cookie.js';

/** What the header `X-Latchkey-Session` does, for the OpenAPI document. */
const COOKIE: Record<CookieUse, string> = {
  open: 'Sets the refresh token as a cookie, and leaves it out of the answer. Only for pages of `COOKIE_ORIGINS`.',
  refresh: 'Takes the refresh token from the cookie, and sets the next one there. Only for pages of `COOKIE_ORIGINS`.',
  end: 'Takes the session from the cookie in place of the access token, and removes it. Only for pages of `COOKIE_ORIGINS`.',
  show: 'Takes the session from the cookie of the sign-in pages, too. Only for pages at the origin of `BASE_URL`.',
};

/** The header with the device token, for the OpenAPI document. */
const DEVICE = {
  name: 'X-Latchkey-Device',
  required: false,
  schema: { type: 'string' },
  description:
    '`new`, or the `device_token` of an earlier answer: the answer then has a `device_token`. An unknown one counts as `new`. Ignored with `X-Latchkey-Session`, where the device token is in a cookie.',
};

/** What an endpoint with the session in a cookie has besides its guard. */
export function inCookie(use: CookieUse): MethodDecorator[] {
  const pagesOnly = use === 'show';
  const values = pagesOnly ? ['pages'] : ['cookie', 'pages'];
  const header = { name: 'X-Latchkey-Session', required: pagesOnly, schema: { type: 'string', enum: values } };
  return [
    // The device comes first on the way in, so that its cookie is behind that of the session in the answer.
    ...(use === 'open' ? [UseInterceptors(DeviceInterceptor), ApiHeader(DEVICE)] : []),
    UseInterceptors(SessionCookieInterceptor),
    UsesCookie(use),
    ApiHeader({ ...header, description: COOKIE[use] }),
  ];
}
