import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { AuthenticationRequirement } from '../tokens/authentication.js';

export const REQUIREMENT = Symbol('REQUIREMENT');
export const PUBLIC = Symbol('PUBLIC');

const reflector = new Reflector();

/** What a request to a handler needs. */
export interface Access {
  /** Whether requests without a valid token are allowed. */
  open: boolean;
  /** What `@RequireAuthentication()` asks for. */
  requirement?: AuthenticationRequirement;
}

/** A decorator of the handler overrides those of its class. On the same target `@RequireAuthentication()` wins. */
export function accessOf(context: ExecutionContext): Access {
  for (const target of [context.getHandler(), context.getClass()]) {
    const requirement = reflector.get<AuthenticationRequirement | undefined>(REQUIREMENT, target);
    if (requirement) return { open: false, requirement };
    if (reflector.get<boolean | undefined>(PUBLIC, target)) return { open: true };
  }
  return { open: false };
}
