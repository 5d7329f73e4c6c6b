import {
  type AuthenticationRequirement,
  appOf,
  bearerToken,
  type CallerIdentity,
  checkRequirement,
  checkRoles,
  checkScopes,
  type Demands,
  type Identity,
  isMachine,
  type MachineIdentity,
  VerifyError,
} from '@latchkey/verify';
import {
  applyDecorators,
  type CanActivate,
  type CustomDecorator,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  type PipeTransform,
  SetMetadata,
  type Type,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AUTH_OPTIONS, type AuthOptions } from './auth.options.js';
import { refusalFor, TokenVerifier, toException } from './token-verifier.js';

const REQUIREMENT = Symbol('REQUIREMENT');
const ROLES = Symbol('ROLES');
const SCOPES = Symbol('SCOPES');
const MACHINE = Symbol('MACHINE');
const NO_IMPERSONATION = Symbol('NO_IMPERSONATION');
const PUBLIC = Symbol('PUBLIC');

const reflector = new Reflector();

/** What a request to a handler needs. */
interface Access {
  /** Whether requests without a valid token are allowed. */
  open: boolean;
  /** What the decorators ask for. */
  demands: Demands;
}

/** What `@Scopes()` stores. */
type ScopesDemand = Pick<Demands, 'scopes' | 'people'>;

type Target = Parameters<typeof reflector.get>[1];

/** The decorators of one target, each undefined if it is missing there. */
interface Found {
  requirement?: AuthenticationRequirement;
  roles?: readonly string[];
  scopes?: ScopesDemand;
  machine?: boolean | 'client';
  noImpersonation?: boolean;
}

/** Of each class and handler. Decorators do not change, and to read them takes longer than to recognise a known token. */
const known = new WeakMap<object, WeakMap<object, Access>>();

/** What the decorators of a request's handler and its class ask for. */
function accessOf(context: ExecutionContext): Access {
  const [type, handler] = [context.getClass(), context.getHandler()];
  const ofClass = known.get(type) ?? new WeakMap<object, Access>();
  let access = ofClass.get(handler);
  if (access === undefined) {
    access = read([handler, type]);
    known.set(type, ofClass.set(handler, access));
  }
  return access;
}

/**
 * A decorator of the handler overrides the same one of its class, and `@Public()` of the handler overrides all others of the
 * class. On the same target `@Public()` is weaker than they are.
 */
function read(targets: Target[]): Access {
  const found: Found = {};
  for (const target of targets) {
    found.requirement ??= reflector.get<Found['requirement']>(REQUIREMENT, target);
    found.roles ??= reflector.get<Found['roles']>(ROLES, target);
    found.scopes ??= reflector.get<Found['scopes']>(SCOPES, target);
    found.machine ??= reflector.get<Found['machine']>(MACHINE, target);
    found.noImpersonation ??= reflector.get<Found['noImpersonation']>(NO_IMPERSONATION, target);
    const free = Object.values(found).every((demand) => demand === undefined);
    if (free && reflector.get<boolean | undefined>(PUBLIC, target)) return { open: true, demands: {} };
  }
  const { requirement, scopes, ...others } = found;
  return { open: false, demands: { ...others, ...scopes, ...requirement } };
}

/** The parts of a request that the guard reads, and the property in which it stores the caller. */
export interface BearerRequest {
  headers?: { authorization?: string };
  user?: unknown;
}

/**
 * The request of an HTTP handler, or the `req` in the context of a GraphQL resolver. For a message handler the context of
 * the message, which the server creates: the message itself could contain any sender.
 */
function requestOf(context: ExecutionContext): BearerRequest {
  const type = context.getType<'http' | 'rpc' | 'ws' | 'graphql'>();
  if (type === 'graphql') return context.getArgByIndex<{ req?: BearerRequest }>(2).req ?? {};
  return type === 'rpc' ? context.switchToRpc().getContext() : context.switchToHttp().getRequest();
}

/** Allows requests with a valid access token, and all requests to `@Public()` handlers. */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly verifier: TokenVerifier,
    @Inject(AUTH_OPTIONS) private readonly options: AuthOptions,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = this.getRequest(context);
    const caller = await this.identify(bearerToken(request.headers?.authorization), context);
    if (caller) request.user = caller;
    return true;
  }

  /**
   * The caller with an access token that came elsewhere than in the header, for example in the body. It refuses as the guard
   * does, and changes nothing in the request. Undefined only for an invalid token at a `@Public()` handler.
   */
  async callerOf(token: string, context: ExecutionContext): Promise<CallerIdentity | undefined> {
    return (await this.identify(bearerToken(`Bearer ${token}`), context)) as CallerIdentity | undefined;
  }

  /** The object with the headers. Override it for transports other than HTTP and GraphQL. */
  getRequest(context: ExecutionContext): BearerRequest {
    return requestOf(context);
  }

  private async identify(token: string | null, context: ExecutionContext): Promise<Identity | undefined> {
    const { open, demands } = accessOf(context);
    if (open && token === null) return undefined;
    try {
      return await this.verifier.verify(token, demands);
    } catch (error) {
      if (open) return undefined;
      throw this.refusal(error, context);
    }
  }

  private refusal(cause: unknown, context: ExecutionContext): unknown {
    if (this.options.refuse) return this.options.refuse(refusalFor(cause), cause);
    // An error of the option `keys`, or a programming error: not the fault of the caller.
    if (!(cause instanceof VerifyError)) return cause;
    if (cause.challenge !== undefined) challenge(context, cause.challenge);
    return toException(cause);
  }
}

