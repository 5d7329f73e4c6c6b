import { type CanActivate, type ExecutionContext, Inject, Injectable, type Type } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { AUTH_OPTIONS, type SettledOptions } from '../auth.options.js';
import {
  challengeFor,
  ImpersonatedCaller,
  InsufficientAuthentication,
  MissingRole,
  refusalFor,
  toException,
} from '../refusal.js';
import { hasRole } from '../tokens/app-claims.js';
import { meets } from '../tokens/authentication.js';
import type { AccessClaims, CallerIdentity } from '../tokens/claims.js';
import { VerifiedTokens } from '../tokens/verified-tokens.js';
import { accessOf } from './access.js';
import { bearerToken } from './bearer-token.js';
import { type BearerRequest, requestOf } from './request-of.js';

/** The used parts of passport's guard, declared here so that the package's types do not depend on passport. */
interface PassportGuard extends CanActivate {
  getRequest(context: ExecutionContext): BearerRequest;
  handleRequest<T>(error: unknown, caller: T | false, info: unknown, context: ExecutionContext): T;
}

const PassportGuard = AuthGuard('bearer') as Type<PassportGuard>;

/** Allows requests with a valid access token, and all requests to `@Public()` handlers. */
@Injectable()
export class BearerGuard extends PassportGuard {
  constructor(
    private readonly verified: VerifiedTokens,
    @Inject(AUTH_OPTIONS) private readonly options: SettledOptions,
  ) {
    super();
  }

  /** A token in the cache of verified tokens does not reach passport. */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = this.getRequest(context);
    const token = bearerToken(request);
    const caller = this.verified.callerOf(token);
    if (caller === undefined && !(await this.verify(token, context))) return false;
    if (caller !== undefined) request.user = caller;
    this.authorize(request, context);
    return true;
  }

  /**
   * The caller with an access token that came elsewhere than in the header, for example in the body. It refuses as the guard
   * does, and changes nothing in the request. Undefined only for an invalid token at a `@Public()` handler.
   */
  async callerOf(token: string, context: ExecutionContext): Promise<CallerIdentity | undefined> {
    const request: BearerRequest = { headers: { authorization: `Bearer ${token}` } };
    const guard: BearerGuard = Object.create(this, { getRequest: { value: () => request } });
    await guard.canActivate(context);
    return request.user as CallerIdentity | undefined;
  }

  /** The object with the headers. Override it for transports other than HTTP and GraphQL. */
  override getRequest(context: ExecutionContext): BearerRequest {
    return requestOf(context);
  }

  override handleRequest<T = CallerIdentity>(
    error: unknown,
    caller: T | false,
    info: unknown,
    context: ExecutionContext,
  ): T {
    if (!error && caller) return caller;
    throw this.refusal(error || info, context);
  }

  /** Checks `@RequireAuthentication()` last: a new sign-in neither gives a role nor ends an impersonation. */
  private authorize({ user }: BearerRequest, context: ExecutionContext): void {
    const { requirement, roles, ownersOnly } = accessOf(context);
    // A subclass may store something else than the caller.
    const { claims = {} as Partial<AccessClaims> } = (user ?? {}) as Partial<CallerIdentity>;
    if (ownersOnly && claims.act !== undefined) throw this.refusal(new ImpersonatedCaller(), context);
    if (roles && !hasRole(claims, roles)) throw this.refusal(new MissingRole(roles), context);
    if (!requirement || meets(claims, requirement, this.options.now())) return;
    throw this.refusal(new InsufficientAuthentication(requirement), context);
  }

  private refusal(cause: unknown, context: ExecutionContext): Error {
    const code = refusalFor(cause);
    if (this.options.refuse) return this.options.refuse(code, cause);
    if (code !== 'UNAVAILABLE') challenge(context, challengeFor(cause, bearerToken(this.getRequest(context))));
    return toException(code, cause);
  }

  private async verify(token: string | null, context: ExecutionContext): Promise<boolean> {
    const { open } = accessOf(context);
    if (open && token === null) return true;
    try {
      return (await super.canActivate(context)) === true;
    } catch (error) {
      if (open) return true;
      throw error;
    }
  }
}

/** Adds the `WWW-Authenticate` header to an HTTP answer. */
function challenge(context: ExecutionContext, value: string): void {
  const response = context.switchToHttp().getResponse<{ header?: unknown } | undefined>();
  if (context.getType() !== 'http' || typeof response?.header !== 'function') return;
  response.header('WWW-Authenticate', value);
}
