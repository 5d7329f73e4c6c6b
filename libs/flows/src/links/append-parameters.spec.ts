import { appendParameters } from './link-mailer.js';

const BASE = 'https://app.example.com/in';

it.each([
  ['a bare origin', 'https://app.example.com', 'https://app.example.com?uid=1&at=a.b'],
  ['a path', BASE, `${BASE}?uid=1&at=a.b`],
  ['an empty query', `${BASE}?`, `${BASE}?uid=1&at=a.b`],
  ['a query', `${BASE}?a=1`, `${BASE}?a=1&uid=1&at=a.b`],
  ['a fragment', `${BASE}#/home?uid=2`, `${BASE}?uid=1&at=a.b#/home?uid=2`],
  ['a query and a fragment', `${BASE}?a=1#f`, `${BASE}?a=1&uid=1&at=a.b#f`],
  ['an empty fragment', `${BASE}#`, `${BASE}?uid=1&at=a.b#`],
  ['bytes that could be written in another way', `${BASE}?a=%7E+%20|&b`, `${BASE}?a=%7E+%20|&b&uid=1&at=a.b`],
  ['empty pairs', `${BASE}?a=1&&b=2&`, `${BASE}?a=1&&b=2&&uid=1&at=a.b`],
  ['broken escapes', `${BASE}?%=1&%zz`, `${BASE}?%=1&%zz&uid=1&at=a.b`],
  ['a parameter of the same name', `${BASE}?uid=2&a=1`, `${BASE}?a=1&uid=1&at=a.b`],
  ['several of them', `${BASE}?uid=2&a=1&at=3&uid=4&at`, `${BASE}?a=1&uid=1&at=a.b`],
  ['one of them, escaped', `${BASE}?%75id=2&a=1`, `${BASE}?a=1&uid=1&at=a.b`],
  ['a name in another case', `${BASE}?UID=2`, `${BASE}?UID=2&uid=1&at=a.b`],
  ['a name with a question mark before it', `${BASE}??uid=2`, `${BASE}??uid=2&uid=1&at=a.b`],
  ['names that every object has', `${BASE}?toString=1&__proto__=2`, `${BASE}?toString=1&__proto__=2&uid=1&at=a.b`],
])('appendParameters() appends to a URL with %s', (_what, url, expected) => {
  expect(appendParameters(url, { uid: 1, at: 'a.b' })).toBe(expected);
});

it('appendParameters() escapes the appended values', () => {
  expect(appendParameters(BASE, { message: 'a&b=c #d+ü' })).toBe(`${BASE}?message=a%26b%3Dc%20%23d%2B%C3%BC`);
});
