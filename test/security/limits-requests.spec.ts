import { ADMIN_TOKEN, App, newEmail, useApp } from '../support/app.js';
import { expectFailure } from '../support/expect.js';
import { type Call, countOutcomes } from '../support/http.js';
import { expectWait, fromAddress, inParallel, newUser } from '../support/limits.js';
import { MailServer } from '../support/mail-server.js';

const app = useApp({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });

/** The endpoints that share one limit of requests. */
const LIMITED: [method: string, path: string][] = [
  ['POST', '/api/auth/user/login'],
  ['POST', '/api/auth/login'],
  ['POST', '/api/auth/user/create'],
  ['POST', '/api/auth/user/refresh'],
  ['PUT', '/api/auth/user'],
  ['POST', '/api/auth/magic-link'],
  ['GET', '/api/auth/magic-link/verify'],
  ['POST', '/api/auth/magic-link/verify'],
  ['POST', '/api/auth/reset-password'],
  ['PATCH', '/api/auth/user/change-password'],
  ['POST', '/api/auth/email-code'],
  ['POST', '/api/auth/email-code/verify'],
  ['POST', '/api/auth/mfa/verify'],
  ['POST', '/api/auth/user/mfa/totp'],
  ['POST', '/api/auth/user/mfa/totp/{factor_id}/confirm'],
  ['POST', '/api/auth/user/reauthenticate'],
  ['POST', '/api/auth/user/reauthenticate/options'],
  ['POST', '/api/auth/passkey/options'],
  ['POST', '/api/auth/passkey/login'],
  ['POST', '/api/auth/mfa/passkey/options'],
  ['POST', '/api/auth/user/passkeys/options'],
  ['POST', '/api/auth/user/passkeys'],
  ['POST', '/api/auth/external/{id}/start'],
  ['GET', '/api/auth/external/{id}/callback'],
  ['POST', '/api/auth/external/{id}/callback'],
  ['POST', '/api/auth/external/{id}/backchannel-logout'],
  ['POST', '/api/auth/external/token'],
  ['POST', '/api/auth/external/confirm'],
  ['POST', '/api/auth/external/confirm/verify'],
  ['POST', '/api/auth/user/identities/{id}/start'],
];

describe('the limit of 300 requests of one client address in a minute to the sign-in endpoints and PUT user', () => {
  it('applies to all these endpoints together, and to no other endpoint', async () => {
    const client = fromAddress();
    const answers = await inParallel(330, (index) => {
      const [method, path] = LIMITED[index % LIMITED.length] ?? ['', ''];
      return app.service.call(method, path, client);
    });
    expect(countOutcomes(answers).TOO_MANY_REQUESTS).toBe(30);
    for (const [method, path] of LIMITED) expectWait(await app.service.call(method, path, client), 60);
    expectFailure(await app.get('/api/auth/user', client), 'NOT_AUTHENTICATED');
    expect((await app.get('/health/ready', client)).status).toBe(200);
    expect((await app.post('/api/auth/user/login', {}, fromAddress())).code).toBe('INVALID_CREDENTIALS');
  });

  it('applies to updates of a user', async () => {
    const { token } = await newUser(app);
    const client = { token, ...fromAddress() };
    const update = (index: number) => app.put('/api/auth/user', { metadata: `{"index":${index}}` }, client);
    expect(countOutcomes(await inParallel(310, update))).toEqual({ 200: 300, TOO_MANY_REQUESTS: 10 });
  });

  it('is documented for exactly these endpoints', async () => {
    const { paths } = (await app.get('/openapi.json')).json;
    const limited = Object.entries<Record<string, { responses: object }>>(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { responses }]) => '429' in responses)
        .map(([method]) => `${method.toUpperCase()} ${path}`)
        .filter(() => path.startsWith('/api/auth')),
    );
    const others = ['POST /api/auth/user/verify-email', 'DELETE /api/auth/user'];
    const expected = [...LIMITED.map((route) => route.join(' ')), ...others];
    expect(limited.sort()).toEqual(expected.sort());
  });

  it('counts requests by the address of the peer when the proxy is not trusted', async () => {
    const direct = await App.start({ RATE_LIMIT: 'on' });
    const answers = await inParallel(310, () => direct.post('/api/auth/user/refresh', {}, fromAddress()));
    expect(countOutcomes(answers)).toEqual({ INVALID_REFRESH_TOKEN: 300, TOO_MANY_REQUESTS: 10 });
    await direct.advance(61);
    expect((await direct.post('/api/auth/user/refresh', {})).code).toBe('INVALID_REFRESH_TOKEN');
    await direct.stop();
  });
});

