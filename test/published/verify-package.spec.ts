import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { AuthModule, type ClientOptions, MachineTokens, Scopes } from '@app/auth';
import type { createVerifier, Demands, Identity } from '@latchkey/verify';
import { Controller, Get, type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import express, { type RequestHandler } from 'express';
import fastify, { type FastifyInstance, type onRequestAsyncHookHandler } from 'fastify';
import { Hono, type MiddlewareHandler } from 'hono';
import { RecipeProject } from '../support/docs/recipe.js';
import {
  API_KEYS,
  bySecret,
  exchange,
  issuerOf,
  newApiKey,
  newClient,
  newKey,
  ORDERS,
  SigningClient,
  WITH_KEYS,
} from '../support/machines/clients.js';
import { PackedLibrary } from '../support/packages/packages.js';
import { type SignedUp, useApp } from '../support/service/app.js';

const ROOT = resolve(__dirname, '../..');
const README = 'libs/verify/README.md';
const TIMEOUT_MS = 120_000;

/** The demands of the routes that each adapter guards. */
const ROUTES: Record<string, Demands | undefined> = {
  '/people': undefined,
  '/machines': { machine: true },
  '/both': { scopes: ['orders:read'], people: true },
  '/write': { scopes: ['orders:write'] },
  '/strong': { acr: 'aal2' },
};

type Ask = (path: string, token?: string) => Promise<Response>;
type Guard<T> = { authenticate(demands?: Demands): T };

const nameOf = (caller: Identity) => ({ uid: caller.uid, client: 'client' in caller ? caller.client : undefined });
const withToken = (token?: string): { headers?: Record<string, string> } =>
  token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } };

const app = useApp(WITH_KEYS);
const closing: (() => unknown)[] = [];
let project: RecipeProject;
let user: SignedUp;
let client: string;
let key: string;
const asks: Record<string, Ask> = {};
beforeAll(async () => {
  Object.assign(process.env, { AUTH_ISSUER: issuerOf(app), MACHINE_AUDIENCE: ORDERS });
  project = new RecipeProject([README]);
  const load = (name: string) => require(project.bundle([`README/src/${name}`]));
  asks.Express = await onExpress(load('express'));
  asks.Fastify = await onFastify(load('fastify'));
  asks.Hono = onHono(load('hono'));
  asks['Next.js'] = onNext(load('next'));
  user = await app.signUp();
  client = (await bySecret(app, await newClient(app, { scopes: ['orders:read'] }))).json.access_token;
  key = await tokenOfKey(user);
}, TIMEOUT_MS);
afterAll(async () => {
  for (const name of ['AUTH_ISSUER', 'MACHINE_AUDIENCE']) delete process.env[name];
  for (const close of closing) await close();
  project.remove();
});

/** The access token of a new API key. */
async function tokenOfKey(owner: SignedUp): Promise<string> {
  return (await exchange(app, (await newApiKey(app, owner, { scopes: ['orders:read'] })).key)).json.access_token;
}

const overHttp =
  (url: string): Ask =>
  (path, token) =>
    fetch(url + path, withToken(token));

async function onExpress({ authenticate }: Guard<RequestHandler>): Promise<Ask> {
  const service = express();
  for (const [path, demands] of Object.entries(ROUTES))
    service.get(
      path,
      authenticate(demands),
      (_request, response) => void response.json(nameOf(response.locals.caller)),
    );
  const server = service.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close().closeAllConnections());
  return overHttp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

async function onFastify({ authenticate }: Guard<onRequestAsyncHookHandler>): Promise<Ask> {
  const service: FastifyInstance = fastify();
  service.decorateRequest('caller');
  for (const [path, demands] of Object.entries(ROUTES))
    service.get(path, { onRequest: authenticate(demands) }, async (request) =>
      nameOf((request as unknown as { caller: Identity }).caller),
    );
  closing.push(() => service.close());
  return overHttp(await service.listen({ port: 0, host: '127.0.0.1' }));
}

