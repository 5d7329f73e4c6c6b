import { CONSOLE_SESSION_SECONDS } from '@app/admin';
import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import type { Administrator } from '@app/flows';
import { ConsoleSignIn, ConsoleSignOut } from '@app/flows';
import { Body, Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Admin } from '../access/admin.guard.js';
import { ConsoleAccess } from '../access/console-access.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { readCookie, writeCookie } from '../wire/cookies.js';
import { ConsoleSessionView, ConsoleSignInRequest, toConsoleSession } from './console-session.dto.js';

type SignInRequest = FastifyRequest & { admin?: Administrator; user?: CallerIdentity };

@ApiTags('Admin: console')
@Controller('api/admin/session')
export class ConsoleSessionController {
  constructor(
    private readonly env: Env,
    private readonly access: ConsoleAccess,
    private readonly signIn: ConsoleSignIn,
    private readonly signOut: ConsoleSignOut,
  ) {}

  @Post()
  @Endpoint({
    id: 'adminSignIn',
    body: ConsoleSignInRequest,
    answers: ConsoleSessionView,
    fails: ['NOT_AUTHORIZED', 'REAUTHENTICATION_REQUIRED', 'TOO_MANY_REQUESTS'],
  })
  @Access('console-sign-in')
  async open(
    @Body() { once }: ConsoleSignInRequest,
    @Req() request: SignInRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ConsoleSessionView> {
    const proof = { admin: request.admin, caller: request.user, once };
    const { cookie, admin } = await this.signIn.open(proof, readCookie(request, this.access.cookie));
    writeCookie(reply, this.access.cookie, cookie, CONSOLE_SESSION_SECONDS);
    return toConsoleSession(admin, this.env);
  }

  @Get()
  @Endpoint({ id: 'adminGetSession', answers: ConsoleSessionView })
  @Access('admin', 'any', 'reads')
  get(@Admin() admin: Administrator): ConsoleSessionView {
    return toConsoleSession(admin, this.env);
  }

  @Delete()
  @Endpoint({ id: 'adminSignOut', bodiless: true })
  @Access('admin', 'any', 'changes')
  async end(
    @Admin() admin: Administrator,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const cookie = readCookie(request, this.access.cookie);
    if (!admin.session || cookie === undefined) {
      const reason = 'no session of the console';
      throw new ApiError('NOT_AUTHENTICATED', 'There is no session to end.', { reason });
    }
    await this.signOut.end(admin, cookie);
    writeCookie(reply, this.access.cookie, '', 0);
  }
}
