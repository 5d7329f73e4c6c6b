import { createParamDecorator, type ExecutionContext, type PipeTransform, type Type } from '@nestjs/common';
import { appOf } from '../tokens/app-claims.js';
import type { CallerIdentity } from '../tokens/claims.js';
import { requestOf } from './request-of.js';

/** A field of the caller, the claims that administrators gave to the caller, or the administrator who acts as the caller. */
type CallerFact = keyof CallerIdentity | 'app' | 'act';

/** Declared here, since the type of `createParamDecorator` in Nest 12 has a part that Nest 11 lacks. */
type CallerDecorator = (...fieldOrPipes: (CallerFact | PipeTransform | Type<PipeTransform>)[]) => ParameterDecorator;

/**
 * The caller, or one of its fields: `@Caller() caller: CallerIdentity`, `@Caller('uid') uid: string`. `@Caller('app') app:
 * AppClaims` is what administrators say about the caller; empty if they say nothing. `@Caller('act') act?: ActClaim` is the
 * administrator who acts as the caller. Undefined without the `BearerGuard`, and on a `@Public()` route for a caller who is not
 * signed in.
 */
export const Caller: CallerDecorator = createParamDecorator(
  (fact: CallerFact | undefined, context: ExecutionContext) => {
    const caller = requestOf(context).user as CallerIdentity | undefined;
    if (fact === 'app') return caller && appOf(caller.claims);
    if (fact === 'act') return caller?.claims.act;
    return fact === undefined ? caller : caller?.[fact];
  },
);
