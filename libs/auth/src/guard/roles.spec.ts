import { generateKeyPairSync, sign } from 'node:crypto';
import { MissingRole } from '@latchkey/verify';
import { type ExecutionContext, HttpException, type INestApplicationContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { NestFactory } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { AuthModule } from '../auth.module.js';
import { AUTH_OPTIONS, type AuthOptions } from '../auth.options.js';
import { BearerGuard, Caller, Public, RequireAuthentication, Roles } from '../guard.js';
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
  @Roles('editor', 'admin')
  edit(): void {}

  @Public()
  @Roles('editor')
  editAndPublic(): void {}

  @Roles('editor')
  @RequireAuthentication({ acr: 'aal2' })
  both(): void {}
}

@Roles('editor')
@RequireAuthentication({ acr: 'aal2' })
class Editors {
  plain(): void {}

  @Public()
  open(): void {}

  @Roles('admin')
  admin(): void {}

  @RequireAuthentication({ acr: 'aal1' })
  weak(): void {}
}

@Public()
class Open {
  @Roles('editor')
  edit(): void {}
}

let app: INestApplicationContext | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

type Handler = [object: { prototype: object }, name: string];

async function guarded(options: Partial<AuthOptions> = {}) {
  app = await NestFactory.createApplicationContext(AuthModule.forRoot({ ...OPTIONS, ...options }), { logger: false });
  return new BearerGuard(app.get(TokenVerifier), app.get(AUTH_OPTIONS));
}

/** What the guard decides about a request with these claims, or without a token: true, or the exception with the headers. */
async function decide([type, name]: Handler, claims?: object, options: Partial<AuthOptions> = {}) {
  const guard = await guarded(options);
  const headers: Record<string, string> = {};
  const response = { header: (field: string, value: string) => (headers[field] = value) };
  const request = { headers: claims ? { authorization: `Bearer ${write(claims)}` } : {} };
  const context: ExecutionContext = new ExecutionContextHost(
    [request, response],
    type as never,
    Reflect.get(type.prototype, name),
  );
  return { outcome: await guard.canActivate(context).catch((error: unknown) => error), headers };
}

const codeOf = async (handler: Handler, claims?: object) => {
  const { outcome } = await decide(handler, claims);
  return outcome instanceof HttpException ? (outcome.getResponse() as { code: string }).code : outcome;
};

const roles = (...names: unknown[]) => ({ app: { roles: names } });

