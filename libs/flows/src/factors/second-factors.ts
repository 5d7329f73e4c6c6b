import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, onBehalfOfUser } from '@app/events';
import {
  type AssertionCeremony,
  type PasskeyAnswer,
  PasskeyAssertion,
  type PasskeyOptions,
  type PasskeyProof,
  RecoveryCodes,
  TotpFactors,
} from '@app/factors';
import { NO_OPEN_TOKEN, OneTimeTokens, type OpenToken, type RequestClient, type TokenPair } from '@app/tokens';
import { type User, UserFactors, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorNotices } from '../access/factor-notices.js';
import { LoginThrottle } from '../access/login-throttle.js';
import { type FirstStep, passkeyAmr, requireSameAddress, tokensOf } from '../sign-in/proof.js';
import { SignInDevices } from '../sign-in/sign-in-devices.js';
import { SignInGate } from '../sign-in/sign-in-gate.js';

/** A use of a passkey by a known user. */
export type OwnCeremony = AssertionCeremony & { uid: string };

/** A passkey as the second factor: the first one was proved, so presence is enough. @param key of the `mfa_token` */
function passkeySecondStep(uid: string, key: string): OwnCeremony {
  return { purpose: 'passkey_mfa', uid, livesIn: { token: key }, verifiesUser: false };
}

/** A second factor, as a request has it. */
export type FactorAnswer = { code: string } | { recoveryCode: string } | PasskeyAnswer;

/** A second factor that was found right, but for a recovery code, and is not used up yet. */
export interface FactorProof {
  /** What it adds to the `amr` of the session (RFC 8176). */
  amr: readonly string[];
  /** Since when the user has the factor, in epoch seconds. */
  since: number;
  shown:
    | { passkey: PasskeyProof }
    | { app: NonNullable<Awaited<ReturnType<TotpFactors['findMatch']>>> }
    | { recoveryCode: string };
}

const BY_CODE = ['otp', 'mfa'];

const USED_MEANWHILE = 'token used or ended meanwhile';

/** Wrong second factors since the last right one, after which the owner gets an email (OWASP ASVS 5.0, 6.3.5). */
const WARNED_FAILURES = 5;

/** Verifies second factors, uses them up, and records right and wrong ones. */
@Injectable()
export class FactorVerifier {
  constructor(
    private readonly database: Database,
    private readonly totp: TotpFactors,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly assertion: PasskeyAssertion,
    private readonly tokens: OneTimeTokens,
    private readonly throttle: LoginThrottle,
    private readonly users: UsersService,
    private readonly userFactors: UserFactors,
    private readonly notices: FactorNotices,
    private readonly events: EventLog,
  ) {}

  /**
   * Verifies a factor for the work, which uses it up by `consume()`. Wrong ones are limited and recorded.
   * @param ceremony what the challenge of a passkey must have been made for, and the user
   * @param step the token of a sign-in whose tries are counted
   * @throws {ApiError} INVALID_MFA_TOKEN, INVALID_CODE, INVALID_CHALLENGE, INVALID_PASSKEY, TOO_MANY_REQUESTS, and errors of the work
   */
  use<T>(
    answer: FactorAnswer,
    ceremony: OwnCeremony,
    work: (proof: FactorProof) => Promise<T>,
    step?: OpenToken<FirstStep>,
  ): Promise<T> {
    const { uid } = ceremony;
    const kind = 'recoveryCode' in answer ? 'recovery_code' : 'factor';
    return this.throttle.secondFactor(kind, uid, async () => {
      if (step && !(await this.tokens.countTry(step)))
        throw new ApiError('INVALID_MFA_TOKEN', { reason: 'no try left, or token used meanwhile' });
      try {
        return await work(await this.verify(answer, ceremony));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const isWrong = ['INVALID_CODE', 'INVALID_PASSKEY'].includes(error.code);
        if (step && (isWrong || error.code === 'INVALID_CHALLENGE')) await this.requireUnused(step, error);
        if (isWrong) await this.failed(uid, kind);
        throw error;
      }
    });
  }

  /**
   * The user must be locked.
   * @param step the token of a sign-in. It is used up before the factor: a request that comes too late spends no factor
   * @throws {ApiError} INVALID_MFA_TOKEN, INVALID_CODE, INVALID_CHALLENGE, PASSKEY_NOT_FOUND
   */
  async consume(user: User, { shown }: FactorProof, step?: OpenToken<FirstStep>): Promise<void> {
    if (step && !(await this.tokens.consume(step))) throw new ApiError('INVALID_MFA_TOKEN', { reason: USED_MEANWHILE });
    if ('passkey' in shown) return this.usePasskey(shown.passkey, step);
    if ('recoveryCode' in shown) return this.useRecoveryCode(user, shown.recoveryCode);
    if (!(await this.totp.consume(user.uid, shown.app)))
      throw new ApiError('INVALID_CODE', { reason: 'code of an app used before' });
    await this.succeeded(user.uid);
  }

  /**
   * Uses the challenge of a passkey up and records the use. A counter that went back is recorded, and no reason to refuse: some
   * authenticators count in no order. The user must be locked.
   * @throws {ApiError} INVALID_CHALLENGE, PASSKEY_NOT_FOUND
   */
  async usePasskey(proof: PasskeyProof, step?: OpenToken<FirstStep>): Promise<void> {
    const { uid, passkeyId } = proof.passkey;
    const regressed = await this.assertion.consume(proof, step);
    await this.succeeded(uid);
    if (!regressed) return;
    const data = { passkey_id: passkeyId, counter: proof.counter };
    await this.events.record('passkey.counter_regressed', { uid, data });
  }

