import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { CallerIdentity } from './claims.js';

/** Lets a request through that carries a valid access token; `NOT_AUTHENTICATED` for all others. */
@Injectable()
export class BearerGuard extends AuthGuard('bearer') {
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
