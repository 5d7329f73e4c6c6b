import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { type AddedKind, type Passkey, Passkeys, RecoveryCodes, TotpFactor, TotpFactors } from '@app/factors';
import { type User, UserFactors, UsersService } from '@app/users';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { FactorNotices } from '../access/factor-notices.js';

import { RecentSignIn } from '../access/recent-sign-in.js';
import { SignInMethods } from '../access/sign-in-methods.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { SecureLinkMaker } from '../links/secure-link-maker.js';
import { Access } from '../revocation/access.js';

/** The second factors of a user, as their owner sees them. */
export interface FactorOverview {
  enabled: boolean;
  required: boolean;
  recoveryCodesLeft: number;
  totp: TotpFactor[];
  passkeys: Passkey[];
}

/** The passkeys of a user, with what the browser needs to forget removed ones. */
export interface OwnPasskeys {
  rpId: string;
  userHandle: string | null;
  passkeys: Passkey[];
}

const LAST_FACTOR = 'This is the last second factor, and MFA_RESET_DELAY is set: reset the factors instead.';

/**
 * Lists, renames and removes second factors, switches the demand for one on and off, and renews recovery codes. Each change has an
 * event, ends other sessions, and is told by email.
 */
@Injectable()
export class FactorSettings {
  constructor(
    private readonly env: Env,
    private readonly users: UsersService,
    private readonly userFactors: UserFactors,
    private readonly methods: FactorMethods,
    private readonly totp: TotpFactors,
    private readonly passkeys: Passkeys,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly signInMethods: SignInMethods,
    private readonly stale: StaleTokens,
    private readonly recent: RecentSignIn,
    private readonly access: Access,
    private readonly links: SecureLinkMaker,
    private readonly notices: FactorNotices,
    private readonly events: EventLog,
  ) {}

  /** @throws {ApiError} NOT_AUTHENTICATED */
  async overview({ uid }: CallerIdentity): Promise<FactorOverview> {
    const user = await this.requireUser(uid);
    return {
      enabled: this.methods.isSwitchedOn(user),
      required: this.methods.isRequired(user),
      recoveryCodesLeft: await this.recoveryCodes.count(uid),
      totp: await this.totp.list(uid),
      passkeys: await this.passkeys.list(uid),
    };
  }

  /** @throws {ApiError} NOT_AUTHENTICATED */
  async listPasskeys({ uid }: CallerIdentity): Promise<OwnPasskeys> {
    const user = await this.requireUser(uid);
    const passkeys = await this.passkeys.list(uid);
    // An imported passkey has the handle that it was created with.
    const userHandle = user.passkeyHandle ?? passkeys[0]?.handle ?? null;
    return { rpId: this.env.passkeys.rpId, userHandle, passkeys };
  }

  /**
   * Returns the recovery codes when they are new.
   * @throws {ApiError} FACTOR_NOT_FOUND, EMAIL_NOT_VERIFIED, MFA_IS_REQUIRED, MFA_DISABLED, and those of `RecentSignIn`
   */
  setEnabled(caller: CallerIdentity, enabled: boolean): Promise<string[] | undefined> {
    return this.recent.transaction(caller, async (user) => {
      if (enabled === this.methods.isSwitchedOn(user)) return undefined;
      return enabled ? this.enable(user, caller.sessionId) : this.disable(user, caller.sessionId);
    });
  }

  /** @throws {ApiError} MFA_NOT_ENABLED, and those of `RecentSignIn` */
  renewRecoveryCodes(caller: CallerIdentity): Promise<string[]> {
    return this.recent.transaction(caller, async (user) => {
      if (!(await this.methods.needsFactor(user))) throw new ApiError('MFA_NOT_ENABLED');
      const codes = await this.recoveryCodes.renew(user.uid);
      await this.events.record('mfa.recovery_renewed', { uid: user.uid });
      await this.followUp('recovery-renewed', user, caller.sessionId);
      return codes;
    });
  }

  /** @throws {ApiError} FACTOR_NOT_FOUND, and those of `RecentSignIn` */
  renameTotp(caller: CallerIdentity, factorId: string, name: string): Promise<void> {
    return this.recent.transaction(caller, ({ uid }) => this.totp.rename(uid, factorId, name));
  }

  /** @throws {ApiError} FACTOR_NOT_FOUND, MFA_IS_REQUIRED, and those of `RecentSignIn` */
  removeTotp(caller: CallerIdentity, factorId: string): Promise<void> {
    return this.recent.transaction(caller, async (user) => {
      await this.removed(user, 'totp', await this.totp.remove(user.uid, factorId), caller);
    });
  }

  /** @throws {ApiError} PASSKEY_NOT_FOUND, NOT_AUTHENTICATED */
  renamePasskey(caller: CallerIdentity, passkeyId: string, name: string): Promise<void> {
    return this.stale.transaction(caller, ({ uid }) => this.passkeys.rename(uid, passkeyId, name));
  }

