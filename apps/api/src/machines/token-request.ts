import { ApiError } from '@app/errors';
import type { ClientCredentials, ClientTokenRequest } from '@app/flows';
import type { FastifyRequest } from 'fastify';
import { readForm } from '../http/body/read-form.js';
import { clientAddress } from '../wire/proxies.js';
import { UnsupportedGrantType } from './oauth-error.filter.js';

const GRANT_TYPE = 'client_credentials';
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** Parameters that may have several values (RFC 8707, section 2). */
const REPEATABLE = ['resource', 'audience'];
const BASIC = /^basic +([A-Za-z0-9+/]+={0,2})$/i;

/**
 * The request of a client for a token (RFC 6749, section 4.4.2).
 * @throws {ApiError} INVALID_REQUEST, NOT_AUTHENTICATED; {UnsupportedGrantType}
 */
export async function readTokenRequest(request: FastifyRequest): Promise<ClientTokenRequest> {
  if (request.url.includes('?')) {
    throw new ApiError('INVALID_REQUEST', 'The parameters belong into the body: URLs are logged.');
  }
  const form = await readForm(request);
  const repeated = [...form.keys()].find((name) => !REPEATABLE.includes(name) && form.getAll(name).length > 1);
  if (repeated !== undefined) throw new ApiError('INVALID_REQUEST', 'A parameter occurs more than once.');
  const grantType = parameterOf(form, 'grant_type');
  if (grantType === undefined) throw new ApiError('INVALID_REQUEST', 'The grant_type is missing.');
  if (grantType !== GRANT_TYPE) throw new UnsupportedGrantType();
  return {
    credentials: credentialsOf(request, form),
    scope: parameterOf(form, 'scope'),
    audiences: REPEATABLE.flatMap((name) => form.getAll(name)).filter((value) => value !== ''),
    address: clientAddress(request),
  };
}

/** A parameter without a value counts as left out (RFC 6749, section 3.2). */
function parameterOf(form: URLSearchParams, name: string): string | undefined {
  return form.get(name) || undefined;
}

/** The credentials of exactly one way to authenticate. */
function credentialsOf({ headers }: FastifyRequest, form: URLSearchParams): ClientCredentials {
  const { authorization } = headers;
  const [assertion, type] = [parameterOf(form, 'client_assertion'), parameterOf(form, 'client_assertion_type')];
  const ways = [authorization, assertion, parameterOf(form, 'client_secret')].filter((way) => way !== undefined);
  if (ways.length > 1) throw new ApiError('INVALID_REQUEST', 'The client authenticates in more than one way.');
  const clientId = parameterOf(form, 'client_id');
  if (assertion !== undefined) {
    if (type !== ASSERTION_TYPE) throw new ApiError('INVALID_REQUEST', 'The client_assertion_type is not known.');
    return { clientId, assertion };
  }
  const basic = authorization === undefined ? undefined : basicCredentials(authorization);
  if (!basic) {
    throw new ApiError(
      'NOT_AUTHENTICATED',
      'The client must authenticate by HTTP Basic or by a client_assertion, not by parameters.',
      { reason: 'no credentials of a client' },
    );
  }
  if (clientId !== undefined && clientId !== basic.clientId)
    throw new ApiError('INVALID_REQUEST', 'The client_id is not that of the Authorization header.');
  return basic;
}

/** Both parts are encoded as in a form (RFC 6749, section 2.3.1). */
function basicCredentials(authorization: string): { clientId: string; secret: string } | undefined {
  const [, encoded] = BASIC.exec(authorization) ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  const [clientId, secret] = [text.slice(0, colon), text.slice(colon + 1)].map(decoded);
  return clientId === undefined || secret === undefined ? undefined : { clientId, secret };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
