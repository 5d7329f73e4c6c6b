import { type ConsoleSession, ConsoleSessions } from '@app/admin';
import { type CallerIdentity, TokenVerifier } from '@app/auth';
import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import {
  type Administrator,
  AdminRank,
  FactorMethods,
  type Operation,
  ofUser,
  type RequiredScope,
  SPENT_LINK,
  TokenAccess,
} from '@app/flows';
import { addressGroup, RateLimits, WRONG_ADMIN_TOKENS } from '@app/limits';
import { OneTimeTokens, SessionStore } from '@app/tokens';
import { UsersService } from '@app/users';
import {
  type CallHandler,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { readBody } from '../http/body.js';
import { consoleCookie, type HostCookie, readCookie } from '../wire/cookies.js';
import { clientAddress } from '../wire/proxies.js';
import { bearerOf, callerWith } from './own-tokens.js';
import type { CheckedAgain } from './user.guards.js';

const HEADER = 'x-latchkey-console';
const SAFE_METHODS = ['GET', 'HEAD'];
/** What a browser says of a request that no page of another origin has caused (Fetch Metadata). */
const OWN_SITES = ['same-origin', 'none'];

/** Recognises the browsers of administrators by the cookie of the console. */
@Injectable()
export class ConsoleAccess {
  readonly cookie: HostCookie;
  private readonly origin: string;

  constructor(
    private readonly env: Env,
    private readonly sessions: ConsoleSessions,
    private readonly tokens: TokenAccess,
    private readonly users: UsersService,
    private readonly userSessions: SessionStore,
    private readonly factors: FactorMethods,
  ) {
    this.origin = new URL(env.baseUrl).origin;
    this.cookie = consoleCookie(env.baseUrl);
  }

  /** The administrator with the cookie of the request; undefined without a session. @throws {ApiError} NOT_AUTHENTICATED */
  async administrator(request: FastifyRequest): Promise<Administrator | undefined> {
    const cookie = readCookie(request, this.cookie);
    if (!this.env.console || cookie === undefined || !isOwnSite(request)) return undefined;
    if (!SAFE_METHODS.includes(request.method)) this.requireOwnPage(request);
    const session = await this.sessions.use(cookie);
    const owner = session && (await this.ownerOf(session));
    return owner && { ...owner, session };
  }

  /**
   * Requires the header that only scripts can set and the origin of this service, so that no other page can send the request.
   * @throws {ApiError} NOT_AUTHENTICATED
   */
  requireOwnPage({ headers }: FastifyRequest): void {
    if (headers[HEADER] !== '1') {
      throw new ApiError('NOT_AUTHENTICATED', 'A change by the console needs the header X-Latchkey-Console: 1.', {
        reason: 'change by the console without its header',
      });
    }
    if (headers.origin !== this.origin) {
      throw new ApiError('NOT_AUTHENTICATED', `The console works at ${this.origin} only, the origin of BASE_URL.`, {
        reason: 'page of another origin than BASE_URL',
      });
    }
  }

  private async ownerOf({ adminTokenId, uid, sessionId }: ConsoleSession): Promise<Administrator | undefined> {
    if (adminTokenId !== null) return this.tokens.useById(adminTokenId);
    const user = uid === null ? null : await this.users.find(uid);
    if (!user || !(await this.isAlive(user.uid, sessionId ?? ''))) return undefined;
    return ofUser(user, await this.factors.needsFactor(user));
  }

  /** Whether the session of the user is alive in which that of the console began. This is a use of it. */
  private async isAlive(uid: string, sessionId: string): Promise<boolean> {
    const session = await this.userSessions.find(sessionId, uid);
    const lineage = session && (await this.userSessions.livingLineage(session));
    if (lineage) await this.userSessions.useWithin(lineage);
    return lineage !== undefined;
  }
}

/** Old browsers send no such header; the cookie's SameSite=Strict protects them. */
function isOwnSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || OWN_SITES.includes(String(site));
}

const OPERATION = 'latchkey:operation';

type AdminRequest = FastifyRequest<{ Params: { uid?: string } }> & { admin?: Administrator } & CheckedAgain;

/** Declares an operation of the admin API. */
export const Declares = (operation: Operation): MethodDecorator => SetMetadata(OPERATION, operation);

export const operationOf = (handler: object): Operation | undefined => Reflect.getMetadata(OPERATION, handler);

