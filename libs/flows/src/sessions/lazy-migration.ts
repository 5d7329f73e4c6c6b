import { setTimeout as sleep } from 'node:timers/promises';
import { currentActor } from '@app/events';
import { type LoginAttempt, normaliseEmail, SignInService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { MigratedAccounts } from './migrated-accounts.js';
import { MigrationSource } from './migration-source.js';

/** More than the queries around a question take, so that one without an answer in time ends within the pause. */
const MARGIN_MS = 50;

/** Signs users in by their password, also by the one that only an earlier system knows (`MIGRATION_URL`). */
@Injectable()
export class LazyMigration {
  constructor(
    private readonly signIns: SignInService,
    private readonly source: MigrationSource,
    private readonly accounts: MigratedAccounts,
  ) {}

  /**
   * As `SignInService.authenticate()`. While the migration is on, each refused login takes the time that the earlier system
   * may take, so that the time does not reveal whether it was asked.
   */
  async authenticate(email: string, password: string): Promise<LoginAttempt> {
    const attempt = await this.signIns.authenticate(email, password);
    const { timeoutMs } = this.source;
    if ('user' in attempt || attempt.failure === 'disabled' || timeoutMs === undefined) return attempt;
    const pause = sleep(timeoutMs + MARGIN_MS);
    if (attempt.failure !== 'wrong_password' && (await this.takeOver(email, password))) {
      const again = await this.signIns.authenticate(email, password);
      if ('user' in again) return again;
    }
    await pause;
    return attempt;
  }

  /** Whether the account has a password now. Two sign-ins at the same time make one account. */
  private async takeOver(given: string, password: string): Promise<boolean> {
    const email = normaliseEmail(given);
    const step = email === undefined ? 'refuse' : await this.accounts.nextStep(email);
    if (email === undefined || step !== 'ask') return step === 'compare';
    const answer = await this.source.ask(email, password, currentActor().ip ?? '');
    return answer?.right === true && (await this.accounts.takeOver(email, password, answer.user));
  }
}