describe('@Roles()', () => {
  it.each<[object, true | 'NOT_AUTHORIZED']>([
    [roles('editor'), true],
    [roles('reader', 'admin'), true],
    [roles('reader'), 'NOT_AUTHORIZED'],
    [roles('Editor'), 'NOT_AUTHORIZED'],
    [roles(['editor']), 'NOT_AUTHORIZED'],
    [roles(), 'NOT_AUTHORIZED'],
    [{}, 'NOT_AUTHORIZED'],
    [{ app: null }, 'NOT_AUTHORIZED'],
    [{ app: {} }, 'NOT_AUTHORIZED'],
    [{ app: ['editor'] }, 'NOT_AUTHORIZED'],
    [{ app: { roles: 'editor' } }, 'NOT_AUTHORIZED'],
    [{ app: { roles: { editor: true } } }, 'NOT_AUTHORIZED'],
    [{ app: { role: 'editor' } }, 'NOT_AUTHORIZED'],
    [{ roles: ['editor'] }, 'NOT_AUTHORIZED'],
    [{ app: JSON.parse('{"__proto__":{"roles":["editor"]}}') }, 'NOT_AUTHORIZED'],
  ])('for editors and admins, with the claims %j: %s', async (claims, decision) => {
    expect(await codeOf([Handlers, 'edit'], claims)).toBe(decision);
  });

  it('refuses with 403, the code, and the challenge of RFC 6750', async () => {
    const { outcome, headers } = await decide([Handlers, 'edit'], {});
    expect((outcome as HttpException).getStatus()).toBe(403);
    expect((outcome as HttpException).getResponse()).toEqual({
      code: 'NOT_AUTHORIZED',
      message: expect.stringMatching(/\S/),
    });
    expect(headers).toEqual({ 'WWW-Authenticate': 'Bearer error="insufficient_scope"' });
  });

  it('refuses a request without a token with NOT_AUTHENTICATED', async () => {
    expect(await codeOf([Handlers, 'edit'])).toBe('NOT_AUTHENTICATED');
    expect(await codeOf([Handlers, 'editAndPublic'])).toBe('NOT_AUTHENTICATED');
  });

  it.each<[Handler, object | undefined, unknown]>([
    [[Handlers, 'both'], { ...roles('editor'), acr: 'aal2' }, true],
    [[Handlers, 'both'], { ...roles('editor'), acr: 'aal1' }, 'REAUTHENTICATION_REQUIRED'],
    [[Handlers, 'both'], { acr: 'aal1' }, 'NOT_AUTHORIZED'],
    [[Editors, 'plain'], { ...roles('editor'), acr: 'aal2' }, true],
    [[Editors, 'plain'], { ...roles('reader'), acr: 'aal2' }, 'NOT_AUTHORIZED'],
    [[Editors, 'open'], undefined, true],
    [[Editors, 'admin'], { ...roles('editor'), acr: 'aal2' }, 'NOT_AUTHORIZED'],
    [[Editors, 'admin'], { ...roles('admin'), acr: 'aal1' }, 'REAUTHENTICATION_REQUIRED'],
    [[Editors, 'admin'], { ...roles('admin'), acr: 'aal2' }, true],
    [[Editors, 'weak'], { ...roles('editor'), acr: 'aal1' }, true],
    [[Editors, 'weak'], { acr: 'aal1' }, 'NOT_AUTHORIZED'],
    [[Open, 'edit'], undefined, 'NOT_AUTHENTICATED'],
    [[Open, 'edit'], roles('editor'), true],
  ])('combines with other decorators: %p with the claims %j', async (handler, claims, decision) => {
    expect(await codeOf(handler, claims)).toBe(decision);
  });

  it('passes its code and the roles to the option refuse', async () => {
    const refuse = jest.fn(() => new Error('mine'));
    const { outcome } = await decide([Handlers, 'edit'], {}, { refuse });
    expect(outcome).toEqual(new Error('mine'));
    expect(refuse).toHaveBeenCalledWith('NOT_AUTHORIZED', new MissingRole(['editor', 'admin']));
  });

  it.each([[[]], [['']], [[1]], [[['editor']]]])('refuses the roles %j when the class is loaded', (names) => {
    expect(() => Roles(...(names as never as [string]))).toThrow(TypeError);
  });
});

describe("@Caller('app')", () => {
  class Reading {
    read(@Caller('app') _app: unknown): void {}
  }

  /** What a handler receives from a request with these claims. */
  async function received(claims?: object) {
    const guard = await guarded();
    const request = { headers: claims ? { authorization: `Bearer ${write(claims)}` } : {} };
    const handler = Editors.prototype.open;
    const context = new ExecutionContextHost([request, {}], Editors as never, handler);
    await guard.canActivate(context);
    const [parameter] = Object.values(Reflect.getMetadata(ROUTE_ARGS_METADATA, Reading, 'read')) as {
      factory: (data: unknown, context: ExecutionContext) => unknown;
      data: unknown;
    }[];
    return parameter?.factory(parameter.data, context);
  }

  it('is the claim of the token', async () => {
    expect(await received({ app: { roles: ['editor'], plan: { seats: 5 } } })).toEqual({
      roles: ['editor'],
      plan: { seats: 5 },
    });
  });

  it('is empty for a caller without claims, and undefined without a caller', async () => {
    expect(await received({})).toEqual({});
    expect(await received()).toBeUndefined();
  });

  it('cannot be changed, since other requests with the token share it', async () => {
    const app = (await received({ app: { roles: ['reader'], plan: { seats: 5 } } })) as {
      roles: string[];
      plan: object;
    };
    expect(() => app.roles.push('admin')).toThrow(TypeError);
    expect(() => Object.assign(app.plan, { seats: 6 })).toThrow(TypeError);
  });
});
