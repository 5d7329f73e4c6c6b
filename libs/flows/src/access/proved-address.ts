import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { Providers } from '@app/federation';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';

/**
 * A factor, a passkey or an identity can be added only to an account whose owner has proved the address: a stranger could
 * otherwise keep one to the account of the later owner. Without email and without a provider, an address cannot be proved.
 */
@Injectable()
export class ProvedAddress {
  constructor(
    private readonly env: Env,
    private readonly providers: Providers,
  ) {}

  /** @throws {ApiError} EMAIL_NOT_VERIFIED */
  async require({ emailProved }: Pick<User, 'emailProved'>): Promise<void> {
    if (emailProved || !(await this.canBeProved())) return;
    throw new ApiError('EMAIL_NOT_VERIFIED');
  }

  private async canBeProved(): Promise<boolean> {
    return this.env.mailConfigured || (await this.providers.listEnabled()).length > 0;
  }
}
