import createFetchClient, { type Client } from 'openapi-fetch';
import { errorOf, LatchkeyError, localError } from './errors.js';
import type { components, paths } from './schema.js';

export type Schemas = components['schemas'];
type UserPaths = { [Path in keyof paths as Path extends `/api/admin/${string}` ? never : Path]: paths[Path] };
export type Wire = Client<UserPaths>;

/** Sends a request: the platform's `fetch`, or a replacement. */
export type Fetch = (request: Request) => Promise<Response>;

export interface Result<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** Looks up `fetch` at each call, so that later instrumentation works. */
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

/** The header with an access token. */
export type Bearer = { authorization: string };

export function bearer(token: string): Bearer {
  return { authorization: `Bearer ${token}` };
}

/** A missing or incomplete answer is a network error. An answer that is not JSON is not from the service. */
function unreadable(cause: Error): never {
  if (cause instanceof LatchkeyError) throw cause;
  throw cause.name === 'SyntaxError'
    ? localError('UNEXPECTED_ANSWER', 'This is no answer of the service.', cause)
    : localError('NETWORK_ERROR', 'The service is out of reach.', cause);
}
