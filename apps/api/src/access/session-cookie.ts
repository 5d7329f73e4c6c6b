import { Env } from '@app/config';
import { ApiError, type ErrorCode } from '@app/errors';
import { onBehalfOf } from '@app/events';
import { SessionService } from '@app/flows';
import { DEVICE_SECONDS, deviceTokensIn, type ShownDevice, TokensService } from '@app/tokens';
import {
  type CallHandler,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catchError, concatMap, map, type Observable } from 'rxjs';
import {
  DEVICE_HEADER,
  deviceCookie,
  type HostCookie,
  readCookie,
  SESSION_HEADER,
  type SessionPlace,
  sessionCookie,
  writeCookie,
} from '../wire/cookies.js';
import { HttpRequestActor } from '../wire/request-actor.interceptor.js';
import type { DeviceRequest } from '../wire/wire.js';

/**
 * At each endpoint that answers a sign-in: finds the device tokens of the client, and moves the next ones to their cookie if the
 * session is in a cookie. No script can read them there, so the header does not count besides the cookie.
 */
@Injectable()
class DeviceInterceptor implements NestInterceptor {
  private readonly cookie: HostCookie;

  constructor({ baseUrl }: Env) {
    this.cookie = deviceCookie(baseUrl);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<CookieRequest & DeviceRequest>();
    const inCookie = request.inCookie !== undefined;
    request.device = inCookie ? this.inCookie(request) : inHeader(request);
    if (!inCookie) return next.handle();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(map((answer) => this.withoutToken(reply, answer)));
  }

  private inCookie(request: CookieRequest): ShownDevice {
    return { tokens: deviceTokensIn(readCookie(request, this.cookie) ?? ''), inCookie: true };
  }

  private withoutToken(reply: FastifyReply, answer: unknown): unknown {
    const { device_token: token, ...rest } = Object(answer) as { device_token?: string };
    if (token === undefined) return answer;
    writeCookie(reply, this.cookie, token, DEVICE_SECONDS);
    return rest;
  }
}

function inHeader({ headers }: CookieRequest): ShownDevice | undefined {
  const { [DEVICE_HEADER]: shown } = headers;
  return shown === undefined ? undefined : { tokens: deviceTokensIn(String(shown)), inCookie: false };
}

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

/**
 * What a handler does with the session of its answer or of its request. `open`: it can answer a refresh token. `refresh`: it takes
 * one, and answers the next one. `end`: it takes one, or else an access token. `show`: it demands the
 * cookie of the pages beside an access token, and leaves the cookie as it is.
 */
export type CookieUse = 'open' | 'refresh' | 'end' | 'show';

const USE = 'latchkey:session-cookie';

const UsesCookie = (use: CookieUse): MethodDecorator => SetMetadata(USE, use);

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

/** The answers of a session that has ended. After any other failure, the cookie may still work. */
const ENDED: ErrorCode[] = ['INVALID_REFRESH_TOKEN', 'EXPIRED_JWT'];

/**
 * Moves the refresh token of a request from its cookie to its body, and that of an answer from its body to the cookie. For the
 * handler, a session in a cookie is like any other.
 */
@Injectable()
class SessionCookieInterceptor implements NestInterceptor {
  constructor(
    private readonly cookie: SessionCookie,
    private readonly ender: SessionService,
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

/** What the header `X-Latchkey-Session` does, for the OpenAPI document. */
const COOKIE: Record<CookieUse, string> = {
  open: 'Sets the refresh token as a cookie, and leaves it out of the answer. Only for pages of `COOKIE_ORIGINS`.',
  refresh: 'Takes the refresh token from the cookie, and sets the next one there. Only for pages of `COOKIE_ORIGINS`.',
  end: 'Takes the session from the cookie in place of the access token, and removes it. Only for pages of `COOKIE_ORIGINS`.',
  show: 'Takes the session from the cookie of the sign-in pages, too. Only for pages at the origin of `BASE_URL`.',
};

/** The header with the device token, for the OpenAPI document. */
const DEVICE = {
  name: 'X-Latchkey-Device',
  required: false,
  schema: { type: 'string' },
  description:
    '`new`, or the `device_token` of an earlier answer: the answer then has a `device_token`. An unknown one counts as `new`. Ignored with `X-Latchkey-Session`, where the device token is in a cookie.',
};

/** What an endpoint with the session in a cookie has besides its guard. */
export function inCookie(use: CookieUse): MethodDecorator[] {
  const pagesOnly = use === 'show';
  const values = pagesOnly ? ['pages'] : ['cookie', 'pages'];
  const header = { name: 'X-Latchkey-Session', required: pagesOnly, schema: { type: 'string', enum: values } };
  return [
    // The device comes first on the way in, so that its cookie is behind that of the session in the answer.
    ...(use === 'open' ? [UseInterceptors(DeviceInterceptor), ApiHeader(DEVICE)] : []),
    UseInterceptors(SessionCookieInterceptor),
    UsesCookie(use),
    ApiHeader({ ...header, description: COOKIE[use] }),
  ];
}
