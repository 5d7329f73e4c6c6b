import type { CallerIdentity } from '@app/auth';
import { Env, hashToken } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import {
  type AddedKind,
  FACTOR_KINDS,
  type FactorKind,
  isUsable,
  Passkeys,
  type ProofMethod,
  RecoveryCodes,
  type RegistrationHome,
  TotpFactors,
} from '@app/factors';
import { neededFrom, type User, UserFactors, UserPasswords } from '@app/users';
import { Injectable } from '@nestjs/common';

/** What decides whether a user needs a factor. Only `FactorMethods` reads the switch, so that every rule asks the same. */
export type FactorUser = Pick<User, 'uid' | 'mfa' | 'adminScopes' | 'mfaEnabled'>;

type TimedUser = FactorUser & Pick<User, 'mfaEnabledAt' | 'mfaDisabledAt'>;

/** A user who may have to add a second factor. */
type FactorDebtor = Pick<User, 'uid' | 'mfa' | 'mfaDueAt' | 'adminScopes'>;

interface Dated {
  createdAt: number;
  confirmedAt?: number | null;
}

/** What the last factor leaves in a user whose factors an event has switched off. */
export const SWITCHED_OFF = { mfaEnabled: false };

/** The second factors of users, and who must have or show one. */
@Injectable()
export class FactorMethods {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly totp: TotpFactors,
    private readonly passkeys: Passkeys,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly passwords: UserPasswords,
    private readonly userFactors: UserFactors,
    private readonly events: EventLog,
  ) {}

  /** Whether a user must have a second factor: by the settings, by an administrator, or because of admin scopes. */
  isRequired({ mfa, adminScopes }: Pick<User, 'mfa' | 'adminScopes'>): boolean {
    if (adminScopes !== '' || this.env.mfa === 'required') return true;
    return this.env.mfa === 'optional' && mfa === 'required';
  }

  /** Whether a user must have a second factor, and can add one. */
  isDemanded(user: Pick<User, 'mfa' | 'adminScopes'>): boolean {
    return this.env.mfa !== 'off' && this.isRequired(user);
  }

  /** Whether a user must have had a second factor by now. Sets the deadline of a user who has none yet. */
  async isOverdue(user: FactorDebtor): Promise<boolean> {
    return (await this.deadlineOf(user)) <= this.clock.now();
  }

  /**
   * When a user must have a second factor, in epoch seconds; infinity for a user who need not have one. The deadline is set once, at
   * the first sign-in or refresh that requires a factor.
   */
  async deadlineOf(user: FactorDebtor): Promise<number> {
    const { mfaGrace } = this.env;
    if (!this.isDemanded(user)) return Number.POSITIVE_INFINITY;
    const now = this.clock.now();
    if (user.mfaDueAt !== null) return user.mfaDueAt;
    return mfaGrace === 0 ? now : this.userFactors.setDueAt(user.uid, now + mfaGrace);
  }

  /** Whether the user has switched factors on. Says what the user has chosen; what follows is `needsFactor()`. */
  isSwitchedOn({ mfaEnabled }: Pick<User, 'mfaEnabled'>): boolean {
    return mfaEnabled;
  }

  /** Whether sign-ins of a user would ask for a factor that is there. */
  wouldNeedFactor(user: FactorUser): boolean {
    return user.mfaEnabled || this.isDemanded(user);
  }

  /**
   * Whether a user must show a second factor: it is switched on, or demanded of the user, and a factor is there. Then one factor
   * proves too little everywhere: at sign-ins, as a recent proof, and of a reader of the mailbox.
   */
  async needsFactor(user: FactorUser): Promise<boolean> {
    return user.mfaEnabled || (this.isDemanded(user) && (await this.hasFactor(user.uid)));
  }

  /**
   * Whether sign-ins needed a second factor at a time. Then the factors that were added later stay: a mailbox must be no way round
   * a factor in use, nor round one that was replaced within a day.
   * @param time in seconds since the UNIX epoch
   */
  async neededFactorAt(user: TimedUser, time: number): Promise<boolean> {
    const { mfaEnabledAt, mfaDisabledAt } = user;
    if (mfaEnabledAt < time && mfaDisabledAt >= time) return true;
    const since = await this.neededSince(user);
    return since !== undefined && since < time;
  }

  /**
   * Since when sign-ins have needed a factor without a pause of more than a day; undefined if they need none.
   * @param removed a factor that is being removed
   */
  async neededSince(user: TimedUser, ...removed: Dated[]): Promise<number | undefined> {
    const { uid, mfaEnabled, mfaEnabledAt } = user;
    const added = this.isDemanded(user) ? [...removed, ...(await this.list(uid))].map(addedAt) : [];
    const times = [...(mfaEnabled ? [mfaEnabledAt] : []), ...added.map((time) => neededFrom(user, time))];
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /**
   * When nothing of a user demands a factor any more, sign-ins go on asking for one that is there: it is switched on, and its owner can
   * switch it off. Otherwise an administrator could get round it at once and unseen, by `mfa: optional` and a new password, and only a
   * reset may do that, after `MFA_RESET_DELAY` and with an email.
   * @param before the locked user, before the change
   */
  async keepAsking(before: TimedUser, after: Pick<User, 'mfa' | 'adminScopes'>): Promise<void> {
    if (this.env.mfa === 'off' || !isNamed(before) || isNamed(after)) return;
    const since = await this.neededSince(before);
    if (since === undefined) return;
    await this.userFactors.noteNeed(before.uid, since);
    if (await this.userFactors.setEnabled(before.uid, true))
      await this.events.record('mfa.enabled', { uid: before.uid });
  }

  /** Whether a user has a factor, also one that is switched off after too many wrong codes. */
  async hasFactor(uid: string): Promise<boolean> {
    return (await this.list(uid)).length > 0;
  }

  /** The kinds that a user can answer with. Recovery codes alone are no factor. */
  async of(uid: string): Promise<FactorKind[]> {
    const answers: Record<FactorKind, boolean> = {
      totp: (await this.totp.list(uid)).some(isUsable),
      passkey: (await this.passkeys.listUsable(uid)).length > 0,
      recovery_code: (await this.recoveryCodes.count(uid)) > 0 && (await this.hasFactor(uid)),
    };
    return FACTOR_KINDS.filter((kind) => answers[kind]);
  }

  /** The factors of a user, of all kinds that users add. */
  private async list(uid: string): Promise<Dated[]> {
    const lists: Record<AddedKind, Dated[]> = {
      totp: await this.totp.list(uid),
      passkey: await this.passkeys.list(uid),
    };
    return Object.values(lists).flat();
  }

  /**
   * How a signed-in user can reauthenticate. A password is not enough where a second factor is needed. An email code does only where
   * there is nothing else.
   */
  async toReauthenticate(uid: string, byFactor: boolean): Promise<ProofMethod[]> {
    if (this.env.mailConfigured && (await this.hasNothing(uid))) return ['email_code'];
    const password = !byFactor && (await this.passwords.has(uid)) ? (['password'] as const) : [];
    return [...password, ...(await this.of(uid))];
  }

  /** @throws {ApiError} INVALID_REQUEST for a user who can prove more than the access to a mailbox */
  async requireEmailCode(uid: string): Promise<void> {
    if (await this.hasNothing(uid)) return;
    throw new ApiError('INVALID_REQUEST', 'An email code is only for users without a password and a second factor.');
  }

  /** Whether a user has neither a password nor a factor, also none that is switched off. */
  private async hasNothing(uid: string): Promise<boolean> {
    return !(await this.passwords.has(uid)) && !(await this.hasFactor(uid));
  }
}

/** Whether a factor is demanded of this user in particular, whatever `MFA` says. */
function isNamed({ mfa, adminScopes }: Pick<User, 'mfa' | 'adminScopes'>): boolean {
  return mfa === 'required' || adminScopes !== '';
}

/** When something became a way in: an authenticator app with its first code. In seconds since the UNIX epoch. */
export function addedAt({ createdAt, confirmedAt }: Dated): number {
  return confirmedAt ?? createdAt;
}

/** Who adds a factor: a signed-in caller, or the owner of a sign-in that must wait for a factor. */
export type Enroller = { uid: string; caller: CallerIdentity } | { uid: string; mfaToken: string };

/** What a factor that an enroller adds lives in until it is added: only that can add it. */
export function homeOf(enroller: Enroller): RegistrationHome {
  return 'caller' in enroller ? { session: enroller.caller.sessionId } : { token: hashToken(enroller.mfaToken) };
}
