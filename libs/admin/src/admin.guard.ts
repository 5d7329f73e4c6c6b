import { ApiError } from '@app/errors';
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { AdminToken, Scope } from './admin-token.entity.js';
import { AdminTokens } from './admin-tokens.js';

const SCOPE = 'latchkey:scope';

/** What the admin token of a route must be good for. */
export const Scopes = (scope: Scope): MethodDecorator => SetMetadata(SCOPE, scope);

/** Which admin token is calling. Only on routes behind the `AdminGuard`. */
export const Admin = createParamDecorator(
  (_data: unknown, context: ExecutionContext): AdminToken =>
    context.switchToHttp().getRequest<{ admin: AdminToken }>().admin,
);

/**
 * Lets a request through that carries an admin token in `Authorization: Bearer …` (RFC 6750): `NOT_AUTHENTICATED`
 * without a valid one, `NOT_AUTHORIZED` when it lacks the scope of the route. A route without a scope is closed.
 */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: AdminTokens,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<{ headers: { authorization?: string }; admin?: AdminToken }>();
    const [, token] = /^bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const admin = token === undefined ? undefined : await this.tokens.use(token);
    if (!admin) throw new ApiError('NOT_AUTHENTICATED', 'A valid admin token is required in the Authorization header.');
    const scope = this.reflector.get<Scope | undefined>(SCOPE, context.getHandler());
    if (scope === undefined || !admin.scopes.includes(scope)) {
      throw new ApiError('NOT_AUTHORIZED', `The admin token has not the scope "${scope}" that this needs.`);
    }
    request.admin = admin;
    return true;
  }
}
