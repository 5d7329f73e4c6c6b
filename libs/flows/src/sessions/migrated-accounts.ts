import { Database } from '@app/database';
import { ApiError, type ErrorCode, RequestValidationPipe } from '@app/errors';
import { EventLog } from '@app/events';
import { type AccountFacts, normaliseEmail, UserAdministration, UserPasswords } from '@app/users';
import { Injectable, Logger } from '@nestjs/common';
import { isAddress } from '../input/fields.js';
import { MigratedUser, toMigratedFacts } from './migrated-user.dto.js';

/** These say nothing about the user: the sign-in can be repeated. */
const BUSY: ErrorCode[] = ['TOO_MANY_REQUESTS', 'UNAVAILABLE'];

const MIGRATED = { actor: 'system', data: { method: 'migration' } };

/** Accounts and passwords that an earlier system vouches for. */
@Injectable()
export class MigratedAccounts {
  private readonly logger = new Logger('Migration');
  private readonly pipe = new RequestValidationPipe();

  constructor(
    private readonly database: Database,
    private readonly administration: UserAdministration,
    private readonly passwords: UserPasswords,
    private readonly events: EventLog,
  ) {}

  /**
   * `ask` when there is no account, or one that never had a password here; `compare` when it got one a moment ago, from
   * another sign-in. @param email normalised
   */
  async nextStep(email: string): Promise<'ask' | 'compare' | 'refuse'> {
    const state = await this.passwords.stateOf(email);
    if (state === 'set') return 'compare';
    return state !== 'closed' && isAddress(email) ? 'ask' : 'refuse';
  }

  /**
   * Creates the account, or gives the existing one its password. Returns whether an account has a password now.
   * @param given what the earlier system says about the user
   */
  async takeOver(email: string, password: string, given: object): Promise<boolean> {
    try {
      const user = this.pipe.transform({ ...given }, { type: 'body', metatype: MigratedUser }) as MigratedUser;
      const facts = toMigratedFacts(email, user);
      requireSameEmail(email, given);
      if ((await this.passwords.stateOf(email)) === 'first') await this.setPassword(facts, password);
      else await this.create(facts, password);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || BUSY.includes(error.code)) throw error;
      // Another sign-in with the same password may have been first: a comparison decides.
      if (['EMAIL_ALREADY_IN_USE', 'INVALID_PASSWORD'].includes(error.code)) return true;
      this.logger.warn(`MIGRATION_URL gave a user who cannot be created: ${error.code} ${error.message}`);
      return false;
    }
  }

  private async create(facts: AccountFacts, password: string): Promise<void> {
    // The policy is for new passwords: this one stays as it is, like an imported hash.
    const account = await this.administration.hash({ ...(await this.administration.check(facts)), password });
    await this.database.transaction(async () => {
      await this.administration.create(account);
      await this.events.record('user.created', { uid: account.uid, ...MIGRATED });
    });
  }

  /**
   * A stranger may have made the account with the email of another person. So its uid must be the one of the earlier system,
   * or the email must be proved here and verified there.
   */
  private async setPassword({ email, uid, emailVerified }: AccountFacts, password: string): Promise<void> {
    const change = await this.passwords.prepareFirst(email, password);
    if (uid?.toLowerCase() !== change.uid && !(change.proved && emailVerified)) {
      throw new ApiError('INVALID_REQUEST', 'an existing account needs its uid, or a proved email and email_verified.');
    }
    await this.database.transaction(async () => {
      await this.passwords.change(change, false);
      await this.events.record('user.password_changed', { uid: change.uid, ...MIGRATED });
    });
  }
}

/** An earlier system that finds users by other names, too, may answer about another person. */
function requireSameEmail(email: string, given: { email?: unknown }): void {
  if (given.email === undefined || normaliseEmail(String(given.email)) === email) return;
  throw new ApiError('INVALID_REQUEST', 'the answer names another email.');
}
