import { type CustomDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';

const PUBLIC = Symbol('PUBLIC');
const reflector = new Reflector();

/** Exempts a handler or a class from the `BearerGuard`. With a valid token, the caller is known nevertheless. */
export const Public = (): CustomDecorator<symbol> => SetMetadata(PUBLIC, true);

export function isPublic(context: ExecutionContext): boolean {
  return reflector.getAllAndOverride<boolean | undefined>(PUBLIC, [context.getHandler(), context.getClass()]) === true;
}
