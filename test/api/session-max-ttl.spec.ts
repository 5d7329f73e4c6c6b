import { newEmail, PASSWORD, useApp } from '../support/app.js';
import { expectFailure } from '../support/expect.js';
import type { Service } from '../support/service.js';

const HOUR = 3_600;
const app = useApp({ SESSION_MAX_TTL: String(HOUR) });

describe('a session with SESSION_MAX_TTL', () => {
  it('ends so long after its sign-in, however often it is refreshed', async () => {
    const user = await app.signUp();
    const { created_at } = (await app.get('/api/auth/user', user)).json;
    let { refresh_token } = user;
    let token = user.token;
    for (let refreshed = 0; refreshed < 3; refreshed++) {
      await app.advance(HOUR / 4);
      const { json } = await app.refresh(refresh_token);
      ({ refresh_token, access_token: token } = json);
      expect(json.expiry).toBeLessThanOrEqual(created_at + HOUR);
    }
    const { sessions } = (await app.get('/api/auth/user/sessions', { token })).json;
    expect(sessions).toMatchObject([{ expiry: created_at + HOUR }]);
    await app.advance(HOUR / 4);
    expectFailure(await app.refresh(refresh_token), 'EXPIRED_JWT');
    expectFailure(await app.get('/api/auth/user', { token }), 'NOT_AUTHENTICATED');
  });

  it('ends when the setting is lower after a restart than at the sign-in', async () => {
    const [before, after] = await Promise.all([app.replica(), app.replica({ SESSION_MAX_TTL: '60' })]);
    const account = { email: newEmail(), password: PASSWORD, login: true };
    const { json } = await before.call('POST', '/api/auth/user/create', { body: account });
    await Promise.all([before.advance(61), after.advance(61)]);
    const { refresh_token } = json;
    const refresh = (service: Service) => service.call('POST', '/api/auth/user/refresh', { body: { refresh_token } });
    expectFailure(await refresh(after), 'INVALID_REFRESH_TOKEN');
    expect((await refresh(before)).status).toBe(200);
  });
});
