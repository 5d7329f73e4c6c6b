import { Env } from '@app/config';
import { EventLog } from '@app/events';
import type { SignInMethod } from '@app/tokens';
import { EmailOwnership, type User } from '@app/users';
import { Injectable } from '@nestjs/common';

/** Accounts that the proof of an address creates. */
@Injectable()
export class NewAccounts {
  constructor(
    private readonly env: Env,
    private readonly ownership: EmailOwnership,
    private readonly events: EventLog,
  ) {}

  /** Whether a person may create an account without an administrator. */
  get areOpen(): boolean {
    return this.env.signUp;
  }

  /**
   * Creates a user without a password, whose address is proved.
   * @param madeBy the administrator who has made the link, and whose work the account is then
   * @throws {ApiError} EMAIL_ALREADY_IN_USE
   */
  create(email: string, madeBy: string | null = null): Promise<User> {
    return this.ownership.createProved(email, madeBy);
  }

  /** Records the creation. To be called in its transaction, on behalf of the new user. */
  async record({ uid }: User, method: SignInMethod): Promise<void> {
    await this.events.record('user.created', { uid, data: { method } });
    await this.events.record('user.email_verified', { uid });
  }
}