  /** What a faster request with the same token has used up is not wrong. @throws {ApiError} INVALID_MFA_TOKEN */
  private async requireUnused(step: OpenToken<FirstStep>, cause: ApiError): Promise<void> {
    const found = await this.tokens.reread(step);
    if (!found || !this.tokens.isUsable(found))
      throw new ApiError('INVALID_MFA_TOKEN', { cause, reason: USED_MEANWHILE });
  }

  private async verify(answer: FactorAnswer, ceremony: OwnCeremony): Promise<FactorProof> {
    const { uid } = ceremony;
    if ('credential' in answer) {
      const proof = await this.assertion.verify(answer, ceremony);
      const { passkey } = proof;
      return { amr: [...passkeyAmr(passkey), 'mfa'], since: passkey.createdAt, shown: { passkey: proof } };
    }
    if ('recoveryCode' in answer) return { amr: BY_CODE, since: await this.recoveryCodes.madeAt(uid), shown: answer };
    const app = await this.totp.findMatch(uid, answer.code);
    if (!app) throw new ApiError('INVALID_CODE', { reason: 'wrong code of an app, or no app' });
    return { amr: BY_CODE, since: app.since, shown: { app } };
  }

  private async useRecoveryCode(user: User, code: string): Promise<void> {
    const { uid } = user;
    if (!(await this.recoveryCodes.consume(uid, code)))
      throw new ApiError('INVALID_CODE', { reason: 'wrong or used recovery code' });
    await this.succeeded(uid);
    const left = await this.recoveryCodes.count(uid);
    await this.events.record('mfa.recovery_used', { uid, data: { left } });
    await this.notices.send('recovery-code-used', user, { left });
  }

  /** Forgets the wrong factors of a user. */
  private async succeeded(uid: string): Promise<void> {
    await this.totp.clearFailures(uid);
    await this.userFactors.clearFailures(uid);
  }

  /**
   * Records a wrong factor. Too many in a row switch authenticator apps off. After some, the owner gets an email: another
   * person may know the password.
   */
  private failed(uid: string, kind: string): Promise<void> {
    return this.database.transaction(async () => {
      const failures = await this.userFactors.countFailure(uid);
      await this.events.record('mfa.failed', { uid, actor: 'anonymous', data: { kind } });
      if (await this.totp.lockExhausted(uid)) await this.events.record('mfa.locked', { uid, actor: 'anonymous' });
      const user = failures === WARNED_FAILURES ? await this.users.find(uid) : null;
      if (user) await this.notices.send('factor-failed', user, {});
    });
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
    private readonly factors: FactorVerifier,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly users: UsersService,
    private readonly gate: SignInGate,
    private readonly devices: SignInDevices,
    private readonly assertion: PasskeyAssertion,
  ) {}

  /** The challenge for a passkey. @throws {ApiError} INVALID_MFA_TOKEN, FACTOR_NOT_FOUND */
  async passkeyOptions(mfaToken: string): Promise<PasskeyOptions> {
    const found = await this.tokens.open(mfaToken, 'mfa');
    if (!found?.uid) throw new ApiError('INVALID_MFA_TOKEN', { reason: NO_OPEN_TOKEN });
    return this.assertion.options(passkeySecondStep(found.uid, found.tokenHash));
  }

  /**
   * @param trusts whether sign-ins by password on this device need no factor for a time
   * @throws {ApiError} INVALID_MFA_TOKEN, INVALID_CODE, INVALID_CHALLENGE, INVALID_PASSKEY, USER_DISABLED, TOO_MANY_REQUESTS
   */
  async verify(
    mfaToken: string,
    answer: FactorAnswer,
    trusts: boolean,
    client: RequestClient,
  ): Promise<VerifiedSignIn> {
    const challenge = await this.tokens.open<FirstStep>(mfaToken, 'mfa');
    if (!challenge?.uid) throw await this.refusalOf(mfaToken);
    const { uid } = challenge;
    requireUnchanged(challenge.data, await this.users.find(uid));
    const signIn = (proof: FactorProof) =>
      this.database.transaction(() => onBehalfOfUser(uid, () => this.signIn(challenge, proof, trusts, client)));
    return this.factors.use(answer, passkeySecondStep(uid, challenge.tokenHash), signIn, challenge);
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
  private async signIn(challenge: OpenToken<FirstStep>, proof: FactorProof, trusts: boolean, client: RequestClient) {
    const locked = requireUnchanged(challenge.data, await this.users.lock(challenge.uid ?? ''));
    await this.factors.consume(locked, proof, challenge);
    const { user, outcome } = await this.gate.openSecond(locked, challenge.data, proof.amr, 'earlier', client);
    const tokens = tokensOf(outcome);
    const recoveryCodes = await this.recoveryCodes.makeFirst(user.uid);
    if (trusts && 'deviceId' in outcome) await this.devices.trust(user.uid, outcome.deviceId, client);
    return { user, tokens, recoveryCodes };
  }
}

/**
 * The user of a sign-in. A change of the address, the password or the factors since the first step invalidates it.
 * @throws {ApiError} INVALID_MFA_TOKEN, USER_DISABLED
 */
function requireUnchanged(first: FirstStep, user: User | null): User {
  if (!user) throw new ApiError('INVALID_MFA_TOKEN', { reason: 'account deleted' });
  requireSameAddress(first, user);
  if (!user.active) throw new ApiError('USER_DISABLED');
  return user;
}
