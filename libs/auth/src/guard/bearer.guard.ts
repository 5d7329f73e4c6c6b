import { ApiError } from '@app/errors';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { bearerToken } from './bearer-token.js';
import type { CallerIdentity } from './claims.js';
import { VerifiedTokens } from './verified-tokens.js';

/** Lets a request through that carries a valid access token; `NOT_AUTHENTICATED` for all others. */
@Injectable()
export class BearerGuard extends AuthGuard('bearer') {
  constructor(private readonly verified: VerifiedTokens) {
    super();
  }

  /** A token that was verified before is not handed to passport again. */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    const caller = this.verified.callerOf(bearerToken(request));
    if (caller === undefined) return (await super.canActivate(context)) as boolean;
    request.user = caller;
    return true;
  }

  override handleRequest<T = CallerIdentity>(error: unknown, caller: T | false, info: unknown): T {
    const failure = [error, info].find((reason) => reason instanceof ApiError);
    if (failure) throw failure;
    if (error || !caller)
      throw new ApiError('NOT_AUTHENTICATED', undefined, {
        cause: error ?? info,
      });
    return caller;
  }
}
