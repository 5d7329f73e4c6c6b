import { isIssuer, isSecureUrl } from './provider-http.js';

it.each([
  'https://id.example.com',
  'https://id.example.com/',
  'https://id.example.com:8443/realms/main',
  'https://10.0.0.7/oidc',
])('%s is an issuer', (text) => {
  expect(isIssuer(text, true)).toBe(true);
});

it.each([
  '',
  'id.example.com',
  'http://id.example.com',
  'http://localhost:4000',
  'https:id.example.com',
  'https://ID.example.com',
  'https://id.example.com:443',
  'https://id.example.com/a/../b',
  'https://user@id.example.com',
  'https://id.example.com?',
  'https://id.example.com/#',
  'https://id.example.com/a b',
  'https://id.exämple.com',
  'ftp://id.example.com',
  'javascript:alert(1)',
  `https://id.example.com/${'a'.repeat(500)}`,
])('%j is no issuer in production', (text) => {
  expect(isIssuer(text, true)).toBe(false);
});

it.each([
  ['http://localhost:4000', true],
  ['http://127.0.0.1:4000/a', true],
  ['http://[::1]:4000', true],
  ['http://idp.localhost', true],
  ['http://127.0.0.1.evil.example', false],
  ['http://localhost.evil.example', false],
  ['http://10.0.0.7', false],
  ['ws://localhost', false],
])('outside production %s may be used: %s', (text, expected) => {
  expect(isSecureUrl(new URL(text), false)).toBe(expected);
  expect(isSecureUrl(new URL(text), true)).toBe(false);
});
