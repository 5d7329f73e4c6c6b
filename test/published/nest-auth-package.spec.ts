import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fence } from '../support/factors/factors.js';
import { type Answer, countOutcomes, readToken, writeToken } from '../support/http/http.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider, googleAccount, signInWith } from '../support/idp/providers.js';
import { importLines } from '../support/imports/ndjson.js';
import { bySecret, newClient } from '../support/machines/clients.js';
import { guideFiles, NestApp, NestProcess, STOCK } from '../support/packages/nest-app.js';
import { type Package, pack } from '../support/packages/packages.js';
import { App, newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import type { Service } from '../support/service/service.js';
import { PUBLISHED_AHEAD } from '../support/service/tokens.js';

const ROOT = resolve(__dirname, '../..');
const PLATFORMS = ['Express', 'Fastify'] as const;

/** Time limit for packing, installing and compiling, or for an outage, on a busy machine. */
const TIMEOUT_MS = 180_000;

/** The defaults of the package, in seconds. */
const POLL_EVERY = 2;
const UNKNOWN_KEY_PAUSE = 10;
const LONGEST_RETRY_PAUSE = 60;

/** PASSWORD, hashed with bcrypt at the lowest cost. */
const HASH_OF_PASSWORD = '$2b$04$JwQMq5D1yCT1Gn4Q/E58iOaGyL6wf/OSHtDSG/qSQNruxyUG11TEe';

const ON_EXPRESS = `
import { NestFactory } from '@nestjs/core';
import { AllModule } from './all.module.js';

const app = await NestFactory.create(AllModule);
app.enableShutdownHooks();
await app.listen(process.env.PORT ?? 3001, '127.0.0.1');
`;

/** The application of the guide, with the controller of the guide to impersonation. */
const ALL = `
import { Module } from '@nestjs/common';
import { AppModule } from './app.module.js';
import { InvoicesController } from './invoices.controller.js';

@Module({ imports: [AppModule], controllers: [InvoicesController] })
export class AllModule {}
`;

const ON_FASTIFY = ON_EXPRESS.replace('(AllModule)', '(AllModule, new FastifyAdapter())').replace(
  '\n',
  "\nimport { FastifyAdapter } from '@nestjs/platform-fastify';\n",
);

let packed: Package;
let nest: NestApp;
beforeAll(() => {
  packed = pack('auth');
  nest = new NestApp(packed.tarball);
  for (const [file, text] of guideFiles('other-services', 'machine-callers', 'impersonation')) nest.write(file, text);
  nest.write('src/all.module.ts', ALL);
  nest.write('src/on-express.ts', ON_EXPRESS);
  nest.write('src/on-fastify.ts', ON_FASTIFY);
  nest.compile();
}, TIMEOUT_MS);
afterAll(() => {
  nest.remove();
  packed.remove();
});

const issuerOf = ({ url }: Service) => url.replace('127.0.0.1', 'localhost');

/** One application for each platform, as in the guide, for the users of an auth service. */
async function startBoth(service: Service): Promise<Record<(typeof PLATFORMS)[number], NestProcess>> {
  const start = (file: string) =>
    NestProcess.start(join(nest.folder, 'dist', file), { AUTH_ISSUER: issuerOf(service) });
  const [Express, Fastify] = await Promise.all([start('on-express.js'), start('on-fastify.js')]);
  return { Express, Fastify };
}

/** Resolves when the condition holds. */
async function soon(holds: () => Promise<boolean>, within = 60_000): Promise<void> {
  const begun = performance.now();
  while (!(await holds())) {
    if (performance.now() - begun > within) throw new Error(`The condition was not met within ${within} ms.`);
    await new Promise((next) => setTimeout(next, 100));
  }
}

function expectRefusal(answer: Answer, challenge: string): void {
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, challenge]);
  expect(answer.json).toEqual({ code: 'NOT_AUTHENTICATED', message: expect.stringMatching(/\S/) });
}

