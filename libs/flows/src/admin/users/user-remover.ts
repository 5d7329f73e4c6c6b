import { Injectable } from '@nestjs/common';
import { AdminRank } from '../../access/admin-rank.js';
import type { Administrator } from '../../access/administrator.js';
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
   * @param by undefined for the operator
   * @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED
   */
  async remove(text: string, by?: Administrator): Promise<void> {
    await this.rank.transaction(toUid(text), by, (user) => this.remover.remove(user));
  }
}
