import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { AuthModule, BearerGuard, Caller, NoImpersonation, RequireAuthentication } from '@app/auth';
import type { createVerifier, Demands, Verifier } from '@latchkey/verify';
import { Controller, Get, Module } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import express, { type Express, type RequestHandler } from 'express';
import { failuresOf, whileFailing } from '../support/docs/failures.js';
import { callAsIn, Example, RecipeProject, writeFileInto } from '../support/docs/recipe.js';
import { readToken, writeToken } from '../support/http/http.js';
import { newClient } from '../support/machines/clients.js';
import { freePort } from '../support/run/machine.mjs';
import { newEmail, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';
import { privateKeyOf, signedWith } from '../support/service/tokens.js';

interface Recipes {
  leavers(options: { authUrl: string; adminToken: string; secret: string }): Express;
  startIssuer(): Promise<{
    issuer: string;
    token(claims?: object): string;
    end(sid: string): void;
    stop(): void;
  }>;
  authenticate(verifier: Verifier, demands?: Demands): RequestHandler;
  createVerifier: typeof createVerifier;
  requireRole(...allowed: string[]): RequestHandler;
}

const LEAVERS = 'docs/recipes/leavers.md';
const ROLES = 'docs/recipes/roles.md';
const REFUSED = { status: 401, code: 'NOT_AUTHENTICATED' };
const UNAVAILABLE = { status: 503, code: 'UNAVAILABLE' };

const app = useApp();
const closing: (() => unknown)[] = [];
let project: RecipeProject;
let recipes: Recipes;
let issuer: string;
let user: SignedUp;
let kid: string;
let pem: string;
beforeAll(async () => {
  project = new RecipeProject(['docs/recipes/express.md', LEAVERS, ROLES, 'docs/recipes/test-a-service.md']);
  writeFileInto(project.folder, 'express/src/package.ts', "export { createVerifier } from '@latchkey/verify';\n");
  const own = ['express/src/authenticate', 'express/src/package'];
  recipes = require(
    project.bundle([...own, 'leavers/src/leavers', 'roles/src/require-role', 'test-a-service/src/test-issuer']),
  );
  user = await app.signUp();
  const { header, claims } = readToken(user.token);
  [issuer, kid] = [claims.iss, header.kid];
  pem = await privateKeyOf(app, kid);
});
afterAll(async () => {
  for (const close of closing) await close();
  project.remove();
});

/** Failures are part of these tests. */
const SILENT = { info: () => undefined, warn: () => undefined };

/** The guard of the recipe. Without `start()` the verifier asks for nothing after the test. */
const guard = (from = issuer, options: object = {}, demands?: Demands) =>
  recipes.authenticate(recipes.createVerifier({ issuer: from, log: SILENT, ...options }), demands);

/** The URL of a service that answers with the uid of the caller. */
async function serviceWith(...handlers: RequestHandler[]): Promise<string> {
  const service = express();
  service.get('/', ...handlers, (_request, response) => void response.json({ uid: response.locals.uid }));
  return listen(service);
}

/** The URL of a service that is stopped after the tests. */
async function listen(service: Express): Promise<string> {
  const server = service.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The answer to a request with this header: the status, and the uid or the code. */
async function ask(url: string, authorization?: string): Promise<{ status: number; uid?: string; code?: string }> {
  const answer = await fetch(url, { headers: authorization === undefined ? {} : { authorization } });
  const { message, ...body } = (await answer.json()) as { message?: string };
  return { status: answer.status, ...body };
}

describe('the recipe for a webhook from an HR system', () => {
  const secret = 'shared with the HR system';
  let url: string;
  beforeAll(async () => {
    const adminToken = (await app.admin('POST', '/tokens', { name: 'HR webhook', scopes: ['read', 'write'] })).json
      .token;
    url = await listen(recipes.leavers({ authUrl: app.service.url, adminToken, secret }));
  });

  /** The status for a call of the HR system. */
  async function leaves(body: object, more: { age?: number; secret?: string } = {}): Promise<number> {
    const [text, timestamp] = [JSON.stringify(body), String(Math.floor(Date.now() / 1000) - (more.age ?? 0))];
    const signature = createHmac('sha256', more.secret ?? secret)
      .update(`${timestamp}.${text}`)
      .digest('hex');
    const headers = { 'x-timestamp': timestamp, 'x-signature': signature, 'content-type': 'application/json' };
    return (await fetch(`${url}/leavers`, { method: 'POST', headers, body: text })).status;
  }
  const isActive = async (uid: string) => (await app.admin('GET', `/users/${uid}`)).json.active;

  it('disables the account of a person who leaves, and does no harm when it is called again', async () => {
    const [leaver, stays] = [await app.signUp(), await app.signUp()];
    for (let call = 0; call < 2; call++) expect(await leaves({ email: leaver.email.toUpperCase() })).toBe(200);
    expect([await isActive(leaver.uid), await isActive(stays.uid)]).toEqual([false, true]);
    expect((await app.refresh(leaver.refresh_token)).code).toBe('INVALID_REFRESH_TOKEN');
    expect(await leaves({ email: newEmail() })).toBe(200);
  });

  it.each<[string, object, object, number]>([
    ['with a wrong signature', {}, { secret: 'guessed' }, 401],
    ['that is old', {}, { age: 600 }, 401],
    ['without an email', { email: undefined }, {}, 400],
  ])('refuses a call %s', async (_which, body, more, status) => {
    const { uid, email } = await app.signUp();
    expect(await leaves({ email, ...body }, more)).toBe(status);
    expect(await isActive(uid)).toBe(true);
  });

  it('asks for a repetition where the token may not change the user', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { uid, email } = await app.signUp();
    await app.sql(`UPDATE users SET admin_scopes = 'admins' WHERE uid = ?`, [uid]);
    expect(await leaves({ email })).toBe(503);
    expect(String(logged.mock.calls)).toContain('NOT_AUTHORIZED');
    logged.mockRestore();
  });
});

describe('the recipe for Express', () => {
  let url: string;
  beforeAll(async () => {
    url = await serviceWith(guard());
  });

  const now = () => Math.floor(Date.now() / 1000);
  const changed = (claims: Record<string, unknown>) => signedWith(pem, user.token, kid, claims);

  it('accepts an access token, and knows its user', async () => {
    expect(await ask(url, `Bearer ${user.token}`)).toEqual({ status: 200, uid: user.uid });
    expect(await ask(url, `bearer ${user.token}`)).toEqual({ status: 200, uid: user.uid });
  });

  it.each<[string, () => string | undefined]>([
    ['no header', () => undefined],
    ['another scheme', () => `Basic ${user.token}`],
    ['no token', () => 'Bearer '],
    ['a refresh token', () => `Bearer ${user.refresh_token}`],
    ['a text that is no token', () => 'Bearer a.b.c'],
    ['a changed signature', () => `Bearer ${user.token.slice(0, -4)}AAAA`],
    ['an expired token', () => `Bearer ${changed({ exp: now() - 1 })}`],
    ['a token without an expiry', () => `Bearer ${changed({ exp: undefined })}`],
    ['a token without a user', () => `Bearer ${changed({ sub: undefined })}`],
    ['a token of another kind', () => `Bearer ${changed({ typ: 'refresh' })}`],
    ['a token of another issuer', () => `Bearer ${changed({ iss: 'https://other.example.com' })}`],
    ['a token for another service', () => `Bearer ${changed({ aud: 'https://other.example.com' })}`],
  ])('refuses %s', async (_what, header) => {
    expect(await ask(url, header())).toEqual(REFUSED);
  });

  it.each(['none', 'HS256'])('refuses the algorithm %s with the public key', async (alg) => {
    const [key] = (await app.get('/.well-known/jwks.json')).json.keys;
    const { header, claims } = readToken(user.token);
    const sign = (text: string) =>
      alg === 'none' ? '' : createHmac('sha256', JSON.stringify(key)).update(text).digest();
    expect(await ask(url, `Bearer ${writeToken({ ...header, alg }, claims, sign)}`)).toEqual(REFUSED);
  });

  it('with an audience accepts tokens for it, and no others', async () => {
    const strict = await serviceWith(guard(issuer, { audience: 'https://api.example.com' }));
    const mine = changed({ aud: 'https://api.example.com' });
    expect(await ask(strict, `Bearer ${mine}`)).toEqual({ status: 200, uid: user.uid });
    expect(await ask(strict, `Bearer ${changed({ aud: 'https://other.example.com' })}`)).toEqual(REFUSED);
    expect(await ask(strict, `Bearer ${user.token}`)).toEqual(REFUSED);
  });

  it.each(['get /.well-known/jwks.json', 'get /.well-known/revocations'])(
    'answers 503 after each code of %s, and accepts the token after it',
    async (endpoint) => {
      for (const failed of await failuresOf(app, endpoint)) {
        const fresh = await serviceWith(guard());
        const refused = await whileFailing(endpoint, failed, () => ask(fresh, `Bearer ${user.token}`));
        expect({ [failed.body.code]: refused }).toEqual({ [failed.body.code]: UNAVAILABLE });
        // The package asks again after a second.
        jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000);
        expect(await ask(fresh, `Bearer ${user.token}`)).toEqual({ status: 200, uid: user.uid });
        jest.restoreAllMocks();
      }
    },
  );

  it('refuses the earlier tokens of a user who was disabled, deleted, or has other claims, after the next poll', async () => {
    const users = await Promise.all([app.signUp(), app.signUp(), app.signUp()]);
    const answers = () => Promise.all(users.map(({ token }) => ask(url, `Bearer ${token}`)));
    expect((await answers()).map(({ status }) => status)).toEqual([200, 200, 200]);
    const [disabled, deleted, changed] = users;
    await app.admin('PATCH', `/users/${disabled.uid}`, { active: false });
    await app.admin('DELETE', `/users/${deleted.uid}`);
    await app.admin('PATCH', `/users/${changed.uid}`, { claims: '{"roles":["reader"]}' });
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_000);
    // The service repeats its answer for a second, so the first poll may come too early.
    for (let polls = 0; (await answers()).some(({ status }) => status === 200); polls++) {
      if (polls > 100) throw new Error('A token is still accepted.');
      jest.mocked(performance.now).mockReturnValue(performance.now() + 3_000);
      await new Promise((next) => setTimeout(next, 100));
    }
    jest.restoreAllMocks();
    expect(await answers()).toEqual([REFUSED, REFUSED, REFUSED]);
    expect(await ask(url, `Bearer ${user.token}`)).toEqual({ status: 200, uid: user.uid });
  });

  it('answers 503 while the keys are out of reach, because the token may be valid', async () => {
    const closed = await serviceWith(guard(`http://127.0.0.1:${await freePort()}`));
    expect(await ask(closed, `Bearer ${user.token}`)).toEqual(UNAVAILABLE);
    // This address answers, but has no keys.
    const wrong = await serviceWith(guard(`${app.service.url}/docs`));
    expect(await ask(wrong, `Bearer ${user.token}`)).toEqual(UNAVAILABLE);
  });
});

