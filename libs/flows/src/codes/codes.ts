import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { Clock, Database } from '@app/database';
import { ApiError, type ErrorCode } from '@app/errors';
import {
  type Acr,
  type Admitted,
  type Client,
  type IssuedToken,
  OneTimeTokens,
  type OpenToken,
  provedAt,
  type Session,
  SessionStore,
  type TokenPair,
  TokensService,
} from '@app/tokens';
import { type LockedUser, type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { type Exchanged, ExchangeService } from '../external/exchange.service.js';
import type { ExternalCode } from '../external/external-challenges.js';
import { RedirectUrls } from '../links/redirect-urls.js';
import { type LinkCode, LinkCodes } from '../mailbox/link-consumer.js';
import { Access } from '../revocation/access.js';
import {
  type BoundCode,
  CODE_SECONDS,
  CODES,
  isVerifierOf,
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

/** Compares the session of the pages with what a product demands, so that the pages ask for a proof before they ask for a code. */
@Injectable()
export class CodeDemands {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly methods: FactorMethods,
  ) {}

  /** @throws {ApiError} REAUTHENTICATION_REQUIRED; MFA_NOT_ENABLED or MFA_DISABLED for a user who must add a factor first */
  async require(session: Session, user: User, { acr = 'aal1', maxAge }: Demand): Promise<void> {
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

/** What the transaction leads to. A refusal is no exception, because the transaction must be committed: it has used up the code. */
type Result = { user: User; tokens: TokenPair } | { refusal: ErrorCode; reason: string } | 'reused';

/** Exchanges codes of the sign-in pages. The session of a product begins in that of the pages, and ends with it. */
@Injectable()
export class PageCodeExchange {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly sessions: SessionStore,
    private readonly tokens: OneTimeTokens,
    private readonly assurance: SessionAssurance,
    private readonly opener: SessionOpener,
  ) {}

  /**
   * Uses a code up whose verifier was right. `reused`: another request has used it.
   * @throws {ApiError} INVALID_CODE, USER_DISABLED
   */
  async exchange(found: OpenToken<PageCode>, client: Client): Promise<{ user: User; tokens: TokenPair } | 'reused'> {
    const result = await this.database.transaction(() => this.exchangeOnce(found, client));
    if (result === 'reused' || 'user' in result) return result;
    throw new ApiError(result.refusal, { reason: result.reason });
  }

  /** The user is locked first, as everything that ends sessions and codes does. */
  private async exchangeOnce(found: OpenToken<PageCode>, client: Client): Promise<Result> {
    const user = await this.users.lock(found.uid ?? '');
    if (!(await this.tokens.consume(found))) return 'reused';
    if (!user) return { refusal: 'INVALID_CODE', reason: 'account deleted' };
    if (!user.active) return { refusal: 'USER_DISABLED', reason: 'account disabled' };
    const parent = await this.parentOf(found, user);
    if (typeof parent === 'string') return { refusal: 'INVALID_CODE', reason: parent };
    const { tokens, sessionId } = await this.opener.openWithin(parent, client);
    const { codeChallenge } = found.data;
    const session = { uid: user.uid, sessionId };
    await this.tokens.keep(found, { codeChallenge, session }, USED_CODE_SECONDS);
    return { user, tokens };
  }

  /** The session of the pages, as it counts from now on; or why it opens no other one. */
  private async parentOf({ data }: OpenToken<PageCode>, { uid }: LockedUser): Promise<Admitted<Session> | string> {
    const session = await this.sessions.find(data.sessionId, uid);
    if (!session || !(await this.sessions.isAlive(session))) return 'session of the pages ended or expired';
    return (await this.assurance.admit(session)) ?? 'second factor overdue';
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
    private readonly external: ExchangeService,
    private readonly links: LinkCodes,
    private readonly pages: PageCodeExchange,
    private readonly access: Access,
  ) {}

  /**
   * @param caller needed to link an identity, and without effect on a sign-in
   * @throws {ApiError} INVALID_CODE, and those of `ExchangeService`, `LinkCodes` and `PageCodeExchange`
   */
  async exchange(request: CodeExchangeRequest, caller: CallerIdentity | undefined, client: Client): Promise<Exchanged> {
    const found = await this.tokens.open<BoundCode>(request.code, ...CODES);
    if (!found) return this.refuseReused(request);
    const use = this.useOf(found, caller, client);
    if (!isVerifierOf(found.data.codeChallenge, request.codeVerifier)) {
      // A client with the code but without the verifier may have stolen it.
      await this.tokens.consume(found);
      throw new ApiError('INVALID_CODE', { reason: 'wrong code_verifier' });
    }
    const result = await use();
    return result === 'reused' ? this.refuseReused(request) : result;
  }

  /** What a code does. A caller who may not use it is refused before. */
  private useOf(
    found: OpenToken<BoundCode>,
    caller: CallerIdentity | undefined,
    client: Client,
  ): () => Promise<Exchanged | 'reused'> {
    if (found.purpose === 'link_code') return () => this.links.signIn(found as OpenToken<LinkCode>, client);
    if (found.purpose === 'page_code') return () => this.pages.exchange(found as OpenToken<PageCode>, client);
    const external = found as OpenToken<ExternalCode>;
    const linker = this.external.requireLinker(external, caller);
    return () => this.external.exchange(external, linker, client);
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
