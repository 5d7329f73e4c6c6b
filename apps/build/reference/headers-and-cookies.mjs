import { code, page, prose, table } from './markdown.mjs';
import {
  CONSOLE_SESSION_SECONDS,
  consoleCookie,
  MESSAGE_HEADERS,
  productionEnv,
  REQUEST_HEADERS,
  RESPONSE_HEADERS,
  SecurityHeaders,
} from './sources.mjs';

const rowsOf = (headers) => Object.entries(headers).map(([name, meaning]) => [code(name), prose(meaning)]);

/** The values of the headers that each answer has, by their names in lower case. */
const { answers } = new SecurityHeaders(productionEnv);

const responses = Object.entries(RESPONSE_HEADERS).map(([name, meaning]) => {
  const value = answers[name.toLowerCase()];
  return [code(name), value ? code(value) : '', prose(meaning)];
});

function cookieRow(environment, baseUrl) {
  const { name, attributes } = consoleCookie(baseUrl);
  return [environment, code(name), code(attributes(CONSOLE_SESSION_SECONDS))];
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
  'The API needs no cookie. The [console](../console.md) has one, with the session of the administrator. The sign-out deletes it.',
  table(
    ['`BASE_URL`', 'cookie', 'attributes'],
    [cookieRow('https', 'https://auth.example.com'), cookieRow('http', 'http://localhost:3000')],
  ),
);
