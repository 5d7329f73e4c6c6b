import type { RequestHandler } from 'express';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';

/** Failures to fetch the keys: the token may be valid. */
const UNREACHABLE = ['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC'];

/**
 * Refuses requests without a valid access token. `response.locals.uid` is the user, and `response.locals.app` the claims that an
 * administrator gave to the user.
 * @param issuer the `BASE_URL` of the auth service
 * @param audience the `aud` that tokens must have; without it, tokens must have none
 */
export function authenticate(issuer: string, audience?: string): RequestHandler {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  return async (request, response, next) => {
    const [, token = ''] = /^Bearer +([\w.-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ['ES256'],
        requiredClaims: ['exp'],
      });
      const { sub, typ, aud, app } = payload;
      if (sub === undefined || typ !== 'access' || (aud !== undefined && !audience)) throw new errors.JWTInvalid();
      response.locals.uid = sub;
      response.locals.app = app ?? {};
    } catch (error) {
      const known = error instanceof errors.JOSEError && !UNREACHABLE.includes(error.code);
      response.status(known ? 401 : 503).json(known ? REFUSAL : FAILURE);
      return;
    }
    next();
  };
}

const REFUSAL = { code: 'NOT_AUTHENTICATED', message: 'A valid access token is required.' };
const FAILURE = { code: 'UNAVAILABLE', message: 'The keys of the auth service are out of reach.' };
