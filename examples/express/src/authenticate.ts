import { type Demands, isMachine, type Verifier, VerifyError } from '@latchkey/verify';
import type { RequestHandler } from 'express';

/**
 * Refuses requests without a valid access token. `response.locals.caller` is the caller, `response.locals.uid` the user, and
 * `response.locals.app` the claims that an administrator gave to the user.
 * @param demands what the caller must meet, such as `{ scopes: ['orders:read'] }`, which machines can meet, too
 */
export function authenticate(verifier: Verifier, demands: Demands = {}): RequestHandler {
  return async (request, response, next) => {
    try {
      const caller = await verifier.authenticate(request.headers.authorization, demands);
      response.locals.caller = caller;
      response.locals.uid = caller.uid;
      response.locals.app = isMachine(caller) ? {} : (caller.claims.app ?? {});
    } catch (error) {
      if (!(error instanceof VerifyError)) throw error;
      response.status(error.status).set(error.headers).json(error.body);
      return;
    }
    next();
  };
}
