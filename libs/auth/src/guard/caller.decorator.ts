import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { CallerIdentity } from '../tokens/claims.js';
import { requestOf } from './request-of.js';

/**
 * The caller, or one of its fields: `@Caller() caller: CallerIdentity`, `@Caller('uid') uid: string`. Undefined without the
 * `BearerGuard`, and on a `@Public()` route for a caller who is not signed in.
 */
export const Caller = createParamDecorator((fact: keyof CallerIdentity | undefined, context: ExecutionContext) => {
  const caller = requestOf(context).user as CallerIdentity | undefined;
  return fact === undefined ? caller : caller?.[fact];
});
