import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { TokensService } from '@app/tokens';
import { createParamDecorator, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type HostCookie, readCookie, sessionCookie, writeCookie } from '../wire/cookies.js';

/**
 * What a handler does with the session of its answer or of its request. `open`: it can answer a refresh token. `refresh`: it takes
 * one, and answers the next one. `end`: it takes one, or else an access token.
 */
export type CookieUse = 'open' | 'refresh' | 'end';

const USE = 'latchkey:session-cookie';

export const UsesCookie = (use: CookieUse): MethodDecorator => SetMetadata(USE, use);

/** Undefined for a handler that has nothing to do with refresh tokens. */
export const cookieUseOf = (handler: object): CookieUse | undefined => Reflect.getMetadata(USE, handler);

/** A request whose session is in a cookie, as the `SessionCookieGuard` has found. */
export type CookieRequest = FastifyRequest & { inCookie?: boolean };

/** Whether the session of the request is in a cookie. */
export const InCookie = createParamDecorator(
  (_data: unknown, context: ExecutionContext): boolean =>
    context.switchToHttp().getRequest<CookieRequest>().inCookie === true,
);

/** The token beside the cookie would leave open which of the two counts. @throws {ApiError} INVALID_REQUEST */
export function refuseTokenInBody({ inCookie }: CookieRequest, body: unknown): void {
  if (inCookie !== true || Object(body).refresh_token === undefined) return;
  throw new ApiError('INVALID_REQUEST', 'With the header X-Latchkey-Session, the refresh token is in a cookie only.');
}

/** The cookie with the refresh token of a session. No script can read it, and no page of another site can send it. */
@Injectable()
export class SessionCookie {
  private readonly cookie: HostCookie;

  constructor(
    env: Env,
    private readonly tokens: TokensService,
  ) {
    this.cookie = sessionCookie(env.baseUrl);
  }

  /** The refresh token of the request; undefined for an empty cookie, too. */
  read(request: FastifyRequest): string | undefined {
    return readCookie(request, this.cookie) || undefined;
  }

  /** The browser keeps the token as long as it works. */
  write(reply: FastifyReply, refreshToken: string): void {
    writeCookie(reply, this.cookie, refreshToken, this.tokens.lifeOf(refreshToken));
  }

  remove(reply: FastifyReply): void {
    writeCookie(reply, this.cookie, '', 0);
  }
}
