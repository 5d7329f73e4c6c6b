import { createParamDecorator, type ExecutionContext, type PipeTransform, type Type } from '@nestjs/common';
import type { CallerIdentity } from '../tokens/claims.js';
import { requestOf } from './request-of.js';

/** Declared here, since the type of `createParamDecorator` in Nest 12 has a part that Nest 11 lacks. */
type CallerDecorator = (
  ...fieldOrPipes: (keyof CallerIdentity | PipeTransform | Type<PipeTransform>)[]
) => ParameterDecorator;

/**
 * The caller, or one of its fields: `@Caller() caller: CallerIdentity`, `@Caller('uid') uid: string`. Undefined without the
 * `BearerGuard`, and on a `@Public()` route for a caller who is not signed in.
 */
export const Caller: CallerDecorator = createParamDecorator(
  (fact: keyof CallerIdentity | undefined, context: ExecutionContext) => {
    const caller = requestOf(context).user as CallerIdentity | undefined;
    return fact === undefined ? caller : caller?.[fact];
  },
);
