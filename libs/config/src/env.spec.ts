import { Env } from './env.js';

const AUTH_SECRET = 'a secret for tests, long enough to be one';

it.each([
  ['http://auth.example.com', 'no-reply@auth.example.com'],
  ['http://[::1]:3000', 'no-reply@localhost'],
  ['http://auth_service:3000', 'no-reply@localhost'],
])('letters from the service at %s come from %s, unless MAIL_FROM says otherwise', (BASE_URL, address) => {
  expect(new Env({ AUTH_SECRET, BASE_URL }).mailFrom).toEqual({ name: 'Latchkey', address });
});
