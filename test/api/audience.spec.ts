import { expectFailure, readToken } from '../support/http/http.js';
import { PASSWORD, type SignedUp, useApp } from '../support/service/app.js';
import { privateKeyOf, signedWith } from '../support/service/tokens.js';

const AUDIENCE = 'https://api.example.com';

const app = useApp({ ACCESS_TOKEN_AUDIENCE: AUDIENCE });
let user: SignedUp;
let key: string;
beforeAll(async () => {
  user = await app.signUp();
  key = await privateKeyOf(app, readToken(user.token).header.kid);
});

/** The user's access token, signed by the service, with another audience. */
const tokenFor = (aud: unknown) => signedWith(key, user.token, readToken(user.token).header.kid, { aud });

describe('ACCESS_TOKEN_AUDIENCE', () => {
  it.each([
    ['create', async () => user.token],
    ['login', async () => (await app.login(user.email, PASSWORD)).json.token],
    ['refresh', async () => (await app.refresh((await app.signUp()).refresh_token)).json.access_token],
  ])('is the aud of an access token of %s, which the service accepts', async (_from, obtain) => {
    const token = await obtain();
    expect(readToken(token).claims.aud).toBe(AUDIENCE);
    expect((await app.get('/api/auth/user', { token })).status).toBe(200);
  });

  it('is not in refresh tokens', () => {
    expect(readToken(user.refresh_token).claims).not.toHaveProperty('aud');
  });

  it.each([[[AUDIENCE]], [['https://other.example.com', AUDIENCE]]])('is enough in the list %j', async (aud) => {
    expect((await app.get('/api/auth/user', { token: tokenFor(aud) })).status).toBe(200);
  });

  it.each([
    undefined,
    null,
    '',
    'https://other.example.com',
    `${AUDIENCE}/`,
    AUDIENCE.toUpperCase(),
    ` ${AUDIENCE}`,
    [],
    [[AUDIENCE]],
    { 0: AUDIENCE },
    true,
  ])('is required: a token with the aud %j neither reads nor writes', async (aud) => {
    const token = tokenFor(aud);
    expectFailure(await app.get('/api/auth/user', { token }), 'NOT_AUTHENTICATED');
    expectFailure(await app.put('/api/auth/user', { metadata: '1' }, { token }), 'NOT_AUTHENTICATED');
    expectFailure(await app.post('/api/auth/user/logout', {}, { token }), 'NOT_AUTHENTICATED');
  });

  it('separates two services with the same keys, also for a token that one of them has accepted', async () => {
    const plain = await app.replica({ ACCESS_TOKEN_AUDIENCE: '' });
    const { json } = await plain.call('POST', '/api/auth/user/login', { body: user });
    expect(readToken(json.token).claims).not.toHaveProperty('aud');
    expect((await plain.call('GET', '/api/auth/user', { token: json.token })).status).toBe(200);
    expect((await app.get('/api/auth/user', user)).status).toBe(200);
    expectFailure(await plain.call('GET', '/api/auth/user', { token: user.token }), 'NOT_AUTHENTICATED');
    expectFailure(await app.get('/api/auth/user', { token: json.token }), 'NOT_AUTHENTICATED');
  });
});
