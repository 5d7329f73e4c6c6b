import { ApiError, type ErrorCode } from '@app/errors';
import { onBehalfOf } from '@app/events';
import { SessionEnder } from '@app/flows';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { catchError, concatMap, map, type Observable } from 'rxjs';
import { HttpRequestActor } from '../wire/request-actor.interceptor.js';
import { type CookieRequest, cookieUseOf, refuseTokenInBody, SessionCookie } from './session-cookie.js';

/** The answers of a session that has ended. After any other failure, the cookie may still work. */
const ENDED: ErrorCode[] = ['INVALID_REFRESH_TOKEN', 'EXPIRED_JWT'];

/**
 * Moves the refresh token of a request from its cookie to its body, and that of an answer from its body to the cookie. For the
 * handler, a session in a cookie is like any other.
 */
@Injectable()
export class SessionCookieInterceptor implements NestInterceptor {
  constructor(
    private readonly cookie: SessionCookie,
    private readonly ender: SessionEnder,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<CookieRequest>();
    if (!request.inCookie) return next.handle();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const use = cookieUseOf(context.getHandler());
    refuseTokenInBody(request, request.body);
    if (use === 'refresh' || use === 'end') {
      // An empty token is no token of the service: the body lacks no field.
      request.body = { ...Object(request.body), refresh_token: this.cookie.read(request) ?? '' };
    }
    const replaces = use === 'open' && request.inCookie === 'pages';
    const handled = next.handle();
    const answers = replaces ? handled.pipe(concatMap((answer) => this.endReplaced(request, answer))) : handled;
    return answers.pipe(
      map((answer) => {
        if (use === 'end') this.cookie.remove(request, reply);
        return this.withoutToken(request, reply, answer);
      }),
      catchError((error: unknown) => {
        const over = use === 'end' ? [...ENDED, 'NOT_AUTHENTICATED'] : ENDED;
        if (error instanceof ApiError && over.includes(error.code)) this.cookie.remove(request, reply);
        throw error;
      }),
    );
  }

  /** The pages are one client: a sign-in takes the place of the session that they had in this browser. */
  private async endReplaced(request: CookieRequest, answer: unknown): Promise<unknown> {
    const { refresh_token: next } = Object(answer) as { refresh_token?: string };
    if (next === undefined) return answer;
    const earlier = this.cookie.read(request);
    await onBehalfOf(new HttpRequestActor(request), () => this.ender.endReplaced(earlier, next));
    return answer;
  }

  private withoutToken(request: CookieRequest, reply: FastifyReply, answer: unknown): unknown {
    const { refresh_token: token } = Object(answer) as { refresh_token?: string };
    if (token === undefined) return answer;
    this.cookie.write(request, reply, token);
    return { ...Object(answer), refresh_token: undefined };
  }
}