describe('the package @latchkey/nest-auth', () => {
  const program = (name: string, ...words: string[]) =>
    execFileSync(process.execPath, [join(__dirname, 'node_modules', name), ...words], { encoding: 'utf8' });

  it('contains the compiled sources with their types, and nothing else', () => {
    const files = execFileSync('tar', ['-tzf', packed.tarball], { encoding: 'utf8' }).trim().split('\n').sort();
    const compiled = readdirSync(join(ROOT, 'libs/auth/src'), { recursive: true })
      .map(String)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
      .flatMap((file) => ['.js', '.d.ts'].map((end) => `package/dist/${file.replace(/\.ts$/, end)}`));
    expect(files).toEqual(['package/LICENSE', 'package/README.md', 'package/package.json', ...compiled].sort());
  });

  it('passes publint', () => {
    expect(program('publint/src/cli.js', packed.tarball, '--strict')).toContain('All good!');
  });

  it('has types that resolve for ES modules of Node, for bundlers and without exports', () => {
    const { analysis } = JSON.parse(
      program('@arethetypeswrong/cli/dist/index.js', packed.tarball, '--profile', 'esm-only', '--format', 'json'),
    );
    const wrong = analysis.problems.map(({ resolutionKind }: { resolutionKind: string }) => resolutionKind);
    expect(analysis.types).toEqual({ kind: 'included' });
    // TypeScript's name for Node.js 16, which could not load an ES module with require().
    expect(wrong).toEqual(['node16-cjs']);
  });

  it('installs with only the dependencies that it declares', () => {
    const listed = JSON.parse(execFileSync('npm', ['ls', '--all', '--json'], { cwd: nest.folder, encoding: 'utf8' }));
    expect(listed.problems).toBeUndefined();
    expect(Object.keys(listed.dependencies['@latchkey/nest-auth'].dependencies).sort()).toEqual([
      '@latchkey/verify',
      '@nestjs/common',
      '@nestjs/core',
    ]);
  });
});

