import { BearerGuard } from '@app/auth';
import type { ErrorCode } from '@app/errors';
import { type Deed, factorFor, type Operation, type RequiredScope } from '@app/flows';
import { applyDecorators, type CanActivate, SetMetadata, type Type, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension, ApiOperation, ApiSecurity } from '@nestjs/swagger';
import { ACCESS, ACCESS_TEXTS, type AccessKind, administratorWith } from './access-texts.js';
import { ActiveUserGuard } from './active-user.guard.js';
import { AddressLimitGuard } from './address-limit.guard.js';
import { AdminGuard, AdminInterceptor, Declares } from './admin.guard.js';
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

/** The field of an operation in the OpenAPI document that says what it does, and when a person must have shown a factor. */
const DEED = 'x-deed';

/** What the guards of a handler refuse with; undefined without `@Access`. */
export const refusalsOf = (handler: object): ErrorCode[] | undefined => Reflect.getMetadata(REFUSALS, handler);

/**
 * Declares who may call a handler: its guards, in their order, and the security of the OpenAPI document. A route without it
 * does not start. One of administrators also says what it does: see `AdminRank`. It is below `@Endpoint`, which lists the refusals and adds the guard of the body as the last.
 */
export function Access(kind: 'admin', scope: RequiredScope, deed: Deed, rank?: 'any'): MethodDecorator;
export function Access(kind: AccessKind, options?: Options): MethodDecorator;
export function Access(
  kind: 'admin' | AccessKind,
  more: RequiredScope | Options = {},
  deed: Deed = 'reads',
  rank?: 'any',
): MethodDecorator {
  if (kind === 'admin') return forAdmins({ scope: more as RequiredScope, deed, anyRank: rank === 'any' });
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

function forAdmins(operation: Operation): MethodDecorator {
  const { scope, deed } = operation;
  const factor = factorFor(deed);
  const refusals: ErrorCode[] = [
    'NOT_AUTHENTICATED',
    ...(scope === 'any' ? [] : (['NOT_AUTHORIZED'] as const)),
    ...(factor === 'never' ? [] : (['REAUTHENTICATION_REQUIRED'] as const)),
    'TOO_MANY_REQUESTS',
  ];
  return applyDecorators(
    UseGuards(AdminGuard),
    UseInterceptors(AdminInterceptor),
    Declares(operation),
    SetMetadata(REFUSALS, refusals),
    ApiBearerAuth(ADMIN_SECURITY),
    ApiExtension(ACCESS, administratorWith(scope, factor)),
    ApiExtension(DEED, typeof deed === 'string' ? { does: deed } : { does: 'makes', ...deed, factor }),
  );
}
