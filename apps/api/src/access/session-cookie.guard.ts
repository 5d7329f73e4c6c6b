import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { SESSION_HEADER } from '../wire/cookies.js';
import type { CookieRequest } from './session-cookie.js';

/**
 * Before the other guards of each endpoint that opens, refreshes or ends a session: finds out whether the session is in a cookie.
 * Only scripts can set the header, and browsers add the origin of their page. Without the header, no cookie is read.
 */
@Injectable()
export class SessionCookieGuard implements CanActivate {
  constructor(private readonly env: Env) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<CookieRequest>();
    const { [SESSION_HEADER]: asked, origin = '' } = request.headers;
    if (asked === undefined) return true;
    if (!this.env.cookieOrigins.includes(origin)) {
      throw new ApiError('NOT_AUTHENTICATED', 'The origin of the page is not among COOKIE_ORIGINS.', {
        reason: 'session in a cookie for a page of another origin',
      });
    }
    if (asked !== 'cookie') throw new ApiError('INVALID_REQUEST', 'The header X-Latchkey-Session must be "cookie".');
    request.inCookie = true;
    return true;
  }
}
