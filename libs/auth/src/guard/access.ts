import type { AuthenticationRequirement, Demands } from '@latchkey/verify';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';

export const REQUIREMENT = Symbol('REQUIREMENT');
export const ROLES = Symbol('ROLES');
export const SCOPES = Symbol('SCOPES');
export const MACHINE = Symbol('MACHINE');
export const NO_IMPERSONATION = Symbol('NO_IMPERSONATION');
export const PUBLIC = Symbol('PUBLIC');

const reflector = new Reflector();

/** What a request to a handler needs. */
export interface Access {
  /** Whether requests without a valid token are allowed. */
  open: boolean;
  /** What the decorators ask for. */
  demands: Demands;
}

/** What `@Scopes()` stores. */
export type ScopesDemand = Pick<Demands, 'scopes' | 'people'>;

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
export function accessOf(context: ExecutionContext): Access {
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
