import { expectWait, fromAddress, inParallel, login, newUser } from '../support/http/clients.js';
import { type Call, countOutcomes, expectFailure, expectNothing } from '../support/http/http.js';
import { ADMIN_TOKEN, newEmail, PASSWORD } from '../support/service/app.js';
import { linkIn, tokenIn, useMail } from '../support/service/mail.js';
import type { Service } from '../support/service/service.js';

const DAY = 24 * 60 * 60;

const { app, mail } = useMail({ RATE_LIMIT: 'on', TRUST_PROXY: '1', SIGN_IN_NOTICE: 'off' });
/** The services by their values of TRUST_PROXY. */
const trusting = new Map<string, Service>();
/** The one without limits. */
let unlimited: Service;
beforeAll(async () => {
  const [direct, twoHops, networks] = await Promise.all([
    app.replica({ TRUST_PROXY: '' }),
    app.replica({ TRUST_PROXY: '2', RATE_LIMIT: 'off' }),
    app.replica({ TRUST_PROXY: 'loopback, 203.0.113.0/24' }),
  ]);
  unlimited = twoHops;
  trusting.set('1', app.service).set('', direct).set('2', twoHops).set('loopback, 203.0.113.0/24', networks);
});

describe('the limit of 10 failed logins to one account from one client address in 15 minutes', () => {
  it('stops the comparison of passwords, also in parallel, and then refuses the right password with a wait', async () => {
    const { email } = await newUser(app);
    const client = fromAddress();
    const answers = await inParallel(40, () => login(app, email, 'wrong', client));
    expect(countOutcomes(answers)).toEqual({ INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 30 });
    expectWait(await login(app, email, PASSWORD, client), 900);
    expectWait(await login(app, ` ${email.toUpperCase()} `, PASSWORD, client), 900);
  });

  it('locks the owner out, too, at the address of an earlier sign-in', async () => {
    const client = fromAddress();
    const { email } = await newUser(app, client);
    await inParallel(10, () => login(app, email, 'wrong', client));
    expectWait(await login(app, email, PASSWORD, client), 900);
  });

  it('applies to an email without an account, too', async () => {
    const [email, client] = [newEmail(), fromAddress()];
    const answers = await inParallel(15, () => login(app, email, 'wrong', client));
    expect(countOutcomes(answers)).toEqual({ INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 5 });
  });

  it('applies neither to the account at other addresses nor to other accounts at this address', async () => {
    const [one, other] = [await newUser(app), await newUser(app)];
    const client = fromAddress();
    await inParallel(12, () => login(app, one.email, 'wrong', client));
    expect((await login(app, one.email, PASSWORD, fromAddress())).status).toBe(200);
    expect((await login(app, other.email, PASSWORD, client)).status).toBe(200);
  });

  it('does not count successful logins', async () => {
    const { email } = await newUser(app);
    const client = fromAddress();
    for (let count = 0; count < 9; count++) await login(app, email, 'wrong', client);
    const answers = [];
    for (let count = 0; count < 15; count++) answers.push(await login(app, email, PASSWORD, client));
    expect(countOutcomes(answers)).toEqual({ 200: 15 });
    expect((await login(app, email, 'wrong', client)).code).toBe('INVALID_CREDENTIALS');
    expectWait(await login(app, email, PASSWORD, client), 900);
  });

  it('counts a /64 network of IPv6 as one address', async () => {
    const { email } = await newUser(app);
    const answers = await inParallel(15, (index) =>
      login(app, email, 'wrong', fromAddress(`2001:db8:7:7::${index + 1}`)),
    );
    expect(countOutcomes(answers)).toEqual({ INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 5 });
    expect((await login(app, email, PASSWORD, fromAddress('2001:db8:7:8::1'))).status).toBe(200);
  });

  it('does not block a sign-in by magic link', async () => {
    const { email } = await newUser(app);
    const client = fromAddress();
    await inParallel(12, () => login(app, email, 'wrong', client));
    await app.post('/api/auth/magic-link', { email }, client);
    const { location } = await app.follow(linkIn(await mail.emailTo(email)));
    expect(new URL(location).searchParams.get('at')).toMatch(/^ey/);
  });

  it('counts in a sliding window, which failures leave one by one', async () => {
    const { email } = await newUser(app);
    const client = fromAddress();
    const guess = () => login(app, email, 'wrong', client);
    for (let count = 0; count < 5; count++) await guess();
    await app.advance(600);
    for (let count = 0; count < 5; count++) await guess();
    // Real time passes between the first guess and this one, too.
    const wait = expectWait(await login(app, email, PASSWORD, client), 301);
    expect(wait).toBeGreaterThan(240);
    await app.advance(wait + 1);
    const answers = [];
    for (let count = 0; count < 7; count++) answers.push(await guess());
    expect(countOutcomes(answers)).toEqual({ INVALID_CREDENTIALS: 5, TOO_MANY_REQUESTS: 2 });
    await app.advance(901);
    expect((await login(app, email, PASSWORD, client)).status).toBe(200);
  });
});

