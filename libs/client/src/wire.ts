import createFetchClient, { type Client } from 'openapi-fetch';
import { errorOf, LatchkeyError, localError } from './errors.js';
import type { components, paths } from './schema.js';

export type Schemas = components['schemas'];
type UserPaths = { [Path in keyof paths as Path extends `/api/admin/${string}` ? never : Path]: paths[Path] };
export type Wire = Client<UserPaths>;

/** How requests are sent: the `fetch` of the platform, or one that stands in for it. */
export type Fetch = (request: Request) => Promise<Response>;

export interface Result<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** Looked up at each call, so that it can be instrumented later. */
export const platformFetch: Fetch = (request) => globalThis.fetch(request);

/** The typed endpoints of the service. */
export function createWire(baseUrl: string, send: Fetch): Wire {
  return createFetchClient<UserPaths>({ baseUrl, fetch: send });
}

/** The data of a successful answer. @throws {LatchkeyError} for any other outcome. */
export async function dataOf<Data>(call: Promise<Result<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch(unreadable);
  if (!response.ok) throw errorOf(response, error);
  return data as Data;
}

/** The header that an access token travels in. */
export type Bearer = { authorization: string };

export function bearer(token: string): Bearer {
  return { authorization: `Bearer ${token}` };
}

/** No answer, or one that broke off, is a matter of the network; one that is no JSON is not from the service. */
function unreadable(cause: Error): never {
  if (cause instanceof LatchkeyError) throw cause;
  throw cause.name === 'SyntaxError'
    ? localError('UNEXPECTED_ANSWER', 'This is no answer of the service.', cause)
    : localError('NETWORK_ERROR', 'The service is out of reach.', cause);
}
