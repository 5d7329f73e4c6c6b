import { type CustomDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';

const PUBLIC = Symbol('PUBLIC');
const reflector = new Reflector();

/** Exempts a handler, or all of a class, from the `BearerGuard`. Who brings a valid token all the same is known there. */
export const Public = (): CustomDecorator<symbol> => SetMetadata(PUBLIC, true);

export function isPublic(context: ExecutionContext): boolean {
  return reflector.getAllAndOverride<boolean | undefined>(PUBLIC, [context.getHandler(), context.getClass()]) === true;
}