function onHono({ authenticate }: Guard<MiddlewareHandler<{ Variables: { caller: Identity } }>>): Ask {
  const service = new Hono<{ Variables: { caller: Identity } }>();
  for (const [path, demands] of Object.entries(ROUTES))
    service.get(path, authenticate(demands), (context) => context.json(nameOf(context.get('caller'))));
  return async (path, token) => service.request(path, withToken(token));
}

type Handler = (request: Request, caller: Identity) => Response;
type Next = { withCaller(handler: Handler, demands?: Demands): (request: Request) => Promise<Response> };

function onNext({ withCaller }: Next): Ask {
  return (path, token) => {
    const get = withCaller((_request, caller) => Response.json(nameOf(caller)), ROUTES[path]);
    return get(new Request(`https://orders.example.com${path}`, withToken(token)));
  };
}

it(
  'the adapters of the README compile',
  () => {
    expect(project.typeErrors()).toEqual([]);
  },
  TIMEOUT_MS,
);

describe.each(['Express', 'Fastify', 'Hono', 'Next.js'])('the adapter of the README for %s', (name) => {
  const REFUSED = [401, 'NOT_AUTHENTICATED', 'Bearer error="invalid_token"'];
  const ask: Ask = (path, token) => (asks[name] as Ask)(path, token);

  /** The status, with the caller, or with the code and the challenge. */
  async function decide(path: string, token?: string): Promise<unknown[]> {
    const answer = await ask(path, token);
    const body = (await answer.json()) as { code?: string; message?: string };
    if (answer.status === 200) return [200, body];
    expect(body).toEqual({ code: expect.any(String), message: expect.stringMatching(/\S/) });
    return [answer.status, body.code, answer.headers.get('www-authenticate')];
  }

  it('accepts a person where one is meant, and refuses machines there', async () => {
    expect(await decide('/people', user.token)).toEqual([200, { uid: user.uid }]);
    expect(await decide('/people', client)).toEqual(REFUSED);
    expect(await decide('/people', key)).toEqual(REFUSED);
  });

  it('accepts a client and an API key where a machine is meant, and refuses a person there', async () => {
    expect(await decide('/machines', client)).toEqual([200, { client: expect.any(String) }]);
    expect(await decide('/machines', key)).toEqual([200, { uid: user.uid }]);
    expect(await decide('/machines', user.token)).toEqual(REFUSED);
  });

  it('asks for scopes', async () => {
    for (const token of [client, key, user.token]) expect((await ask('/both', token)).status).toBe(200);
    const challenge = 'Bearer error="insufficient_scope", scope="orders:write"';
    for (const token of [client, key, user.token])
      expect(await decide('/write', token)).toEqual([403, 'NOT_AUTHORIZED', challenge]);
  });

  it('asks for a second factor, and for a token', async () => {
    const challenge = 'Bearer error="insufficient_user_authentication", acr_values="aal2"';
    expect(await decide('/strong', user.token)).toEqual([401, 'REAUTHENTICATION_REQUIRED', challenge]);
    expect(await decide('/people')).toEqual([401, 'NOT_AUTHENTICATED', 'Bearer']);
    expect(await decide('/people', user.refresh_token)).toEqual(REFUSED);
  });
});

it('MachineTokens of @latchkey/nest-auth gets tokens that a guarded service accepts, once for many callers', async () => {
  const { client_id: id, client_secret: secret } = await newClient(app);
  const keys = ['ES256', 'RS256', 'EdDSA'].map((alg) => newKey(alg));
  const signing = await Promise.all(keys.map((one) => SigningClient.make(app, one)));
  const clients: ClientOptions[] = [
    { id, secret },
    ...signing.map(({ client_id, key: { privateKey } }) => ({ id: client_id, privateKey })),
  ];
  for (const one of clients) {
    const tokens = new MachineTokens({ issuer: issuerOf(app), client: one });
    const wish = { audience: ORDERS, scope: 'orders:read' };
    const [token = '', ...others] = await Promise.all(Array.from({ length: 50 }, () => tokens.get(wish)));
    expect(new Set(others)).toEqual(new Set([token]));
    expect(await (await asks.Express?.('/both', token))?.json()).toEqual({ client: one.id });
    await expect(tokens.get({ scope: 'unknown' })).rejects.toMatchObject({ error: 'invalid_scope' });
  }
});

