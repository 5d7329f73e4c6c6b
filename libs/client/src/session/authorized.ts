import { localError } from '../errors.js';
import { type Bearer, bearer, type Fetch, type Result } from '../wire.js';
import type { Refresher } from './refresher.js';
import type { Tokens } from './tokens.js';

/**
 * Sends a request with the access token, and once more with a new token if the first is refused. Returns the second
 * answer, or the first refusal if the session has ended or another user has signed in.
 */
async function authorized<Answer>(
  refresher: Refresher,
  send: (tokens: Tokens | undefined) => Promise<Answer>,
  refused: (answer: Answer) => boolean | Promise<boolean>,
): Promise<Answer> {
  const tokens = await refresher.fresh();
  const answer = await send(tokens);
  if (!tokens || !(await refused(answer))) return answer;
  const renewed = await refresher.renew(tokens);
  return renewed ? send(renewed) : answer;
}

/** A call of the service itself. @throws {LatchkeyError} if no user is signed in */
export function authorizedCall<Data>(
  refresher: Refresher,
  send: (headers: Bearer, tokens: Tokens) => Promise<Result<Data>>,
): Promise<Result<Data>> {
  return authorized(
    refresher,
    async (tokens) => {
      if (!tokens) throw localError('NOT_AUTHENTICATED', 'No user is signed in.');
      return send(bearer(tokens.access), tokens);
    },
    ({ error }) => isNotAuthenticated(error),
  );
}

/** A `fetch` for these origins only: every server that gets an access token can use it. */
export function authorizedFetch(refresher: Refresher, origins: string[], send: Fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { origin } = new URL(request.url);
    if (!origins.includes(origin)) throw new TypeError(`${origin} is not among the apiOrigins.`);
    return authorized(refresher, (tokens) => send(withToken(request.clone(), tokens)), isRefusal);
  };
}

function withToken(request: Request, tokens: Tokens | undefined): Request {
  if (tokens) request.headers.set('authorization', bearer(tokens.access).authorization);
  return request;
}

/** 401, as in most APIs, or 400, as in this service. A new token does not replace a new proof of the user. */
async function isRefusal(response: Response): Promise<boolean> {
  if (response.status !== 400 && response.status !== 401) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return response.status === 400 ? isNotAuthenticated(body) : codeIn(body) !== 'REAUTHENTICATION_REQUIRED';
}

function isNotAuthenticated(body: unknown): boolean {
  return codeIn(body) === 'NOT_AUTHENTICATED';
}

function codeIn(body: unknown): unknown {
  return (body as { code?: unknown } | null | undefined)?.code;
}
