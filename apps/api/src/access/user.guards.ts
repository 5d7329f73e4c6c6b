import { BearerGuard, type CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { ApiError, failsWith, RequestValidationPipe } from '@app/errors';
import { type Enroller, StaleTokens, Text } from '@app/flows';
import { addressGroup, RateLimits, REQUESTS } from '@app/limits';
import { impersonatorOf, OneTimeTokens } from '@app/tokens';
import { UsersService } from '@app/users';
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { IsNotEmpty } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../http/body.js';
import { clientAddress } from '../wire/proxies.js';
import { type CookieRequest, refuseTokenInBody } from './session-cookie.js';

/** After the `BearerGuard`: allows a caller whose account exists and is not disabled. */
@Injectable()
export class ActiveUserGuard implements CanActivate {
  constructor(private readonly users: UsersService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { uid } = context.switchToHttp().getRequest<{ user: CallerIdentity }>().user;
    if (!(await this.users.isActive(uid))) {
      throw new ApiError('NOT_AUTHENTICATED', { reason: 'account deleted or disabled' });
    }
    return true;
  }
}

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

/** The token in `Authorization: Bearer …` (RFC 6750), of an administrator or of a user. */
export function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^bearer +([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** After the `BearerGuard` of each endpoint that changes something: refuses stale access tokens before the body is read. */
@Injectable()
export class StaleTokenGuard implements CanActivate {
  constructor(private readonly stale: StaleTokens) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.stale.refuse(context.switchToHttp().getRequest<{ user: CallerIdentity }>().user);
    return true;
  }
}

/** The guards of an endpoint that changes something, as one: for guards that accept another proof, too. */
@Injectable()
export class SignedInGuard implements CanActivate {
  constructor(
    private readonly bearer: BearerGuard,
    private readonly active: ActiveUserGuard,
    private readonly stale: StaleTokenGuard,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.bearer.canActivate(context);
    await this.active.canActivate(context);
    return this.stale.canActivate(context);
  }
}

/** Allows a signed-in caller, and a request with its session in a cookie, whose access token is then ignored. */
@Injectable()
export class BearerOrCookieGuard implements CanActivate {
  constructor(private readonly signedIn: SignedInGuard) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { inCookie } = context.switchToHttp().getRequest<CookieRequest>();
    return inCookie !== undefined || this.signedIn.canActivate(context);
  }
}

/**
 * Allows a signed-in caller, and a request whose `old_password` is the token of a reset link, used or not: a user who
 * forgot the password has no access token. Any other request is NOT_AUTHENTICATED, whatever its body.
 */
@Injectable()
export class BearerOrResetGuard implements CanActivate {
  constructor(
    private readonly signedIn: SignedInGuard,
    private readonly tokens: OneTimeTokens,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest & { user?: unknown }>();
    const refusal = await this.refusalOf(context);
    if (refusal === undefined) return true;
    request.user = undefined;
    const { old_password: token } = Object(await readBody(request).catch(() => undefined));
    if (typeof token === 'string' && (await this.tokens.find(token, 'reset_password'))) return true;
    if (request.headers.authorization !== undefined) throw refusal;
    throw new ApiError('NOT_AUTHENTICATED', { reason: 'neither an access token nor a reset link' });
  }

  /** Why the caller is not signed in; undefined for one who is. */
  private async refusalOf(context: ExecutionContext): Promise<ApiError | undefined> {
    try {
      await this.signedIn.canActivate(context);
      return undefined;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_AUTHENTICATED') return error;
      throw error;
    }
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
    await readBody(request);
    if (request.method !== 'GET') await request.checkAgain?.();
    return true;
  }
}

type EnrollerRequest = FastifyRequest & { enroller?: Enroller; user?: CallerIdentity };

const MFA_TOKEN = /^bearer +([\w-]{43})$/i;

/** The enroller of the request. Only on routes behind the `EnrollerGuard`. */
export const EnrollerOf = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<EnrollerRequest>().enroller,
);

/**
 * Allows a signed-in caller, and a request whose `Authorization` header has the `mfa_token` of MFA_ENROLMENT_REQUIRED in
 * place of an access token.
 */
@Injectable()
export class EnrollerGuard implements CanActivate {
  constructor(
    private readonly signedIn: SignedInGuard,
    private readonly tokens: OneTimeTokens,
    private readonly users: UsersService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<EnrollerRequest>();
    const [, mfaToken] = MFA_TOKEN.exec(request.headers.authorization ?? '') ?? [];
    if (mfaToken !== undefined) {
      const uid = (await this.tokens.open(mfaToken, 'mfa_enrolment'))?.uid;
      if (!uid) throw await this.refusalOf(mfaToken);
      request.enroller = { uid, mfaToken };
      request.user = undefined;
      return true;
    }
    await this.signedIn.canActivate(context);
    const caller = request.user as CallerIdentity;
    request.enroller = { uid: caller.uid, caller };
    return true;
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

/** After the `BearerGuard`: refuses a disabled account, and answers USER_NOT_FOUND for a deleted one. */
@Injectable()
export class ExistingUserGuard implements CanActivate {
  constructor(private readonly users: UsersService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { uid } = context.switchToHttp().getRequest<{ user: CallerIdentity }>().user;
    const user = await this.users.find(uid);
    if (!user) throw new ApiError('USER_NOT_FOUND');
    if (!user.active) throw new ApiError('NOT_AUTHENTICATED', { reason: 'account disabled' });
    return true;
  }
}

const IMPERSONATION = 'latchkey:impersonation';

/** Whether an administrator who acts as a user may call a handler. By default the `ImpersonationGuard` refuses. */
export const Impersonation = (allowed: boolean): MethodDecorator => SetMetadata(IMPERSONATION, allowed);

/**
 * After the other guards of each endpoint that accepts access tokens: refuses an administrator who acts as the user, unless
 * the endpoint allows it. Such a token does not even read after its session has ended.
 */
@Injectable()
export class ImpersonationGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly stale: StaleTokens,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const caller = context.switchToHttp().getRequest<{ user?: CallerIdentity }>().user;
    if (!caller || impersonatorOf(caller.claims) === undefined) return true;
    await this.stale.refuse(caller);
    const allowed = this.reflector.get<boolean | undefined>(IMPERSONATION, context.getHandler());
    if (!allowed) throw new ApiError('IMPERSONATION_FORBIDDEN');
    return true;
  }
}

/** Allows a signed-in caller, and a request without an `Authorization` header, but none with an invalid token. */
@Injectable()
export class OptionalBearerGuard implements CanActivate {
  constructor(private readonly signedIn: SignedInGuard) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    return headers.authorization === undefined || this.signedIn.canActivate(context);
  }
}

/** Allows only the pages of the service, whose session is in their cookie. */
@Injectable()
export class PagesGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (context.switchToHttp().getRequest<CookieRequest>().inCookie === 'pages') return true;
    throw new ApiError('NOT_AUTHENTICATED', 'Only the sign-in pages of the service may do this.', {
      reason: 'no page of the service: without its header X-Latchkey-Session',
    });
  }
}

/** passport-local looks for an empty field in the query string. */
const NotEmpty = () => IsNotEmpty(failsWith('INVALID_CREDENTIALS'));

export class LoginRequest {
  @NotEmpty()
  @Text('INVALID_CREDENTIALS', 'The email of the account, case-insensitive.')
  email!: string;

  @NotEmpty()
  @Text('INVALID_CREDENTIALS', 'The password, case-sensitive.')
  password!: string;
}

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