describe('three guarded services under load', () => {
  @Controller()
  class Orders {
    @Get('both')
    @Scopes('orders:read')
    both() {
      return {};
    }
  }

  let nest: INestApplication;
  let guarded: Ask[];
  beforeAll(async () => {
    @Module({
      imports: [
        AuthModule.forRoot({ issuer: issuerOf(app), machineAudience: ORDERS, revocations: { every: 1, maxStale: 60 } }),
      ],
      controllers: [Orders],
    })
    class OrdersModule {}
    nest = await NestFactory.create(OrdersModule, new FastifyAdapter(), { logger: false });
    await nest.listen(0, '127.0.0.1');
    guarded = [overHttp(await nest.getUrl()), asks.Express as Ask, asks.Fastify as Ask];
  }, TIMEOUT_MS);
  afterAll(() => nest.close());

  const statusesOf = (tokens: string[]) =>
    Promise.all(tokens.map((token) => Promise.all(guarded.map(async (ask) => (await ask('/both', token)).status))));

  it(
    'refuse a revoked key, a disabled client, the keys of a disabled and of a deleted user, and a client without its scope',
    async () => {
      const [disabled, deleted, holder] = [await app.signUp(), await app.signUp(), await app.signUp()];
      const made = await newApiKey(app, holder);
      const clients = [await newClient(app), await newClient(app), await newClient(app)];
      const tokens = [
        (await exchange(app, made.key)).json.access_token,
        await tokenOfKey(disabled),
        await tokenOfKey(deleted),
      ];
      for (const one of clients) tokens.push((await bySecret(app, one)).json.access_token);
      expect(new Set((await statusesOf(tokens)).flat())).toEqual(new Set([200]));

      let loaded = true;
      const others = [key, client];
      const load = async () => {
        const statuses = new Set<number>();
        while (loaded) for (const status of (await statusesOf(others)).flat()) statuses.add(status);
        return statuses;
      };
      const loads = Promise.all([load(), load()]);
      const changes = await Promise.all([
        app.delete(`${API_KEYS}/${made.key_id}`, holder),
        app.admin('PATCH', `/users/${disabled.uid}`, { active: false }),
        app.admin('DELETE', `/users/${deleted.uid}`),
        app.admin('PATCH', `/clients/${clients[0]?.client_id}`, { active: false }),
        app.admin('PATCH', `/clients/${clients[1]?.client_id}`, { scopes: ['orders:write'] }),
      ]);
      expect(changes.map(({ status }) => status)).toEqual(Array(5).fill(200));
      const revoked = tokens.slice(0, 5);
      const begun = performance.now();
      while ((await statusesOf(revoked)).flat().some((status) => status === 200))
        if (performance.now() - begun > TIMEOUT_MS / 2) throw new Error('A token is still accepted.');
      loaded = false;
      expect(await statusesOf(revoked)).toEqual(Array(5).fill([401, 401, 401]));
      expect(await statusesOf(tokens.slice(5))).toEqual([[200, 200, 200]]);
      expect(await loads).toEqual(Array(2).fill(new Set([200])));
    },
    TIMEOUT_MS,
  );
});