  /** @throws {ApiError} PASSKEY_NOT_FOUND, LAST_SIGN_IN_METHOD, MFA_IS_REQUIRED, REAUTHENTICATION_REQUIRED */
  removePasskey(caller: CallerIdentity, passkeyId: string): Promise<void> {
    return this.recent.transaction(caller, async (user) => {
      const passkey = await this.passkeys.remove(user.uid, passkeyId);
      await this.signInMethods.requireOne(user);
      await this.passkeyRemoved(user, passkey, caller);
    });
  }

  /**
   * The rules after a passkey was removed.
   * @param by the owner; undefined for an administrator, who may also remove a required factor
   * @throws {ApiError} MFA_IS_REQUIRED, INVALID_REQUEST
   */
  async passkeyRemoved(user: User, passkey: Passkey, by?: CallerIdentity): Promise<void> {
    const { passkeyId } = passkey;
    await this.userFactors.setHasPasskey(user.uid, (await this.passkeys.count(user.uid)) > 0);
    await this.events.record('passkey.removed', { uid: user.uid, data: { passkey_id: passkeyId } });
    await this.removed(user, 'passkey', passkey, by);
  }

  /**
   * The rules after a factor was removed, whatever its kind.
   * @param by the owner; undefined for an administrator, who may also remove a required factor
   * @throws {ApiError} MFA_IS_REQUIRED, INVALID_REQUEST
   */
  private async removed(user: User, type: AddedKind, factor: TotpFactor | Passkey, by?: CallerIdentity): Promise<void> {
    const { uid } = user;
    await this.events.record('mfa.factor_removed', { uid, data: { type } });
    const since = await this.methods.neededSince(user, factor);
    if (since !== undefined) await this.userFactors.noteNeed(uid, since);
    if (!(await this.methods.hasFactor(uid))) await this.removedLast(user, by !== undefined);
    await this.followUp('factor-removed', user, by?.sessionId);
  }

  private async removedLast(user: User, byOwner: boolean): Promise<void> {
    if (byOwner && this.methods.isRequired(user)) throw new ApiError('MFA_IS_REQUIRED');
    if (!byOwner && this.methods.wouldNeedFactor(user) && this.env.mfaResetDelay > 0)
      throw new ApiError('INVALID_REQUEST', LAST_FACTOR);
    await this.access.removeScopes(user.uid, false);
    await this.recoveryCodes.removeAll(user.uid);
    if (await this.userFactors.setEnabled(user.uid, false)) await this.events.record('mfa.disabled', { uid: user.uid });
  }

  private async enable(user: User, keep: string): Promise<string[] | undefined> {
    const { uid } = user;
    if (this.env.mfa === 'off') throw new ApiError('MFA_DISABLED');
    if (!(await this.methods.hasFactor(uid))) throw new ApiError('FACTOR_NOT_FOUND');
    await this.signInMethods.requireProvedAddress(user);
    await this.userFactors.setEnabled(uid, true);
    const codes = await this.recoveryCodes.makeFirst(uid);
    await this.events.record('mfa.enabled', { uid: user.uid });
    await this.followUp('mfa-enabled', user, keep);
    return codes;
  }

  private async disable(user: User, keep: string): Promise<undefined> {
    if (this.methods.isRequired(user)) throw new ApiError('MFA_IS_REQUIRED');
    await this.userFactors.setEnabled(user.uid, false);
    await this.events.record('mfa.disabled', { uid: user.uid });
    await this.followUp('mfa-disabled', user, keep);
  }

  /**
   * What follows a change whose event is recorded: the end of other sessions, and a notice by email.
   * @param keep the session of the owner, which goes on; undefined for an administrator
   */
  private async followUp(
    notice: 'mfa-enabled' | 'mfa-disabled' | 'factor-removed' | 'recovery-renewed',
    user: User,
    keep?: string,
  ): Promise<void> {
    await this.userFactors.touch(user.uid);
    await this.access.end('factors_changed', { uid: user.uid, keep });
    if (notice !== 'mfa-enabled') return this.notices.send(notice, user, {});
    await this.notices.send(notice, user, async () =>
      this.links.ofAddition('mfa', user, await this.methods.needsFactor(user), { sessionId: keep }),
    );
  }

  private async requireUser(uid: string): Promise<User> {
    const user = await this.users.find(uid);
    if (!user) throw new ApiError('NOT_AUTHENTICATED', { reason: 'account deleted' });
    return user;
  }
}

/** Logs at start what an operator must do so that all passkeys work. */
@Injectable()
export class RelyingPartyNotice implements OnModuleInit {
  private readonly logger = new Logger('Passkeys');

  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly passkeys: Passkeys,
  ) {}

  onModuleInit(): void {
    const { rpId, relatedOrigins: origins } = this.env.passkeys;
    if (origins.length > 0) {
      const file = `https://${rpId}/.well-known/webauthn`;
      this.logger.log(`Serve this as application/json at ${file}: ${JSON.stringify({ origins })}`);
    }
    this.database.beforeUse(() => this.warnOfStranded());
  }

  private async warnOfStranded(): Promise<void> {
    const stranded = await this.passkeys.countStranded();
    if (stranded === 0) return;
    this.logger.warn(
      `${stranded} passkeys belong to another domain than PASSKEY_RP_ID=${this.env.passkeys.rpId}, and do not work.`,
    );
  }
}
