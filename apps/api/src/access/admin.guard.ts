import { ApiError } from '@app/errors';
import { type Administrator, AdminRank, type Operation, type RequiredScope, TokenAccess } from '@app/flows';
import { addressGroup, RateLimits, WRONG_ADMIN_TOKENS } from '@app/limits';
import {
  type CallHandler,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { clientAddress } from '../wire/proxies.js';
import { bearerOf } from './bearer-of.js';
import type { CheckedAgain } from './body.guard.js';
import { ConsoleAccess } from './console-access.js';

const OPERATION = 'latchkey:operation';

type AdminRequest = FastifyRequest<{ Params: { uid?: string } }> & { admin?: Administrator } & CheckedAgain;

/** Declares an operation of the admin API. */
export const Declares = (operation: Operation): MethodDecorator => SetMetadata(OPERATION, operation);

export const operationOf = (handler: object): Operation | undefined => Reflect.getMetadata(OPERATION, handler);

/** The administrator of the request. Only on routes behind the `AdminGuard`. */
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
    private readonly tokens: TokenAccess,
    private readonly limits: RateLimits,
    private readonly console: ConsoleAccess,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AdminRequest>();
    const scope = operationOf(context.getHandler())?.scope;
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
    const token = bearerOf(request);
    const admin = token === undefined ? undefined : await this.tokens.use(token);
    if (admin) return admin;
    if (token !== undefined) await this.limits.count(WRONG_ADMIN_TOKENS, addressGroup(clientAddress(request)));
    const administrator =
      request.headers.authorization === undefined ? await this.console.administrator(request) : undefined;
    if (administrator) return administrator;
    const reason =
      token === undefined ? 'no admin token and no session of the console' : 'unknown, revoked or expired admin token';
    throw new ApiError('NOT_AUTHENTICATED', 'A valid admin token is required in the Authorization header.', { reason });
  }
}

/** Runs the handler with what it declares: each of its transactions begins with a check of the administrator. */
@Injectable()
export class AdminInterceptor implements NestInterceptor {
  constructor(private readonly rank: AdminRank) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { admin: by, params } = context.switchToHttp().getRequest<AdminRequest>();
    const operation = operationOf(context.getHandler());
    if (!by || !operation) throw new Error('Only an operation of the admin API can be run.');
    const request = { ...operation, by, uid: params.uid?.toLowerCase() };
    return from(this.rank.during(request, () => lastValueFrom(next.handle(), { defaultValue: undefined })));
  }
}

/** @throws {ApiError} NOT_AUTHORIZED */
function requireScope(admin: Administrator, scope: RequiredScope | undefined): Administrator {
  if (scope === 'any' || (scope !== undefined && admin.scopes.includes(scope))) return admin;
  throw new ApiError(
    'NOT_AUTHORIZED',
    `The admin token does not have the scope "${scope ?? 'none'}" that this requires.`,
    { reason: 'administrator without the scope of the route' },
  );
}
