import { Env } from '@app/config';
import { Clock, Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, onBehalfOfUser } from '@app/events';
import {
  type AddedKind,
  authenticatorName,
  type Passkey,
  type PasskeyAnswer,
  type PasskeyOptions,
  PasskeyRegistration,
  type PendingTotp,
  RecoveryCodes,
  TotpFactors,
} from '@app/factors';
import { MailService } from '@app/mail';
import {
  NO_OPEN_TOKEN,
  OneTimeTokens,
  type OpenToken,
  type RequestClient,
  type SessionKey,
  SessionStore,
  type TokenPair,
} from '@app/tokens';
import { type LockedUser, type User, UserFactors, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { type Enroller, FactorMethods, homeOf } from '../access/factor-methods.js';
import { LoginThrottle } from '../access/login-throttle.js';
import { RecentSignIn } from '../access/recent-sign-in.js';
import { SignInMethods } from '../access/sign-in-methods.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { browserInWords } from '../input/browser.js';
import { requester } from '../input/requester.js';
import { SecureLinkMaker } from '../links/secure-link-maker.js';
import { Access } from '../revocation/access.js';
import { WaysIn } from '../revocation/ways-in.js';
import { type FirstStep, passkeyAmr, proverOf, requireSameAddress, tokensOf } from '../sign-in/proof.js';
import { SignInGate } from '../sign-in/sign-in-gate.js';

/** The user who adds a factor, and the sign-in that waits for it, if there is one. */
interface Enrolling {
  user: LockedUser;
  enroller: Enroller;
  waiting?: OpenToken<FirstStep>;
  /** Whether sign-ins needed a factor before the step. */
  neededFactor: boolean;
}

/** What an added factor leads to. */
export interface Enrolled {
  user: User;
  /** The first set of recovery codes. */
  recoveryCodes?: string[];
  /** The tokens of a sign-in that had to wait for the factor. */
  tokens?: TokenPair;
}

/** A new factor: what it proves (RFC 8176), its kind for the log, and whether each sign-in needs a factor from now on. */
interface NewFactor {
  amr: readonly string[];
  type: AddedKind;
  enables: boolean;
}

/** A new passkey, and what it leads to. */
export interface AddedPasskey {
  passkey: Passkey;
  enrolled: Enrolled;
}

const DEFAULT_NAME = 'Authenticator app';

/** Adds authenticator apps and passkeys: decides who may add one, and applies the rules after it. */
@Injectable()
export class FactorEnrolment {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly userFactors: UserFactors,
    private readonly methods: FactorMethods,
    private readonly signInMethods: SignInMethods,
    private readonly totp: TotpFactors,
    private readonly registration: PasskeyRegistration,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly throttle: LoginThrottle,
    private readonly stale: StaleTokens,
    private readonly recent: RecentSignIn,
    private readonly tokens: OneTimeTokens,
    private readonly sessions: SessionStore,
    private readonly waysIn: WaysIn,
    private readonly access: Access,
    private readonly gate: SignInGate,
    private readonly links: SecureLinkMaker,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /**
   * Adds a factor that waits for its first code.
   * @throws {ApiError} FACTOR_LIMIT_REACHED, EMAIL_NOT_VERIFIED, MFA_DISABLED, REAUTHENTICATION_REQUIRED
   */
  addTotp(enroller: Enroller, name = DEFAULT_NAME): Promise<PendingTotp> {
    return this.transaction(enroller, true, ({ user }) =>
      this.totp.addPending(user.uid, homeOf(enroller), user.email, name),
    );
  }

  /** @throws {ApiError} FACTOR_NOT_FOUND, INVALID_CODE, FACTOR_LIMIT_REACHED, TOO_MANY_REQUESTS */
  confirmTotp(enroller: Enroller, factorId: string, code: string, client: RequestClient): Promise<Enrolled> {
    const { uid } = enroller;
    return this.throttle.secondFactor('factor', uid, async () => {
      const match = await this.totp.matchPending(uid, homeOf(enroller), factorId, code);
      return this.transaction(enroller, false, async (enrolling) => {
        const enables = (await this.totp.list(uid)).length === 0;
        await this.totp.requirePending(uid, homeOf(enroller), factorId);
        const finished = await this.finish(enrolling);
        await this.totp.confirm(uid, match);
        return this.added(finished, { amr: ['otp', 'mfa'], type: 'totp', enables }, client);
      });
    });
  }

  /** @throws {ApiError} FACTOR_LIMIT_REACHED, EMAIL_NOT_VERIFIED, MFA_DISABLED, REAUTHENTICATION_REQUIRED */
  passkeyOptions(enroller: Enroller): Promise<PasskeyOptions> {
    return this.transaction(enroller, true, async ({ user: { uid, email } }) => {
      const owner = { uid, email, handle: await this.userFactors.passkeyHandle(uid) };
      return this.registration.options(owner, homeOf(enroller));
    });
  }

  /**
   * Ends no session and asks for no second factor from now on: browsers add passkeys after a sign-in by a password on their
   * own.
   * @throws {ApiError} INVALID_CHALLENGE, INVALID_PASSKEY, PASSKEY_EXISTS, and those of `passkeyOptions()`
   */
  async addPasskey(
    enroller: Enroller,
    sent: PasskeyAnswer & { name?: string },
    client: RequestClient,
  ): Promise<AddedPasskey> {
    const { uid } = enroller;
    const verified = await this.registration.verify(uid, homeOf(enroller), sent.challengeId, sent.credential);
    const { aaguid } = verified.credential;
    const name = sent.name ?? authenticatorName(aaguid) ?? browserInWords(client.userAgent);
    return this.transaction(enroller, true, async (waiting) => {
      await this.registration.spend(verified);
      const enrolling = await this.finish(waiting);
      const handle = await this.userFactors.passkeyHandle(uid);
      const passkey = await this.registration.add(verified, { uid, handle }, name);
      await this.userFactors.setHasPasskey(uid, true);
      await this.events.record('passkey.added', { uid, data: { passkey_id: passkey.passkeyId } });
      const factor = { amr: [...passkeyAmr(passkey), 'mfa'], type: 'passkey', enables: false } as const;
      return { passkey, enrolled: await this.added(enrolling, factor, client) };
    });
  }

  /**
   * Runs work in a transaction for an enroller who may add a factor. A factor needs a proved address, or a sign-in that
   * proves it.
   * @param fresh whether a signed-in user needs a recent sign-in besides a session that has not ended
   * @throws {ApiError} MFA_DISABLED, EMAIL_NOT_VERIFIED, NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED, INVALID_MFA_TOKEN
   */
  private transaction<T>(enroller: Enroller, fresh: boolean, work: (enrolling: Enrolling) => Promise<T>): Promise<T> {
    if (this.env.mfa === 'off') throw new ApiError('MFA_DISABLED');
    const inside = async () => {
      const { user: locked, waiting } = await this.lock(enroller);
      if ('caller' in enroller) {
        const { caller } = enroller;
        if (fresh) await this.recent.require(caller, locked);
        await this.stale.requireLiving(caller);
      }
      if (!waiting?.data.proof.provesAddress) await this.signInMethods.requireProvedAddress(locked);
      return work({ user: locked, enroller, waiting, neededFactor: await this.methods.needsFactor(locked) });
    };
    return this.database.transactionAbout(enroller.uid, () => onBehalfOfUser(enroller.uid, inside));
  }

  /**
   * Uses up the sign-in that waits for the factor. A first proof of the address removes all earlier factors and ends what is under
   * way: so what adds the factor is used up before, and the factor is added after it.
   * @throws {ApiError} INVALID_MFA_TOKEN
   */
  private async finish(enrolling: Enrolling): Promise<Enrolling> {
    const { user, waiting } = enrolling;
    if (!waiting) return enrolling;
    const proved = await this.consume(user, waiting);
    return { ...enrolling, user: proved, neededFactor: await this.methods.needsFactor(proved) };
  }

  private async lock(enroller: Enroller): Promise<Pick<Enrolling, 'user' | 'waiting'>> {
    const user = await this.users.lock(enroller.uid);
    if (!user?.active) throw new ApiError('NOT_AUTHENTICATED', { reason: 'account deleted or disabled' });
    if ('caller' in enroller) {
      await this.stale.refuse(enroller.caller);
      return { user };
    }
    return { user, waiting: await this.requireWaiting(enroller.mfaToken, user) };
  }

  /**
   * The sign-in of a token. Does not use the token up. Its session begins now, before the factor is added: the factor must not count
   * as an earlier one, however long the request takes.
   * @throws {ApiError} INVALID_MFA_TOKEN
   */
  private async requireWaiting(mfaToken: string, user: LockedUser): Promise<OpenToken<FirstStep>> {
    const waiting = await this.tokens.open<FirstStep>(mfaToken, 'mfa_enrolment');
    if (!waiting) throw new ApiError('INVALID_MFA_TOKEN', { reason: NO_OPEN_TOKEN });
    requireSameAddress(waiting.data, user);
    const proof = { ...waiting.data.proof, createdAt: this.clock.now() };
    return { ...waiting, data: { ...waiting.data, proof } };
  }

  /**
   * Uses the token up, and returns the user as the first step has left it. A first proof of the address removes all earlier factors,
   * so it comes before the new one.
   * @throws {ApiError} INVALID_MFA_TOKEN
   */
  private async consume(user: LockedUser, waiting: OpenToken<FirstStep>): Promise<LockedUser> {
    if (!(await this.tokens.consume(waiting)))
      throw new ApiError('INVALID_MFA_TOKEN', { reason: 'token used meanwhile' });
    const { proof } = waiting.data;
    return proof.provesAddress ? this.waysIn.prove(user, proverOf(proof)) : user;
  }

  /** Applies the rules after a factor was added. */
  private async added(
    { user, enroller, waiting, neededFactor }: Enrolling,
    factor: NewFactor,
    client: RequestClient,
  ): Promise<Enrolled> {
    const { uid } = user;
    await this.events.record('mfa.factor_added', { uid, data: { type: factor.type } });
    const enables = factor.enables || waiting !== undefined;
    const first = enables && (await this.userFactors.setEnabled(uid, true));
    await this.userFactors.touch(uid);
    // A user who switched factors off and on again keeps the codes.
    const recoveryCodes = first ? await this.recoveryCodes.makeFirst(uid) : undefined;
    if (first) await this.events.record('mfa.enabled', { uid });
    const sessionId = 'caller' in enroller ? enroller.caller.sessionId : undefined;
    const beginning = { sessionId, since: waiting?.data.proof.createdAt };
    const secure = await this.links.ofAddition('factor', user, neededFactor, beginning);
    await this.mail.notify('factor-added', user.email, secure, requester());
    if (waiting) return { user, recoveryCodes, tokens: await this.open(user, waiting.data, factor.amr, client) };
    if ('caller' in enroller && first) await this.strengthen(enroller.caller, factor.amr);
    else await this.access.end('factor_added', { uid });
    return { user, recoveryCodes };
  }

  /**
   * Opens the session of a sign-in that had to wait for the factor.
   * @param amr what the factor proves (RFC 8176)
   */
  private async open(user: User, first: FirstStep, amr: readonly string[], client: RequestClient): Promise<TokenPair> {
    await this.access.end('factors_changed', user);
    const changed = await this.users.lock(user.uid);
    return tokensOf((await this.gate.openSecond(changed ?? user, first, amr, 'new', client)).outcome);
  }

  /** The session of the caller has proved the factor; all others have not, and end. */
  private async strengthen({ uid, sessionId }: SessionKey, amr: readonly string[]): Promise<void> {
    await this.access.end('factors_changed', { uid, keep: sessionId });
    await this.sessions.prove({ uid, sessionId }, amr, this.clock.now());
  }
}
