import { generateKeyPairSync, sign } from 'node:crypto';
import { MissingScope } from '@latchkey/verify';
import { HttpException, type INestApplicationContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { NestFactory } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { AuthModule } from '../auth.module.js';
import { AUTH_OPTIONS, type AuthOptions } from '../auth.options.js';
import { BearerGuard, Caller, Machine, Public, Roles, Scopes } from '../guard.js';
import { TokenVerifier } from '../token-verifier.js';

const NOW = 1_800_000_000;
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const OPTIONS: AuthOptions = {
  issuer: 'https://auth.example.com',
  machineAudience: 'https://orders.example.com',
  revocations: false,
  keys: { publicKey: () => pair.publicKey },
  now: () => NOW,
};

const COMMON = { iss: OPTIONS.issuer, iat: NOW, exp: NOW + 60, jti: 'j' };
const PERSON = { ...COMMON, sub: 'u', sid: 's', typ: 'access' };
const MACHINE = { ...COMMON, typ: 'machine', aud: OPTIONS.machineAudience, scope: 'orders:read' };
const CLIENT = { ...MACHINE, sub: 'c', client_id: 'c' };
const API_KEY = { ...MACHINE, sub: 'u', key_id: 'k' };

function write(claims: object): string {
  const parts = [{ alg: 'ES256', kid: 'key', typ: 'at+jwt' }, claims];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const by = { key: pair.privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return `${text}.${sign('sha256', Buffer.from(text), by).toString('base64url')}`;
}

class Orders {
  plain(): void {}

  @Public()
  open(): void {}

  @Scopes('orders:read')
  read(): void {}

  @Scopes('orders:read', { people: true })
  both(): void {}

  @Scopes('orders:read', 'orders:write')
  write(): void {}

  @Roles('editor')
  @Scopes('orders:read', { people: true })
  edit(): void {}
}

@Machine()
class Machines {
  any(): void {}

  @Scopes('orders:read')
  read(): void {}

  @Scopes('orders:write')
  write(): void {}

  @Public()
  open(): void {}
}

let app: INestApplicationContext;
beforeAll(async () => {
  app = await NestFactory.createApplicationContext(AuthModule.forRoot(OPTIONS), { logger: false });
});
afterAll(() => app.close());

type Handler = [type: object & { prototype: object }, name: string];

/** What the guard decides about a request with these claims: true, or the exception with the headers. */
async function decide([type, name]: Handler, claims: object, options: AuthOptions = app.get(AUTH_OPTIONS)) {
  const guard = new BearerGuard(app.get(TokenVerifier), options);
  const headers: Record<string, string> = {};
  const response = { header: (field: string, value: string) => (headers[field] = value) };
  const request: { headers: object; user?: unknown } = { headers: { authorization: `Bearer ${write(claims)}` } };
  const context = new ExecutionContextHost([request, response], type as never, Reflect.get(type.prototype, name));
  return { outcome: await guard.canActivate(context).catch((error: unknown) => error), headers, request, context };
}

const codeOf = async (handler: Handler, claims: object) => {
  const { outcome } = await decide(handler, claims);
  return outcome instanceof HttpException ? (outcome.getResponse() as { code: string }).code : outcome;
};

describe('the guard, @Machine() and @Scopes()', () => {
  it.each<[Handler, object, unknown]>([
    [[Orders, 'plain'], PERSON, true],
    [[Orders, 'plain'], CLIENT, 'NOT_AUTHENTICATED'],
    [[Orders, 'plain'], API_KEY, 'NOT_AUTHENTICATED'],
    [[Orders, 'read'], CLIENT, true],
    [[Orders, 'read'], API_KEY, true],
    [[Orders, 'read'], PERSON, 'NOT_AUTHORIZED'],
    [[Orders, 'read'], { ...PERSON, app: { scopes: ['orders:read'] } }, true],
    [[Orders, 'both'], PERSON, true],
    [[Orders, 'both'], { ...PERSON, app: { scopes: ['stock'] } }, 'NOT_AUTHORIZED'],
    [[Orders, 'write'], CLIENT, 'NOT_AUTHORIZED'],
    [[Orders, 'edit'], CLIENT, 'NOT_AUTHORIZED'],
    [[Orders, 'edit'], { ...PERSON, app: { roles: ['editor'] } }, true],
    [[Machines, 'any'], CLIENT, true],
    [[Machines, 'any'], PERSON, 'NOT_AUTHENTICATED'],
    [[Machines, 'read'], API_KEY, true],
    [[Machines, 'read'], { ...PERSON, app: { scopes: ['orders:read'] } }, 'NOT_AUTHENTICATED'],
    [[Machines, 'write'], CLIENT, 'NOT_AUTHORIZED'],
    [[Machines, 'open'], PERSON, true],
  ])('decide about %p with the claims %j: %s', async (handler, claims, decision) => {
    expect(await codeOf(handler, claims)).toBe(decision);
  });

  it('do not name a machine as the caller of a public route', async () => {
    expect((await decide([Orders, 'open'], CLIENT)).request.user).toBeUndefined();
    expect((await decide([Orders, 'open'], PERSON)).request.user).toMatchObject({ uid: 'u' });
  });

  it('refuse a missing scope with 403, the code, and the challenge of RFC 6750', async () => {
    const { outcome, headers } = await decide([Orders, 'write'], CLIENT);
    const body = { code: 'NOT_AUTHORIZED', message: expect.stringMatching(/\S/) };
    expect([(outcome as HttpException).getStatus(), (outcome as HttpException).getResponse()]).toEqual([403, body]);
    const challenge = 'Bearer error="insufficient_scope", scope="orders:read orders:write"';
    expect(headers).toEqual({ 'WWW-Authenticate': challenge });
    const refuse = jest.fn(() => new Error('mine'));
    await decide([Orders, 'write'], CLIENT, { ...OPTIONS, refuse });
    expect(refuse).toHaveBeenCalledWith('NOT_AUTHORIZED', new MissingScope(['orders:read', 'orders:write']));
  });

  it.each([[[]], [['']], [['a b']], [[{ people: true }]], [[1]]])(
    'refuse the scopes %j when the class is loaded',
    (names) => {
      expect(() => Scopes(...(names as never as [string]))).toThrow(TypeError);
    },
  );
});

describe('@Caller() of a machine', () => {
  class Reading {
    client(@Caller('client') _value: unknown): void {}
    keyId(@Caller('keyId') _value: unknown): void {}
    uid(@Caller('uid') _value: unknown): void {}
    scopes(@Caller('scopes') _value: unknown): void {}
    app(@Caller('app') _value: unknown): void {}
    act(@Caller('act') _value: unknown): void {}
  }

  it.each([
    ['client', 'c', undefined, undefined],
    ['keyId', undefined, 'k', undefined],
    ['uid', undefined, 'u', 'u'],
    ['scopes', ['orders:read'], ['orders:read'], undefined],
    ['app', {}, {}, {}],
    ['act', undefined, undefined, undefined],
  ])('%j is %j for a client, %j for an API key, and %j for a person', async (fact, ...expected) => {
    const [parameter] = Object.values(Reflect.getMetadata(ROUTE_ARGS_METADATA, Reading, fact)) as {
      factory: (data: unknown, context: ExecutionContextHost) => unknown;
      data: unknown;
    }[];
    const received = [];
    for (const claims of [CLIENT, API_KEY, PERSON]) {
      const { context } = await decide([Orders, 'both'], claims);
      received.push(parameter?.factory(parameter.data, context));
    }
    expect(received).toEqual(expected);
  });
});
