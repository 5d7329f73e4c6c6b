import { CONSOLE_SESSION_SECONDS, idleEnd, SCOPES } from '@app/admin';
import type { CallerIdentity } from '@app/auth';
import { Env, VERSION } from '@app/config';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { type Administrator, ConsoleSignIn, countAdministrators } from '@app/flows';
import { Body, Controller, Get, Injectable, Logger, type OnModuleInit, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Admin, ConsoleAccess } from '../access/admin.guards.js';
import { BuiltPages, sendFile } from '../files/static-files.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { Answer, t } from '../wire/answers.dto.js';
import { readCookie, writeCookie } from '../wire/cookies.js';
import { f, Request } from '../wire/fields.dto.js';

export class ConsoleSignInRequest extends Request({
  token: f.optional(f.text('NOT_AUTHENTICATED', 'An admin token; or the access token of a user with admin scopes.')),
  once: f.optional(
    f.text(
      'NOT_AUTHENTICATED',
      'The value of a link that signs in once, of a start outside production or of `latchkey console-link`.',
    ),
  ),
}) {}

class ConsoleFeatures extends Answer({
  mail: t.boolean('Whether the service sends emails.'),
  impersonation: t.boolean('Whether administrators may act as users.'),
}) {}

export class ConsoleSessionView extends Answer({
  actor: t.string('The name of this administrator in events: `admin:<token id>` or `user:<uid>`.'),
  name: t.string('The name of the admin token, or the email of the user.'),
  token_id: t.orNull(t.uuid('Null for a user.')),
  uid: t.orNull(t.uuid('Null for an admin token.')),
  scopes: t.someOf(SCOPES, 'The allowed operations at this moment.'),
  expiry: t.orNull(
    t.integer('When the session ends at the latest, in UNIX epoch seconds; null for a request without a cookie.'),
  ),
  idle_expiry: t.orNull(
    t.integer('When it ends without another request, in UNIX epoch seconds; null for a request without a cookie.'),
  ),
  app_name: t.string('The name of the product.'),
  version: t.string('The version of the service.'),
  production: t.boolean('Whether the service runs with `NODE_ENV=production`.'),
  features: t.view(ConsoleFeatures),
}) {}

function toConsoleSession({ session, ...admin }: Administrator, env: Env): ConsoleSessionView {
  return {
    actor: admin.actor,
    name: admin.name,
    token_id: admin.tokenId,
    uid: admin.uid,
    scopes: admin.scopes,
    expiry: session?.expiresAt ?? null,
    idle_expiry: session ? idleEnd(session) : null,
    app_name: env.appName,
    version: VERSION,
    production: env.production,
    features: { mail: env.mailConfigured, impersonation: env.impersonation },
  };
}

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

  @Endpoint('POST', Access('console-sign-in'), {
    id: 'adminSignIn',
    summary: 'Sign in to the console',
    description:
      'By an admin token, by the access token of a user with admin scopes (recent, and with a second factor; also in the `Authorization` header), or by the link that a start outside production prints. Sets a cookie that the admin API accepts in place of a token, for 8 hours, or 30 minutes without a request. Requests that change something need the header `X-Latchkey-Console: 1` and the `Origin` of `BASE_URL`; so does this one.',
    body: ConsoleSignInRequest,
    answers: ConsoleSessionView,
    fails: ['NOT_AUTHORIZED', 'REAUTHENTICATION_REQUIRED', 'TOO_MANY_REQUESTS'],
  })
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

  @Endpoint('GET', Access('admin', 'any', 'reads'), {
    id: 'adminGetSession',
    summary: 'Read the own administrator',
    description: 'The name and the scopes of the caller.',
    answers: ConsoleSessionView,
  })
  get(@Admin() admin: Administrator): ConsoleSessionView {
    return toConsoleSession(admin, this.env);
  }

  @Endpoint('DELETE', Access('admin', 'any', 'changes'), {
    id: 'adminSignOut',
    summary: 'Sign out of the console',
    description: 'Ends the session of the cookie, and the session of the user that opened it.',
  })
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