/** Adds the `WWW-Authenticate` header to an HTTP answer. */
function challenge(context: ExecutionContext, value: string): void {
  const response = context.switchToHttp().getResponse<{ header?: unknown } | undefined>();
  if (context.getType() !== 'http' || typeof response?.header !== 'function') return;
  response.header('WWW-Authenticate', value);
}

/** A field of the caller, the claims that administrators gave to the caller, or the administrator who acts as the caller. */
type CallerFact = keyof CallerIdentity | keyof MachineIdentity | 'app' | 'act';

/** Declared here, since the type of `createParamDecorator` in Nest 12 has a part that Nest 11 lacks. */
type CallerDecorator = (...fieldOrPipes: (CallerFact | PipeTransform | Type<PipeTransform>)[]) => ParameterDecorator;

/**
 * The caller, or one of its fields: `@Caller() caller: CallerIdentity`, `@Caller('uid') uid: string`. `@Caller('app') app:
 * AppClaims` is what administrators say about the caller; empty if they say nothing. `@Caller('act') act?: ActClaim` is the
 * administrator who acts as the caller. With `@Machine()` or `@Scopes()`, `@Caller('client') client?: string` is the id of a
 * client, `@Caller('keyId') keyId?: string` that of an API key, and `@Caller('uid') uid?: string` the user who owns the key.
 * Undefined without the `BearerGuard`, and on a `@Public()` route for a caller who is not signed in.
 */
export const Caller: CallerDecorator = createParamDecorator(
  (fact: CallerFact | undefined, context: ExecutionContext) => {
    const caller = requestOf(context).user as Identity | undefined;
    if (caller === undefined || fact === undefined) return caller;
    if (fact === 'app') return isMachine(caller) ? {} : appOf(caller.claims);
    if (fact === 'act') return isMachine(caller) ? undefined : caller.claims.act;
    return (caller as Partial<Record<CallerFact, unknown>>)[fact];
  },
);

/**
 * Accepts only tokens of machines at a handler or a class: of clients, and of API keys. A person is refused, also together with
 * `@Scopes()`. It includes the `BearerGuard`, which refuses with 401 and `NOT_AUTHENTICATED`.
 * @param kind `client` also refuses API keys: any user may be able to make one with every scope of `API_KEY_SCOPES`
 */
export function Machine(kind?: 'client'): MethodDecorator & ClassDecorator {
  return applyDecorators(SetMetadata(MACHINE, kind ?? true), UseGuards(BearerGuard));
}

/**
 * Refuses an administrator who acts as a user, at a handler or a class. It includes the `BearerGuard`, which refuses with 403
 * and `IMPERSONATION_FORBIDDEN`.
 */
export function NoImpersonation(): MethodDecorator & ClassDecorator {
  return applyDecorators(SetMetadata(NO_IMPERSONATION, true), UseGuards(BearerGuard));
}

/** Exempts a handler or a class from the `BearerGuard`. With a valid token, the caller is known nevertheless. */
export const Public = (): CustomDecorator<symbol> => SetMetadata(PUBLIC, true);

/**
 * Requires a stronger or newer sign-in for a handler or a class (RFC 9470). It includes the `BearerGuard`, which refuses with
 * 401 and `REAUTHENTICATION_REQUIRED`.
 * @throws {TypeError} for a wrong requirement, when the class is loaded
 */
export function RequireAuthentication(requirement: AuthenticationRequirement): MethodDecorator & ClassDecorator {
  checkRequirement(requirement);
  return applyDecorators(SetMetadata(REQUIREMENT, requirement), UseGuards(BearerGuard));
}

/**
 * Requires one of these roles in the claim `app.roles` for a handler or a class. It includes the `BearerGuard`, which refuses
 * with 403 and `NOT_AUTHORIZED`.
 * @throws {TypeError} without a role, when the class is loaded
 */
export function Roles(...roles: [string, ...string[]]): MethodDecorator & ClassDecorator {
  checkRoles(roles);
  return applyDecorators(SetMetadata(ROLES, roles), UseGuards(BearerGuard));
}

interface ScopesOptions {
  /** Whether a person has all scopes, unless the claims of that person have a list `scopes`. By default only with such a list. */
  people?: boolean;
}

/**
 * Requires all of these scopes for a handler or a class, and accepts tokens of machines: of clients, and of API keys. A person
 * needs them in the list `scopes` of the claim `app`. It includes the `BearerGuard`, which refuses with 403 and
 * `NOT_AUTHORIZED`.
 * @throws {TypeError} without a scope, when the class is loaded
 */
export function Scopes(
  ...scopes: [string, ...string[]] | [string, ...string[], ScopesOptions]
): MethodDecorator & ClassDecorator {
  const last = scopes.at(-1);
  const { people = false } = typeof last === 'object' ? last : {};
  const names = typeof last === 'object' ? scopes.slice(0, -1) : scopes;
  checkScopes(names);
  const demand: ScopesDemand = { scopes: names as string[], people };
  return applyDecorators(SetMetadata(SCOPES, demand), UseGuards(BearerGuard));
}
