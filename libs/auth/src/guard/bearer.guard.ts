import { type CanActivate, type ExecutionContext, Inject, Injectable, type Type } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { AUTH_OPTIONS, type AuthOptions } from '../auth.options.js';
import { refusalFor, toException } from '../refusal.js';
import type { CallerIdentity } from '../tokens/claims.js';
import { VerifiedTokens } from '../tokens/verified-tokens.js';
import { bearerToken } from './bearer-token.js';
import { isPublic } from './public.decorator.js';
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
    @Inject(AUTH_OPTIONS) private readonly options: AuthOptions,
  ) {
    super();
  }

  /** A token in the cache of verified tokens does not reach passport. */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = this.getRequest(context);
    const token = bearerToken(request);
    const caller = this.verified.callerOf(token);
    if (caller === undefined) return this.verify(token, context);
    request.user = caller;
    return true;
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
    const cause = error || info;
    const refusal = refusalFor(cause);
    if (this.options.refuse) throw this.options.refuse(refusal, cause);
    if (refusal === 'NOT_AUTHENTICATED') challenge(context, bearerToken(this.getRequest(context)));
    throw toException(refusal, cause);
  }

  private async verify(token: string | null, context: ExecutionContext): Promise<boolean> {
    const open = isPublic(context);
    if (open && token === null) return true;
    try {
      return (await super.canActivate(context)) === true;
    } catch (error) {
      if (open) return true;
      throw error;
    }
  }
}

/** Adds the `WWW-Authenticate` header to an HTTP answer (RFC 6750, section 3). */
function challenge(context: ExecutionContext, token: string | null): void {
  const response = context.switchToHttp().getResponse<{ header?: unknown } | undefined>();
  if (context.getType() !== 'http' || typeof response?.header !== 'function') return;
  response.header('WWW-Authenticate', token === null ? 'Bearer' : 'Bearer error="invalid_token"');
}
