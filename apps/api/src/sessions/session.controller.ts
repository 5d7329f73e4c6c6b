import { BearerGuard, Caller, type CallerIdentity } from '@app/auth';
import { SessionService } from '@app/flows';
import { type Client, SessionDirectory } from '@app/tokens';
import type { Authenticated } from '@app/users';
import { Body, Controller, Delete, Get, Param, Post, Req, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ActiveUserGuard } from '../access/active-user.guard.js';
import { AddressLimitGuard } from '../access/address-limit.guard.js';
import { LoginRequest, PasswordGuard } from '../access/password.guard.js';
import { StaleTokenGuard } from '../access/stale-token.guard.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { ClientInfo } from '../wire/client.decorator.js';
import { RequestOrigin } from '../wire/origin.interceptor.js';
import { LogoutRequest, Refreshed, RefreshRequest, SignedIn, toRefreshed, toSignedIn } from './session.dto.js';
import { SessionList, toSessionList } from './session-list.dto.js';

@ApiTags('Sessions')
@Controller('api/auth')
export class SessionController {
  constructor(
    private readonly service: SessionService,
    private readonly sessions: SessionDirectory,
  ) {}

  @Post(['user/login', 'login'])
  @Endpoint({
    id: 'signIn',
    limited: true,
    body: LoginRequest,
    answers: SignedIn,
    fails: ['INVALID_CREDENTIALS', 'USER_DISABLED', 'MFA_REQUIRED', 'MFA_ENROLMENT_REQUIRED'],
  })
  @UseGuards(AddressLimitGuard, PasswordGuard)
  async logIn(
    @Req() { user }: { user: Authenticated },
    @Body() { password }: LoginRequest,
    @ClientInfo() client: Client,
  ): Promise<SignedIn> {
    return toSignedIn(await this.service.logIn(user, password, client), user);
  }

  @Post('user/refresh')
  @Endpoint({
    id: 'refreshSession',
    limited: true,
    noEvents: true,
    body: RefreshRequest,
    answers: Refreshed,
    fails: ['INVALID_REFRESH_TOKEN', 'EXPIRED_JWT'],
  })
  @UseGuards(AddressLimitGuard)
  async refresh(@Body() body: RefreshRequest, @Req() request: FastifyRequest): Promise<Refreshed> {
    return toRefreshed(await this.service.refresh(body.refresh_token, new RequestOrigin(request)));
  }

  @Post('user/logout')
  @Endpoint({
    id: 'signOut',
    bearer: true,
    impersonation: true,
    body: LogoutRequest,
    fails: ['INVALID_REFRESH_TOKEN', 'IMPERSONATION_FORBIDDEN'],
  })
  @UseGuards(BearerGuard, ActiveUserGuard, StaleTokenGuard)
  logOut(@Caller() caller: CallerIdentity, @Body() body: LogoutRequest): Promise<void> {
    return this.service.logOut(caller, body.refresh_token);
  }

  @Get('user/sessions')
  @Endpoint({ id: 'listSessions', bearer: true, impersonation: true, noEvents: true, answers: SessionList })
  @UseGuards(BearerGuard, ActiveUserGuard)
  async list(@Caller() { uid, sessionId }: CallerIdentity): Promise<SessionList> {
    return toSessionList(await this.sessions.list(uid), sessionId);
  }

  @Delete('user/sessions/:session_id')
  @Endpoint({ id: 'endSession', bearer: true, bodiless: true, fails: ['SESSION_NOT_FOUND'] })
  @UseGuards(BearerGuard, ActiveUserGuard, StaleTokenGuard)
  end(@Caller() caller: CallerIdentity, @Param('session_id') sessionId: string): Promise<void> {
    return this.service.endOwn(caller, sessionId);
  }
}
