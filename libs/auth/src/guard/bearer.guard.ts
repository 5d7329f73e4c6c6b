import { bearerToken, type CallerIdentity, VerifyError } from '@latchkey/verify';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AUTH_OPTIONS, type AuthOptions } from '../auth.options.js';
import { refusalFor, toException } from '../refusal.js';
import { TokenVerifier } from '../token-verifier.js';
import { accessOf } from './access.js';
import { type BearerRequest, requestOf } from './request-of.js';

/** Allows requests with a valid access token, and all requests to `@Public()` handlers. */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly verifier: TokenVerifier,
    @Inject(AUTH_OPTIONS) private readonly options: AuthOptions,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = this.getRequest(context);
    const token = bearerToken(request.headers?.authorization);
    const { open, demands } = accessOf(context);
    if (open && token === null) return true;
    try {
      request.user = await this.verifier.verify(token, demands);
    } catch (error) {
      if (!open) throw this.refusal(error, context);
    }
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
  getRequest(context: ExecutionContext): BearerRequest {
    return requestOf(context);
  }

  private refusal(cause: unknown, context: ExecutionContext): unknown {
    if (this.options.refuse) return this.options.refuse(refusalFor(cause), cause);
    // An error of the option `keys`, or a programming error: not the fault of the caller.
    if (!(cause instanceof VerifyError)) return cause;
    if (cause.challenge !== undefined) challenge(context, cause.challenge);
    return toException(cause);
  }
}

/** Adds the `WWW-Authenticate` header to an HTTP answer. */
function challenge(context: ExecutionContext, value: string): void {
  const response = context.switchToHttp().getResponse<{ header?: unknown } | undefined>();
  if (context.getType() !== 'http' || typeof response?.header !== 'function') return;
  response.header('WWW-Authenticate', value);
}
