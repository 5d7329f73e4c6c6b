import type { CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import { PasskeyAssertion, type PasskeyOptions, type ProofMethod } from '@app/factors';
import { SessionStore, TokensService } from '@app/tokens';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { RecentSignIn } from '../access/recent-sign-in.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { type IssuedCode, LinkMailer } from '../links/link-mailer.js';
import { type CodeAnswer, EmailCodeCheck } from '../mailbox/email-code.js';
import { SessionAssurance } from '../sign-in/session-opener.js';
import { type FactorAnswer, FactorVerifier, type OwnCeremony } from './second-factors.js';

/** The methods of a new proof that need a request first. */
export const OPTION_METHODS = ['passkey', 'email_code'] as const satisfies readonly ProofMethod[];
export type OptionMethod = (typeof OPTION_METHODS)[number];

/** What a new proof needs, by its method. */
export type ReauthenticationOptions = { passkey: PasskeyOptions } | { code: IssuedCode };

/** How a request wants to prove who its user is. */
interface OptionsRequest {
  method: OptionMethod;
  userAgent: string;
}

/** An access token of the same session, after a new proof. */
export interface Reauthenticated {
  uid: string;
  accessToken: string;
  /** In seconds since the UNIX epoch. */
  expiry: number;
}

/** A passkey as the only new proof in a session. */
function passkeyReauthentication({ uid, sessionId }: CallerIdentity): OwnCeremony {
  return { purpose: 'passkey_reauth', uid, livesIn: { session: sessionId }, verifiesUser: true };
}

/** A signed-in user reauthenticates (RFC 9470). The refresh token stays. */
@Injectable()
export class ReauthenticationService {
  constructor(
    private readonly recent: RecentSignIn,
    private readonly stale: StaleTokens,
    private readonly factors: FactorVerifier,
    private readonly methods: FactorMethods,
    private readonly assertion: PasskeyAssertion,
    private readonly mailer: LinkMailer,
    private readonly codes: EmailCodeCheck,
    private readonly sessions: SessionStore,
    private readonly assurance: SessionAssurance,
    private readonly tokens: TokensService,
  ) {}

  /** @throws {ApiError} FACTOR_NOT_FOUND, EMAIL_NOT_CONFIGURED, INVALID_REQUEST, NOT_AUTHENTICATED, TOO_MANY_REQUESTS */
  async prepare(caller: CallerIdentity, { method, userAgent }: OptionsRequest): Promise<ReauthenticationOptions> {
    if (method === 'passkey') return { passkey: await this.assertion.options(passkeyReauthentication(caller)) };
    return { code: await this.mailCode(caller, userAgent) };
  }

  /** A mailbox is no second factor: a code does only for a user who has nothing else. */
  private async mailCode(caller: CallerIdentity, userAgent: string): Promise<IssuedCode> {
    this.mailer.requireConfigured();
    const { email } = await this.stale.transaction(caller, async (user) => {
      await this.methods.requireEmailCode(user.uid);
      return user;
    });
    await this.mailer.count(email);
    return this.stale.transaction(caller, ({ uid, email }) =>
      this.mailer.sendCode({
        purpose: 'reauthenticate',
        uid,
        email,
        livesIn: { session: caller.sessionId },
        userAgent,
      }),
    );
  }

  /**
   * Only for a user whose sign-ins need no second factor: a password alone proves too little of any other user.
   * @throws {ApiError} INVALID_PASSWORD, REAUTHENTICATION_REQUIRED, NOT_AUTHENTICATED, TOO_MANY_REQUESTS
   */
  async byPassword(caller: CallerIdentity, password: string): Promise<Reauthenticated> {
    await this.stale.transaction(caller, (user) => this.recent.requirePasswordUser(user));
    const compared = await this.recent.confirm(caller, password);
    return this.prove(caller, async (user) => {
      await this.recent.requirePasswordUser(user);
      if (user.passwordVersion !== compared) throw new ApiError('INVALID_PASSWORD');
      return { amr: ['pwd'] };
    });
  }

  /** @throws {ApiError} INVALID_CODE, INVALID_CHALLENGE, INVALID_PASSKEY, NOT_AUTHENTICATED, TOO_MANY_REQUESTS */
  byFactor(caller: CallerIdentity, answer: FactorAnswer): Promise<Reauthenticated> {
    return this.factors.use(answer, passkeyReauthentication(caller), (proof) =>
      this.prove(caller, async (user) => {
        await this.factors.consume(user, proof);
        return { amr: proof.amr, factorSince: proof.since };
      }),
    );
  }

  /**
   * Only for a user who has neither a password nor a factor.
   * @throws {ApiError} INVALID_CODE, INVALID_REQUEST, NOT_AUTHENTICATED, TOO_MANY_REQUESTS
   */
  async byEmailCode(caller: CallerIdentity, answer: CodeAnswer): Promise<Reauthenticated> {
    await this.methods.requireEmailCode(caller.uid);
    return this.codes.withLink(answer, ['reauthenticate'], (link) =>
      this.prove(caller, async ({ uid, email }) => {
        if (link.uid !== uid || link.email !== email || link.sessionId !== caller.sessionId)
          throw new ApiError('INVALID_CODE', { reason: 'code for another account, address or session' });
        await this.methods.requireEmailCode(uid);
        await this.codes.consume(link);
        return { amr: ['otp'] };
      }),
    );
  }

  /**
   * Records a proof in the session of the caller. The `acr` of a session is never lowered.
   * @param consume consumes the proof, and returns what it adds to the session
   * @throws {ApiError} NOT_AUTHENTICATED, and errors of `consume`
   */
  private prove(
    caller: CallerIdentity,
    consume: (user: User) => Promise<{ amr: readonly string[]; factorSince?: number }>,
  ): Promise<Reauthenticated> {
    const { uid, sessionId } = caller;
    return this.stale.transaction(caller, async (user) => {
      const { amr, factorSince } = await consume(user);
      const session = await this.sessions.prove({ uid, sessionId }, amr, factorSince);
      if (!session) throw new ApiError('NOT_AUTHENTICATED', { reason: 'session ended' });
      const { token, expiry } = this.tokens.issueAccess(await this.assurance.limit(session, user));
      return { uid, accessToken: token, expiry };
    });
  }
}
