import { Env } from '@app/config';
import { DEVICE_SECONDS, deviceTokensIn, type ShownDevice } from '@app/tokens';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { DeviceRequest } from '../wire/client.decorator.js';
import { DEVICE_HEADER, deviceCookie, type HostCookie, readCookie, writeCookie } from '../wire/cookies.js';
import type { CookieRequest } from './session-cookie.js';

/**
 * At each endpoint that answers a sign-in: finds the device tokens of the client, and moves the next ones to their cookie if the
 * session is in a cookie. No script can read them there, so the header does not count besides the cookie.
 */
@Injectable()
export class DeviceInterceptor implements NestInterceptor {
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
