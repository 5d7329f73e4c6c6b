import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { TokensService } from '@app/tokens';
import { createParamDecorator, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type HostCookie, readCookie, type SessionPlace, sessionCookie, writeCookie } from '../wire/cookies.js';

/**
 * What a handler does with the session of its answer or of its request. `open`: it can answer a refresh token. `refresh`: it takes
 * one, and answers the next one. `end`: it takes one, or else an access token. `show`: it demands the
 * cookie of the pages beside an access token, and leaves the cookie as it is.
 */
export type CookieUse = 'open' | 'refresh' | 'end' | 'show';

const USE = 'latchkey:session-cookie';

export const UsesCookie = (use: CookieUse): MethodDecorator => SetMetadata(USE, use);

/** Undefined for a handler that has nothing to do with refresh tokens. */
export const cookieUseOf = (handler: object): CookieUse | undefined => Reflect.getMetadata(USE, handler);

/** A request whose session is in a cookie, as the `SessionCookieGuard` has found. */
export type CookieRequest = FastifyRequest & { inCookie?: SessionPlace };

/** Whether the session of the request is in a cookie. */
export const InCookie = createParamDecorator(
  (_data: unknown, context: ExecutionContext): boolean =>
    context.switchToHttp().getRequest<CookieRequest>().inCookie !== undefined,
);

/** The token beside the cookie would leave open which of the two counts. @throws {ApiError} INVALID_REQUEST */
export function refuseTokenInBody({ inCookie }: CookieRequest, body: unknown): void {
  if (inCookie === undefined || Object(body).refresh_token === undefined) return;
  throw new ApiError('INVALID_REQUEST', 'With the header X-Latchkey-Session, the refresh token is in a cookie only.');
}

/**
 * The cookies with the refresh token of a session: one for web products, and one for the pages of the service. No script can read
 * them, and no page of another site can send them.
 */
@Injectable()
export class SessionCookie {
  private readonly cookies: Record<SessionPlace, HostCookie>;

  constructor(
    env: Env,
    private readonly tokens: TokensService,
  ) {
    const cookie = (place: SessionPlace) => sessionCookie(place, env.baseUrl);
    this.cookies = { cookie: cookie('cookie'), pages: cookie('pages') };
  }

  /** The refresh token of the request; undefined for an empty cookie, too. */
  read(request: CookieRequest): string | undefined {
    return readCookie(request, this.cookieOf(request)) || undefined;
  }

  /** Whether the pages of the service have a living session in this browser. Reads only. */
  async isSignedInAtPages(request: FastifyRequest): Promise<boolean> {
    const token = readCookie(request, this.cookies.pages);
    return token ? this.tokens.belongsToSession(token) : false;
  }

  /** The browser keeps the token as long as it works. */
  write(request: CookieRequest, reply: FastifyReply, refreshToken: string): void {
    writeCookie(reply, this.cookieOf(request), refreshToken, this.tokens.lifeOf(refreshToken));
  }

  remove(request: CookieRequest, reply: FastifyReply): void {
    writeCookie(reply, this.cookieOf(request), '', 0);
  }

  private cookieOf({ inCookie = 'cookie' }: CookieRequest): HostCookie {
    return this.cookies[inCookie];
  }
}