describe('the package @latchkey/verify', () => {
  let packed: PackedLibrary;
  beforeAll(() => {
    packed = new PackedLibrary('verify');
  });
  afterAll(() => packed.remove());

  it('contains the compiled sources with their types, and depends on nothing', () => {
    const files = execFileSync('tar', ['-tzf', packed.tarball], { encoding: 'utf8' }).trim().split('\n').sort();
    const compiled = readdirSync(join(ROOT, 'libs/verify/src'), { recursive: true })
      .map(String)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
      .flatMap((file) => ['.js', '.d.ts'].map((end) => `package/dist/${file.replace(/\.ts$/, end)}`));
    expect(files).toEqual(['package/LICENSE', 'package/README.md', 'package/package.json', ...compiled].sort());
    const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'libs/verify/package.json'), 'utf8'));
    expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
  });

  it('passes publint, and has types that resolve as ES modules and with a bundler', () => {
    expect(packed.run('test/published/node_modules/.bin/publint', packed.tarball, '--strict')).toContain('All good!');
    expect(packed.run('test/published/node_modules/.bin/attw', packed.tarball, '--profile', 'esm-only')).toContain(
      'node16 (from ESM)',
    );
  });

  describe('without Node.js', () => {
    /** What the package uses of a runtime. Neither `process` nor `Buffer` nor `require` is among them. */
    const GLOBALS = {
      AbortController,
      TextDecoder,
      TextEncoder,
      URL,
      atob,
      clearTimeout,
      console,
      crypto,
      setTimeout,
      Response,
    };
    /** The clock of the runtime, in seconds ahead of the real one. */
    let ahead = 0;
    let create: typeof createVerifier;
    beforeAll(() => {
      const file = join(packed.folder, 'edge.mjs');
      const entry = join(packed.folder, 'node_modules/@latchkey/verify/dist/index.js');
      const words = ['--bundle', '--platform=browser', '--format=iife', '--global-name=verify', `--outfile=${file}`];
      execFileSync(process.execPath, [join(ROOT, 'node_modules/esbuild/bin/esbuild'), entry, ...words], {
        stdio: 'pipe',
      });
      const send: typeof fetch = (input, init) => fetch(input, init);
      const clock = { now: () => performance.now() + ahead * 1_000 };
      const context = createContext({ ...GLOBALS, fetch: send, performance: clock });
      runInContext(readFileSync(file, 'utf8'), context);
      create = runInContext('verify.createVerifier', context);
    });

    it(
      'verifies people and machines, and refuses a session after its end, by the polls of requests',
      async () => {
        const verifier = create({ issuer: issuerOf(app), machineAudience: ORDERS });
        const { uid, token } = await app.signUp();
        expect(await verifier.verify(token)).toMatchObject({ uid });
        expect(await verifier.verify(client, { machine: true })).toMatchObject({ scopes: ['orders:read'] });
        await expect(verifier.verify(client)).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' });
        await expect(verifier.verify(`${token.slice(0, -4)}AAAA`)).rejects.toMatchObject({ status: 401 });
        await app.post('/api/auth/user/logout', {}, { token });
        const begun = performance.now();
        const code = () =>
          verifier.verify(token).then(
            () => undefined,
            (error: { code: string }) => error.code,
          );
        while ((await code()) === undefined) {
          if (performance.now() - begun > TIMEOUT_MS / 2) throw new Error('The token is still accepted.');
          ahead += 3;
        }
        expect(await code()).toBe('NOT_AUTHENTICATED');
        expect(await verifier.verify(user.token)).toMatchObject({ uid: user.uid });
      },
      TIMEOUT_MS,
    );

    it('refuses everything with REVOCATIONS_UNAVAILABLE after maxStale seconds without the list, until it is back', async () => {
      let down = false;
      const send: typeof fetch = async (input, init) => {
        if (down && String(input).includes('revocations')) throw new TypeError('fetch failed');
        return fetch(input, init);
      };
      const log = { info: jest.fn(), warn: jest.fn() };
      const verifier = create({ issuer: issuerOf(app), revocations: { maxStale: 30 }, fetch: send, log });
      const code = () =>
        verifier.verify(user.token).then(
          () => 'ok',
          (error: { code: string }) => error.code,
        );
      expect(await code()).toBe('ok');
      down = true;
      ahead += 29;
      expect(await code()).toBe('ok');
      ahead += 2;
      expect(await code()).toBe('REVOCATIONS_UNAVAILABLE');
      expect(log.warn).toHaveBeenCalled();
      down = false;
      ahead += 1;
      expect(await code()).toBe('ok');
    });
  });
});
