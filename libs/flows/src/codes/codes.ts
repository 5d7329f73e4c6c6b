import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { Clock, Database } from '@app/database';
import { ApiError } from '@app/errors';
import {
  type Acr,
  type IssuedToken,
  OneTimeTokens,
  type OpenToken,
  provedAt,
  type RequestClient,
  type Session,
  SessionStore,
  type TokenPair,
  TokensService,
} from '@app/tokens';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { StaleTokens } from '../access/stale-tokens.js';
import type { ExternalCode } from '../external/external-challenges.js';
import { type Exchanged, ExternalSignIn } from '../external/external-sign-in.js';
import { RedirectUrls } from '../links/redirect-urls.js';
import { type LinkCode, MailboxSignIn } from '../mailbox/mailbox-sign-in.js';
import { Access } from '../revocation/access.js';
import {
  type BoundCode,
  CODE_SECONDS,
  CODES,
  CodeReused,
  isVerifierOf,
  type Refused,
  USED_CODE_SECONDS,
  type UsedCode,
} from '../sign-in/proof.js';
import { SessionAssurance, SessionOpener } from '../sign-in/session-opener.js';

/** The strengths of a sign-in that a product can demand. */
export const STRENGTHS: readonly Acr[] = ['aal1', 'aal2'];

/** What a product demands of the session that it gets (RFC 9470, section 4). */
interface Demand {
  acr?: Acr;
  /** How old the weaker proof may be, in seconds. */
  maxAge?: number;
}

/** What a code of the sign-in pages stands for: a web product opens a session in this one. */
interface PageCode extends BoundCode {
  sessionId: string;
}

/** A request for a code. */
interface PageCodeRequest {
  /** The URL of the product to which the browser goes with the code. */
  nextUrl: string;
  codeChallenge: string;
  /** A help for the pages: the product must check the claims of its token, since the request is that of a browser. */
  demand: Demand;
}

/**
 * Codes by which web products get sessions of their own: they begin in the session of the sign-in pages, and end with it.
 */
