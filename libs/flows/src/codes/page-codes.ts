import type { CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import { type IssuedToken, OneTimeTokens, type Session, TokensService } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { StaleTokens } from '../access/stale-tokens.js';
import { RedirectUrls } from '../links/redirect-urls.js';
import { type BoundCode, CODE_SECONDS } from '../sign-in/bound-code.js';
import { SessionAssurance } from '../sign-in/session-assurance.js';
import { CodeDemands, type Demand } from './code-demands.js';

/** What a code of the sign-in pages stands for: a web product opens a session in this one. */
export interface PageCode extends BoundCode {
  sessionId: string;
}

/** A request for a code. */
export interface PageCodeRequest {
  /** The URL of the product to which the browser goes with the code. */
  nextUrl: string;
  codeChallenge: string;
  /** A help for the pages: the product must check the claims of its token, since the request is that of a browser. */
  demand: Demand;
}

/** Issues codes to the sign-in pages, by which web products get sessions of their own. */
@Injectable()
export class PageCodes {
  constructor(
    private readonly redirects: RedirectUrls,
    private readonly stale: StaleTokens,
    private readonly tokens: TokensService,
    private readonly assurance: SessionAssurance,
    private readonly demands: CodeDemands,
    private readonly oneTime: OneTimeTokens,
  ) {}

  /**
   * For a caller with both tokens of a session: a thief of one of them gets no other session by it.
   * @param refreshToken the one in the cookie of the pages
   * @throws {ApiError} INVALID_REDIRECT_URL, NOT_AUTHENTICATED, and those of `CodeDemands`
   */
  issue(
    caller: CallerIdentity,
    refreshToken: string | undefined,
    { nextUrl, codeChallenge, demand }: PageCodeRequest,
  ): Promise<IssuedToken> {
    this.redirects.check(nextUrl);
    return this.stale.transaction(caller, async (user) => {
      const session = await this.requireSession(caller, refreshToken);
      await this.demands.require(session, user, demand);
      const { uid, sessionId } = session;
      const data: PageCode = { codeChallenge, sessionId };
      return this.oneTime.create({
        purpose: 'page_code',
        uid,
        livesIn: { session: sessionId },
        data,
        lifetime: CODE_SECONDS,
      });
    });
  }

  /** The session of the caller, if the cookie has it, too, and it could be refreshed. The user must be locked. */
  private async requireSession(caller: CallerIdentity, refreshToken = ''): Promise<Session> {
    const session = await this.tokens.sessionInCookie(refreshToken);
    if (session?.sessionId !== caller.sessionId || session.uid !== caller.uid)
      throw new ApiError('NOT_AUTHENTICATED', {
        reason: 'cookie of the pages without the session of the access token',
      });
    // One session of the pages opens those of all products. A session of a product opens none.
    if (session.parentId !== null)
      throw new ApiError('NOT_AUTHENTICATED', { reason: 'session that a code has opened itself' });
    const admitted = await this.assurance.admit(session);
    if (!admitted) throw new ApiError('NOT_AUTHENTICATED', { reason: 'second factor overdue' });
    return admitted;
  }
}