describe('the limit of 100 failed logins to one account from all addresses in an hour', () => {
  /** Wrong logins from many addresses, each of which stays below its own limit. */
  async function attack(email: string, rounds = 12) {
    const answers = [];
    for (let round = 0; round < rounds; round++) {
      const client = fromAddress();
      answers.push(...(await inParallel(10, () => login(app, email, 'wrong', client))));
    }
    return countOutcomes(answers);
  }

  it('locks out clients without an earlier sign-in, also with the right password', async () => {
    const { email } = await newUser(app);
    expect(await attack(email)).toEqual({ INVALID_CREDENTIALS: 100, TOO_MANY_REQUESTS: 20 });
    expectWait(await login(app, email, PASSWORD, fromAddress()), 3_600);
  });

  it('applies to an email without an account, too', async () => {
    expect(await attack(newEmail())).toEqual({ INVALID_CREDENTIALS: 100, TOO_MANY_REQUESTS: 20 });
  });

  it('does not lock the owner out at an address of an earlier sign-in', async () => {
    const home = fromAddress('2001:db8:1:1::1');
    const { email } = await newUser(app, home);
    await attack(email);
    expect((await login(app, email, PASSWORD, home)).status).toBe(200);
    expect((await login(app, email, PASSWORD, fromAddress('2001:db8:1:1::2'))).status).toBe(200);
    expectWait(await login(app, email, PASSWORD, fromAddress('2001:db8:1:2::1')), 3_600);
  });

  it('does not count failed logins from an address of an earlier sign-in', async () => {
    const home = fromAddress();
    const { email } = await newUser(app, home);
    for (let count = 0; count < 9; count++) await login(app, email, 'wrong', home);
    expect(await attack(email)).toEqual({ INVALID_CREDENTIALS: 100, TOO_MANY_REQUESTS: 20 });
    expect((await login(app, email, PASSWORD, home)).status).toBe(200);
  });

  it('locks the owner out at an address whose last sign-in was more than 30 days ago', async () => {
    const [home, work] = [fromAddress(), fromAddress()];
    const { uid, email } = await newUser(app, home);
    await login(app, email, PASSWORD, work);
    const age = (seconds: number, { headers }: typeof home) =>
      app.sql('UPDATE sign_in_addresses SET last_at = last_at - ? WHERE uid = ? AND address = ?', [
        seconds,
        uid,
        headers['x-forwarded-for'],
      ]);
    await age(30 * DAY + 60, home);
    await age(30 * DAY - 600, work);
    await attack(email, 10);
    expectWait(await login(app, email, PASSWORD, home), 3_600);
    expect((await login(app, email, PASSWORD, work)).status).toBe(200);
  });

  it('is reset, with that of the client address, when a reset token is used', async () => {
    const home = fromAddress();
    const { email } = await newUser(app);
    await inParallel(10, () => login(app, email, 'wrong', home));
    await attack(email);
    await app.post('/api/auth/reset-password', { email }, home);
    const old_password = tokenIn(await mail.emailTo(email));
    const new_password = 'another horse, another battery';
    expectNothing(await app.patch('/api/auth/user/change-password', { old_password, new_password }, home));
    expect((await login(app, email, new_password, home)).status).toBe(200);
    expect((await login(app, email, new_password, fromAddress())).status).toBe(200);
  });
});

