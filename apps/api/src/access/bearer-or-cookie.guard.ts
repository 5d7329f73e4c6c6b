import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { CookieRequest } from './session-cookie.js';
import { SignedInGuard } from './signed-in.guard.js';

/** Allows a signed-in caller, and a request with its session in a cookie, whose access token is then ignored. */
@Injectable()
export class BearerOrCookieGuard implements CanActivate {
  constructor(private readonly signedIn: SignedInGuard) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { inCookie } = context.switchToHttp().getRequest<CookieRequest>();
    return inCookie !== undefined || this.signedIn.canActivate(context);
  }
}
