import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { ApiError, failsWith, RequestValidationPipe } from '@app/errors';
import { type Enroller, StaleTokens } from '@app/flows';
import { addressGroup, RateLimits, REQUESTS } from '@app/limits';
import { impersonatorOf, OneTimeTokens } from '@app/tokens';
import { UsersService } from '@app/users';
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { IsNotEmpty } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../http/body.js';
import { f, Request } from '../wire/fields.dto.js';
import { clientAddress } from '../wire/proxies.js';
import { AccessTokenGuard } from './own-tokens.js';
import { type CookieRequest, refuseTokenInBody } from './session-cookie.js';

/** Limits the requests of one client address to all routes with this guard together. */
@Injectable()
export class AddressLimitGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const address = clientAddress(context.switchToHttp().getRequest<FastifyRequest>());
    await this.limits.count(REQUESTS, addressGroup(address));
    return true;
  }
}

/** A request whose caller may lose the right to it while the body arrives. */
export interface CheckedAgain {
  /** Checks the caller once more. @throws {ApiError} NOT_AUTHENTICATED, NOT_AUTHORIZED */
  checkAgain?(): Promise<void>;
}

/**
 * Reads the body. It is the last guard of an endpoint: a request that another guard refuses gets that refusal before the
 * size, type or content of its body is checked, and costs no parsing. A guard and not an interceptor, because objects of
 * rxjs keep the request in memory until the next full garbage collection.
 */
@Injectable()
export class BodyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest & CheckedAgain>();
    const isLate = !request.raw.complete;
    await readBody(request);
    if (isLate && request.method !== 'GET') await request.checkAgain?.();
    return true;
  }
}

/** How a route lets a user in. Those who only read may have a stale access token, for example from before a new password. */
export type UserAccess =
  /** Also a user who was deleted or disabled since then: the handler decides. */
  | 'user:unchecked'
  | 'user'
  | 'user:write'
  /** A deleted user gets the answer USER_NOT_FOUND. */
  | 'existing-user:write'
  /** The session is also in the cookie of the pages. */
  | 'user:pages'
  /** Or the `mfa_token` of MFA_ENROLMENT_REQUIRED in place of the access token. */
  | 'enroller'
  /** Or a request without an `Authorization` header, which has another proof in its body; but none with an invalid token. */
  | 'user-or-proof'
  /** Or the cookie of a session, whose access token is then ignored. */
  | 'user-or-cookie'
  /** Or a request whose `old_password` is the token of a reset link, used or not: who forgot the password has no access token. */
  | 'user-or-reset'
  /** After the `ConsoleSignInGuard`, which may have found a user. */
  | 'console-sign-in';

const USER_ACCESS = 'latchkey:user-access';

/** What the `UserGuard` of a handler demands. @param impersonation whether an administrator who acts as a user may call it */
export const DemandsUser = (access: UserAccess, impersonation: boolean): MethodDecorator =>
  SetMetadata(USER_ACCESS, { access, impersonation });

type UserRequest = CookieRequest & { user?: CallerIdentity; enroller?: Enroller };

/** The enroller of the request. Only on routes with the access `enroller`. */
export const EnrollerOf = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<UserRequest>().enroller,
);

const MFA_TOKEN = /^bearer +([\w-]{43})$/i;

/**
 * Lets in the users whom the access of the route allows. Stale access tokens are refused before the body is read. An administrator
 * who acts as the user is refused, unless the route allows it; such a token does not even read after its session has ended.
 */
@Injectable()
export class UserGuard implements CanActivate {
  constructor(
    private readonly bearer: AccessTokenGuard,
    private readonly users: UsersService,
    private readonly stale: StaleTokens,
    private readonly tokens: OneTimeTokens,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { access, impersonation }: { access: UserAccess; impersonation: boolean } = Reflect.getMetadata(
      USER_ACCESS,
      context.getHandler(),
    );
    const request = context.switchToHttp().getRequest<UserRequest>();
    await this.admit(access, request, context);
    const { user } = request;
    if (!user || impersonatorOf(user.claims) === undefined) return true;
    await this.stale.refuse(user);
    if (!impersonation) throw new ApiError('IMPERSONATION_FORBIDDEN');
    return true;
  }

  private async admit(access: UserAccess, request: UserRequest, context: ExecutionContext): Promise<void> {
    switch (access) {
      case 'console-sign-in':
        return;
      case 'enroller':
        return this.admitEnroller(request, context);
      case 'user-or-reset':
        return this.admitWithReset(request, context);
      case 'user-or-proof':
        if (request.headers.authorization === undefined) return;
        return this.admitUser('user:write', request, context);
      case 'user-or-cookie':
        if (request.inCookie !== undefined) return;
        return this.admitUser('user:write', request, context);
      default:
        await this.admitUser(access, request, context);
        if (access === 'user:pages') requirePages(request);
    }
  }