describe('the limit of 5 changes of the email of a user in an hour', () => {
  const HOUR = 3_600;

  it('refuses the sixth change with a wait of at most an hour', async () => {
    const { token } = await newUser(app);
    const move = () => app.put('/api/auth/user', { email: newEmail() }, { token });
    for (let count = 0; count < 5; count++) expect((await move()).status).toBe(200);
    expectWait(await move(), HOUR);
    expect((await app.put('/api/auth/user', { metadata: '1' }, { token })).status).toBe(200);
  });

  it('counts refused changes to existing addresses, also many at once, and no other failures', async () => {
    const { token } = await newUser(app);
    const taken = await newUser(app);
    const put = (body: object) => app.put('/api/auth/user', body, { token });
    for (let count = 0; count < 6; count++) {
      expect((await put({ email: 'no address' })).code).toBe('INVALID_EMAIL');
      expect((await put({ email: newEmail(), password: 'wrong' })).code).toBe('INVALID_PASSWORD');
    }
    const probes = await inParallel(20, () => put({ email: taken.email }));
    expect(countOutcomes(probes)).toEqual({ EMAIL_ALREADY_IN_USE: 5, TOO_MANY_REQUESTS: 15 });
  });
});

describe('the limit of 30 wrong admin tokens of one client address in a minute', () => {
  const read = (path: string, token: string | undefined, client: Call) =>
    app.get(path, token === undefined ? client : { token, ...client });

  it('refuses further wrong tokens with a wait, and still accepts a valid token', async () => {
    const client = fromAddress();
    const answers = await inParallel(40, (index) => read('/api/admin/stats', `adm_wrong-${index}`, client));
    expect(countOutcomes(answers)).toEqual({ NOT_AUTHENTICATED: 30, TOO_MANY_REQUESTS: 10 });
    expectWait(await read('/api/admin/users', 'adm_wrong', client), 60);
    expect((await read('/api/admin/stats', ADMIN_TOKEN, client)).status).toBe(200);
    expectFailure(await read('/api/admin/stats', 'adm_wrong', fromAddress()), 'NOT_AUTHENTICATED');
  });

  it('counts wrong tokens at /metrics', async () => {
    const client = fromAddress();
    await inParallel(30, (index) => read(index % 2 ? '/metrics' : '/api/admin/stats', 'adm_wrong', client));
    expectWait(await read('/metrics', 'adm_wrong', client), 60);
    expect((await read('/metrics', ADMIN_TOKEN, client)).status).toBe(200);
  });

  it('does not count requests without a token or without the scope', async () => {
    const client = fromAddress();
    const { token } = await app.adminToken(['read']);
    const missing = await inParallel(40, () => read('/api/admin/stats', undefined, client));
    expect(countOutcomes(missing)).toEqual({ NOT_AUTHENTICATED: 40 });
    expect(countOutcomes(await inParallel(40, () => read('/api/admin/export', token, client)))).toEqual({
      NOT_AUTHORIZED: 40,
    });
    expectFailure(await read('/api/admin/stats', 'adm_wrong', client), 'NOT_AUTHENTICATED');
  });

  it('is documented for all endpoints that accept an admin token', async () => {
    const { paths } = (await app.get('/openapi.json')).json;
    const operations = Object.entries<Record<string, { responses: object }>>(paths)
      .filter(([path]) => path.startsWith('/api/admin') || path === '/metrics')
      .flatMap(([, methods]) => Object.values(methods));
    expect(operations.length).toBeGreaterThan(20);
    expect(operations.filter(({ responses }) => !('429' in responses))).toEqual([]);
  });
});

it('RATE_LIMIT=off disables all limits', async () => {
  const mail = await MailServer.start();
  const own = await App.start({ RATE_LIMIT: 'off', SMTP_URL: mail.url });
  const { email, token } = await own.signUp();
  const wrong = { old_password: 'wrong', new_password: 'x' };
  const change = () => own.patch('/api/auth/user/change-password', wrong, { token });
  expect(countOutcomes(await inParallel(110, () => own.login(email, 'wrong')))).toEqual({ INVALID_CREDENTIALS: 110 });
  expect(countOutcomes(await inParallel(15, change))).toEqual({ INVALID_PASSWORD: 15 });
  expect(countOutcomes(await inParallel(40, () => own.post('/api/auth/magic-link', { email })))).toEqual({ 200: 40 });
  expect(countOutcomes(await inParallel(310, () => own.post('/api/auth/user/refresh', {})))).toEqual({
    INVALID_REFRESH_TOKEN: 310,
  });
  expect(countOutcomes(await inParallel(310, () => own.put('/api/auth/user', {}, { token })))).toEqual({ 200: 310 });
  const guess = () => own.admin('GET', '/stats', undefined, `adm_${newEmail()}`);
  expect(countOutcomes(await inParallel(40, guess))).toEqual({ NOT_AUTHENTICATED: 40 });
  await own.stop();
  await mail.stop();
});
