import { code, page, prose, table } from './markdown.mjs';
import {
  CONSOLE_SESSION_SECONDS,
  consoleCookie,
  MESSAGE_HEADERS,
  productionEnv,
  REQUEST_HEADERS,
  RESPONSE_HEADERS,
  SecurityHeaders,
  sessionCookie,
} from './sources.mjs';

const rowsOf = (headers) => Object.entries(headers).map(([name, meaning]) => [code(name), prose(meaning)]);

/** The values of the headers that each answer has, by their names in lower case. */
const { answers } = new SecurityHeaders(productionEnv);

const responses = Object.entries(RESPONSE_HEADERS).map(([name, meaning]) => {
  const value = answers[name.toLowerCase()];
  return [code(name), value ? code(value) : '', prose(meaning)];
});

function cookieRows(environment, baseUrl) {
  const rows = [
    [sessionCookie('cookie', baseUrl), productionEnv.refreshTokenTtl],
    [sessionCookie('pages', baseUrl), productionEnv.refreshTokenTtl],
    [consoleCookie(baseUrl), CONSOLE_SESSION_SECONDS],
  ];
  return rows.map(([{ name, attributes }, seconds]) => [environment, code(name), code(attributes(seconds))]);
}

export const headersAndCookies = page(
  'Headers and cookies',
  '## Headers of requests',
  'The headers that have a meaning for the service, besides those that any HTTP server reads.',
  table(['header', 'meaning'], rowsOf(REQUEST_HEADERS)),
  '## Headers of answers',
  'The headers that the service sets besides `Content-Length`, `Date` and `Keep-Alive`. Those with a value are in each answer of the API in production.',
  table(['header', 'value', 'meaning'], responses),
  '## Headers of messages',
  'The headers of the messages of [webhooks](../webhooks.md), and of the questions to an [earlier system](../lazy-migration.md).',
  table(['header', 'meaning'], rowsOf(MESSAGE_HEADERS)),
  '## Cookies',
  'With `X-Latchkey-Session: cookie`, the cookie `latchkey` has the refresh token of a session: its lifetime is the rest of that of the token. `latchkey-pages` has the one of the [sign-in pages](../sign-in-pages.md), so that a product at the same host does not replace it. The cookie of the [console](../console.md) has the session of the administrator. The sign-out deletes each.',
  table(
    ['`BASE_URL`', 'cookie', 'attributes'],
    [...cookieRows('https', 'https://auth.example.com'), ...cookieRows('http', 'http://localhost:3000')],
  ),
);