describe('the recipe for roles', () => {
  let url: string;
  beforeAll(async () => {
    url = await serviceWith(guard(), recipes.requireRole('editor', 'admin'));
  });

  const NOT_AUTHORIZED = { status: 403, code: 'NOT_AUTHORIZED' };
  const give = (claims: object) => app.admin('PATCH', `/users/${user.uid}`, { claims: JSON.stringify(claims) });
  /** The answer to a token that was issued now. */
  const call = async () => ask(url, `Bearer ${(await app.login(user.email, PASSWORD)).json.token}`);

  it('refuses a user without the role, also with a role in the metadata, and accepts one with it until it is removed', async () => {
    await app.put('/api/auth/user', { metadata: '{"roles":["admin"],"role":"admin"}' }, { token: user.token });
    expect(await call()).toEqual(NOT_AUTHORIZED);
    for (const roles of [['reader'], 'editor', { editor: true }, []]) {
      await give({ roles });
      expect(await call()).toEqual(NOT_AUTHORIZED);
    }
    await give({ roles: ['reader', 'editor'] });
    expect(await call()).toEqual({ status: 200, uid: user.uid });
    await give({});
    expect(await call()).toEqual(NOT_AUTHORIZED);
  });
});

describe('the stand-in of the recipe for tests', () => {
  let stand: Awaited<ReturnType<Recipes['startIssuer']>>;
  beforeAll(async () => {
    stand = await recipes.startIssuer();
    closing.push(() => stand.stop());
  });

  it('serves an Express service with users, roles and expired tokens', async () => {
    const url = await serviceWith(guard(stand.issuer), recipes.requireRole('editor'));
    const call = (claims: object) => ask(url, `Bearer ${stand.token({ sub: 'ada', ...claims })}`);
    expect(await call({ app: { roles: ['editor'] } })).toEqual({ status: 200, uid: 'ada' });
    expect(await call({})).toMatchObject({ status: 403 });
    expect(await call({ app: { roles: ['editor'] }, exp: 1 })).toEqual(REFUSED);
  });

  it('serves a NestJS service, which notices the end of a session', async () => {
    @Controller()
    class Routes {
      @Get('mine')
      mine(@Caller('uid') uid: string) {
        return { uid };
      }

      @NoImpersonation()
      @RequireAuthentication({ acr: 'aal2', maxAge: 300 })
      @Get('refunds')
      refunds(@Caller('uid') uid: string) {
        return { uid };
      }
    }
    @Module({
      imports: [AuthModule.forRoot({ issuer: stand.issuer, revocations: { every: 1 } })],
      controllers: [Routes],
      providers: [{ provide: APP_GUARD, useClass: BearerGuard }],
    })
    class App {}
    const service = await NestFactory.create(App, new FastifyAdapter(), { logger: false });
    closing.push(() => service.close());
    await service.listen(0, '127.0.0.1');
    const url = await service.getUrl();
    const call = (path: string, claims: object) => ask(url + path, `Bearer ${stand.token({ sub: 'ada', ...claims })}`);
    expect(await call('/mine', {})).toEqual({ status: 200, uid: 'ada' });
    expect(await call('/refunds', {})).toEqual({ status: 401, code: 'REAUTHENTICATION_REQUIRED' });
    expect(await call('/refunds', { acr: 'aal2' })).toEqual({ status: 200, uid: 'ada' });
    const act = { sub: 'adm_1', name: 'Lena, support' };
    expect(await call('/refunds', { acr: 'aal2', act })).toEqual({ status: 403, code: 'IMPERSONATION_FORBIDDEN' });
    stand.end('a session');
    const answers = async () => (await call('/mine', { sid: 'a session' })).status;
    await app.service.until(async () => (await answers()) === 401);
    expect(await call('/mine', {})).toEqual({ status: 200, uid: 'ada' });
  });
});