describe('the addresses of earlier sign-ins', () => {
  const addressesOf = async (uid: string) =>
    (await app.sql('SELECT address FROM sign_in_addresses WHERE uid = ?', [uid])).map(({ address }) => address);

  it('are recorded once for each sign-in by sign-up, login and magic link', async () => {
    const { uid, email } = await newUser(app, fromAddress('198.51.100.1'));
    await app.prove(uid);
    for (let count = 0; count < 2; count++) await login(app, email, PASSWORD, fromAddress('2001:db8:5:5::7'));
    await app.post('/api/auth/magic-link', { email }, fromAddress('198.51.100.2'));
    const { pathname, search } = new URL(linkIn(await mail.emailTo(email)));
    await app.get(pathname + search, fromAddress('198.51.100.3'));
    expect((await addressesOf(uid)).sort()).toEqual(['198.51.100.1', '198.51.100.3', '2001:db8:5:5::/64']);
  });

  it('are deleted at the first proof of the email, since a stranger may have signed up', async () => {
    const { uid, email } = await newUser(app, fromAddress('198.51.100.1'));
    const { link } = (await app.admin('POST', '/links', { type: 'magic_link', email })).json;
    const { pathname, search } = new URL(link);
    await app.get(pathname + search, fromAddress('198.51.100.2'));
    expect(await addressesOf(uid)).toEqual(['198.51.100.2']);
  });

  it('are replaced by that of the request when a reset token is used, since they may belong to a thief', async () => {
    const { uid, email } = await newUser(app, fromAddress('198.51.100.1'));
    const old_password = (await app.admin('POST', '/links', { type: 'reset_password', email })).json.token;
    const body = { old_password, new_password: 'another horse, another battery' };
    expectNothing(await app.patch('/api/auth/user/change-password', body));
    expect(await addressesOf(uid)).toEqual(['127.0.0.1']);
  });

  it('are limited to the newest 50 of a user', async () => {
    const { uid, email } = await newUser(app, fromAddress('198.51.100.1'));
    await app.advance(1);
    for (let number = 0; number < 49; number++) await login(app, email, PASSWORD, fromAddress());
    await app.advance(1);
    await login(app, email, PASSWORD, fromAddress('198.51.100.1'));
    await app.advance(1);
    for (let number = 0; number < 10; number++) await login(app, email, PASSWORD, fromAddress());
    const kept = await addressesOf(uid);
    expect(kept).toHaveLength(50);
    expect(kept).toContain('198.51.100.1');
  });

  it('are deleted 30 days after the last sign-in', async () => {
    const { uid, email } = await newUser(app, fromAddress('198.51.100.1'));
    await app.advance(DAY);
    await login(app, email, PASSWORD, fromAddress('198.51.100.2'));
    await app.advance(29 * DAY);
    await app.service.until(async () => (await addressesOf(uid)).length === 1);
    expect(await addressesOf(uid)).toEqual(['198.51.100.2']);
  });

  it('are deleted with the user', async () => {
    const { uid, token } = await newUser(app);
    expect(await addressesOf(uid)).toHaveLength(1);
    expectNothing(await app.delete('/api/auth/user', { token }));
    expect(await addressesOf(uid)).toEqual([]);
  });
});

it('an access token allows 10 guesses of the old password in 15 minutes, from all addresses together', async () => {
  const { token } = await newUser(app);
  const body = { old_password: 'wrong', new_password: PASSWORD };
  const guess = () => app.patch('/api/auth/user/change-password', body, { token, ...fromAddress() });
  expect(countOutcomes(await inParallel(15, guess))).toEqual({ INVALID_PASSWORD: 10, TOO_MANY_REQUESTS: 5 });
});

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
  ['POST', '/api/auth/magic-link/login'],
  ['POST', '/api/auth/ui/link'],
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
  ['POST', '/api/auth/token'],
  ['POST', '/api/auth/user/api-keys'],
  ['POST', '/api/auth/user/code'],
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
    const others = [
      'POST /api/auth/user/verify-email',
      'DELETE /api/auth/user',
      'GET /api/auth/user/data',
      // Counts wrong keys alone.
      'POST /api/auth/api-keys/token',
    ];
    const expected = [...LIMITED.map((route) => route.join(' ')), ...others];
    expect(limited.sort()).toEqual(expected.sort());
  });

  it('counts requests by the address of the peer when the proxy is not trusted', async () => {
    const direct = trusting.get('') as Service;
    const call = (client?: Call) => direct.call('POST', '/api/auth/user/refresh', { body: {}, ...client });
    const answers = await inParallel(310, () => call(fromAddress()));
    expect(countOutcomes(answers)).toEqual({ INVALID_REFRESH_TOKEN: 300, TOO_MANY_REQUESTS: 10 });
    await direct.advance(61);
    expect((await call()).code).toBe('INVALID_REFRESH_TOKEN');
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
  const email = newEmail();
  const { headers } = fromAddress();
  const account = { email, password: PASSWORD, login: true };
  // The issuer of a token is the service that signed the user in.
  const { token } = (await unlimited.call('POST', '/api/auth/user/create', { body: account, headers })).json;
  const repeat = async (count: number, method: string, path: string, call: Call | (() => Call)) =>
    countOutcomes(
      await inParallel(count, () =>
        unlimited.call(method, path, { headers, ...(typeof call === 'function' ? call() : call) }),
      ),
    );
  const change = { body: { old_password: 'wrong', new_password: 'x' }, token };
  expect(await repeat(110, 'POST', '/api/auth/user/login', { body: { email, password: 'wrong' } })).toEqual({
    INVALID_CREDENTIALS: 110,
  });
  expect(await repeat(15, 'PATCH', '/api/auth/user/change-password', change)).toEqual({ INVALID_PASSWORD: 15 });
  expect(await repeat(40, 'POST', '/api/auth/magic-link', { body: { email } })).toEqual({ 200: 40 });
  expect(await repeat(310, 'POST', '/api/auth/user/refresh', { body: {} })).toEqual({ INVALID_REFRESH_TOKEN: 310 });
  expect(await repeat(310, 'PUT', '/api/auth/user', { body: {}, token })).toEqual({ 200: 310 });
  const guess = () => ({ token: `adm_${newEmail()}` });
  expect(await repeat(40, 'GET', '/api/admin/stats', guess)).toEqual({ NOT_AUTHENTICATED: 40 });
});

