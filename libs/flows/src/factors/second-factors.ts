import type { CallerIdentity } from '@app/auth';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, onBehalfOfUser } from '@app/events';
import {
  type AssertionCeremony,
  type PasskeyAnswer,
  PasskeyAssertion,
  type PasskeyOptions,
  RecoveryCodes,
  TotpFactors,
} from '@app/factors';
import {
  type Client,
  NO_OPEN_TOKEN,
  OneTimeTokens,
  type OpenToken,
  SessionProofs,
  type TokenPair,
  TokensService,
} from '@app/tokens';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorNotices } from '../access/factor-notices.js';
import { LoginThrottle } from '../access/login-throttle.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { type FirstStep, stillHolds } from '../sign-in/mfa-challenges.js';
import { passkeyAmr, tokensOf } from '../sign-in/proof.js';
import { FactorUse, SessionAssurance } from '../sign-in/session-opener.js';
import { TrustedDevices } from '../sign-in/sign-in-devices.js';
import { SignInGate } from '../sign-in/sign-in-gate.js';

/** A passkey as the second factor: the first one was proved, so presence is enough. @param key of the `mfa_token` */
function passkeySecondStep(uid: string, key: string): AssertionCeremony & { uid: string } {
  return { purpose: 'passkey_mfa', uid, livesIn: { token: key }, verifiesUser: false };
}

/** A passkey as the only new proof in a session. */
export function passkeyReauthentication({ uid, sessionId }: CallerIdentity): AssertionCeremony & { uid: string } {
  return { purpose: 'passkey_reauth', uid, livesIn: { session: sessionId }, verifiesUser: true };
}

/** A second factor, as a request has it. */
export type FactorAnswer = { code: string } | { recoveryCode: string } | PasskeyAnswer;

/** A second factor that was found right. */
interface FactorProof {
  /** What it adds to the `amr` of the session (RFC 8176). */
  amr: readonly string[];
  /** Since when the user has the factor, in epoch seconds. */
  since: number;
  /** Consumes the factor. @throws {ApiError} INVALID_CODE, INVALID_CHALLENGE, PASSKEY_NOT_FOUND */
  consume(user: User): Promise<void>;
}

/** A use of a passkey by a known user. */
type OwnCeremony = AssertionCeremony & { uid: string };

const BY_CODE = ['otp', 'mfa'];

/** Whether a failure says that the second factor was wrong. */
function isWrongFactor(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'INVALID_CODE' || error.code === 'INVALID_PASSKEY');
}

/** Verifies second factors, and consumes them. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly totp: TotpFactors,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly assertion: PasskeyAssertion,
    private readonly factorUse: FactorUse,
    private readonly throttle: LoginThrottle,
    private readonly notices: FactorNotices,
    private readonly events: EventLog,
  ) {}

  /**
   * Lets the work verify a factor and consume it. Wrong ones are limited and recorded.
   * @param ceremony what the challenge of a passkey must have been made for, and the user
   * @throws {ApiError} INVALID_CODE, INVALID_CHALLENGE, INVALID_PASSKEY, TOO_MANY_REQUESTS, and errors of the work
   */
  use<T>(
    answer: FactorAnswer,
    ceremony: OwnCeremony,
    work: (verify: () => Promise<FactorProof>) => Promise<T>,
  ): Promise<T> {
    const { uid } = ceremony;
    const kind = 'recoveryCode' in answer ? 'recovery_code' : 'factor';
    return this.throttle.secondFactor(kind, uid, async () => {
      try {
        return await work(() => this.verify(answer, ceremony));
      } catch (error) {
        if (isWrongFactor(error)) await this.factorUse.failed(uid, kind);
        throw error;
      }
    });
  }

  private async verify(answer: FactorAnswer, ceremony: OwnCeremony): Promise<FactorProof> {
    const { uid } = ceremony;
    if ('credential' in answer) return this.verifyPasskey(answer, ceremony);
    if ('recoveryCode' in answer) {
      const since = await this.recoveryCodes.madeAt(uid);
      return { amr: BY_CODE, since, consume: (user) => this.spendRecovery(user, answer.recoveryCode) };
    }
    const match = await this.totp.findMatch(uid, answer.code);
    if (!match) throw new ApiError('INVALID_CODE', { reason: 'wrong code of an app, or no app' });
    return {
      amr: BY_CODE,
      since: match.since,
      consume: async () => {
        if (!(await this.totp.consume(uid, match)))
          throw new ApiError('INVALID_CODE', { reason: 'code of an app used before' });
        await this.factorUse.succeeded(uid);
      },
    };
  }

  private async verifyPasskey(answer: PasskeyAnswer, ceremony: OwnCeremony): Promise<FactorProof> {
    const proof = await this.assertion.verify(answer, ceremony);
    const { passkey } = proof;
    return {
      amr: [...passkeyAmr(passkey), 'mfa'],
      since: passkey.createdAt,
      consume: () => this.factorUse.record(proof),
    };
  }

  private async spendRecovery(user: User, code: string): Promise<void> {
    const { uid } = user;
    if (!(await this.recoveryCodes.consume(uid, code)))
      throw new ApiError('INVALID_CODE', { reason: 'wrong or used recovery code' });
    await this.factorUse.succeeded(uid);
    const left = await this.recoveryCodes.count(uid);
    await this.events.record('mfa.recovery_used', { uid, data: { left } });
    await this.notices.recoveryCodeUsed(user, left);
  }
}

/** A finished sign-in. */
export interface VerifiedSignIn {
  user: User;
  tokens: TokenPair;
  /** The first set of an imported user, who has none yet. */
  recoveryCodes?: string[];
}

