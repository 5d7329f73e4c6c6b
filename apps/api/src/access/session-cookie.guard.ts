import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { SESSION_HEADER, type SessionPlace } from '../wire/cookies.js';
import type { CookieRequest } from './session-cookie.js';

/** Which pages may have their sessions in a cookie, by their origins, and the name of the setting that says so. */
interface Pages {
  allow: (origin: string) => boolean;
  setting: string;
}

/**
 * Before the other guards of each endpoint that opens, refreshes or ends a session: finds out whether the session is in a cookie.
 * Only scripts can set the header, and browsers add the origin of their page. Without the header, no cookie is read.
 */
@Injectable()
export class SessionCookieGuard implements CanActivate {
  private readonly pages: Map<string, Pages>;
  private readonly products: Pages;

  constructor(env: Env) {
    const own = new URL(env.baseUrl).origin;
    this.products = { allow: (origin) => env.mayUseCookies(origin), setting: 'COOKIE_ORIGINS' };
    this.pages = new Map([['cookie', this.products]]);
    if (env.pages.on) this.pages.set('pages', { allow: (origin) => origin === own, setting: 'BASE_URL' });
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<CookieRequest>();
    const { [SESSION_HEADER]: asked, origin = '' } = request.headers;
    if (asked === undefined) return true;
    const found = this.pages.get(String(asked));
    const { allow, setting } = found ?? this.products;
    if (!allow(origin)) {
      throw new ApiError('NOT_AUTHENTICATED', `The origin of the page is not among those of ${setting}.`, {
        reason: 'session in a cookie for a page of another origin',
      });
    }
    if (!found) throw new ApiError('INVALID_REQUEST', `The header X-Latchkey-Session must be ${this.values}.`);
    request.inCookie = asked as SessionPlace;
    return true;
  }

  private get values(): string {
    return [...this.pages.keys()].map((value) => `"${value}"`).join(' or ');
  }
}
