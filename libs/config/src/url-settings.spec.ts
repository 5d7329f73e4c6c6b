import { isLoopbackOrigin, parseUrl, webUrl } from './values.js';

/** Node 20 and 22 have a check of URLs that fails for texts outside ASCII after some thousand calls. */
it('a URL outside ASCII is one however often it is read', () => {
  const read = Array.from({ length: 50_000 }, () => webUrl('https://bücher.example:8443/ü')?.host);
  expect(new Set(read)).toEqual(new Set(['xn--bcher-kva.example:8443']));
  const others = Array.from({ length: 50_000 }, () => parseUrl('otpauth://totp/Bücher:lena?secret=A')?.protocol);
  expect(new Set(others)).toEqual(new Set(['otpauth:']));
});

it.each(['', 'null', 'localhost', 'https://', 'http://localhost:3000/', 'https://app.example.com'])(
  'the origin %j is not one of this machine',
  (origin) => {
    expect(isLoopbackOrigin(origin)).toBe(false);
  },
);