describe.each([
  ['express', '4000', '/health', (uid: unknown) => ({ uid, orders: [] })],
  ['nest', '4001', '/orders/offers', (uid: unknown) => ({ uid, until: expect.any(Number) })],
])('the example in examples/%s', (name, port, open, orders) => {
  let example: Example;
  let url: string;
  beforeAll(async () => {
    example = new Example(name);
    const own = await freePort();
    url = `http://127.0.0.1:${own}`;
    await example.start(url + open, { PORT: String(own), AUTH_ISSUER: issuer });
  }, 120_000);
  afterAll(() => example.stop());

  it('answers a signed-in user, and refuses a request without a token', async () => {
    const { uid, token } = await app.signUp();
    expect(await ask(`${url}/orders`, `Bearer ${token}`)).toMatchObject({ status: 200, ...orders(uid) });
    expect(await ask(`${url}/orders`)).toEqual(REFUSED);
  });

  it('answers to the calls in its README', async () => {
    const own = { [`localhost:${port}`]: new URL(url).host, 'ada@example.com': newEmail() };
    const replaced = { 'localhost:3000': new URL(app.service.url).host, ...own };
    expect(JSON.parse(callAsIn(`examples/${name}/README.md`, replaced))).toMatchObject(orders(expect.any(String)));
  });
});

