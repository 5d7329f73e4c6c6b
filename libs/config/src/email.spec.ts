import { emailObjection, mailboxOf, normaliseEmail, toAsciiHost } from './values.js';

it.each([
  ['ann@example.com', 'ann@example.com'],
  [' Ann+News@Example.com ', 'ann@example.com'],
  ['ann+a+b@example.com', 'ann@example.com'],
  ['ann+@example.com', 'ann@example.com'],
  ['+tag@example.com', '+tag@example.com'],
  ['ann@exam+ple.com', 'ann@exam+ple.com'],
  ['ann+news@Bücher.example', 'ann@xn--bcher-kva.example'],
  ['not an address', 'not an address'],
])('mailboxOf(%j) returns %j', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});

it.each([
  [' Ann@Example.COM ', 'ann@example.com'],
  ['a name without a domain', undefined],
  ['ann', 'ann'],
  ['lena@bücher.example', 'lena@xn--bcher-kva.example'],
  ['Lena@BÜCHER.Example', 'lena@xn--bcher-kva.example'],
  ['lena@XN--Bcher-KVA.example', 'lena@xn--bcher-kva.example'],
  ['lena@bu\u0308cher.example', 'lena@xn--bcher-kva.example'],
  ['lena@bücher。example', 'lena@xn--bcher-kva.example'],
  ['lena@straße.example', 'lena@xn--strae-oqa.example'],
  ['lena@почта.рф', 'lena@xn--80a1acny.xn--p1ai'],
  // Mapped to ASCII by UTS 46, as a browser and a mail server do.
  ['lena@ｅｘａｍｐｌｅ.com', 'lena@example.com'],
  ['lena@\u212Aelvin.example', 'lena@kelvin.example'],
  ['lena@ſtore.example', 'lena@store.example'],
  // A local part has no such mapping.
  ['\u212Aelvin@bücher.example', undefined],
  ['ſam@example.com', undefined],
  ['ｌena@bücher.example', undefined],
  ['łukasz@example.com', undefined],
  ['@bücher.example', undefined],
  ['le na@bücher.example', undefined],
  ['bücher.example', undefined],
])('normaliseEmail(%j) returns %j', (text, normal) => {
  expect(normaliseEmail(text)).toBe(normal);
});

it.each([
  'bü%63her.example',
  'b%C3%BCcher.example',
  'bü％63her.example',
  'bücher.example/evil.example',
  'bücher.example\\evil.example',
  'bücher.example?x',
  'bücher.example#x',
  'bücher.example:25',
  'bücher.example／x',
  'a;ü.example',
  'bücher_x.example',
  '１２７.０.０.１',
  '１２７.１',
  'bücher.１',
  'bücher.0x7f',
  'bücher.example.',
  'bücher。example。',
  'bücher..example',
  '.bücher.example',
  '-bücher-.example-',
  'bücher-.-example',
  '\u00AD.example',
  'a\u200Db.example',
  'xn--a.example',
  'xn--.example',
  'xn--zz--.example',
  'xn--abc-.example',
  'xn--iñvalid.com',
  `${'x'.repeat(63)}ü.example`,
  `${'ü.'.repeat(200)}example`,
  '中'.repeat(100_000),
  'bü cher.example',
  '[::1]',
])('toAsciiHost() refuses %j', (text) => {
  expect(toAsciiHost(text)).toBeUndefined();
  expect(normaliseEmail(`lena@ü${text}`) ?? '').not.toContain('%');
});

it('normaliseEmail() refuses a domain whose A-label is broken', () => {
  expect(normaliseEmail('lena@xn--zz--.example')).toBeUndefined();
  expect(normaliseEmail('lena@mail.xn--a.example')).toBeUndefined();
});

it.each([
  ['łukasz@example.com', /before the @ .* ASCII/],
  ['łukasz@bücher.example', /before the @ .* ASCII/],
  ['lena@bücher.example.', /domain .* host name/],
  ['lena@xn--a.example', /domain .* host name/],
])('emailObjection(%j) says what is wrong', (text, expected) => {
  expect(emailObjection(text)).toMatch(expected);
});

it.each(['lena@bücher.example', 'lena', 'łukasz', ''])('emailObjection(%j) has nothing to say', (text) => {
  expect(emailObjection(text)).toBeUndefined();
});
