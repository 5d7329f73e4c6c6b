import { Caller, type CallerIdentity } from '@app/auth';
import { PasswordLogin, SessionEnder, SessionRefresher } from '@app/flows';
import { type Client, SessionQueries } from '@app/tokens';
import type { Authenticated } from '@app/users';
import { Body, Controller, Delete, Get, Param, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { LoginRequest } from '../access/password.guard.js';
import { InCookie } from '../access/session-cookie.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { ClientInfo } from '../wire/client.decorator.js';
import { HttpRequestActor } from '../wire/request-actor.interceptor.js';
import {
  LogoutRequest,
  Refreshed,
  RefreshRequest,
  SignedIn,
  toLogout,
  toRefreshed,
  toSignedIn,
} from './session.dto.js';
import { SessionList, toSessionList } from './session-list.dto.js';

@ApiTags('Sessions')
@Controller('api/auth')
export class SessionController {
  constructor(
    private readonly login: PasswordLogin,
    private readonly refresher: SessionRefresher,
    private readonly ender: SessionEnder,
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
    @ClientInfo() client: Client,
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
    return toRefreshed(await this.refresher.refresh(body.refresh_token, new HttpRequestActor(request), inCookie));
  }

  @Post('user/logout')
  @Endpoint({ id: 'signOut', body: LogoutRequest, fails: ['INVALID_REFRESH_TOKEN', 'IMPERSONATION_FORBIDDEN'] })
  @Access('user-or-cookie', { impersonation: true, session: 'end' })
  async logOut(@Caller() caller: CallerIdentity | undefined, @Body() body: LogoutRequest): Promise<void> {
    const logout = toLogout(body, caller === undefined);
    await (caller ? this.ender.logOut(caller, logout) : this.ender.logOutByToken(logout));
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
    return this.ender.endOwn(caller, sessionId);
  }
}
