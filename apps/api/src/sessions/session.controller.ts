import { Caller, type CallerIdentity } from '@app/auth';
import { CodeExchangeService, DeviceService, PageCodes, PasswordLogin, SessionService } from '@app/flows';
import { type RequestClient, SessionQueries } from '@app/tokens';
import type { Authenticated } from '@app/users';
import { Body, Controller, Delete, Get, Param, Post, Query, Req } from '@nestjs/common';
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

/** Exchanges codes of followed links, of external providers and of the sign-in pages. */
@ApiTags('Sessions')
@Controller('api/auth')
export class CodeController {
  constructor(private readonly codes: CodeExchangeService) {}

  @Post(['token', 'external/token'])
  @Endpoint({
    id: 'exchangeCode',
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
  @Access('user-or-proof', { limited: true, session: 'open' })
  async exchange(
    @Body() { code, code_verifier: codeVerifier }: CodeExchangeRequest,
    @Caller() caller: CallerIdentity | undefined,
    @ClientInfo() client: RequestClient,
  ): Promise<ExchangedCode> {
    return toExchangedCode(await this.codes.exchange({ code, codeVerifier }, caller, client));
  }
}

/** The devices of a user, and what happened in the account. */
@ApiTags('Sessions')
@Controller('api/auth/user')
export class DevicesController {
  constructor(private readonly devices: DeviceService) {}

  @Get('devices')
  @Endpoint({ id: 'listDevices', noEvents: true, answers: DeviceList })
  @Access('user')
  async list(@Caller() caller: CallerIdentity): Promise<DeviceList> {
    return toDeviceList(await this.devices.list(caller));
  }

  @Delete('devices/:device_id')
  @Endpoint({ id: 'removeDevice', bodiless: true, fails: ['DEVICE_NOT_FOUND'] })
  @Access('user:write')
  remove(@Caller() caller: CallerIdentity, @Param('device_id') deviceId: string): Promise<void> {
    return this.devices.remove(caller, deviceId);
  }

  @Get('security')
  @Endpoint({ id: 'listSecurityEvents', noEvents: true, answers: SecurityEventList })
  @Access('user')
  async listEvents(@Caller() { uid }: CallerIdentity, @Query() page: PageQuery): Promise<SecurityEventList> {
    return toSecurityEventList(await this.devices.listEvents(uid, page));
  }
}

/** Codes by which the sign-in pages hand a session to a product. */
@ApiTags('Sessions')
@Controller('api/auth/user/code')
export class PageCodeController {
  constructor(
    private readonly codes: PageCodes,
    private readonly cookie: SessionCookie,
  ) {}

  @Post()
  @Endpoint({
    id: 'createPageCode',
    noEvents: true,
    body: PageCodeRequest,
    answers: IssuedPageCode,
    fails: ['INVALID_REDIRECT_URL', 'REAUTHENTICATION_REQUIRED', 'MFA_NOT_ENABLED', 'MFA_DISABLED'],
  })
  @Access('user:pages', { limited: true, session: 'show' })
  async create(
    @Caller() caller: CallerIdentity,
    @Body() { next_url: nextUrl, code_challenge: codeChallenge, acr, max_age: maxAge }: PageCodeRequest,
    @Req() request: CookieRequest,
  ): Promise<IssuedPageCode> {
    const asked = { nextUrl, codeChallenge, demand: { acr, maxAge } };
    return toIssuedPageCode(await this.codes.issue(caller, this.cookie.read(request), asked));
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

  @Post(['user/login', 'login'])
  @Endpoint({
    id: 'signIn',
    body: LoginRequest,
    answers: SignedIn,
    fails: ['INVALID_CREDENTIALS', 'USER_DISABLED', 'MFA_REQUIRED', 'MFA_ENROLMENT_REQUIRED'],
  })
  @Access('password', { limited: true, session: 'open' })
  async logIn(
    @Req() { user }: { user: Authenticated },
    @Body() { password }: LoginRequest,
    @ClientInfo() client: RequestClient,
  ): Promise<SignedIn> {
    return toSignedIn(await this.login.logIn(user, password, client), user);
  }

  @Post('user/refresh')
  @Endpoint({
    id: 'refreshSession',
    noEvents: true,
    body: RefreshRequest,
    answers: Refreshed,
    fails: ['INVALID_REFRESH_TOKEN', 'EXPIRED_JWT'],
  })
  @Access('public', { limited: true, session: 'refresh' })
  async refresh(
    @Body() body: RefreshRequest,
    @InCookie() inCookie: boolean,
    @Req() request: FastifyRequest,
  ): Promise<Refreshed> {
    return toRefreshed(await this.service.refresh(body.refresh_token, new HttpRequestActor(request), inCookie));
  }

  @Post('user/logout')
  @Endpoint({ id: 'signOut', body: LogoutRequest, fails: ['INVALID_REFRESH_TOKEN', 'IMPERSONATION_FORBIDDEN'] })
  @Access('user-or-cookie', { impersonation: true, session: 'end' })
  async logOut(@Caller() caller: CallerIdentity | undefined, @Body() body: LogoutRequest): Promise<void> {
    const logout = toLogout(body, caller === undefined);
    await (caller ? this.service.logOut(caller, logout) : this.service.logOutByToken(logout));
  }

  @Get('user/sessions')
  @Endpoint({ id: 'listSessions', noEvents: true, answers: SessionList })
  @Access('user', { impersonation: true })
  async list(@Caller() { uid, sessionId }: CallerIdentity): Promise<SessionList> {
    return toSessionList(await this.sessions.list(uid), sessionId);
  }

  @Delete('user/sessions/:session_id')
  @Endpoint({ id: 'endSession', bodiless: true, fails: ['SESSION_NOT_FOUND'] })
  @Access('user:write')
  end(@Caller() caller: CallerIdentity, @Param('session_id') sessionId: string): Promise<void> {
    return this.service.endOwn(caller, sessionId);
  }
}
