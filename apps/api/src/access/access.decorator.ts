import { type ErrorCode } from '@app/errors';
import { type Deed, factorFor, type Operation, type RequiredScope } from '@app/flows';
import {
  applyDecorators,
  type CanActivate,
  type INestApplicationContext,
  SetMetadata,
  type Type,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { ApiBearerAuth, ApiExtension, ApiOperation, ApiSecurity } from '@nestjs/swagger';
import { AdminGuard, AdminInterceptor, ConsoleSignInGuard, Declares, operationOf } from './admin.guards.js';
import { type CookieUse, inCookie, SessionCookieGuard } from './session-cookie.js';
import {
  AddressLimitGuard,
  DemandsUser,
  PagesGuard,
  PasswordGuard,
  SignUpGuard,
  type UserAccess,
  UserGuard,
} from './user.guards.js';

/** The field of an operation in the OpenAPI document that says who may call it. */
const ACCESS = 'x-access';

/** Who may call an endpoint with each kind of access. */
const ACCESS_TEXTS = {
  public: 'anyone',
  'sign-up': 'anyone, with `SIGN_UP=open`',
  password: 'anyone with email and password',
  client: 'a client with its secret, or an assertion that it has signed',
  pages: 'the sign-in pages of the service',
  'user:unchecked': 'user',
  user: 'user',
  'user:write': 'user, not with a stale access token',
  'existing-user:write': 'user, not with a stale access token',
  'user:pages': 'user, on the sign-in pages of the service',
  enroller: 'user, or with an `mfa_token`',
  'user-or-proof': 'anyone with the proof in the body; a user for some',
  'user-or-cookie': 'user, or with the session in a cookie',
  'user-or-reset': 'user, or with a reset token',
  'console-sign-in': 'administrator who signs in',
};

type AccessKind = keyof typeof ACCESS_TEXTS;

const FACTORS = {
  never: '',
  always: '; in the console with a factor shown of late',
  widened: '; in the console, for more rights or secrets, with a factor shown of late',
};

function administratorWith(scope: RequiredScope, factor: ReturnType<typeof factorFor>): string {
  return `administrator${scope === 'any' ? '' : `, scope \`${scope}\``}${FACTORS[factor]}`;
}

/** Anyone, with or without credentials in the request. */
const OPEN: Record<Exclude<AccessKind, UserAccess>, Type<CanActivate>[]> = {
  public: [],
  'sign-up': [SignUpGuard],
  password: [PasswordGuard],
  /** The handler reads the credentials, which may be in the body. */
  client: [],
  pages: [PagesGuard],
};

const isOpen = (kind: AccessKind): kind is keyof typeof OPEN => kind in OPEN;

/** Kinds for which a request without an access token may have another proof. */
const MAYBE_USERS: AccessKind[] = ['user-or-proof', 'user-or-cookie', 'user-or-reset', 'console-sign-in'];

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

/** What the guards of a handler refuse with; undefined without `Access`. */
export const refusalsOf = (handler: object): ErrorCode[] | undefined => Reflect.getMetadata(REFUSALS, handler);

/**
 * Declares who may call a handler: its guards, in their order, and the security of the OpenAPI document. A route without it
 * does not start. One of administrators also says what it does: see `AdminRank`. `@Endpoint` applies it first, lists the refusals
 * and adds the guard of the body as the last.
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
  const refusals: ErrorCode[] = limited ? ['TOO_MANY_REQUESTS'] : [];
  const cookie = session ? inCookie(session) : [];
  if (isOpen(kind)) {
    if (session) refusals.push('NOT_AUTHENTICATED');
    return applyDecorators(
      UseGuards(...first, ...OPEN[kind]),
      SetMetadata(REFUSALS, refusals),
      ApiOperation({ security: kind === 'client' ? [{ [CLIENT_SECURITY]: [] }, {}] : [] }),
      ApiExtension(ACCESS, ACCESS_TEXTS[kind]),
      ...cookie,
    );
  }
  return applyDecorators(
    ...cookie,
    UseGuards(...first, ...(kind === 'console-sign-in' ? [ConsoleSignInGuard] : []), UserGuard),
    DemandsUser(kind, impersonation),
    SetMetadata(REFUSALS, ['NOT_AUTHENTICATED', ...(impersonation ? [] : ['IMPERSONATION_FORBIDDEN']), ...refusals]),
    ApiBearerAuth(),
    ApiExtension(ACCESS, ACCESS_TEXTS[kind]),
    // A session in a cookie is described by its header.
    ...(MAYBE_USERS.includes(kind) && kind !== 'user-or-cookie' ? [ApiSecurity({})] : []),
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

/** The admin API, in which one operation is for people who are no administrators yet. */
const ADMIN_API = /^\/?api\/admin(?:\/|$)/;
const SIGN_IN = 'ConsoleSessionController.open';

/** @throws {Error} for a route whose handler does not declare who may call it, or in the admin API what it does */
export function requireAccess(app: INestApplicationContext): void {
  const scanner = new MetadataScanner();
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  for (const { metatype } of controllers) {
    const { name = '', prototype = {} } = metatype ?? {};
    for (const method of scanner.getAllMethodNames(prototype)) {
      const handler = Reflect.get(prototype, method);
      if (!Reflect.hasMetadata(PATH_METADATA, handler)) continue;
      const path = String(Reflect.getMetadata(PATH_METADATA, metatype as object));
      if (ADMIN_API.test(path) && !operationOf(handler) && `${name}.${method}` !== SIGN_IN)
        throw new Error(`${name}.${method} does not declare what it does: it needs Access('admin', …).`);
      if (refusalsOf(handler)) continue;
      throw new Error(`${name}.${method} does not declare who may call it: it needs Access.`);
    }
  }
}
