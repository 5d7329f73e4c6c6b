import type { CallerIdentity } from '@app/auth';
import { type PendingAddress, PendingAddresses } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { StaleTokens } from '../access/stale-tokens.js';
import { PendingChange } from './pending-change.js';

/** The new address of a user that waits for its confirmation. */
@Injectable()
export class PendingEmailService {
  constructor(
    private readonly addresses: PendingAddresses,
    private readonly change: PendingChange,
    private readonly stale: StaleTokens,
  ) {}

  find(uid: string): Promise<PendingAddress | undefined> {
    return this.addresses.find(uid);
  }

  /** @throws {ApiError} NOT_AUTHENTICATED */
  forget(caller: CallerIdentity): Promise<void> {
    return this.stale.transaction(caller, ({ uid }) => this.change.forget(uid));
  }
}
