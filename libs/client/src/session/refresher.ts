import { TabLock } from '../tabs/tabs.js';
import { type Bearer, bearer, type Fetch, localError, type Result, type Wire } from '../wire.js';
import { exchange } from './exchange.js';
import type { SessionStorage } from './session-storage.js';
import { isTokens, isUnknown, marginOf, Stopwatch, type Tokens } from './tokens.js';

/** How long other tabs wait for a sign-in or a sign-out that gets no answer. */
const LONGEST_WORK_MS = 30_000;

/** Refreshes the access token: one refresh at a time over all tabs. */
export class Refresher {
  private readonly stopwatch = new Stopwatch();
  private readonly lock: TabLock;
  private running: Promise<Tokens | undefined> | undefined;

  constructor(
    private readonly session: SessionStorage,
    private readonly wire: Wire,
    acrossTabs: boolean,
    /** Whether the cookie has no session, if the service says so to this page. */
    private readonly isSignedOut?: () => Promise<boolean>,
  ) {
    this.lock = new TabLock(`${session.key} refresh`, acrossTabs);
  }

  /** Tokens that do not expire soon; undefined if no user is signed in, or another user has signed in meanwhile. */
  async fresh(): Promise<Tokens | undefined> {
    const tokens = await this.session.read();
    if (!isTokens(tokens)) return undefined;
    if (this.isFresh(tokens)) return tokens;
    try {
      return await this.renew(tokens);
    } catch (error) {
      // A token that has not expired can be used while the service is unreachable.
      if (this.stopwatch.secondsLeft(tokens) > 0) return tokens;
      throw error;
    }
  }

  /**
   * Replaces tokens that are about to expire or were refused by newer ones of the same user. Undefined if the session has
   * ended or another user has signed in: a request of one user must never be sent with the token of another.
   */
  async renew(stale: Tokens): Promise<Tokens | undefined> {
    this.running ??= this.lock
      .run((waited) => this.renewLocked(stale, waited))
      .finally(() => {
        this.running = undefined;
      });
    const current = await this.running;
    return isUnknown(stale) || current?.uid === stale.uid ? current : undefined;
  }

  /** Does something while no tab refreshes, or does another such thing. After a while, the other tabs wait no longer. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    let result: Promise<T> | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await this.lock.run(() => {
      result = work();
      const over = new Promise((next) => {
        timer = setTimeout(next, LONGEST_WORK_MS);
      });
      return Promise.race([result.catch(() => undefined), over]);
    });
    clearTimeout(timer);
    return result as Promise<T>;
  }

  private async renewLocked(stale: Tokens, waited: boolean): Promise<Tokens | undefined> {
    const current = await this.session.readAfter(waited, stale);
    if (!isTokens(current)) return undefined;
    if (current !== stale && this.isFresh(current)) return current;
    const nobody = isUnknown(current) && (await this.isSignedOut?.());
    const next = nobody ? ({ ended: 'signed_out' } as const) : await exchange(this.wire, current);
    const stored = await this.session.replace(next, current);
    return isTokens(stored) ? stored : undefined;
  }

  private isFresh(tokens: Tokens): boolean {
    return this.stopwatch.secondsLeft(tokens) > marginOf(tokens);
  }
}

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
