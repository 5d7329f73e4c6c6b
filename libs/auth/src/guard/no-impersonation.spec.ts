import { generateKeyPairSync, sign } from 'node:crypto';
import { ImpersonatedCaller } from '@latchkey/verify';
import { HttpException, type INestApplicationContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { NestFactory } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { AuthModule } from '../auth.module.js';
import { AUTH_OPTIONS, type AuthOptions } from '../auth.options.js';
import { BearerGuard, Caller, NoImpersonation, Public, RequireAuthentication, Roles } from '../guard.js';
import { TokenVerifier } from '../token-verifier.js';

const NOW = 1_800_000_000;
const ACT = { sub: 'adm_1', name: 'Support' };
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
  @NoImpersonation()
  pay(): void {}

  @NoImpersonation()
  @Public()
  payAndPublic(): void {}

  @NoImpersonation()
  @Roles('editor')
  @RequireAuthentication({ acr: 'aal2' })
  all(): void {}

  read(@Caller('act') _act: unknown): void {}
}

@NoImpersonation()
class Owners {
  plain(): void {}

  @Public()
  open(): void {}
}

let app: INestApplicationContext | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

type Handler = [type: object & { prototype: object }, name: string];

/** What the guard decides about a request with these claims, or without a token: true, or the exception with the headers. */
async function decide([type, name]: Handler, claims?: object, options: Partial<AuthOptions> = {}) {
  app = await NestFactory.createApplicationContext(AuthModule.forRoot({ ...OPTIONS, ...options }), { logger: false });
  const guard = new BearerGuard(app.get(TokenVerifier), app.get(AUTH_OPTIONS));
  const headers: Record<string, string> = {};
  const response = { header: (field: string, value: string) => (headers[field] = value) };
  const request = { headers: claims ? { authorization: `Bearer ${write(claims)}` } : {} };
  const handler = Reflect.get(type.prototype, name);
  const context = new ExecutionContextHost([request, response], type as never, handler);
  return { outcome: await guard.canActivate(context).catch((error: unknown) => error), headers, context };
}

const codeOf = async (handler: Handler, claims?: object) => {
  const { outcome } = await decide(handler, claims);
  return outcome instanceof HttpException ? (outcome.getResponse() as { code: string }).code : outcome;
};

describe('@NoImpersonation()', () => {
  it.each<[Handler, object | undefined, unknown]>([
    [[Handlers, 'pay'], {}, true],
    [[Handlers, 'pay'], { act: ACT }, 'IMPERSONATION_FORBIDDEN'],
    [[Handlers, 'pay'], { act: {} }, 'IMPERSONATION_FORBIDDEN'],
    [[Handlers, 'pay'], { act: null }, 'IMPERSONATION_FORBIDDEN'],
    [[Handlers, 'pay'], undefined, 'NOT_AUTHENTICATED'],
    [[Handlers, 'payAndPublic'], undefined, 'NOT_AUTHENTICATED'],
    [[Handlers, 'payAndPublic'], { act: ACT }, 'IMPERSONATION_FORBIDDEN'],
    [[Handlers, 'read'], { act: ACT }, true],
    [[Owners, 'plain'], { act: ACT }, 'IMPERSONATION_FORBIDDEN'],
    [[Owners, 'open'], undefined, true],
    [[Handlers, 'all'], { act: ACT }, 'IMPERSONATION_FORBIDDEN'],
    [[Handlers, 'all'], {}, 'NOT_AUTHORIZED'],
    [[Handlers, 'all'], { app: { roles: ['editor'] } }, 'REAUTHENTICATION_REQUIRED'],
  ])('decides about %p with the claims %j: %s', async (handler, claims, decision) => {
    expect(await codeOf(handler, claims)).toBe(decision);
  });

  it('refuses with 403, the code, and the challenge of RFC 6750', async () => {
    const { outcome, headers } = await decide([Handlers, 'pay'], { act: ACT });
    expect((outcome as HttpException).getStatus()).toBe(403);
    expect((outcome as HttpException).getResponse()).toEqual({
      code: 'IMPERSONATION_FORBIDDEN',
      message: expect.stringMatching(/\S/),
    });
    expect(headers).toEqual({ 'WWW-Authenticate': 'Bearer error="insufficient_scope"' });
  });

  it('passes its code to the option refuse', async () => {
    const refuse = jest.fn(() => new Error('mine'));
    const { outcome } = await decide([Handlers, 'pay'], { act: ACT }, { refuse });
    expect(outcome).toEqual(new Error('mine'));
    expect(refuse).toHaveBeenCalledWith('IMPERSONATION_FORBIDDEN', new ImpersonatedCaller());
  });
});

describe("@Caller('act')", () => {
  it.each([
    [{ act: ACT }, ACT],
    [{}, undefined],
    [undefined, undefined],
  ])('with the claims %j is %j', async (claims, act) => {
    const { context } = await decide([Handlers, 'read'], claims);
    const [parameter] = Object.values(Reflect.getMetadata(ROUTE_ARGS_METADATA, Handlers, 'read')) as {
      factory: (data: unknown, context: ExecutionContextHost) => unknown;
      data: unknown;
    }[];
    expect(parameter?.factory(parameter.data, context)).toEqual(act);
  });
});
