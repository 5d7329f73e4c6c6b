import { isAllowed, parseAllowlist } from './values.js';

it.each([
  ['nothing', '', []],
  ['commas only', ' , ,', []],
  ['an origin', 'https://app.example.com', ['https://app.example.com']],
  ['an origin with a slash', 'https://app.example.com/', ['https://app.example.com']],
  ['an origin in capitals', 'HTTPS://App.Example.COM', ['https://app.example.com']],
  ['a default port', 'https://app.example.com:443', ['https://app.example.com']],
  ['another port', 'http://localhost:8080', ['http://localhost:8080']],
  ['a Unicode host', 'https://münchen.example', ['https://xn--mnchen-3ya.example']],
  ['an IPv6 address', 'https://[2001:0db8::1]:8443', ['https://[2001:db8::1]:8443']],
  ['several', ' https://a.example ,https://b.example', ['https://a.example', 'https://b.example']],
  ['a wildcard', 'https://*.example.com', ['https://.example.com']],
  ['a wildcard with a port', 'https://*.example.com:8443', ['https://.example.com:8443']],
])('parseAllowlist reads %s', (_what, text, expected) => {
  expect(parseAllowlist(text)?.map(({ protocol, host }) => `${protocol}//${host}`)).toEqual(expected);
});

/** Undefined also when the parser throws: the settings reader rejects the value in both cases. */
function read(text: string): unknown {
  try {
    return parseAllowlist(text);
  } catch {
    return undefined;
  }
}

it.each([
  'app.example.com',
  '*',
  'null',
  'https://',
  'https://*',
  'https://*.',
  'https://*.com',
  'https://*.*.example.com',
  'https://a.*.example.com',
  'https://a*.example.com',
  '*://app.example.com',
  '*.example.com',
  'https://app.example.com/path',
  'https://*.example.com/path',
  'https://app.example.com?',
  'https://app.example.com#f',
  'https://app.example.com://b.example.com',
  'https://app.example.com https://b.example.com',
  'https://user@app.example.com',
  'https://app.example.com:99999',
  'ftp://app.example.com',
  'javascript:alert(1)',
  'https:app.example.com',
  'https://app.example.com,nonsense',
])('parseAllowlist rejects %s', (text) => {
  expect(read(text)).toBeUndefined();
});

it.each([
  ['https://a.example.com', true],
  ['https://a.b.example.com', true],
  ['https://example.com', false],
  ['https://.example.com', false],
  ['https://a..example.com', false],
  ['https://evilexample.com', false],
  ['https://a.example.com.evil.com', false],
  ['https://a.example.com.', false],
  ['https://a.example.com:8443', false],
  ['http://a.example.com', false],
  ['https://a;b.example.com', false],
  ["https://a'b.example.com", false],
  ['https://a,b.example.com', false],
  ['https://a_b.c-d.example.com', true],
])('isAllowed for a wildcard below example.com and the URL %s is %s', (url, expected) => {
  const [origin] = parseAllowlist('https://*.example.com') ?? [];
  expect(origin && isAllowed(new URL(url), origin)).toBe(expected);
});
