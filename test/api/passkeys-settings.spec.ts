import { SoftPasskey } from '../support/factors/authenticator.js';
import { ORIGIN, PASSKEYS, passkeyLogin, passkeyUser, RP_ID } from '../support/factors/passkeys.js';
import { expectFailure } from '../support/http/expect.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';
import type { Service } from '../support/service/service.js';

const NEW_RP_ID = 'example.org';
const app = useApp({ PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: `${ORIGIN},https://app.example.net` });

describe('after a change of PASSKEY_RP_ID, passkeys', () => {
  let changed: Service;
  let user: Awaited<ReturnType<typeof passkeyUser>>;
  beforeAll(async () => {
    user = await passkeyUser(app);
    await app.put('/api/auth/user/mfa', { enabled: true }, { token: user.token });
    changed = await app.replica({ PASSKEY_RP_ID: NEW_RP_ID, PASSKEY_ORIGINS: `https://${NEW_RP_ID}`, MFA: 'off' });
  });

  it('of the old domain are counted in a warning at start', () => {
    expect(changed.log).toContain(`1 passkeys belong to another domain than PASSKEY_RP_ID=${NEW_RP_ID}`);
    expect(app.service.log).not.toContain('belong to another domain');
  });

  it('of the old domain do not sign in', async () => {
    const { challenge_id, options } = (await changed.call('POST', '/api/auth/passkey/options')).json;
    expect(options.rpId).toBe(NEW_RP_ID);
    for (const rpId of [RP_ID, NEW_RP_ID]) {
      const credential = user.passkey.get(options, { origin: `https://${NEW_RP_ID}`, rpId });
      const answer = await changed.call('POST', '/api/auth/passkey/login', { body: { challenge_id, credential } });
      expect(answer.status).toBe(400);
    }
    expect((await passkeyLogin(app, user.passkey)).status).toBe(200);
  });

  it('of the old domain are no longer among the methods, but recovery codes are', async () => {
    const body = { email: user.email, password: PASSWORD };
    const answer = await changed.call('POST', '/api/auth/user/login', { body });
    expectFailure(answer, 'MFA_REQUIRED');
    expect(answer.json.methods).toEqual(['recovery_code']);
    const { mfa_token } = answer.json;
    const options = await changed.call('POST', '/api/auth/mfa/passkey/options', { body: { mfa_token } });
    expectFailure(options, 'FACTOR_NOT_FOUND');
  });

  it('cannot be added while MFA is off', async () => {
    const body = { email: newEmail(), password: PASSWORD, login: true };
    const { token } = (await changed.call('POST', '/api/auth/user/create', { body })).json;
    expectFailure(await changed.call('POST', `${PASSKEYS}/options`, { token }), 'MFA_DISABLED');
  });
});

it('a start with related origins prints the file for the browsers', () => {
  const file = JSON.stringify(JSON.stringify({ origins: ['https://app.example.net'] })).slice(1, -1);
  expect(app.service.log).toContain(`https://${RP_ID}/.well-known/webauthn: ${file}`);
});

it('passkeys of the default settings belong to the host of APP_URL', async () => {
  const service = await app.replica({ PASSKEY_RP_ID: '', PASSKEY_ORIGINS: '', APP_URL: 'https://my.example.com/in' });
  const { options } = (await service.call('POST', '/api/auth/passkey/options')).json;
  expect(options.rpId).toBe('my.example.com');
  expect(service.log).not.toContain('.well-known/webauthn');
  const account = { email: newEmail(), password: PASSWORD, login: true };
  const { token } = (await service.call('POST', '/api/auth/user/create', { body: account })).json;
  const created = (await service.call('POST', `${PASSKEYS}/options`, { token })).json;
  const credential = new SoftPasskey('https://my.example.com').create(created.options);
  const body = { challenge_id: created.challenge_id, credential };
  expect((await service.call('POST', PASSKEYS, { token, body })).status).toBe(200);
});