/** The administrator of the request. Only on routes behind the `AdminGuard`. */
export const Admin = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<AdminRequest>().admin,
);

/**
 * Requires an admin token in `Authorization: Bearer …` (RFC 6750), or without this header the cookie of the console:
 * `NOT_AUTHENTICATED` without a valid one, `NOT_AUTHORIZED` when it lacks the scope of the route,
 * `TOO_MANY_REQUESTS` after too many wrong tokens from one client address. A route without a scope refuses every request.
 */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(
    private readonly tokens: TokenAccess,
    private readonly limits: RateLimits,
    private readonly console: ConsoleAccess,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AdminRequest>();
    const scope = operationOf(context.getHandler())?.scope;
    const check = async () => {
      request.admin = requireScope(await this.authenticate(request), scope);
    };
    await check();
    // The end of a body can arrive long after its headers, and after a revocation.
    request.checkAgain = check;
    return true;
  }

  /** Looks the token up before it counts, so that wrong tokens from the same address never block a valid one. */
  private async authenticate(request: AdminRequest): Promise<Administrator> {
    const token = bearerOf(request);
    const admin = token === undefined ? undefined : await this.tokens.use(token);
    if (admin) return admin;
    if (token !== undefined) await this.limits.count(WRONG_ADMIN_TOKENS, addressGroup(clientAddress(request)));
    const administrator =
      request.headers.authorization === undefined ? await this.console.administrator(request) : undefined;
    if (administrator) return administrator;
    const reason =
      token === undefined ? 'no admin token and no session of the console' : 'unknown, revoked or expired admin token';
    throw new ApiError('NOT_AUTHENTICATED', 'A valid admin token is required in the Authorization header.', { reason });
  }
}

/** Runs the handler with what it declares: each of its transactions begins with a check of the administrator. */
@Injectable()
export class AdminInterceptor implements NestInterceptor {
  constructor(private readonly rank: AdminRank) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { admin: by, params } = context.switchToHttp().getRequest<AdminRequest>();
    const operation = operationOf(context.getHandler());
    if (!by || !operation) throw new Error('Only an operation of the admin API can be run.');
    const request = { ...operation, by, uid: params.uid?.toLowerCase() };
    return from(this.rank.during(request, () => lastValueFrom(next.handle(), { defaultValue: undefined })));
  }
}

/** @throws {ApiError} NOT_AUTHORIZED */
function requireScope(admin: Administrator, scope: RequiredScope | undefined): Administrator {
  if (scope === 'any' || (scope !== undefined && admin.scopes.includes(scope))) return admin;
  throw new ApiError(
    'NOT_AUTHORIZED',
    `The admin token does not have the scope "${scope ?? 'none'}" that this requires.`,
    { reason: 'administrator without the scope of the route' },
  );
}

type SignInRequest = FastifyRequest & { admin?: Administrator; user?: CallerIdentity };

/**
 * For the sign-in to the console, by a page of this service: recognises the admin token, or the access token of a user, in the
 * field `token` or in the `Authorization` header. A request without either may have a link that signs in once.
 */
@Injectable()
export class ConsoleSignInGuard implements CanActivate {
  constructor(
    private readonly tokens: TokenAccess,
    private readonly limits: RateLimits,
    private readonly console: ConsoleAccess,
    private readonly verifier: TokenVerifier,
    private readonly oneTime: OneTimeTokens,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<SignInRequest>();
    this.console.requireOwnPage(request);
    const { token = bearerOf(request), once } = Object(await readBody(request));
    try {
      if (typeof token === 'string') await this.recognise(token, request);
      if (typeof once === 'string') await this.findLink(once);
    } catch (error) {
      await this.limits.count(WRONG_ADMIN_TOKENS, addressGroup(clientAddress(request)));
      throw error;
    }
    return true;
  }

  private async recognise(token: string, request: SignInRequest): Promise<void> {
    const admin = await this.tokens.use(token);
    if (admin) {
      request.admin = admin;
      return;
    }
    request.user = await callerWith(this.verifier, token);
  }

  /** The sign-in consumes the link. */
  private async findLink(once: string): Promise<void> {
    if (!(await this.oneTime.open(once, 'console')))
      throw new ApiError('NOT_AUTHENTICATED', SPENT_LINK, { reason: 'unknown, used or expired link to the console' });
  }
}
