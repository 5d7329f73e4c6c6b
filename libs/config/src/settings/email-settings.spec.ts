import { parseLine } from '../values.js';
import { parseSender, parseSmtpUrl } from './email-settings.js';

/** Undefined also when the parser throws: the settings reader rejects the value in both cases. */
function readSmtpUrl(text: string): unknown {
  try {
    return parseSmtpUrl(text);
  } catch {
    return undefined;
  }
}

it('parseSmtpUrl reads "none" as no mail server', () => {
  expect(parseSmtpUrl('none')).toBeNull();
});

it.each([
  'smtp://localhost',
  'smtp://127.0.0.1:1025',
  'smtps://mail.example.com:465',
  'smtp://user:p%40ss@mail.example.com:587',
  'smtp://[::1]:25',
  'smtp://mail.example.com?requireTLS=true',
  'smtp://mail.example.com?name=auth.example.com',
  'smtp://mail.example.com?requireTLS=true&name=[192.0.2.1]',
])('parseSmtpUrl accepts %s without a change', (text) => {
  expect(parseSmtpUrl(text)).toBe(text);
});

it.each([
  'None',
  'mail.example.com',
  'mail.example.com:587',
  'http://mail.example.com',
  'smtp:',
  'smtp://',
  'smtp:///path',
  'smtp://:25',
  'smtp://mail.example.com:99999',
  'smtp://mail.example.com#f',
  'smtp://mail example.com',
  'smtp://mail.example.com?name=',
  'smtp://mail.example.com?name=a&name=b',
  'smtp://mail.example.com?name=a%0D%0ARSET',
  'smtp://mail.example.com?name=a%20b',
])('parseSmtpUrl rejects %s', (text) => {
  expect(readSmtpUrl(text)).toBeUndefined();
});

it.each([
  ...['Acme', 'Müller & Söhne', "O'Neil (EU)", '日本', 'a'.repeat(60), 'Acme, Inc.', `O'Neil & Sons "Ltd"`],
  ...['a <b>', 'a@b', 'a; b', 'a: b', 'a\\b', '"a"', '<script>alert(1)</script>', '{{link}} $&'],
])('parseLine accepts the name %s', (name) => {
  expect(parseLine(name)).toBe(name);
});

it.each([
  ['a line feed', 'a\nb'],
  ['a carriage return', 'a\rb'],
  ['a line separator', 'a\u2028b'],
  ['a NUL', 'a\0b'],
  ['a tab', 'a\tb'],
  ['half a character', 'a\ud800b'],
  ['too many characters', 'a'.repeat(61)],
  ['no character', ''],
  ['blanks only', '  '],
])('parseLine rejects a name with %s', (_what, name) => {
  expect(parseLine(name)).toBeUndefined();
});

it.each([
  ['no-reply@example.com', '', 'no-reply@example.com'],
  ['<no-reply@example.com>', '', 'no-reply@example.com'],
  ['Acme <no-reply@example.com>', 'Acme', 'no-reply@example.com'],
  ['Müller & Söhne (EU)<a+b@mail.example.com>', 'Müller & Söhne (EU)', 'a+b@mail.example.com'],
  ['Latchkey <no-reply@localhost>', 'Latchkey', 'no-reply@localhost'],
  ['Acme, Inc. <no-reply@acme.example>', 'Acme, Inc.', 'no-reply@acme.example'],
  ['"Acme, Inc." <no-reply@acme.example>', 'Acme, Inc.', 'no-reply@acme.example'],
  [`O'Neil & Sons "Ltd" <a@example.com>`, `O'Neil & Sons "Ltd"`, 'a@example.com'],
  ['"O\\"Neil \\\\ Sons" <a@example.com>', 'O"Neil \\ Sons', 'a@example.com'],
  ['"a@b.example" <a@example.com>', 'a@b.example', 'a@example.com'],
  ['Acme: <Sign-in> <a@example.com>', 'Acme: <Sign-in>', 'a@example.com'],
])('parseSender accepts %s', (text, name, address) => {
  expect(parseSender(text)).toEqual({ name, address });
});

it.each([
  'Acme',
  'Acme <>',
  'Acme no-reply@example.com',
  'Acme <no-reply@example.com',
  'no-reply@example.com>',
  'Acme <no-reply@example.com> x',
  'Acme <a@example.com> <b@example.com>',
  'a@example.com, b@example.com',
  'a@example.com,b@example.com',
  'a b@example.com',
  'a@b@example.com',
  'a@',
  '@example.com',
  'a@exa mple.com',
  'ä@example.com',
  'a@exämple.com',
  '"a b"@example.com',
  'a@example.com, Acme <b@example.com>',
  'Acme\u2028 <a@example.com>',
  'Acme\nBcc: b@example.com <a@example.com>',
  'Acme <a@example.com\r\nBcc:b@example.com>',
])('parseSender rejects %j', (sender) => {
  expect(parseSender(sender)).toBeUndefined();
});
