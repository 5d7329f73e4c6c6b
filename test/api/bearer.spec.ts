import { expectFailure } from '../support/http/expect.js';
import type { Call } from '../support/http/http.js';
import { type SignedUp, useApp } from '../support/service/app.js';

const app = useApp();
let user: SignedUp;
beforeAll(async () => {
  user = await app.signUp();
});

const READING = [
  ['GET', '/api/auth/user'],
  ['GET', '/api/auth/get-user'],
  ['GET', '/api/auth/user/sessions'],
] as const;
const WRITING = [
  ['PUT', '/api/auth/user'],
  ['DELETE', '/api/auth/user'],
  ['PATCH', '/api/auth/user/change-password'],
  ['POST', '/api/auth/user/logout'],
  ['DELETE', '/api/auth/user/sessions/0193e0a0-0000-7000-8000-000000000000'],
] as const;

const json = { 'content-type': 'application/json' };
const TEN_MB = Buffer.alloc(10 * 1024 * 1024, 'x');

describe.each([...READING, ...WRITING])('%s %s without a valid access token', (method, path) => {
  it.each<[string, () => Call]>([
    ['no token', () => ({})],
    ['garbage', () => ({ token: 'garbage' })],
    ['a refresh token', () => ({ token: user.refresh_token })],
    ['a token that is cut short', () => ({ token: user.token.slice(0, -3) })],
  ])('fails with NOT_AUTHENTICATED for %s', async (_title, call) => {
    expectFailure(await app.service.call(method, path, call()), 'NOT_AUTHENTICATED');
  });
});

describe.each(WRITING)('%s %s without a valid access token', (method, path) => {
  it.each<[string, Call]>([
    ['of 10 MB', { raw: TEN_MB, headers: json }],
    ['of 10 MB of another type', { raw: TEN_MB, headers: { 'content-type': 'text/plain' } }],
    ['of another type', { raw: '<xml/>', headers: { 'content-type': 'application/xml' } }],
    ['of a malformed type', { raw: '{}', headers: { 'content-type': 'nonsense' } }],
    ['without a type', { raw: '{}' }],
    ['that is compressed', { raw: 'x', headers: { ...json, 'content-encoding': 'gzip' } }],
    ['of malformed JSON', { raw: '{"a":', headers: json }],
    ['that is not an object', { raw: '[]', headers: json }],
    ['with fields of wrong types', { body: { email: 1, metadata: 1, refresh_token: null, old_password: 1 } }],
  ])('fails with NOT_AUTHENTICATED before it reads a body %s', async (_title, call) => {
    expectFailure(await app.service.call(method, path, call), 'NOT_AUTHENTICATED');
    expectFailure(await app.service.call(method, path, { ...call, token: 'garbage' }), 'NOT_AUTHENTICATED');
  });

  it('fails with NOT_AUTHENTICATED for the token of a deleted user, before it reads the body', async () => {
    const { token } = await app.signUp();
    await app.delete('/api/auth/user', { token });
    const call = { token, raw: TEN_MB, headers: { 'content-type': 'text/plain' } };
    expectFailure(await app.service.call(method, path, call), 'NOT_AUTHENTICATED');
  });
});

it('the refused requests of this file have not changed the user', async () => {
  expect((await app.get('/api/auth/user', { token: user.token })).json).toMatchObject({ uid: user.uid });
  expect((await app.refresh(user.refresh_token)).status).toBe(200);
});