/** The address that the list of sessions shows for a sign-in with this `X-Forwarded-For`. */
async function shownAddress(trusted: string, forwarded: string): Promise<unknown> {
  const service = trusting.get(trusted) as Service;
  const signIn = await service.call('POST', '/api/auth/user/create', {
    body: { email: newEmail(), password: PASSWORD, login: true },
    headers: { 'x-forwarded-for': forwarded },
  });
  const list = await service.call('GET', '/api/auth/user/sessions', { token: signIn.json.token });
  return list.json.sessions[0].ip;
}

const LONG = 'x'.repeat(200);

it.each([
  ['', '203.0.113.7', '127.0.0.1'],
  ['1', '203.0.113.7', '203.0.113.7'],
  ['1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['1', '2001:db8::7', '2001:db8::7'],
  ['1', LONG, '127.0.0.1'],
  ['1', 'unknown', '127.0.0.1'],
  ['1', `fe80::7%${LONG}`, 'fe80::7'],
  ['1', '203.0.113.12:5555', '203.0.113.12'],
  ['1', '198.51.100.1, "203.0.113.13:5555"', '203.0.113.13'],
  ['1', '[2001:DB8::1]:443', '2001:db8::1'],
  ['1', '[2001:db8::2]', '2001:db8::2'],
  ['1', '::ffff:203.0.113.14', '203.0.113.14'],
  ['1', '203.0.113.256:80', '127.0.0.1'],
  ['1', '[203.0.113.7]:80', '127.0.0.1'],
  ['1', '203.0.113.7, for=198.51.100.1', '127.0.0.1'],
  ['2', '203.0.113.7', '203.0.113.7'],
  ['2', '192.0.2.1, 198.51.100.1, 203.0.113.7', '198.51.100.1'],
  ['2', '198.51.100.1:1111, 203.0.113.7:2222', '198.51.100.1'],
  ['2', '198.51.100.1, unknown', '198.51.100.1'],
  ['loopback, 203.0.113.0/24', '198.51.100.1:1111, 203.0.113.7:2222', '198.51.100.1'],
  ['loopback, 203.0.113.0/24', '192.0.2.1, unknown, 203.0.113.7', '127.0.0.1'],
  ['loopback, 203.0.113.0/24', '198.51.100.1', '198.51.100.1'],
  ['loopback, 203.0.113.0/24', '192.0.2.1, 198.51.100.1, 203.0.113.7', '198.51.100.1'],
])('TRUST_PROXY "%s" with X-Forwarded-For "%s" shows the client address %s', async (trusted, forwarded, shown) => {
  expect(await shownAddress(trusted, forwarded)).toBe(shown);
});

it('TRUST_PROXY counts the lines of X-Forwarded-For as one list, and clients whose proxy adds a port one by one', async () => {
  const shown = (lines: string[]) => shownAddress('1', lines as unknown as string);
  expect(await shown(['203.0.113.7', '203.0.113.15:5555'])).toBe('203.0.113.15');
  const { email } = await newUser(app, fromAddress('203.0.113.20:1111'));
  await inParallel(10, (index) => login(app, email, 'wrong', fromAddress(`203.0.113.21:${50_000 + index}`)));
  expectWait(await login(app, email, PASSWORD, fromAddress('203.0.113.21:60000')), 900);
  expect((await login(app, email, PASSWORD, fromAddress('203.0.113.22:60000'))).status).toBe(200);
});

it('an entry of X-Forwarded-For that is no address is one warning in ten minutes, which names TRUST_PROXY', async () => {
  const other = await app.replica({ TRUST_PROXY: '1' });
  const send = (entry: string) =>
    other.call('GET', '/.well-known/jwks.json', { headers: { 'x-forwarded-for': entry } });
  const warnings = () => other.log.split('\n').filter((line) => /"level":"warn".*TRUST_PROXY/.test(line));
  await send('203.0.113.7:5555');
  await send('unknown, 203.0.113.7');
  expect(warnings()).toEqual([]);
  for (const entry of ['unknown', '_hidden', 'Secret']) await send(entry);
  await other.until(() => warnings().length > 0);
  await other.advance(600);
  await send('unknown');
  await other.until(() => warnings().length > 1);
  expect(warnings()).toHaveLength(2);
  expect(other.log).not.toContain('Secret');
});
