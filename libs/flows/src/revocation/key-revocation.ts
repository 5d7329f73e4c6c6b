import { type ApiKey, ApiKeyStore } from '@app/clients';
import { EventLog } from '@app/events';
import { KeyNotices } from '@app/mail';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { NO_CLIENT, requester } from '../input/requester.js';

/** Revokes the API keys of users, and records it. Other services then refuse the tokens of the keys. */
@Injectable()
export class KeyRevocation {
  constructor(
    private readonly keys: ApiKeyStore,
    private readonly users: UsersService,
    private readonly notices: KeyNotices,
    private readonly events: EventLog,
  ) {}

  /** Revokes all keys of a user, who must be locked, and mails the user. @param reason as in the event `api_key.revoked` */
  async all(uid: string, reason: string): Promise<void> {
    const revoked = await this.keys.removeAll(uid);
    await this.record(revoked, reason);
    const user = revoked.length > 0 ? await this.users.lock(uid) : null;
    const names = revoked.map(({ name }) => name);
    if (user) await this.notices.revoked(user.email, { keys: names.join(', ') }, requester());
  }

  /** Revokes a key of the user, who must be locked. @throws {ApiError} API_KEY_NOT_FOUND */
  async byOwner({ uid }: User, keyId: string): Promise<void> {
    await this.record([await this.keys.remove(uid, keyId)], 'user');
  }

  /**
   * The same for an administrator or the operator: an email informs the user.
   * @param leaked whether other people could read the key
   * @throws {ApiError} API_KEY_NOT_FOUND
   */
  async byAdministrator({ uid, email }: User, keyId: string, leaked = false): Promise<void> {
    const key = await this.keys.remove(uid, keyId);
    await this.record([key], leaked ? 'leaked' : 'administrator');
    await this.notices.revoked(email, { keys: key.name, leaked }, NO_CLIENT);
  }

  private record(keys: ApiKey[], reason: string): Promise<void> {
    const facts = keys.map(({ uid, keyId }) => ({ uid, data: { key_id: keyId, reason } }));
    return this.events.recordEach('api_key.revoked', facts);
  }
}
