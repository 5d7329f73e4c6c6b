import { Caller, type CallerIdentity } from '@app/auth';
import { CodeExchangeService, DeviceService, PageCodes, PasswordLogin, SessionService } from '@app/flows';
import { type RequestClient, SessionQueries } from '@app/tokens';
import type { Authenticated } from '@app/users';
import { Body, Controller, Param, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { type CookieRequest, InCookie, SessionCookie } from '../access/session-cookie.js';
import { LoginRequest } from '../access/user.guards.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { PageQuery } from '../wire/parameters.dto.js';
import { HttpRequestActor } from '../wire/request-actor.interceptor.js';
import { ClientInfo } from '../wire/wire.js';
import {
  CodeExchangeRequest,
  DeviceList,
  ExchangedCode,
  IssuedPageCode,
  LogoutRequest,
  PageCodeRequest,
  Refreshed,
  RefreshRequest,
  SecurityEventList,
  SessionList,
  SignedIn,
  toDeviceList,
  toExchangedCode,
  toIssuedPageCode,
  toLogout,
  toRefreshed,
  toSecurityEventList,
  toSessionList,
  toSignedIn,
} from './session.dto.js';

/**
 * Exchanges codes of followed links, of external providers and of the sign-in pages, and makes those by which the sign-in pages
 * hand a session to a product.
 */
@ApiTags('Sessions')
@Controller('api/auth')
export class CodeController {
  constructor(
    private readonly codes: CodeExchangeService,
    private readonly pageCodes: PageCodes,
    private readonly cookie: SessionCookie,
  ) {}

  @Endpoint('POST token', Access('user-or-proof', { limited: true, session: 'open' }), {
    id: 'exchangeCode',
    summary: 'Exchange the code of a followed link or of an external sign-in for tokens',
    description:
      'Codes of links come from `sendMagicLink` with `code_challenge`. A wrong `code_verifier` uses the code up, and a second use of the code with its verifier ends the session of the first. A code that links an identity needs the access token of its user, and the answer has only `identity_id`. After EMAIL_CONFIRMATION_REQUIRED continue with `confirmExternalEmail`.',
    alias: 'external/token',
    body: CodeExchangeRequest,
    answers: ExchangedCode,
    fails: [
      'INVALID_CODE',
      'USER_DISABLED',
      'SIGN_UP_NOT_ALLOWED',
      'MFA_REQUIRED',
      'MFA_ENROLMENT_REQUIRED',
      'EMAIL_CONFIRMATION_REQUIRED',
      'IDENTITY_ALREADY_LINKED',
      'EMAIL_NOT_VERIFIED',
    ],
  })
  async exchange(
    @Body() { code, code_verifier: codeVerifier }: CodeExchangeRequest,
    @Caller() caller: CallerIdentity | undefined,
    @ClientInfo() client: RequestClient,
  ): Promise<ExchangedCode> {
    return toExchangedCode(await this.codes.exchange({ code, codeVerifier }, caller, client));
  }

  @Endpoint('POST user/code', Access('user:pages', { limited: true, session: 'show' }), {
    id: 'createPageCode',
    summary: 'Make a code by which a product gets a session',
    description:
      'For the sign-in pages of the service: needs the access token of a session, and the same session in their cookie. The browser goes to `next_url` with the code, and the product exchanges it by `exchangeCode`. The new session has the `amr`, `acr`, `auth_time` and `idp` of this one, and lives only while it lives. At this service it is not recent before it reauthenticates. With `acr` or `max_age`, fails with REAUTHENTICATION_REQUIRED until the session of the pages has such a proof. A product that demands one checks `acr` and `auth_time` of its own token: a browser can leave the fields out.',
    noEvents: true,
    body: PageCodeRequest,
    answers: IssuedPageCode,
    fails: ['INVALID_REDIRECT_URL', 'REAUTHENTICATION_REQUIRED', 'MFA_NOT_ENABLED', 'MFA_DISABLED'],
  })
  async create(
    @Caller() caller: CallerIdentity,
    @Body() { next_url: nextUrl, code_challenge: codeChallenge, acr, max_age: maxAge }: PageCodeRequest,
    @Req() request: CookieRequest,
  ): Promise<IssuedPageCode> {
    const asked = { nextUrl, codeChallenge, demand: { acr, maxAge } };
    return toIssuedPageCode(await this.pageCodes.issue(caller, this.cookie.read(request), asked));
  }
}

/** The devices of a user, and what happened in the account. */
@ApiTags('Sessions')
@Controller('api/auth/user')
export class DevicesController {
  constructor(private readonly devices: DeviceService) {}

  @Endpoint('GET devices', Access('user'), {
    id: 'listDevices',
    summary: 'List the devices of the user',
    description:
      'A device is a browser or a program that has sent `X-Latchkey-Device` at a sign-in, or has its session in a cookie. It is known for a year after its newest sign-in.',
    noEvents: true,
    answers: DeviceList,
  })
  async list(@Caller() caller: CallerIdentity): Promise<DeviceList> {
    return toDeviceList(await this.devices.list(caller));
  }

  @Endpoint('DELETE devices/:device_id', Access('user:write'), {
    id: 'removeDevice',
    summary: 'Remove a device of the user',
    description: 'Ends the sessions on the device. Its next sign-in is one on a new device.',
    fails: ['DEVICE_NOT_FOUND'],
  })
  remove(@Caller() caller: CallerIdentity, @Param('device_id') deviceId: string): Promise<void> {
    return this.devices.remove(caller, deviceId);
  }

  @Endpoint('GET security', Access('user'), {
    id: 'listSecurityEvents',
    summary: 'List what happened in the account of the user',
    description: 'The newest event is the first. Only events of the last 90 days, and not longer than `EVENTS_TTL`.',
    noEvents: true,
    answers: SecurityEventList,
  })
  async listEvents(@Caller() { uid }: CallerIdentity, @Query() page: PageQuery): Promise<SecurityEventList> {
    return toSecurityEventList(await this.devices.listEvents(uid, page));
  }
}

@ApiTags('Sessions')
@Controller('api/auth')
export class SessionController {
  constructor(
    private readonly login: PasswordLogin,
    private readonly service: SessionService,
    private readonly sessions: SessionQueries,
  ) {}

  @Endpoint('POST user/login', Access('password', { limited: true, session: 'open' }), {
    id: 'signIn',
    summary: 'Sign in with email and password',
    description: 'Opens a session. The answer does not reveal whether the email or the password is wrong.',
    alias: 'login',
    body: LoginRequest,
    answers: SignedIn,
    fails: ['INVALID_CREDENTIALS', 'USER_DISABLED', 'MFA_REQUIRED', 'MFA_ENROLMENT_REQUIRED'],
  })
  async logIn(
    @Req() { user }: { user: Authenticated },
    @Body() { password }: LoginRequest,
    @ClientInfo() client: RequestClient,
  ): Promise<SignedIn> {
    return toSignedIn(await this.login.logIn(user, password, client), user);
  }

  @Endpoint('POST user/refresh', Access('public', { limited: true, session: 'refresh' }), {
    id: 'refreshSession',
    summary: 'Exchange a refresh token for new tokens',
    description:
      'Use the new refresh token from then on. A refresh token that is used again after the grace period counts as stolen: its session ends.',
    noEvents: true,
    body: RefreshRequest,
    answers: Refreshed,
    fails: ['INVALID_REFRESH_TOKEN', 'EXPIRED_JWT'],
  })
  async refresh(
    @Body() body: RefreshRequest,
    @InCookie() inCookie: boolean,
    @Req() request: FastifyRequest,
  ): Promise<Refreshed> {
    return toRefreshed(await this.service.refresh(body.refresh_token, new HttpRequestActor(request), inCookie));
  }

  @Endpoint('POST user/logout', Access('user-or-cookie', { impersonation: true, session: 'end' }), {
    id: 'signOut',
    summary: 'Sign out of one session, of the sign-in pages, or of all',
    description:
      'Ends the session of `refresh_token`; with `parent` the session of the sign-in pages in which that of the access token began, with all products; otherwise all sessions of the user.',
    body: LogoutRequest,
    fails: ['INVALID_REFRESH_TOKEN', 'IMPERSONATION_FORBIDDEN'],
  })
  async logOut(@Caller() caller: CallerIdentity | undefined, @Body() body: LogoutRequest): Promise<void> {
    const logout = toLogout(body, caller === undefined);
    await (caller ? this.service.logOut(caller, logout) : this.service.logOutByToken(logout));
  }

  @Endpoint('GET user/sessions', Access('user', { impersonation: true }), {
    id: 'listSessions',
    summary: 'List the sessions of the user',
    description: 'The newest session is the first. `current` marks the session of the access token.',
    noEvents: true,
    answers: SessionList,
  })
  async list(@Caller() { uid, sessionId }: CallerIdentity): Promise<SessionList> {
    return toSessionList(await this.sessions.list(uid), sessionId);
  }

  @Endpoint('DELETE user/sessions/:session_id', Access('user:write'), {
    id: 'endSession',
    summary: 'End one session of the user',
    description: 'Its refresh token no longer works, and its access tokens only read until they expire.',
    fails: ['SESSION_NOT_FOUND'],
  })
  end(@Caller() caller: CallerIdentity, @Param('session_id') sessionId: string): Promise<void> {
    return this.service.endOwn(caller, sessionId);
  }
}
