import { ClientStore, type LockedClient } from '@app/clients';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { AdminRank } from '../access/admin-rank.js';
import { type Administrator, OPERATOR } from '../access/administrator.js';
import { LastingRights } from '../access/lasting-rights.js';

/** Begins the changes of clients. */
@Injectable()
export class ClientLock {
  constructor(
    private readonly rank: AdminRank,
    private readonly lasting: LastingRights,
    private readonly clients: ClientStore,
  ) {}

  /**
   * Runs work in one transaction that has checked the administrator again: a body can arrive late.
   * @param by undefined for the operator
   * @throws {ApiError} NOT_AUTHENTICATED
   */
  transaction<T>(by: Administrator | undefined, work: () => Promise<T>): Promise<T> {
    return this.rank.confirmed(by ?? OPERATOR, work);
  }

  /**
   * To be called in the transaction before it makes what a client signs in with: a user must have shown a second factor recently.
   * @param by undefined for the operator
   * @throws {ApiError} NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED
   */
  async confirmCredential(by: Administrator | undefined): Promise<void> {
    if (by) await this.lasting.confirm(by);
  }

  /** The client, locked until the end of the transaction. @throws {ApiError} CLIENT_NOT_FOUND */
  async client(clientId: string): Promise<LockedClient> {
    const client = await this.clients.lock(clientId);
    if (!client) throw new ApiError('CLIENT_NOT_FOUND');
    return client;
  }
}
