import { type ApiKey, ApiKeyStore } from '@app/clients';
import type { ListPage, PageRequest } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { KeyNotices } from '@app/mail';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { AdminRank } from '../access/admin-rank.js';
import { NO_CLIENT } from '../input/requester.js';

/** Lists and revokes the API keys of any user. */
@Injectable()
export class AdminApiKeyService {
  constructor(
    private readonly users: UsersService,
    private readonly rank: AdminRank,
    private readonly keys: ApiKeyStore,
    private readonly notices: KeyNotices,
    private readonly events: EventLog,
  ) {}

  list(page: PageRequest): Promise<ListPage<ApiKey>> {
    return this.keys.list(page);
  }

  /** @throws {ApiError} USER_NOT_FOUND */
  async ofUser(text: string): Promise<ApiKey[]> {
    const user = await this.users.find(uidIn(text));
    if (!user) throw new ApiError('USER_NOT_FOUND');
    return this.keys.ofUser(user.uid);
  }

  /** @throws {ApiError} USER_NOT_FOUND, API_KEY_NOT_FOUND, NOT_AUTHORIZED, NOT_AUTHENTICATED */
  remove(text: string, keyId: string): Promise<void> {
    return this.rank.transaction(uidIn(text), (user) => this.revoke(user, keyId));
  }

  /** The same by the id of the key alone. @throws {ApiError} API_KEY_NOT_FOUND */
  async removeById(keyId: string): Promise<void> {
    const uid = await this.keys.ownerOf(keyId);
    if (uid === undefined) throw new ApiError('API_KEY_NOT_FOUND');
    await this.remove(uid, keyId);
  }

  /** Revokes a leaked key, and informs its user. Returns its id; undefined for a key that no user has any more. */
  async removeLeaked(key: string): Promise<string | undefined> {
    const found = await this.keys.find(key);
    if (!found) return undefined;
    const { uid, keyId } = found;
    try {
      await this.rank.transaction(uid, (user) => this.revoke(user, keyId, true));
      return keyId;
    } catch (error) {
      // Its user has revoked it, or was deleted, in the meantime.
      if (error instanceof ApiError && ['API_KEY_NOT_FOUND', 'USER_NOT_FOUND'].includes(error.code)) return undefined;
      throw error;
    }
  }

  /** An email informs the user, who must be locked. @param leaked whether other people could read the key */
  private async revoke({ uid, email }: User, keyId: string, leaked = false): Promise<void> {
    const { name } = await this.keys.remove(uid, keyId);
    const reason = leaked ? 'leaked' : 'administrator';
    await this.events.record('api_key.revoked', { uid, data: { key_id: keyId, reason } });
    await this.notices.revoked(email, { keys: name, leaked }, NO_CLIENT);
  }
}

function uidIn(text: string): string {
  if (!isUuid(text)) throw new ApiError('USER_NOT_FOUND');
  return text.toLowerCase();
}