  /** A caller with an access token, whose account exists and is not disabled. */
  private async admitUser(access: UserAccess, request: UserRequest, context: ExecutionContext): Promise<void> {
    await this.bearer.canActivate(context);
    const caller = request.user as CallerIdentity;
    if (access === 'user:unchecked') return;
    if (access === 'existing-user:write') {
      const user = await this.users.find(caller.uid);
      if (!user) throw new ApiError('USER_NOT_FOUND');
      if (!user.active) throw new ApiError('NOT_AUTHENTICATED', { reason: 'account disabled' });
    } else if (!(await this.users.isActive(caller.uid))) {
      throw new ApiError('NOT_AUTHENTICATED', { reason: 'account deleted or disabled' });
    }
    if (access !== 'user') await this.stale.refuse(caller);
  }

  /** Any request without an access token and without the token of a reset link is NOT_AUTHENTICATED, whatever its body. */
  private async admitWithReset(request: UserRequest, context: ExecutionContext): Promise<void> {
    try {
      await this.admitUser('user:write', request, context);
    } catch (refusal) {
      if (!(refusal instanceof ApiError && refusal.code === 'NOT_AUTHENTICATED')) throw refusal;
      request.user = undefined;
      const { old_password: token } = Object(await readBody(request).catch(() => undefined));
      if (typeof token === 'string' && (await this.tokens.find(token, 'reset_password'))) return;
      if (request.headers.authorization !== undefined) throw refusal;
      throw new ApiError('NOT_AUTHENTICATED', { reason: 'neither an access token nor a reset link' });
    }
  }

  private async admitEnroller(request: UserRequest, context: ExecutionContext): Promise<void> {
    const [, mfaToken] = MFA_TOKEN.exec(request.headers.authorization ?? '') ?? [];
    if (mfaToken === undefined) {
      await this.admitUser('user:write', request, context);
      const caller = request.user as CallerIdentity;
      request.enroller = { uid: caller.uid, caller };
      return;
    }
    const uid = (await this.tokens.open(mfaToken, 'mfa_enrolment'))?.uid;
    if (!uid) throw await this.refusalOf(mfaToken);
    request.enroller = { uid, mfaToken };
    request.user = undefined;
  }

  /** A token that a change of the account has ended is named, as at the second step of a sign-in. */
  private async refusalOf(mfaToken: string): Promise<ApiError> {
    const uid = await this.tokens.findEnded(mfaToken, 'mfa_enrolment');
    if (uid === undefined)
      return new ApiError('NOT_AUTHENTICATED', { reason: 'unknown, used or expired token, or one without tries' });
    if (!(await this.users.isActive(uid)))
      return new ApiError('NOT_AUTHENTICATED', { reason: 'account deleted or disabled' });
    return new ApiError('INVALID_MFA_TOKEN', { reason: 'token ended by a change of the account' });
  }
}

/** Only the pages of the service have their session in the cookie of the pages. @throws {ApiError} NOT_AUTHENTICATED */
function requirePages({ inCookie }: CookieRequest): void {
  if (inCookie === 'pages') return;
  throw new ApiError('NOT_AUTHENTICATED', 'Only the sign-in pages of the service may do this.', {
    reason: 'no page of the service: without its header X-Latchkey-Session',
  });
}

/** Allows only the pages of the service. */
@Injectable()
export class PagesGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    requirePages(context.switchToHttp().getRequest<CookieRequest>());
    return true;
  }
}

/** passport-local looks for an empty field in the query string. */
const NotEmpty = () => IsNotEmpty(failsWith('INVALID_CREDENTIALS'));

export class LoginRequest extends Request({
  email: f.text('INVALID_CREDENTIALS', 'The email of the account, case-insensitive.', NotEmpty()),
  password: f.text('INVALID_CREDENTIALS', 'The password, case-sensitive.', NotEmpty()),
}) {}

/** Allows a request whose body has the email and the password of a user. */
@Injectable()
export class PasswordGuard extends AuthGuard('password') {
  private readonly pipe = new RequestValidationPipe();

  /** Validates the body first: passport-local looks for missing fields in the query string. */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<CookieRequest>();
    const body = await readBody(request);
    // The DTO has no such field, so that nothing later could refuse it.
    refuseTokenInBody(request, body);
    request.body = await this.pipe.transform(body, {
      type: 'body',
      metatype: LoginRequest,
    });
    return super.canActivate(context) as Promise<boolean>;
  }

  /** A request that passport refuses without an error has wrong credentials, too. */
  override handleRequest<T>(error: unknown, user: T | false): T {
    if (error) throw error;
    if (!user) throw new ApiError('INVALID_CREDENTIALS', { reason: 'no credentials' });
    return user;
  }
}

/** With `SIGN_UP=off`, refuses every sign-up before its body is read: neither the answer nor its time says whether an account exists. */
@Injectable()
export class SignUpGuard implements CanActivate {
  constructor(private readonly env: Env) {}

  canActivate(): boolean {
    if (this.env.signUp) return true;
    throw new ApiError('SIGN_UP_NOT_ALLOWED', 'Only an administrator can create an account.', {
      reason: 'SIGN_UP=off',
    });
  }
}
