import { generateKeyPairSync, sign } from 'node:crypto';
import { InsufficientAuthentication } from '@latchkey/verify';
import { type ExecutionContext, HttpException, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { AuthModule } from '../auth.module.js';
import { AUTH_OPTIONS, type AuthOptions } from '../auth.options.js';
import { BearerGuard, Public, RequireAuthentication } from '../guard.js';
import { TokenVerifier } from '../token-verifier.js';

const NOW = 1_800_000_000;
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const OPTIONS: AuthOptions = {
  issuer: 'https://auth.example.com',
  revocations: false,
  keys: { publicKey: () => pair.publicKey },
  now: () => NOW,
};

function write(claims: object): string {
  const all = { iss: OPTIONS.issuer, sub: 'u', sid: 's', iat: NOW, exp: NOW + 60, jti: 'j', typ: 'access', ...claims };
  const parts = [{ alg: 'ES256', kid: 'key', typ: 'at+jwt' }, all];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const by = { key: pair.privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return `${text}.${sign('sha256', Buffer.from(text), by).toString('base64url')}`;
}

class Handlers {
  @RequireAuthentication({ acr: 'aal2', maxAge: 300 })
  both(): void {}

  @RequireAuthentication({ acr: 'aal2' })
  strong(): void {}

  @RequireAuthentication({ maxAge: 300 })
  recent(): void {}

  @Public()
  @RequireAuthentication({ acr: 'aal2' })
  strongAndPublic(): void {}
}

@RequireAuthentication({ acr: 'aal2' })
class Strong {
  plain(): void {}

  @Public()
  open(): void {}

  @RequireAuthentication({ acr: 'aal1' })
  weak(): void {}
}

let app: INestApplicationContext | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

type Handler = [object: { prototype: object }, name: string];

/** What the guard decides about a request with these claims, or without a token: true, or the exception with the headers. */
async function decide([type, name]: Handler, claims?: object, options: Partial<AuthOptions> = {}) {
  app = await NestFactory.createApplicationContext(AuthModule.forRoot({ ...OPTIONS, ...options }), { logger: false });
  const guard = new BearerGuard(app.get(TokenVerifier), app.get(AUTH_OPTIONS));
  const headers: Record<string, string> = {};
  const response = { header: (field: string, value: string) => (headers[field] = value) };
  const request = { headers: claims ? { authorization: `Bearer ${write(claims)}` } : {} };
  const handler = Reflect.get(type.prototype, name);
  const context = (): ExecutionContext => new ExecutionContextHost([request, response], type as never, handler);
  const outcomes = [];
  // A token that is verified for the first time, and a known one, take different paths.
  for (const _time of ['new', 'known']) {
    outcomes.push(await guard.canActivate(context()).catch((error: unknown) => error));
  }
  expect(outcomes[1]).toEqual(outcomes[0]);
  return { outcome: outcomes[0], headers };
}

const passes = async (handler: Handler, claims?: object) => (await decide(handler, claims)).outcome === true;

describe('@RequireAuthentication()', () => {
  it.each<[string, object, boolean]>([
    ['both', { acr: 'aal2', auth_time: NOW - 300 }, true],
    ['both', { acr: 'aal2', auth_time: NOW - 301 }, false],
    ['both', { acr: 'aal1', auth_time: NOW }, false],
    ['both', {}, false],
    ['strong', { acr: 'aal2', auth_time: 1 }, true],
    ['strong', { acr: 'aal2' }, true],
    ['strong', { acr: 'aal3' }, false],
    ['strong', { acr: ['aal2'] }, false],
    ['strong', { amr: ['mfa'] }, false],
    ['recent', { auth_time: NOW }, true],
    ['recent', { auth_time: NOW + 5 }, true],
    ['recent', { auth_time: String(NOW) }, false],
    ['recent', { auth_time: null }, false],
    ['recent', { auth_time: NOW, act: { sub: 'admin' } }, false],
    ['recent', { iat: NOW }, false],
  ])('on a handler that requires %s, with the claims %j: %s', async (name, claims, good) => {
    expect(await passes([Handlers, name], claims)).toBe(good);
  });

  it('counts a token without auth_time, amr and acr as aal1', async () => {
    expect(await passes([Strong, 'weak'], {})).toBe(true);
    expect(await passes([Strong, 'plain'], {})).toBe(false);
  });

  it('on a class holds for its handlers, unless a handler has a decorator of its own', async () => {
    expect(await passes([Strong, 'plain'], { acr: 'aal2' })).toBe(true);
    expect(await passes([Strong, 'weak'], { acr: 'aal1' })).toBe(true);
    expect(await passes([Strong, 'open'])).toBe(true);
  });

  it('is stronger than @Public() on the same handler', async () => {
    expect(await passes([Handlers, 'strongAndPublic'])).toBe(false);
    expect(await passes([Handlers, 'strongAndPublic'], { acr: 'aal1' })).toBe(false);
    expect(await passes([Handlers, 'strongAndPublic'], { acr: 'aal2' })).toBe(true);
  });

  it.each([
    ['both', 'acr_values="aal2", max_age="300"'],
    ['strong', 'acr_values="aal2"'],
    ['recent', 'max_age="300"'],
  ])('refuses %s with 401, the code and the challenge of RFC 9470', async (name, wanted) => {
    const { outcome, headers } = await decide([Handlers, name], {});
    const refused = outcome as HttpException;
    expect(refused).toBeInstanceOf(HttpException);
    expect([refused.getStatus(), refused.getResponse()]).toEqual([
      401,
      { code: 'REAUTHENTICATION_REQUIRED', message: expect.any(String) },
    ]);
    expect(headers).toEqual({ 'WWW-Authenticate': `Bearer error="insufficient_user_authentication", ${wanted}` });
  });

  it('refuses a request without a token with NOT_AUTHENTICATED', async () => {
    const { outcome, headers } = await decide([Handlers, 'both']);
    expect((outcome as HttpException).getResponse()).toMatchObject({ code: 'NOT_AUTHENTICATED' });
    expect(headers).toEqual({ 'WWW-Authenticate': 'Bearer' });
  });

  it('passes its code and its requirement to the option refuse', async () => {
    const refuse = jest.fn(() => new Error('mine'));
    const { outcome } = await decide([Handlers, 'both'], {}, { refuse });
    expect(outcome).toEqual(new Error('mine'));
    const cause = new InsufficientAuthentication({ acr: 'aal2', maxAge: 300 });
    expect(refuse).toHaveBeenCalledWith('REAUTHENTICATION_REQUIRED', cause);
  });

  it.each([{}, { maxAge: 0 }, { maxAge: -1 }, { maxAge: Number.NaN }, { maxAge: 1.5 }, { acr: 'aal3' as 'aal2' }])(
    'refuses the requirement %j when the class is loaded',
    (requirement) => {
      expect(() => RequireAuthentication(requirement)).toThrow(TypeError);
    },
  );
});