@Injectable()
export class PageCodes {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly sessions: SessionStore,
    private readonly oneTime: OneTimeTokens,
    private readonly tokens: TokensService,
    private readonly methods: FactorMethods,
    private readonly stale: StaleTokens,
    private readonly redirects: RedirectUrls,
    private readonly assurance: SessionAssurance,
    private readonly opener: SessionOpener,
  ) {}

  /**
   * For a caller with both tokens of a session: a thief of one of them gets no other session by it.
   * @param refreshToken the one in the cookie of the pages
   * @throws {ApiError} INVALID_REDIRECT_URL, NOT_AUTHENTICATED, and those of `requireDemand()`
   */
  issue(
    caller: CallerIdentity,
    refreshToken: string | undefined,
    { nextUrl, codeChallenge, demand }: PageCodeRequest,
  ): Promise<IssuedToken> {
    this.redirects.check(nextUrl);
    return this.stale.transaction(caller, async (user) => {
      const session = await this.requireSession(caller, refreshToken);
      await this.requireDemand(session, user, demand);
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

  /**
   * Uses a code up whose verifier was right.
   * @throws {CodeReused}
   * @throws {ApiError} INVALID_CODE, USER_DISABLED
   */
  async exchange(found: OpenToken<PageCode>, client: RequestClient): Promise<{ user: User; tokens: TokenPair }> {
    const result = await this.database.transaction(() => this.exchangeOnce(found, client));
    if ('user' in result) return result;
    throw new ApiError(result.refusal, { reason: result.reason });
  }

  /** The user is locked first, as everything that ends sessions and codes does. */
  private async exchangeOnce(
    found: OpenToken<PageCode>,
    client: RequestClient,
  ): Promise<{ user: User; tokens: TokenPair } | Refused> {
    const { codeChallenge, sessionId: pages } = found.data;
    const user = await this.users.lock(found.uid ?? '');
    if (!(await this.oneTime.consume(found))) throw new CodeReused();
    if (!user) return { refusal: 'INVALID_CODE', reason: 'account deleted' };
    if (!user.active) return { refusal: 'USER_DISABLED', reason: 'account disabled' };
    const session = await this.sessions.find(pages, user.uid);
    if (!session || !(await this.sessions.isAlive(session)))
      return { refusal: 'INVALID_CODE', reason: 'session of the pages ended or expired' };
    const parent = await this.assurance.admit(session);
    if (!parent) return { refusal: 'INVALID_CODE', reason: 'second factor overdue' };
    const { tokens, sessionId } = await this.opener.openWithin(parent, client);
    await this.oneTime.keep(found, { codeChallenge, session: { uid: user.uid, sessionId } }, USED_CODE_SECONDS);
    return { user, tokens };
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

  /**
   * Compares the session of the pages with what a product demands, so that the pages ask for a proof before they ask for a code.
   * @throws {ApiError} REAUTHENTICATION_REQUIRED; MFA_NOT_ENABLED or MFA_DISABLED for a user who must add a factor first
   */
  private async requireDemand(session: Session, user: User, { acr = 'aal1', maxAge }: Demand): Promise<void> {
    const isStrong = acr === 'aal1' || session.acr === 'aal2';
    const isNew = maxAge === undefined || this.clock.now() - provedAt(session) <= maxAge;
    if (isStrong && isNew) return;
    if (!isStrong && !(await this.methods.hasFactor(user.uid)))
      throw new ApiError(this.env.mfa === 'off' ? 'MFA_DISABLED' : 'MFA_NOT_ENABLED');
    const methods = await this.proofsOf(session, user, acr);
    const details = { max_age: maxAge ?? this.env.reauthMaxAge, acr, methods };
    const reason = isStrong ? 'proof older than the product demands' : 'no second factor in the session';
    throw new ApiError('REAUTHENTICATION_REQUIRED', { details, reason });
  }

  /** A password or an email code changes nothing about the factor of a session. */
  private async proofsOf(session: Session, user: User, acr: Acr): Promise<string[]> {
    const isByFactor = acr === 'aal2' || session.acr === 'aal2';
    if (isByFactor) return this.methods.of(user.uid);
    return this.methods.toReauthenticate(user.uid, await this.methods.needsFactor(user));
  }
}

/** A code from the URL of a page, and the proof of the browser that began. */
interface CodeExchangeRequest {
  code: string;
  codeVerifier: string;
}

/** Exchanges the codes that pages get in their URL, whatever they come from, for a session or a link to an identity. */
@Injectable()
export class CodeExchangeService {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly external: ExternalSignIn,
    private readonly mailbox: MailboxSignIn,
    private readonly pages: PageCodes,
    private readonly access: Access,
  ) {}

  /**
   * @param caller needed to link an identity, and without effect on a sign-in
   * @throws {ApiError} INVALID_CODE, and those of `ExternalSignIn`, `MailboxSignIn` and `PageCodes`
   */
  async exchange(
    request: CodeExchangeRequest,
    caller: CallerIdentity | undefined,
    client: RequestClient,
  ): Promise<Exchanged> {
    const found = await this.tokens.open<BoundCode>(request.code, ...CODES);
    if (!found) return this.refuseReused(request);
    const linker =
      found.purpose === 'external_code'
        ? this.external.requireLinker(found as OpenToken<ExternalCode>, caller)
        : undefined;
    if (!isVerifierOf(found.data.codeChallenge, request.codeVerifier)) {
      // A client with the code but without the verifier may have stolen it.
      await this.tokens.consume(found);
      throw new ApiError('INVALID_CODE', { reason: 'wrong code_verifier' });
    }
    try {
      return await this.use(found, linker, client);
    } catch (error) {
      if (error instanceof CodeReused) return this.refuseReused(request);
      throw error;
    }
  }

  private use(
    found: OpenToken<BoundCode>,
    linker: CallerIdentity | undefined,
    client: RequestClient,
  ): Promise<Exchanged> {
    if (found.purpose === 'link_code') return this.mailbox.exchange(found as OpenToken<LinkCode>, client);
    if (found.purpose === 'page_code') return this.pages.exchange(found as OpenToken<PageCode>, client);
    return this.external.exchange(found as OpenToken<ExternalCode>, linker, client);
  }

  /**
   * A code that comes twice with its verifier was stolen: the session that it has opened ends (RFC 6749, section 4.1.2). A client
   * without the verifier could otherwise end the sessions of others.
   */
  private async refuseReused({ code, codeVerifier }: CodeExchangeRequest): Promise<never> {
    const used = await this.tokens.findUsed<UsedCode>(code, ...CODES);
    const session = used?.data.session;
    if (session && isVerifierOf(used.data.codeChallenge, codeVerifier))
      await this.access.end('token_reused', { uid: session.uid, session: session.sessionId });
    throw new ApiError('INVALID_CODE', { reason: used ? 'code used before' : 'unknown or expired code' });
  }
}
