import { BearerGuard } from '@app/auth';
import type { ErrorCode } from '@app/errors';
import { applyDecorators, type CanActivate, SetMetadata, type Type, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension, ApiOperation, ApiSecurity } from '@nestjs/swagger';
import { ACCESS, ACCESS_TEXTS, type AccessKind, administratorWith } from './access-texts.js';
import { ActiveUserGuard } from './active-user.guard.js';
import { AddressLimitGuard } from './address-limit.guard.js';
import { AdminGuard, type RequiredScope, RequiresScope } from './admin.guard.js';
import { BearerOrCookieGuard } from './bearer-or-cookie.guard.js';
import { BearerOrResetGuard } from './bearer-or-reset.guard.js';
import { ConsoleSignInGuard } from './console-sign-in.guard.js';
import { EnrollerGuard } from './enroller.guard.js';
import { ExistingUserGuard } from './existing-user.guard.js';
import { Impersonation, ImpersonationGuard } from './impersonation.guard.js';
import { OptionalBearerGuard } from './optional-bearer.guard.js';
import { PagesGuard } from './pages.guard.js';
import { PasswordGuard } from './password.guard.js';
import { SessionCookieGuard } from './session-cookie.guard.js';
import type { CookieUse } from './session-cookie.js';
import { inCookie } from './session-headers.js';
import { SignUpGuard } from './sign-up.guard.js';
import { StaleTokenGuard } from './stale-token.guard.js';

/** Anyone, with or without credentials in the request. */
const OPEN = {
  public: [],
  'sign-up': [SignUpGuard],
  password: [PasswordGuard],
  /** The handler reads the credentials, which may be in the body. */
  client: [],
  pages: [PagesGuard],
};

/** A user with an access token. Those who only read may have a stale one, for example from before a new password. */
const USERS = {
  /** Also a user who was deleted or disabled since then: the handler decides. */
  'user:unchecked': [BearerGuard],
  user: [BearerGuard, ActiveUserGuard],
  'user:write': [BearerGuard, ActiveUserGuard, StaleTokenGuard],
  /** A deleted user gets the answer USER_NOT_FOUND. */
  'existing-user:write': [BearerGuard, ExistingUserGuard, StaleTokenGuard],
  /** The session is also in the cookie of the pages. */
  'user:pages': [BearerGuard, ActiveUserGuard, StaleTokenGuard, PagesGuard],
  /** Or the `mfa_token` of MFA_ENROLMENT_REQUIRED in place of the access token. */
  enroller: [EnrollerGuard],
};

/** A user with an access token, or a request without one, which has another proof in its body. */
const MAYBE_USERS = {
  'user-or-proof': [OptionalBearerGuard],
  /** The cookie of a session in place of the access token. */
  'user-or-cookie': [BearerOrCookieGuard],
  'user-or-reset': [BearerOrResetGuard],
  'console-sign-in': [ConsoleSignInGuard],
};

const GUARDS: Record<AccessKind, Type<CanActivate>[]> = { ...OPEN, ...USERS, ...MAYBE_USERS };

interface Options {
  /** Limits the requests of each client address. */
  limited?: boolean;
  /** Allows an administrator who acts as the user. */
  impersonation?: boolean;
  /** Lets the session be in a cookie. Every endpoint that can answer a refresh token has it, or takes one. */
  session?: CookieUse;
}

/** The name of the admin token's security scheme in the OpenAPI document. */
export const ADMIN_SECURITY = 'admin';

/** The name of the security scheme of clients in the OpenAPI document. */
export const CLIENT_SECURITY = 'client';

const REFUSALS = 'latchkey:refusals';

/** What the guards of a handler refuse with; undefined without `@Access`. */
export const refusalsOf = (handler: object): ErrorCode[] | undefined => Reflect.getMetadata(REFUSALS, handler);

/**
 * Declares who may call a handler: its guards, in their order, and the security of the OpenAPI document. A route without it
 * does not start. It is below `@Endpoint`, which lists the refusals and adds the guard of the body as the last.
 */
export function Access(kind: 'admin', scope: RequiredScope): MethodDecorator;
export function Access(kind: AccessKind, options?: Options): MethodDecorator;
export function Access(kind: 'admin' | AccessKind, more: RequiredScope | Options = {}): MethodDecorator {
  if (kind === 'admin') return forAdmins(more as RequiredScope);
  const { limited = false, impersonation = false, session } = more as Options;
  const first = [...(limited ? [AddressLimitGuard] : []), ...(session ? [SessionCookieGuard] : [])];
  const guards: Type<CanActivate>[] = [...first, ...GUARDS[kind]];
  const refusals: ErrorCode[] = limited ? ['TOO_MANY_REQUESTS'] : [];
  const cookie = session ? inCookie(session) : [];
  if (kind in OPEN) {
    if (session) refusals.push('NOT_AUTHENTICATED');
    return applyDecorators(
      UseGuards(...guards),
      SetMetadata(REFUSALS, refusals),
      ApiOperation({ security: kind === 'client' ? [{ [CLIENT_SECURITY]: [] }, {}] : [] }),
      ApiExtension(ACCESS, ACCESS_TEXTS[kind]),
      ...cookie,
    );
  }
  return applyDecorators(
    ...cookie,
    UseGuards(...guards, ImpersonationGuard),
    Impersonation(impersonation),
    SetMetadata(REFUSALS, ['NOT_AUTHENTICATED', ...(impersonation ? [] : ['IMPERSONATION_FORBIDDEN']), ...refusals]),
    ApiBearerAuth(),
    ApiExtension(ACCESS, ACCESS_TEXTS[kind]),
    // A session in a cookie is described by its header.
    ...(kind in MAYBE_USERS && kind !== 'user-or-cookie' ? [ApiSecurity({})] : []),
  );
}

function forAdmins(scope: RequiredScope): MethodDecorator {
  const forbidden = scope === 'any' ? [] : ['NOT_AUTHORIZED'];
  return applyDecorators(
    UseGuards(AdminGuard),
    RequiresScope(scope),
    SetMetadata(REFUSALS, ['NOT_AUTHENTICATED', ...forbidden, 'TOO_MANY_REQUESTS']),
    ApiBearerAuth(ADMIN_SECURITY),
    ApiExtension(ACCESS, administratorWith(scope)),
  );
}