describe('a NestJS service with @latchkey/nest-auth', () => {
  const idp = useIdp();
  let auth: App;
  let services: Record<string, NestProcess>;
  let user: SignedUp;
  beforeAll(async () => {
    auth = await App.start({ IMPERSONATION: 'on' });
    services = await startBoth(auth.service);
  });
  afterAll(async () => {
    await Promise.all(Object.values(services).map((service) => service.stop()));
    await auth.stop();
  });
  beforeEach(async () => {
    user = await auth.signUp();
  });

  const impersonate = async (uid: string): Promise<{ token: string; session_id: string }> =>
    (await auth.admin('POST', `/users/${uid}/impersonate`, { reason: 'Looking into ticket 4711' })).json;
  const on = (platform: string) => services[platform] as NestProcess;
  const orders = (platform: string, token?: string) => on(platform).get('/orders', { token });
  /** The number of requests for revocations that the auth service has received. */
  const polls = () => auth.service.requests.filter(({ route }) => route === '/.well-known/revocations').length;

  describe.each(PLATFORMS)('on %s', (platform) => {
    it('gives the handler the uid, the session and the expiry of the caller', async () => {
      const { sid, exp } = readToken(user.token).claims;
      const { uid, token } = user;
      for (const _time of ['verified', 'known']) {
        expect((await orders(platform, token)).json).toEqual({ uid, session: sid, until: exp });
      }
    });

    it('refuses a request without a bearer token', async () => {
      expectRefusal(await orders(platform), 'Bearer');
      expectRefusal(await on(platform).get('/orders', { headers: { authorization: `Basic ${user.token}` } }), 'Bearer');
    });

    it.each<[string, () => string | Promise<string>]>([
      ['garbage', () => 'garbage'],
      ['a refresh token', () => user.refresh_token],
      ['a token cut short', () => user.token.slice(0, -3)],
      ['a list of revocations', async () => (await auth.get('/.well-known/revocations')).json.token],
      ['a token with changed claims', () => forged(user.token, {}, { sub: 'other' })],
      ['a token with the algorithm none', () => forged(user.token, { alg: 'none' })],
      ['a token of an unknown key', () => forged(user.token, { kid: 'unknown' })],
      ['a token with an unknown critical header', () => forged(user.token, { crit: ['x'] })],
    ])('refuses %s as an access token', async (_what, token) => {
      expectRefusal(await orders(platform, await token()), 'Bearer error="invalid_token"');
    });

    it('serves a public route without a token, and recognizes a user who is signed in', async () => {
      const offers = async (token?: string) => (await on(platform).get('/orders/offers', { token })).json;
      expect(await offers()).toEqual({ for: 'everybody' });
      expect(await offers('garbage')).toEqual({ for: 'everybody' });
      expect(await offers(user.token)).toEqual({ for: user.uid });
    });

    it('demands a second factor with @RequireAuthentication(), as RFC 9470 says, and accepts a user with one', async () => {
      const refunds = (token?: string) => on(platform).get('/orders/refunds', { token });
      const refused = await refunds(user.token);
      expect([refused.status, refused.code]).toEqual([401, 'REAUTHENTICATION_REQUIRED']);
      expect(refused.headers.get('www-authenticate')).toBe(
        'Bearer error="insufficient_user_authentication", acr_values="aal2", max_age="300"',
      );
      expectRefusal(await refunds(), 'Bearer');
      await fence(auth, user);
      const { access_token } = (await auth.refresh(user.refresh_token)).json;
      expect((await refunds(access_token)).json).toEqual({ by: user.uid });
    });

    it('refuses a user without a role of @Roles() with 403', async () => {
      const answer = await on(platform).get('/orders/prices', user);
      expect([answer.status, answer.code]).toEqual([403, 'NOT_AUTHORIZED']);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
    });

    it('says who acts as the user, and refuses that administrator with @NoImpersonation()', async () => {
      const { token } = await impersonate(user.uid);
      const list = (token: string) => on(platform).get('/invoices', { token });
      const bank = (token: string) => on(platform).get('/invoices/bank', { token });
      expect((await list(user.token)).json).toEqual({ of: user.uid, seenBy: 'the owner' });
      expect((await list(token)).json).toEqual({ of: user.uid, seenBy: 'ADMIN_TOKEN' });
      expect((await bank(user.token)).json).toEqual({ bankOf: user.uid });
      const refused = await bank(token);
      expect([refused.status, refused.code]).toEqual([403, 'IMPERSONATION_FORBIDDEN']);
      expect(refused.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
    });

    it('accepts a client where @Scopes() or @Machine() is, and nowhere else', async () => {
      const facts = { audiences: [STOCK], scopes: ['stock:read', 'stock:write'] };
      const { client_id, ...secret } = await newClient(auth, facts);
      const tokenFor = async (scope: string): Promise<string> =>
        (await bySecret(auth, { client_id, ...secret }, { scope })).json.access_token;
      const [read, write] = [await tokenFor('stock:read'), await tokenFor('stock:write')];
      expect((await on(platform).get('/stock', { token: read })).json).toEqual({ client: client_id });
      expect((await on(platform).get('/stock', user)).json).toEqual({ uid: user.uid });
      const refused = await on(platform).get('/stock', { token: write });
      expect([refused.status, refused.code]).toEqual([403, 'NOT_AUTHORIZED']);
      expectRefusal(await orders(platform, read), 'Bearer error="invalid_token"');
      expectRefusal(await on(platform).post('/stock/orders', user), 'Bearer error="invalid_token"');
      expect((await on(platform).post('/stock/orders', { token: read })).code).toBe('NOT_AUTHORIZED');
      expect((await on(platform).get('/orders/offers', { token: read })).json).toEqual({ for: 'everybody' });
    });

    it('refuses an administrator who acts as the user within 5 seconds of the end from the list of sessions', async () => {
      const begun = await impersonate(user.uid);
      expect((await orders(platform, begun.token)).status).toBe(200);
      expect((await auth.delete(`/api/auth/user/sessions/${begun.session_id}`, user)).status).toBe(200);
      expect((await auth.get('/api/auth/user', begun)).code).toBe('NOT_AUTHENTICATED');
      await on(platform).advance(POLL_EVERY);
      await soon(async () => (await orders(platform, begun.token)).status === 401, (5 - POLL_EVERY) * 1_000);
      expect((await orders(platform, user.token)).status).toBe(200);
    });

    it('refuses a user within 5 seconds whom a certified provider has removed, in all sessions', async () => {
      const { id, idp: provider } = await addProvider(auth, idp, 'google');
      const account = googleAccount(newEmail());
      const tokens: string[] = [];
      for (let session = 0; session < 2; session++) tokens.push((await signInWith(auth, id, account)).json.token);
      const statuses = () => Promise.all(tokens.map(async (token) => (await orders(platform, token)).status));
      expect(await statuses()).toEqual([200, 200]);
      await provider.remove(account.sub);
      await on(platform).advance(POLL_EVERY);
      await soon(async () => String(await statuses()) === '401,401', (5 - POLL_EVERY) * 1_000);
      expect((await orders(platform, user.token)).status).toBe(200);
    });

    it.each<[string, () => Promise<Answer>]>([
      ['a logout', () => auth.post('/api/auth/user/logout', { refresh_token: user.refresh_token }, user)],
      ['the deletion of the user', () => auth.delete('/api/auth/user', user)],
      ['an administrator who disables the user', () => auth.admin('PATCH', `/users/${user.uid}`, { active: false })],
    ])('refuses a token after the next poll that follows %s, and no other token', async (_what, revoke) => {
      const other = await auth.signUp();
      const [begun, before] = [performance.now(), polls()];
      const answers = await Promise.all(Array.from({ length: 20 }, () => orders(platform, user.token)));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect((await revoke()).status).toBe(200);
      await on(platform).advance(POLL_EVERY);
      await soon(async () => (await orders(platform, user.token)).status === 401);
      // Both services poll every two seconds, minus the jitter, and not for each request.
      const asked = (performance.now() - begun) / 1000 / (POLL_EVERY * 0.8);
      expect(polls() - before).toBeLessThanOrEqual(Math.ceil(2 * asked) + 4);
      expectRefusal(await orders(platform, user.token), 'Bearer error="invalid_token"');
      expect((await orders(platform, other.token)).status).toBe(200);
    });
  });

  it(
    'refuses a role that was taken from 200 users at once after the next poll, and their sessions go on',
    async () => {
      const claims = (role: string) => JSON.stringify({ roles: [role] });
      const rows = Array.from({ length: 200 }, () => {
        return { email: newEmail(), password_hash: HASH_OF_PASSWORD, claims: claims('editor') };
      });
      expect((await importLines(auth, rows)).json).toMatchObject({ created: 200 });
      const editors: SignedUp[] = [];
      for (const { email } of rows) editors.push((await auth.login(email, PASSWORD)).json);
      const get = async (path: string, tokens: string[]) =>
        countOutcomes(
          await Promise.all(tokens.map((token, index) => on(PLATFORMS[index % 2] as string).get(path, { token }))),
        );
      const earlier = editors.map(({ token }) => token);
      expect(await get('/orders/prices', earlier)).toEqual({ 200: 200 });

      await Promise.all(editors.map(({ uid }) => auth.admin('PATCH', `/users/${uid}`, { claims: claims('reader') })));
      await Promise.all(PLATFORMS.map((platform) => on(platform).advance(POLL_EVERY)));
      await soon(async () => (await get('/orders/prices', earlier.slice(-2))).NOT_AUTHENTICATED === 2);
      expect(await get('/orders/prices', earlier)).toEqual({ NOT_AUTHENTICATED: 200 });

      const refreshed = await Promise.all(editors.map(({ refresh_token }) => auth.refresh(refresh_token)));
      const tokens: string[] = refreshed.map(({ json }) => json.access_token);
      expect(await get('/orders', tokens)).toEqual({ 200: 200 });
      expect(await get('/orders/prices', tokens)).toEqual({ NOT_AUTHORIZED: 200 });
    },
    TIMEOUT_MS,
  );

  it('verifies tokens by hand with the program of the guide', () => {
    const byHand = (token: string) =>
      execFileSync(process.execPath, [join(nest.folder, 'dist/by-hand.js'), issuerOf(auth.service), token], {
        encoding: 'utf8',
      }).trim();
    expect(byHand(user.token)).toBe(user.uid);
    expect(byHand(forged(user.token, {}, { sub: 'other' }))).toBe('not valid');
  });
});

/** A token with the signature of another token. */
function forged(token: string, header: object, claims: object = {}): string {
  const genuine = readToken(token);
  return writeToken({ ...genuine.header, ...header }, { ...genuine.claims, ...claims }, () => genuine.signature);
}

describe('an outage of the auth service', () => {
  let auth: App;
  let again: Service | undefined;
  let services: NestProcess[];
  beforeEach(async () => {
    auth = await App.start();
    again = undefined;
    services = [];
  });
  afterEach(async () => {
    await Promise.all([...services, again].map((service) => service?.stop()));
    await auth.stop();
  });

  const restart = async () => {
    again = await auth.replica({ PORT: new URL(auth.service.url).port });
  };
  const login = async (email: string): Promise<string> => {
    const answer = await again?.call('POST', '/api/auth/user/login', { body: { email, password: PASSWORD } });
    return answer?.json.token;
  };
  const advance = (seconds: number) => Promise.all(services.map((service) => service.advance(seconds)));
  const statuses = (token: string) =>
    Promise.all(services.map(async (service) => (await service.get('/orders', { token })).status));
  const all = (status: number, token: string) => async () => (await statuses(token)).every((one) => one === status);

  it(
    'does not affect the verification with the known keys, also after a rotation, and ends when the auth service is back',
    async () => {
      services = Object.values(await startBoth(auth.service));
      const old = await auth.signUp();
      expect(await statuses(old.token)).toEqual([200, 200]);
      for (const _rotation of ['to the key that was published', 'to one that came later']) {
        expect((await auth.admin('POST', '/keys/rotate')).status).toBe(200);
        await auth.advance(PUBLISHED_AHEAD + 1);
      }
      const user = await auth.signUp();
      const fresh = (await auth.login(user.email, PASSWORD)).json.token;
      expect(readToken(user.token).header.kid).not.toBe(readToken(old.token).header.kid);
      await advance(UNKNOWN_KEY_PAUSE);
      await soon(all(200, user.token));
      expect(await statuses(old.token)).toEqual([200, 200]);

      await auth.service.stop('SIGKILL');
      expect([await statuses(old.token), await statuses(fresh)].flat()).toEqual([200, 200, 200, 200]);
      expect(await statuses(`${user.token}x`)).toEqual([401, 401]);

      await restart();
      const token = await login(user.email);
      await advance(LONGEST_RETRY_PAUSE);
      await soon(all(200, token));
      await again?.call('POST', '/api/auth/user/logout', { token });
      await advance(LONGEST_RETRY_PAUSE);
      await soon(all(401, token));
    },
    TIMEOUT_MS,
  );

  it(
    'makes a service that starts during it answer 503 UNAVAILABLE, until the auth service is back',
    async () => {
      const { email, token } = await auth.signUp();
      await auth.service.stop('SIGKILL');
      services = Object.values(await startBoth(auth.service));
      for (const service of services) {
        const answer = await service.get('/orders', { token });
        expect([answer.status, answer.json.code]).toEqual([503, 'UNAVAILABLE']);
        expect((await service.get('/orders')).status).toBe(401);
        expect((await service.get('/orders/offers')).status).toBe(200);
      }
      await restart();
      const tokens = [token, await login(email)];
      await advance(LONGEST_RETRY_PAUSE);
      for (const good of tokens) await soon(all(200, good));
    },
    TIMEOUT_MS,
  );
});
