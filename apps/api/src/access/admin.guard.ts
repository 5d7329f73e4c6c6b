import type { Scope } from '@app/admin';
import { BearerGuard, type CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import { ChallengeStore } from '@app/factors';
import type { Administrator } from '@app/flows';
import { SPENT_LINK, TokenAccess } from '@app/flows';
import { addressGroup, RateLimits, WRONG_ADMIN_TOKENS } from '@app/limits';
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../http/body/read-body.js';
import { clientAddress } from '../wire/client.decorator.js';
import type { CheckedAgain } from './body.guard.js';
import { ConsoleAccess } from './console-access.js';

const SCOPE = 'latchkey:scope';
const ANY = 'any';
const TOKEN = /^bearer +([\w.~+/=-]+)$/i;

type AdminRequest = FastifyRequest & { admin?: Administrator; user?: CallerIdentity } & CheckedAgain;

/** The scope that a route needs. */
export const Scopes = (scope: Scope): MethodDecorator => SetMetadata(SCOPE, scope);

/** Allows every administrator, whatever the scopes. */
export const AnyScope = (): MethodDecorator => SetMetadata(SCOPE, ANY);

/** The administrator of the request. Only on routes behind one of the guards of this file. */
export const Admin = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<AdminRequest>().admin,
);

/**
 * Requires an admin token in `Authorization: Bearer …` (RFC 6750), or without this header the cookie of the console:
 * `NOT_AUTHENTICATED` without a valid one, `NOT_AUTHORIZED` when it lacks the scope of the route,
 * `TOO_MANY_REQUESTS` after too many wrong tokens from one client address. A route without a scope refuses every request.
 */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenAccess,
    private readonly limits: RateLimits,
    private readonly console: ConsoleAccess,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AdminRequest>();
    const scope = this.reflector.get<Scope | typeof ANY | undefined>(SCOPE, context.getHandler());
    const check = async () => {
      request.admin = requireScope(await this.authenticate(request), scope);
    };
    await check();
    // A body can arrive long after its headers, and after a revocation.
    request.checkAgain = check;
    return true;
  }

  /** Looks the token up before it counts, so that wrong tokens from the same address never block a valid one. */
  private async authenticate(request: AdminRequest): Promise<Administrator> {
    const { authorization } = request.headers;
    const [, token] = TOKEN.exec(authorization ?? '') ?? [];
    const admin = token === undefined ? undefined : await this.tokens.use(token);
    if (admin) return admin;
    if (token !== undefined) await this.limits.count(WRONG_ADMIN_TOKENS, addressGroup(clientAddress(request)));
    const administrator = authorization === undefined ? await this.console.administrator(request) : undefined;
    if (administrator) return administrator;
    throw new ApiError('NOT_AUTHENTICATED', 'A valid admin token is required in the Authorization header.');
  }
}

/**
 * For the sign-in to the console, by a page of this service: recognises the admin token, or the access token of a user, in the
 * field `token` or in the `Authorization` header. A request without either may have a link that signs in once.
 */
@Injectable()
export class ConsoleSignInGuard implements CanActivate {
  constructor(
    private readonly tokens: TokenAccess,
    private readonly limits: RateLimits,
    private readonly console: ConsoleAccess,
    private readonly bearer: BearerGuard,
    private readonly challenges: ChallengeStore,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AdminRequest>();
    this.console.requireOwnPage(request);
    const { token = TOKEN.exec(request.headers.authorization ?? '')?.[1], once } = Object(await readBody(request));
    try {
      if (typeof token === 'string') await this.recognise(token, request, context);
      if (typeof once === 'string') await this.findLink(once);
    } catch (error) {
      await this.limits.count(WRONG_ADMIN_TOKENS, addressGroup(clientAddress(request)));
      throw error;
    }
    return true;
  }

  private async recognise(token: string, request: AdminRequest, context: ExecutionContext): Promise<void> {
    const admin = await this.tokens.use(token);
    if (admin) {
      request.admin = admin;
      return;
    }
    request.headers.authorization = `Bearer ${token}`;
    await this.bearer.canActivate(context);
  }

  /** The sign-in uses the link up. */
  private async findLink(once: string): Promise<void> {
    if (!(await this.challenges.find(once, 'console'))) throw new ApiError('NOT_AUTHENTICATED', SPENT_LINK);
  }
}

/** @throws {ApiError} NOT_AUTHORIZED */
function requireScope(admin: Administrator, scope: Scope | typeof ANY | undefined): Administrator {
  if (scope === ANY || (scope !== undefined && admin.scopes.includes(scope))) return admin;
  throw new ApiError(
    'NOT_AUTHORIZED',
    `The admin token does not have the scope "${scope ?? 'none'}" that this requires.`,
  );
}