/** The second step of a sign-in. */
@Injectable()
export class MfaVerifyService {
  constructor(
    private readonly database: Database,
    private readonly tokens: OneTimeTokens,
    private readonly factors: SecondFactors,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly users: UsersService,
    private readonly gate: SignInGate,
    private readonly trusted: TrustedDevices,
  ) {}

  /**
   * @param trusts whether sign-ins by password on this device need no factor for a time
   * @throws {ApiError} INVALID_MFA_TOKEN, INVALID_CODE, INVALID_CHALLENGE, INVALID_PASSKEY, USER_DISABLED, TOO_MANY_REQUESTS
   */
  async verify(mfaToken: string, answer: FactorAnswer, trusts: boolean, client: Client): Promise<VerifiedSignIn> {
    const challenge = await this.tokens.open<FirstStep>(mfaToken, 'mfa');
    if (!challenge?.uid) throw await this.refusalOf(mfaToken);
    const { uid } = challenge;
    requireUnchanged(challenge.data, await this.users.find(uid));
    return this.factors.use(answer, passkeySecondStep(uid, challenge.tokenHash), async (verify) => {
      if (!(await this.tokens.countTry(challenge)))
        throw new ApiError('INVALID_MFA_TOKEN', { reason: 'no try left, or token used meanwhile' });
      const proof = await verify();
      return this.database.transaction(() => onBehalfOfUser(uid, () => this.signIn(challenge, proof, trusts, client)));
    });
  }

  /** Disabling an account ends its challenges, so the account is checked, too. */
  private async refusalOf(mfaToken: string): Promise<ApiError> {
    const revoked = await this.tokens.findEnded(mfaToken, 'mfa');
    const user = revoked === undefined ? null : await this.users.find(revoked);
    if (user?.active === false) return new ApiError('USER_DISABLED');
    const reason = revoked === undefined ? NO_OPEN_TOKEN : 'token ended by a change of the account';
    return new ApiError('INVALID_MFA_TOKEN', { reason });
  }

  /** Spends the token and the factor and opens the session, all or nothing. */
  private async signIn(challenge: OpenToken<FirstStep>, proof: FactorProof, trusts: boolean, client: Client) {
    const locked = requireUnchanged(challenge.data, await this.users.lock(challenge.uid ?? ''));
    // What was shown lives in the token.
    await proof.consume(locked);
    if (!(await this.tokens.consume(challenge)))
      throw new ApiError('INVALID_MFA_TOKEN', { reason: 'token used or ended meanwhile' });
    const { user, outcome } = await this.gate.openSecond(locked, challenge.data, proof.amr, 'earlier', client);
    const tokens = tokensOf(outcome);
    const recoveryCodes = await this.recoveryCodes.makeFirst(user.uid);
    if (trusts && 'deviceId' in outcome) await this.trusted.trust(user.uid, outcome.deviceId, client);
    return { user, tokens, recoveryCodes };
  }
}

/**
 * The user of a sign-in. A change of the address, the password or the factors since the first step invalidates it.
 * @throws {ApiError} INVALID_MFA_TOKEN, USER_DISABLED
 */
function requireUnchanged(first: FirstStep, user: User | null): User {
  if (!user) throw new ApiError('INVALID_MFA_TOKEN', { reason: 'account deleted' });
  if (!stillHolds(first, user))
    throw new ApiError('INVALID_MFA_TOKEN', { reason: 'account changed since the first step' });
  if (!user.active) throw new ApiError('USER_DISABLED');
  return user;
}

/** Challenges for a passkey as the second factor. */
@Injectable()
export class PasskeyOptionsService {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly assertion: PasskeyAssertion,
  ) {}

  /** For the second step of a sign-in. @throws {ApiError} INVALID_MFA_TOKEN, FACTOR_NOT_FOUND */
  async forSecondStep(mfaToken: string): Promise<PasskeyOptions> {
    const found = await this.tokens.open(mfaToken, 'mfa');
    if (!found?.uid) throw new ApiError('INVALID_MFA_TOKEN', { reason: NO_OPEN_TOKEN });
    return this.assertion.options(passkeySecondStep(found.uid, found.tokenHash));
  }
}

/** An access token of the same session, after a new proof. */
export interface Reauthenticated {
  uid: string;
  accessToken: string;
  /** In seconds since the UNIX epoch. */
  expiry: number;
}

/** Records new proofs in sessions. */
@Injectable()
export class ProofRecorder {
  constructor(
    private readonly stale: StaleTokens,
    private readonly proofs: SessionProofs,
    private readonly assurance: SessionAssurance,
    private readonly tokens: TokensService,
  ) {}

  /**
   * Records a proof in the session of the caller. The `acr` of a session is never lowered.
   * @param consume consumes the proof, and returns what it adds to the session
   * @throws {ApiError} NOT_AUTHENTICATED, and errors of `consume`
   */
  prove(
    caller: CallerIdentity,
    consume: (user: User) => Promise<{ amr: readonly string[]; factorSince?: number }>,
  ): Promise<Reauthenticated> {
    const { uid, sessionId } = caller;
    return this.stale.transaction(caller, async (user) => {
      const { amr, factorSince } = await consume(user);
      const session = await this.proofs.prove({ uid, sessionId }, amr, factorSince);
      if (!session) throw new ApiError('NOT_AUTHENTICATED', { reason: 'session ended' });
      const { token, expiry } = this.tokens.issueAccess(await this.assurance.limit(session, user));
      return { uid, accessToken: token, expiry };
    });
  }
}
