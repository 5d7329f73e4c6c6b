import { Env } from '@app/config';
import { Database, PeriodicJobs } from '@app/database';
import { ApiError } from '@app/errors';
import { currentActor, EventLog, onBehalfOf, onBehalfOfUser } from '@app/events';
import { type FactorReset, FactorResets } from '@app/factors';
import { MailService } from '@app/mail';
import { type User, UserFactors, UsersService } from '@app/users';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AdminRank } from '../access/admin-rank.js';
import { FactorMethods } from '../access/factor-methods.js';
import { NO_CLIENT } from '../input/requester.js';
import { appendParameters } from '../links/link-mailer.js';
import { Access } from '../revocation/access.js';
import { WaysIn } from '../revocation/ways-in.js';

/** Where the link in the email leads: see `StopResetController`. */
export const STOP_PATH = 'api/auth/mfa/reset/stop';

/** What an administrator asks for. */
export interface ResetRequest {
  reason: string;
  /** Whether passkeys are removed, too. */
  passkeys: boolean;
  /** Whether identities at external providers are unlinked, too. */
  identities: boolean;
}

/** Removes the second factors of a user for an administrator: at once, or after `MFA_RESET_DELAY`. It signs no one in. */
@Injectable()
export class FactorResetService {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly rank: AdminRank,
    private readonly users: UsersService,
    private readonly resets: FactorResets,
    private readonly userFactors: UserFactors,
    private readonly methods: FactorMethods,
    private readonly waysIn: WaysIn,
    private readonly access: Access,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /**
   * Returns when the reset is due: now, without a delay. A second request replaces one that waits.
   * @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED
   */
  ask(uid: string, { reason, passkeys, identities }: ResetRequest): Promise<number> {
    const { actor } = currentActor();
    return this.rank.transaction(uid, async (user) => {
      const asked = { uid, passkeys, identities, reason, actor, addressVersion: user.addressVersion };
      const dueAt = await this.resets.add(asked, this.env.mfaResetDelay);
      await this.events.record('mfa.reset_asked', { uid, data: { reason, passkeys, identities, due_at: dueAt } });
      if (this.env.mfaResetDelay === 0) await this.removeFactors(user);
      else if (this.rank.administrator) await this.announce(user);
      return dueAt;
    });
  }

  /** Stops a reset that waits. @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED, RESET_NOT_FOUND */
  async stop(uid: string): Promise<void> {
    await this.rank.transaction(uid, async () => {
      if (!(await this.recordEnd(uid, await this.resets.stop(uid)))) throw new ApiError('RESET_NOT_FOUND');
    });
  }

  /** The reset that the link in an email stops. @throws {ApiError} INVALID_LINK */
  async findByToken(token: string): Promise<FactorReset> {
    const reset = await this.resets.findByToken(token);
    if (!reset) throw new ApiError('INVALID_LINK', { reason: 'no waiting reset has this link' });
    return reset;
  }

  /** Stops a reset by the link in an email. @throws {ApiError} INVALID_LINK */
  async stopByToken(token: string): Promise<void> {
    const { uid } = await this.findByToken(token);
    const stop = async () => {
      if (!(await this.resets.stop(uid, token)))
        throw new ApiError('INVALID_LINK', { reason: 'reset ended meanwhile' });
      await this.events.record('mfa.reset_stopped', { uid });
    };
    await this.database.transaction(() => onBehalfOfUser(uid, stop));
  }

  /** Removes void resets, writes the emails about those that a command asked for, then carries out those that are due. */
  async work(): Promise<void> {
    for (const { uid, addressVersion } of await this.resets.findWaiting()) {
      if ((await this.users.find(uid))?.addressVersion === addressVersion) continue;
      await this.rank.transaction(uid, async (user) => this.recordEnd(uid, await this.resets.stopVoid(user)));
    }
    const unannounced = this.mail.configured ? await this.resets.findUnannounced() : [];
    for (const uid of unannounced) await this.rank.transaction(uid, (user) => this.announce(user));
    for (const uid of await this.resets.findDue()) await this.rank.transaction(uid, (user) => this.removeFactors(user));
  }

  /** Carries out a due reset, in the name of the administrator who asked for it. Another process may have done so. */
  private async removeFactors(user: User): Promise<void> {
    const { uid, email } = user;
    const reset = await this.resets.takeDue(user);
    if (!reset) return;
    const { reason, passkeys, identities, actor } = reset;
    await onBehalfOf({ actor, ip: currentActor().ip }, async () => {
      const since = await this.methods.neededSince(user);
      if (since !== undefined) await this.userFactors.noteNeed(uid, since);
      await this.resets.removeFactors(uid, reset);
      if (passkeys) await this.userFactors.setHasPasskey(uid, false);
      await this.userFactors.setEnabled(uid, false);
      await this.userFactors.touch(uid);
      if (identities) await this.waysIn.unlinkSince(uid, 0, 'reset');
      await this.access.removeScopes(uid, false);
      await this.access.end('factors_reset', { uid });
      await this.events.record('mfa.reset', { uid, data: { reason, passkeys, identities } });
      await this.mail.notify('factors-reset', email, {}, NO_CLIENT);
    });
  }

  private async recordEnd(uid: string, ended: boolean): Promise<boolean> {
    if (ended) await this.events.record('mfa.reset_stopped', { uid });
    return ended;
  }

  /** Writes the email with the link that stops the reset, also to the proved address before: it may still be the one of the owner. */
  private async announce(user: User): Promise<void> {
    const made = this.mail.configured && (await this.resets.announce(user));
    if (!made) return;
    const link = appendParameters(`${this.env.baseUrl}/${STOP_PATH}`, { token: made.token });
    for (const email of await this.users.addressesOf(user))
      await this.mail.notify('factor-reset-asked', email, { link, lifetime: made.lifetime }, NO_CLIENT);
  }
}

const EVERY_SECONDS = 30;

/** Carries out the resets of factors that have waited long enough. */
@Injectable()
export class FactorResetJob implements OnModuleInit {
  constructor(
    private readonly jobs: PeriodicJobs,
    private readonly resets: FactorResetService,
  ) {}

  onModuleInit(): void {
    this.jobs.every(EVERY_SECONDS, 'to reset the factors of users', () => this.resets.work());
  }
}
