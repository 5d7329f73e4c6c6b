import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { Passkeys } from '@app/factors';
import { Identities, Providers } from '@app/federation';
import { type User, UserPasswords } from '@app/users';
import { Injectable } from '@nestjs/common';

/** The ways by which users sign in, and who may add one. */
@Injectable()
export class SignInMethods {
  constructor(
    private readonly env: Env,
    private readonly passwords: UserPasswords,
    private readonly passkeys: Passkeys,
    private readonly identities: Identities,
    private readonly providers: Providers,
  ) {}

  /**
   * Refuses a change that leaves a user without a way to sign in. To be called in the transaction of the change, after it.
   * @throws {ApiError} LAST_SIGN_IN_METHOD
   */
  async requireOne(user: User): Promise<void> {
    if (!(await this.hasOne(user))) throw new ApiError('LAST_SIGN_IN_METHOD');
  }

  /**
   * A factor, a passkey or an identity can be added only to an account whose owner has proved the address: a stranger could
   * otherwise keep one to the account of the later owner. Without email and without a provider, an address cannot be proved.
   * @throws {ApiError} EMAIL_NOT_VERIFIED
   */
  async requireProvedAddress({ emailProved }: Pick<User, 'emailProved'>): Promise<void> {
    if (emailProved) return;
    if (this.env.mailConfigured || (await this.providers.listEnabled()).length > 0)
      throw new ApiError('EMAIL_NOT_VERIFIED');
  }

  /** A mailbox for a link, a password, a passkey that works, or an identity at a provider that is switched on. */
  private async hasOne({ uid, emailVerified, emailProved }: User): Promise<boolean> {
    if (this.env.mailConfigured && emailVerified && emailProved) return true;
    if (await this.passwords.has(uid)) return true;
    return (await this.passkeys.listUsable(uid)).length > 0 || (await this.identities.count(uid)) > 0;
  }
}
