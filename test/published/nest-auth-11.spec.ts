import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bySecret, newClient } from '../support/machines/clients.js';
import { guideFiles, NestApp, NestProcess, STOCK } from '../support/packages/nest-app.js';
import { type Package, pack } from '../support/packages/packages.js';
import { type SignedUp, useApp } from '../support/service/app.js';

const TIMEOUT_MS = 180_000;
/** The default of the package, in seconds. */
const POLL_EVERY = 2;

/** A main file of CommonJS, which has no top-level await. */
const mainOn = (platform: string, parameters: string) => `
import { NestFactory } from '@nestjs/core';
import { ${platform} } from '@nestjs/platform-${platform === 'FastifyAdapter' ? 'fastify' : 'express'}';
import { AppModule } from './app.module.js';

async function start() {
  const app = await NestFactory.create(AppModule, new ${platform}(${parameters}));
  app.enableShutdownHooks();
  await app.listen(process.env.PORT ?? 3001, '127.0.0.1');
}
void start();
`;

/** How CommonJS services are compiled: as older and as newer templates of Nest do. */
const NODE10 = { module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0', esModuleInterop: true };
const NODENEXT = { module: 'nodenext' };
const SERVICES = [
  ['Express', 'commonjs and node10', 'on-express', NODE10],
  ['Fastify', 'nodenext', 'on-fastify', NODENEXT],
] as const;

let packed: Package;
let nest: NestApp;
beforeAll(() => {
  packed = pack('auth');
  nest = new NestApp(packed.tarball, 11, 'commonjs');
  // The program that verifies by hand uses neither Nest nor the package.
  const files = [...guideFiles('other-services', 'machine-callers')].filter(([file]) => file !== 'src/by-hand.ts');
  for (const [file, text] of files) nest.write(file, text);
  nest.write('src/on-express.ts', mainOn('ExpressAdapter', ''));
  nest.write('src/on-fastify.ts', mainOn('FastifyAdapter', ''));
}, TIMEOUT_MS);
afterAll(() => {
  nest.remove();
  packed.remove();
});

describe('a CommonJS service with NestJS 11', () => {
  const auth = useApp();

  it('is what the test has installed', () => {
    const { version } = JSON.parse(readFileSync(join(nest.folder, 'node_modules/@nestjs/core/package.json'), 'utf8'));
    expect(version).toMatch(/^11\./);
  });

  describe.each(SERVICES)('on %s, compiled with %s', (_platform, _options, file, options) => {
    let service: NestProcess;
    let user: SignedUp;
    beforeAll(async () => {
      nest.compile({ ...options, outDir: `dist-${file}` });
      const main = join(nest.folder, `dist-${file}`, `${file}.js`);
      service = await NestProcess.start(main, { AUTH_ISSUER: auth.service.url.replace('127.0.0.1', 'localhost') });
      user = await auth.signUp();
    }, TIMEOUT_MS);
    afterAll(() => service?.stop());

    const orders = (token?: string) => service.get('/orders', { token });

    it('gives the handler the caller of a valid token', async () => {
      expect((await orders(user.token)).json).toMatchObject({ uid: user.uid });
    });

    it.each([undefined, 'garbage'])('refuses the token %s', async (token) => {
      const answer = await orders(token);
      expect([answer.status, answer.code]).toEqual([401, 'NOT_AUTHENTICATED']);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    });

    it('serves a public route without a token', async () => {
      expect((await service.get('/orders/offers')).json).toEqual({ for: 'everybody' });
    });

    it('demands a second factor with @RequireAuthentication()', async () => {
      const answer = await service.get('/orders/refunds', user);
      expect([answer.status, answer.code]).toEqual([401, 'REAUTHENTICATION_REQUIRED']);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer error="insufficient_user_authentication"/);
    });

    it('demands a role with @Roles()', async () => {
      const answer = await service.get('/orders/prices', user);
      expect([answer.status, answer.code]).toEqual([403, 'NOT_AUTHORIZED']);
      await auth.admin('PATCH', `/users/${user.uid}`, { claims: '{"roles":["editor"]}' });
      const { token } = (await auth.login(user.email, user.password)).json;
      expect((await service.get('/orders/prices', { token })).json).toEqual({ as: ['editor'] });
    });

    it('accepts a client with the scope of @Scopes(), and refuses it where a person is meant', async () => {
      const client = await newClient(auth, { audiences: [STOCK], scopes: ['stock:read'] });
      const token = (await bySecret(auth, client)).json.access_token;
      expect((await service.get('/stock', { token })).json).toEqual({ client: client.client_id });
      expect((await orders(token)).code).toBe('NOT_AUTHENTICATED');
      expect((await service.post('/stock/orders', user)).code).toBe('NOT_AUTHENTICATED');
      expect((await service.post('/stock/orders', { token })).code).toBe('NOT_AUTHORIZED');
    });

    it('refuses the token of a session that has ended', async () => {
      await auth.post('/api/auth/user/logout', {}, user);
      for (const begun = performance.now(); (await orders(user.token)).status !== 401; ) {
        if (performance.now() - begun > 60_000) throw new Error('The token is still accepted.');
        await service.advance(POLL_EVERY);
      }
    });
  });

  it('needs no type that only NestJS 12 has', () => {
    const errors = () => nest.compile({ ...NODENEXT, skipLibCheck: false, noEmit: true });
    let output = '';
    try {
      errors();
    } catch (error) {
      // Types of other packages have errors of their own.
      output = (error as Error).message;
    }
    expect(output.split('\n').filter((line) => line.startsWith('node_modules/@latchkey'))).toEqual([]);
  });
});
