import { ApiError } from '@app/errors';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { CookieRequest } from './session-cookie.js';

/** Allows only the pages of the service, whose session is in their cookie. */
@Injectable()
export class PagesGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (context.switchToHttp().getRequest<CookieRequest>().inCookie === 'pages') return true;
    throw new ApiError('NOT_AUTHENTICATED', 'Only the sign-in pages of the service may do this.', {
      reason: 'no page of the service: without its header X-Latchkey-Session',
    });
  }
}
