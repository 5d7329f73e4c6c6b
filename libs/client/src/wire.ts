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
  const readable = new Set<RequestCredentials>();
  return createFetchClient<UserPaths>({
    baseUrl,
    async fetch(request) {
      const { credentials } = request;
      try {
        const response = await send(request);
        readable.add(credentials);
        await readEmpty(response);
        return response;
      } catch (cause) {
        // The service lets this page read such answers.
        if (readable.has(credentials) || !(await isHidden(baseUrl, cause))) throw cause;
        const message = `The service answers, but the browser does not let this page read the answers. Probably the service does not know the origin ${location.origin}: see its settings APP_URL, COOKIE_ORIGINS and CORS_ORIGINS.`;
        throw localError('NETWORK_ERROR', message, cause);
      }
    },
  });
}

/** `openapi-fetch` reads no empty body. A browser then keeps the request open, and ends it as one that has failed. */
async function readEmpty(response: Response): Promise<void> {
  if (response.headers.get('content-length') === '0') await response.arrayBuffer();
}

/** How long the answer to the question may take, whether there is an answer at all. */
const PROBE_MS = 3_000;

/**
 * Whether a request has failed in the browser alone. It says no more than that no answer was readable (Fetch standard, section 3.3),
 * but sends a request whose answer no page reads.
 */
async function isHidden(baseUrl: string, cause: unknown): Promise<boolean> {
  const atOther = globalThis.location && new URL(baseUrl, location.href).origin !== location.origin;
  // Any other error is that of a request that was cancelled or took too long.
  if (!atOther || !(cause instanceof TypeError)) return false;
  const options = { mode: 'no-cors', credentials: 'omit', signal: AbortSignal.timeout(PROBE_MS) } as const;
  return platformFetch(new Request(`${baseUrl}/health/live`, options)).then(
    () => true,
    () => false,
  );
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
