import { type AdminToken, AdminTokens, type Scope } from '@app/admin';
import { ApiError } from '@app/errors';
import { addressGroup, RateLimits, WRONG_ADMIN_TOKENS } from '@app/limits';
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from '../wire/client.decorator.js';

const SCOPE = 'latchkey:scope';

/** The scope that a route needs. */
export const Scopes = (scope: Scope): MethodDecorator => SetMetadata(SCOPE, scope);

/** The admin token of the request. Only on routes behind the `AdminGuard`. */
export const Admin = createParamDecorator(
  (_data: unknown, context: ExecutionContext): AdminToken =>
    context.switchToHttp().getRequest<{ admin: AdminToken }>().admin,
);

/**
 * Requires an admin token in `Authorization: Bearer …` (RFC 6750): `NOT_AUTHENTICATED` without a valid one,
 * `NOT_AUTHORIZED` when it lacks the scope of the route, `TOO_MANY_REQUESTS` after too many wrong ones from one client
 * address. A route without a scope refuses every request.
 */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: AdminTokens,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest & { admin?: AdminToken }>();
    const admin = await this.authenticate(request);
    const scope = this.reflector.get<Scope | undefined>(SCOPE, context.getHandler());
    if (scope === undefined || !admin.scopes.includes(scope)) {
      throw new ApiError(
        'NOT_AUTHORIZED',
        `The admin token does not have the scope "${scope ?? 'none'}" that this requires.`,
      );
    }
    request.admin = admin;
    return true;
  }

  /** Looks the token up before it counts, so that wrong tokens from the same address never block a valid one. */
  private async authenticate(request: FastifyRequest): Promise<AdminToken> {
    const [, token] = /^bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const admin = token === undefined ? undefined : await this.tokens.use(token);
    if (admin) return admin;
    if (token !== undefined) await this.limits.count(WRONG_ADMIN_TOKENS, addressGroup(clientAddress(request)));
    throw new ApiError('NOT_AUTHENTICATED', 'A valid admin token is required in the Authorization header.');
  }
}
