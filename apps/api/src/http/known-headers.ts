/** The headers that the service reads, with their meaning in Markdown, for docs/reference/headers-and-cookies.md. */
export const REQUEST_HEADERS: Readonly<Record<string, string>> = {
  Accept: 'Pages: a browser that asks for `text/html` gets a page where a program gets JSON.',
  'Accept-Encoding': 'Files of the console and of the sign-in pages: `br` and `gzip` are known.',
  'Accept-Language':
    'The language of emails that the request causes, and of pages, unless the body or the URL has a `locale`.',
  'Access-Control-Request-Headers': 'In a preflight: whether the page asks for a session in a cookie, for the log.',
  'Access-Control-Request-Method': 'Marks a CORS preflight of a page of `CORS_ORIGINS` or `COOKIE_ORIGINS`.',
  Authorization:
    '`Bearer` and an access token, an admin token, or where an endpoint says so an `mfa_token`; `Basic` with the id and the secret of a client. Two such headers count as none.',
  'Content-Encoding': 'Only `identity`: a compressed body is refused with `UNSUPPORTED_MEDIA_TYPE`.',
  'Content-Length': 'A body above 64 KiB is refused with `PAYLOAD_TOO_LARGE`, except of an import.',
  'Content-Type':
    '`application/json`, also with `charset=utf-8`. Imports and answers of providers have their own types.',
  Cookie: 'The cookie of the console, and with `X-Latchkey-Session` those of a session and of the device: see below.',
  'Firebase-Hash-Config': 'Import of a file of Firebase: the password hash parameters of the project, in one line.',
  Host: 'Must be one valid host. The service does not use it in links: these begin with `BASE_URL`.',
  'If-None-Match': 'The `ETag` of an earlier answer: an answer that has not changed has the status 304 and no body.',
  Origin:
    'CORS; for changes by the console, only the origin of `BASE_URL`; with `X-Latchkey-Session`, only one of `COOKIE_ORIGINS`.',
  'Sec-CH-UA': 'The brand of the browser, for emails that name it.',
  'Sec-Fetch-Site':
    'The cookie of the console counts only for `same-origin` and `none`, where a browser sends this header.',
  Traceparent: 'The trace of the request, if it comes from a proxy of `TRUST_PROXY`; otherwise a new one begins.',
  'Transfer-Encoding': 'Says, as `Content-Length` does, that the request has a body.',
  'User-Agent': 'The device in the list of sessions and in emails.',
  'X-Forwarded-For': 'The client address, if it comes from a proxy of `TRUST_PROXY`. Ignored otherwise.',
  'X-Latchkey-Console': 'Must be `1` for changes by the console: other pages cannot set it.',
  'X-Latchkey-Device':
    'At a sign-in: `new`, or the `device_token` of an earlier answer. Ignored with `X-Latchkey-Session`, where the device token is in a cookie.',
  'X-Latchkey-Session':
    '`cookie`: the refresh token of the session is in a cookie. Only for pages of `COOKIE_ORIGINS`. `pages`: it is in the cookie of the sign-in pages. Only at the origin of `BASE_URL`, with `HOSTED_PAGES=on`.',
  'X-Request-Id':
    'The id of the request in the log, if it has at most 64 of the characters `A-Z a-z 0-9 . _ -`; otherwise the service makes one.',
};

/** The headers that the service sets, besides those that any HTTP server sets. */
export const RESPONSE_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Credentials': 'Lets pages of `COOKIE_ORIGINS` send the cookie of a session to `/api/auth`.',
  'Access-Control-Allow-Headers': 'Answers to preflights of pages of `CORS_ORIGINS` or `COOKIE_ORIGINS`.',
  'Access-Control-Allow-Methods': 'Answers to preflights of pages of `CORS_ORIGINS` or `COOKIE_ORIGINS`.',
  'Access-Control-Allow-Origin':
    'The origin of the page, if it is one of `CORS_ORIGINS` or `COOKIE_ORIGINS`, or outside production of this machine. Never `*`.',
  'Access-Control-Expose-Headers': 'Lets these pages read `X-Request-Id` and `Retry-After`.',
  'Access-Control-Max-Age': 'How long a browser may keep the answer to a preflight.',
  'Cache-Control': '`no-store`, except for public keys, revocations and files of the console and of the sign-in pages.',
  Connection: '`close` while the service stops.',
  'Content-Encoding': 'Files of the console and of the sign-in pages.',
  'Content-Security-Policy':
    'A browser that shows an answer as a page loads and runs nothing. Pages of the service, `/docs`, `/console` and the sign-in pages have policies of their own.',
  'Content-Type':
    '`application/json; charset=utf-8`, and `text/html`, `text/plain` or NDJSON where an endpoint says so.',
  'Cross-Origin-Opener-Policy': 'Pages: no other page keeps a reference to their window.',
  'Cross-Origin-Resource-Policy': 'Answers may be read by the pages of `CORS_ORIGINS`, pages only by the service.',
  ETag: 'The version of public keys, revocations and files of the console and of the sign-in pages, for `If-None-Match`.',
  Location: 'The target of a redirect: of links in emails and of the return from a provider.',
  'Origin-Agent-Cluster': 'Pages of `/docs` and `/console`.',
  'Referrer-Policy': 'No other site learns the URL of a page, which can contain a token.',
  'Retry-After': 'After how many seconds the request may be repeated: with the statuses 429 and 503.',
  'Set-Cookie': 'The cookies of the console, of sessions and of devices: see below.',
  'Strict-Transport-Security': 'Only if `BASE_URL` begins with `https:`.',
  Vary: 'CORS, and files of the console and of the sign-in pages.',
  'WWW-Authenticate': 'How clients authenticate, with `invalid_client` of `/oauth2/token`.',
  'X-Content-Type-Options': 'A browser does not guess another type of content.',
  'X-DNS-Prefetch-Control': 'Pages of `/docs` and `/console`.',
  'X-Download-Options': 'Pages of `/docs` and `/console`.',
  'X-Frame-Options': 'No page shows an answer in a frame. The preview of an email is shown by the console.',
  'X-Permitted-Cross-Domain-Policies': 'Pages of `/docs` and `/console`.',
  'X-Request-Id': 'The id of the request, which the log has as `request_id`.',
  'X-XSS-Protection': 'Pages of `/docs` and `/console`.',
};

/** The headers of the messages that webhooks send (Standard Webhooks 1.0), and of the questions of `MIGRATION_URL`. */
export const MESSAGE_HEADERS: Readonly<Record<string, string>> = {
  'webhook-id': 'The id of the event, the same in every try.',
  'webhook-timestamp': 'The time of the try, in UNIX epoch seconds.',
  'webhook-signature':
    '`v1,` and the HMAC-SHA256 of id, time and body, in Base64; one for each secret, separated by blanks.',
  'webhook-replay': '`1` in a message that was sent before and is replayed.',
  'User-Agent': '`Latchkey/` and the version.',
};
