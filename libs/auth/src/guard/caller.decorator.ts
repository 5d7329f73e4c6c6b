import { appOf, type CallerIdentity, type Identity, isMachine, type MachineIdentity } from '@latchkey/verify';
import { createParamDecorator, type ExecutionContext, type PipeTransform, type Type } from '@nestjs/common';
import { requestOf } from './request-of.js';

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
