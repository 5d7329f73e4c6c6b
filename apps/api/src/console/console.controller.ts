import { CONSOLE_SESSION_SECONDS } from '@app/admin';
import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { type Administrator, ConsoleSignIn, countAdministrators } from '@app/flows';
import {
  Body,
  Controller,
  Delete,
  Get,
  Injectable,
  Logger,
  type OnModuleInit,
  Param,
  Post,
  Req,
  Res,
} from '@nestjs/common';
import { ApiExcludeController, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Admin, ConsoleAccess } from '../access/admin.guards.js';
import { BuiltPages, sendFile } from '../files/static-files.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { readCookie, writeCookie } from '../wire/cookies.js';
import { ConsoleSessionView, ConsoleSignInRequest, toConsoleSession } from './console.dto.js';

/** The files of the console. They are the same for every client: what an administrator may see comes from the API. */
@ApiExcludeController()
@Controller('console')
export class ConsolePagesController {
  constructor(private readonly pages: BuiltPages) {}

  @Get()
  @Access('public')
  index(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.file('', request, reply);
  }

  /** @throws {ApiError} NOT_FOUND */
  @Get('*')
  @Access('public')
  async file(@Param('*') path: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const file = this.pages.console.find(path);
    if (!file) throw new ApiError('NOT_FOUND');
    await sendFile(file, request, reply);
  }
}

type SignInRequest = FastifyRequest & { admin?: Administrator; user?: CallerIdentity };

@ApiTags('Admin: console')
@Controller('api/admin/session')
export class ConsoleSessionController {
  constructor(
    private readonly env: Env,
    private readonly access: ConsoleAccess,
    private readonly signIn: ConsoleSignIn,
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
    await this.signIn.end(admin, cookie);
    writeCookie(reply, this.access.cookie, '', 0);
  }
}

/** Logs at start how many administrators cannot use their scopes. */
@Injectable()
export class RestingScopesNotice implements OnModuleInit {
  private readonly logger = new Logger('Administrators');

  constructor(
    private readonly env: Env,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.database.beforeUse(() => this.warn());
  }

  private async warn(): Promise<void> {
    const { resting } = await countAdministrators((sql) => this.database.select(sql), this.env);
    if (resting === 0) return;
    this.logger.warn(
      `${resting} users have admin scopes that rest: they need a second factor and a proved address to use them.`,
    );
  }
}
