import { type OwnToken, TokenRequestFailed } from './token-endpoint.js';

/** A token is renewed after this part of its life. */
const RENEWED_AFTER = 0.75;
/** How often a request is made for callers who wait, and the pause after the first failure in milliseconds; it doubles. */
const ATTEMPTS = 3;
const FIRST_PAUSE = 250;
/** The pause after all of these attempts, in milliseconds; doubled each time. */
const MIN_REST = 1_000;
const MAX_REST = 60_000;
/** Between two tokens that are given up before their end. */
const FORGET_PAUSE = 10_000;

/** One token, renewed when it is asked for shortly before its end. Times in milliseconds of the monotonic clock. */
export class RenewedToken {
  private current: { token: string; renewAt: number; endsAt: number } | undefined;
  private renewing: Promise<string> | undefined;
  private mayForgetAt = 0;
  private failure: { error: unknown; count: number; until: number } | undefined;

  constructor(private readonly request: () => Promise<OwnToken>) {}

  /**
   * The token. Callers at the same time share the request, and while the token is valid, no caller waits for its renewal.
   * @throws {TokenRequestFailed} if there is no valid token, and the issuer gives none
   */
  async get(): Promise<string> {
    const now = performance.now();
    const valid = this.current !== undefined && now < this.current.endsAt ? this.current : undefined;
    if (valid !== undefined && now < valid.renewAt) return valid.token;
    const resting = this.failure !== undefined && now < this.failure.until;
    if (valid !== undefined) {
      if (!resting) this.renew().catch(nothing);
      return valid.token;
    }
    if (resting && this.renewing === undefined) throw this.failure?.error;
    return this.renew();
  }

  /** The next caller gets another token than this one. */
  forget(token: string): void {
    const now = performance.now();
    if (this.current?.token !== token || now < this.mayForgetAt) return;
    this.current = undefined;
    this.mayForgetAt = now + FORGET_PAUSE;
  }

  private renew(): Promise<string> {
    this.renewing ??= this.attempt().finally(() => {
      this.renewing = undefined;
    });
    return this.renewing;
  }

  private async attempt(): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      const begun = performance.now();
      try {
        const { token, lifetime } = await this.request();
        const milliseconds = lifetime * 1_000;
        this.current = { token, renewAt: begun + milliseconds * RENEWED_AFTER, endsAt: begun + milliseconds };
        this.failure = undefined;
        return token;
      } catch (error) {
        const { temporary = false, retryAfter = 0 } = error instanceof TokenRequestFailed ? error : {};
        if (!temporary || retryAfter > 0 || attempt >= ATTEMPTS) throw this.failed(error, retryAfter * 1_000);
        const pause = FIRST_PAUSE * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
        await new Promise((next) => setTimeout(next, pause));
      }
    }
  }

  private failed(error: unknown, retryAfter: number): unknown {
    const count = (this.failure?.count ?? 0) + 1;
    const rest = Math.min(MAX_REST, Math.max(retryAfter, MIN_REST * 2 ** (count - 1)));
    this.failure = { error, count, until: performance.now() + rest };
    return error;
  }
}

const nothing = () => undefined;