describe('the example in examples/machines', () => {
  let example: Example;
  let shop: string;
  let orders: string;
  let clientId: string;
  beforeAll(async () => {
    const { client_id, client_secret } = await newClient(app, { scopes: ['orders:read'] });
    clientId = client_id;
    const [ORDERS_PORT, PORT] = [String(await freePort()), String(await freePort())];
    [orders, shop] = [`http://127.0.0.1:${ORDERS_PORT}`, `http://127.0.0.1:${PORT}`];
    example = new Example('machines');
    await example.start(`${shop}/shop/health`, {
      ...{ ORDERS_PORT, PORT, ORDERS_URL: orders, AUTH_ISSUER: issuer },
      ...{ CLIENT_ID: client_id, CLIENT_SECRET: client_secret },
    });
  }, 120_000);
  afterAll(() => example.stop());

  it('lets the shop call the order service as its client, and refuses a person and a request without a token', async () => {
    const answer = await fetch(`${shop}/shop/orders`);
    expect([answer.status, await answer.json()]).toEqual([200, { client: clientId, orders: [] }]);
    const { token } = await app.signUp();
    expect(await ask(`${orders}/orders`, `Bearer ${token}`)).toEqual(REFUSED);
    expect(await ask(`${orders}/orders`)).toEqual(REFUSED);
  });

  it('refuses the shop after its client was disabled', async () => {
    await app.admin('PATCH', `/clients/${clientId}`, { active: false });
    await app.service.until(async () => (await fetch(`${shop}/shop/orders`)).status !== 200, 200);
  });
});
