import { generateKeyPairSync, sign } from 'node:crypto';
import { IssuerUnavailable, RevocationsUnavailable } from '@latchkey/verify';
import { type ExecutionContext, HttpException, type INestApplicationContext, Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { AuthModule } from './auth.module.js';
import { AUTH_OPTIONS, type AuthOptions } from './auth.options.js';
import type { BearerRequest } from './guard.js';
import { BearerGuard, Public } from './guard.js';
import { TokenVerifier } from './token-verifier.js';

const ISSUER = 'https://auth.example.com';
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const OPTIONS: AuthOptions = {
  issuer: ISSUER,
  revocations: false,
  keys: { publicKey: (kid) => (kid === 'key' ? pair.publicKey : undefined) },
};

function write(claims: object = {}, header: object = { typ: 'at+jwt' }): string {
  const now = Math.floor(Date.now() / 1_000);
  const all = { iss: ISSUER, sub: 'u', sid: 's', iat: now, exp: now + 60, jti: 'j', typ: 'access', ...claims };
  const parts = [{ alg: 'ES256', kid: 'key', ...header }, all];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const by = { key: pair.privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return `${text}.${sign('sha256', Buffer.from(text), by).toString('base64url')}`;
}

class Handlers {
  closed(): void {}

  @Public()
  open(): void {}
}

let app: INestApplicationContext | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function guardWith(options: Partial<AuthOptions> = {}, Guard = BearerGuard): Promise<BearerGuard> {
  app = await NestFactory.createApplicationContext(AuthModule.forRoot({ ...OPTIONS, ...options }), { logger: false });
  return new Guard(app.get(TokenVerifier), app.get(AUTH_OPTIONS));
}

const bearing = (token: string): BearerRequest => ({ headers: { authorization: `Bearer ${token}` } });

/** The context of a call of one of the handlers, with the arguments of its transport. */
function contextOf(args: unknown[], type = 'http', handler: 'closed' | 'open' = 'closed'): ExecutionContext {
  const context = new ExecutionContextHost(args, Handlers, Handlers.prototype[handler]);
  context.setType(type);
  return context;
}

describe('BearerGuard with an audience', () => {
  it.each([
    [undefined, undefined, true],
    [undefined, 'shop', false],
    ['shop', 'shop', true],
    ['shop', ['bank', 'shop'], true],
    ['shop', 'bank', false],
    ['shop', ['bank'], false],
    ['shop', undefined, false],
  ])('in the options %j and in the token %j: accepted %s', async (audience, aud, good) => {
    const guard = await guardWith({ audience });
    const passed = guard.canActivate(contextOf([bearing(write({ aud })), {}]));
    if (good) await expect(passed).resolves.toBe(true);
    else await expect(passed).rejects.toThrow(HttpException);
  });
});

describe('BearerGuard and a token that came elsewhere than in the header', () => {
  it('names its caller, also from the cache, and leaves the request as it is', async () => {
    const guard = await guardWith();
    const request = bearing('another');
    const token = write();
    for (let time = 0; time < 2; time += 1) {
      expect(await guard.callerOf(token, contextOf([request, {}]))).toMatchObject({ uid: 'u', sessionId: 's' });
    }
    expect(request).toEqual(bearing('another'));
  });

  it.each(['', 'x', write({ iss: 'https://else.example.com' })])('refuses %j, whatever the header', async (token) => {
    const guard = await guardWith();
    await expect(guard.callerOf(token, contextOf([bearing(write()), {}]))).rejects.toThrow(HttpException);
  });

  it('has no caller for an invalid token at a public handler', async () => {
    const guard = await guardWith();
    expect(await guard.callerOf('x', contextOf([{}, {}], 'http', 'open'))).toBeUndefined();
  });
});

describe('BearerGuard and the type in the header of a token', () => {
  const accepted = async (header: object) => {
    const guard = await guardWith();
    return guard.canActivate(contextOf([bearing(write({}, header)), {}]));
  };

  it.each(['at+jwt', 'AT+JWT', 'At+Jwt', 'application/at+jwt', 'Application/AT+JWT'])(
    'accepts %j (RFC 9068, section 4)',
    async (typ) => {
      await expect(accepted({ typ })).resolves.toBe(true);
    },
  );

  it.each([
    [{}],
    [{ typ: '' }],
    [{ typ: null }],
    [{ typ: ['at+jwt'] }],
    [{ typ: { toLowerCase: 'at+jwt' } }],
    [{ typ: ' at+jwt' }],
    [{ typ: 'at+jwt\0' }],
    [{ typ: 'JWT' }],
    [{ typ: 'id+jwt' }],
    [{ typ: 'secevent+jwt' }],
    [{ typ: 'application/jwt' }],
    [{ typ: 'text/at+jwt' }],
    [{ typ: 'application/application/at+jwt' }],
  ])('refuses the header %j', async (header) => {
    await expect(accepted(header)).rejects.toThrow(HttpException);
  });
});

describe('a refusal of the BearerGuard', () => {
  it('is an HttpException without the cause', async () => {
    const guard = await guardWith();
    const refused = await guard.canActivate(contextOf([{ headers: {} }, {}])).catch((error: HttpException) => error);
    expect(refused).toBeInstanceOf(HttpException);
    expect([(refused as HttpException).getStatus(), (refused as HttpException).getResponse()]).toEqual([
      401,
      { code: 'NOT_AUTHENTICATED', message: expect.any(String) },
    ]);
  });

  it.each<[string, () => undefined, string]>([
    ['NOT_AUTHENTICATED', () => undefined, 'The issuer has no key with this id.'],
    [
      'UNAVAILABLE',
      () => {
        throw new IssuerUnavailable();
      },
      'The keys of the issuer are not known yet.',
    ],
  ])(
    'with the code %s is the exception of the option refuse, which gets the cause',
    async (code, publicKey, reason) => {
      const refuse = (refusal: string, cause: unknown) => new Error(`${refusal}: ${(cause as Error).message}`);
      const guard = await guardWith({ keys: { publicKey }, refuse });
      await expect(guard.canActivate(contextOf([bearing(write()), {}]))).rejects.toThrow(`${code}: ${reason}`);
    },
  );
});

it('the BearerGuard answers 503 without a challenge when the revocations are too old', async () => {
  const publicKey = () => {
    throw new RevocationsUnavailable();
  };
  const guard = await guardWith({ keys: { publicKey } });
  const response = { header: jest.fn() };
  const refused = await guard.canActivate(contextOf([bearing(write()), response])).catch((error) => error);
  const body = { code: 'REVOCATIONS_UNAVAILABLE', message: expect.stringMatching(/\S/) };
  expect([refused.getStatus(), refused.getResponse()]).toEqual([503, body]);
  expect(response.header).not.toHaveBeenCalled();
});

describe('a @Public() handler', () => {
  it.each(['', 'garbage'])('accepts the token %j, without a caller', async (token) => {
    const request: BearerRequest = token ? bearing(token) : { headers: {} };
    const guard = await guardWith();
    await expect(guard.canActivate(contextOf([request, {}], 'http', 'open'))).resolves.toBe(true);
    expect(request.user).toBeUndefined();
  });
});

describe('BearerGuard with other transports', () => {
  it('reads the token of a GraphQL resolver from the request in its context', async () => {
    const guard = await guardWith();
    const req = bearing(write());
    await expect(guard.canActivate(contextOf([undefined, {}, { req }, {}], 'graphql'))).resolves.toBe(true);
    expect(req.user).toMatchObject({ uid: 'u', sessionId: 's' });
    for (const bare of [{ req: { headers: {} } }, {}]) {
      const context = contextOf([undefined, { header: 'x' }, bare, {}], 'graphql');
      await expect(guard.canActivate(context)).rejects.toThrow(HttpException);
    }
  });

  it('ignores a token and a user in a message itself', async () => {
    const guard = await guardWith();
    const message = { ...bearing(write()), user: { uid: 'u' } };
    await expect(guard.canActivate(contextOf([message, {}], 'rpc'))).rejects.toThrow(HttpException);
  });

  it('accepts a message if getRequest() is overridden', async () => {
    class MessageGuard extends BearerGuard {
      override getRequest(context: ExecutionContext): BearerRequest {
        return Object.assign(context.switchToRpc().getContext<object>(), bearing(context.switchToRpc().getData()));
      }
    }
    const guard = await guardWith({}, MessageGuard);
    const context: BearerRequest = {};
    await expect(guard.canActivate(contextOf([write(), context], 'rpc'))).resolves.toBe(true);
    expect(context.user).toMatchObject({ uid: 'u' });
    await expect(guard.canActivate(contextOf(['garbage', {}], 'rpc'))).rejects.toThrow(HttpException);
  });
});

describe('AuthModule refuses to start with a wrong option', () => {
  beforeEach(() => jest.spyOn(Logger, 'error').mockImplementation());

  it.each<[string, AuthOptions]>([
    ['issuer', { issuer: 'auth.example.com' }],
    ['issuer', {} as AuthOptions],
    ['issuer', { issuer: '', jwksUri: `${ISSUER}/keys` }],
    ['jwksUri', { issuer: ISSUER, jwksUri: 'file:///etc/keys.json' }],
    ['revocations.uri', { issuer: ISSUER, revocations: { uri: '/revocations' } }],
    ['revocations.every', { issuer: ISSUER, revocations: { every: 0 } }],
    ['revocations.every', { issuer: ISSUER, revocations: { every: Number.NaN } }],
    ['revocations.maxStale', { issuer: ISSUER, revocations: { maxStale: 2 } }],
    ['client.secret', { issuer: ISSUER, client: { id: 'shop', secret: '' } }],
  ])('%s in %j', async (option, options) => {
    const start = NestFactory.createApplicationContext(AuthModule.forRoot(options), {
      logger: false,
      abortOnError: false,
    });
    await expect(start).rejects.toThrow(option);
  });
});
