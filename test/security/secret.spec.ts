import { expectFailure } from '../support/http/http.js';
import { PASSWORD, type SignedUp, useApp } from '../support/service/app.js';
import { SECRET, Service } from '../support/service/service.js';

const NEW_SECRET = 'another secret for tests, as long as the old';

const app = useApp({ BASE_URL: 'https://auth.example.com' });
/** With the new secret and the previous one, as during a replacement. */
let between: Service;
/** With the new secret only. */
let after: Service;
let user: SignedUp;

beforeAll(async () => {
  user = await app.signUp();
  between = await app.replica({ AUTH_SECRET: NEW_SECRET, AUTH_SECRET_PREVIOUS: SECRET });
  after = await app.replica({ AUTH_SECRET: NEW_SECRET });
});

const refresh = (service: Service, refresh_token: string) =>
  service.call('POST', '/api/auth/user/refresh', { body: { refresh_token } });
const readUser = (service: Service, token: string) => service.call('GET', '/api/auth/user', { token });
const login = (service: Service) =>
  service.call('POST', '/api/auth/user/login', { body: { email: user.email, password: PASSWORD } });

it('processes with the old and the new secret publish the same keys', async () => {
  const sets = [app.service, between, after].map((service) => service.call('GET', '/.well-known/jwks.json'));
  const [first, ...rest] = (await Promise.all(sets)).map(({ json }) => json);
  expect(first.keys).toHaveLength(2);
  expect(rest).toEqual([first, first]);
});

it('access tokens of the old secret and of the new secret are accepted by all processes', async () => {
  const { token } = (await login(between)).json;
  for (const service of [app.service, between, after]) {
    for (const one of [user.token, token]) expect((await readUser(service, one)).json).toMatchObject({ uid: user.uid });
  }
});

it('a refresh token of the old secret is accepted while that secret is configured, and returns one of the new secret', async () => {
  const { refresh_token: old } = (await login(app.service)).json;
  const bought = await refresh(between, old);
  expect(bought.json).toMatchObject({ uid: user.uid });
  expect((await refresh(after, bought.json.refresh_token)).json).toMatchObject({ uid: user.uid });
});

it('a refresh token of the old secret is refused without that secret, and ends no session', async () => {
  const { refresh_token: old, token } = (await login(app.service)).json;
  expectFailure(await refresh(after, old), 'INVALID_REFRESH_TOKEN');
  const logout = await after.call('POST', '/api/auth/user/logout', { token, body: { refresh_token: old } });
  expectFailure(logout, 'INVALID_REFRESH_TOKEN');
  expect((await refresh(between, old)).status).toBe(200);
});

it('a refresh token of the new secret is accepted where it is configured as the previous one, so replicas can change one by one', async () => {
  const learner = await app.replica({ AUTH_SECRET: SECRET, AUTH_SECRET_PREVIOUS: NEW_SECRET });
  const { refresh_token } = (await login(between)).json;
  expectFailure(await refresh(app.service, refresh_token), 'INVALID_REFRESH_TOKEN');
  const bought = await refresh(learner, refresh_token);
  expect((await refresh(between, bought.json.refresh_token)).json).toMatchObject({ uid: user.uid });
  await learner.stop();
});

it('a process with neither secret of the database does not start, and names AUTH_SECRET', async () => {
  const { database } = app;
  const wrong = await Service.launch({
    DATABASE_URL: database.url,
    AUTH_SECRET: 'hidden: a secret of another database',
  });
  try {
    expect(await wrong.exited()).toBe(1);
    expect(wrong.log).toContain('AUTH_SECRET');
    expect(wrong.log).not.toContain('hidden');
  } finally {
    await wrong.stop();
  }
});
