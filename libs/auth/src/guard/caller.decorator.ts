import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { CallerIdentity } from '../tokens/claims.js';
import { requestOf } from './request-of.js';

/**
 * Who is calling, or one fact of it: `@Caller() caller: CallerIdentity`, `@Caller('uid') uid: string`. Undefined on a
 * `@Public()` route for somebody who is not signed in, and on one without the `BearerGuard`.
 */
export const Caller = createParamDecorator((fact: keyof CallerIdentity | undefined, context: ExecutionContext) => {
  const caller = requestOf(context).user as CallerIdentity | undefined;
  return fact === undefined ? caller : caller?.[fact];
});
