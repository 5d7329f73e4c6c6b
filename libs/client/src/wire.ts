import createFetchClient, { type Client } from 'openapi-fetch';
import { errorOf, LatchkeyError, networkError } from './errors.js';
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
  return createFetchClient<UserPaths>({ baseUrl, fetch: (request) => send(request).catch(unreached) });
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

function unreached(cause: unknown): never {
  throw networkError(cause);
}

/** An answer that broke off is a matter of the network; one that is no JSON is not from the service. */
function unreadable(cause: unknown): never {
  if (cause instanceof LatchkeyError) throw cause;
  if (!(cause instanceof SyntaxError)) throw networkError(cause);
  throw new LatchkeyError('UNEXPECTED_ANSWER', 'The answer is not from the service.', 0, undefined, { cause });
}
