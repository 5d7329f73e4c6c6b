import { productUrlOf } from './html-page.js';

const AUTH = 'https://auth.example.com';

it.each([
  ['another origin', 'https://app.example.com/', AUTH, 'https://app.example.com/'],
  ['another port', 'http://localhost:5173/', 'http://localhost:3000', 'http://localhost:5173/'],
  ['a product whose service has a path of its origin', `${AUTH}/`, `${AUTH}/accounts`, `${AUTH}/`],
  ['the service, which is the default', AUTH, AUTH, undefined],
  ['the service with a slash', `${AUTH}/`, AUTH, undefined],
  ['the service with a path and a slash', `${AUTH}/accounts/`, `${AUTH}/accounts`, undefined],
])('APP_URL of %s', (_title, appUrl, baseUrl, expected) => {
  expect(productUrlOf({ appUrl, baseUrl })).toBe(expected);
});
