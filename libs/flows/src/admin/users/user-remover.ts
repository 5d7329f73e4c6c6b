import { Injectable } from '@nestjs/common';
import { AdminRank } from '../../access/admin-rank.js';
import { AccountRemover } from '../../accounts/account-remover.js';
import { toUid } from './user-lookup.js';

/** Removes accounts for an administrator. */
@Injectable()
export class UserRemover {
  constructor(
    private readonly rank: AdminRank,
    private readonly remover: AccountRemover,
  ) {}

  /**
   * Removes an account, disabled or not, with all its data.
   * @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED
   */
  async remove(text: string): Promise<void> {
    await this.rank.transaction(toUid(text), (user) => this.remover.remove(user));
  }
}
