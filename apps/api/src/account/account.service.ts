import type { CallerIdentity } from '@app/auth';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, userActor } from '@app/events';
import type { Client, TokenPair } from '@app/tokens';
import { type SignUp, type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { SessionService } from '../session/session.service.js';
import { Standing } from '../session/standing.js';
import { OldAddress } from './old-address.js';

/** The life of an account, as its owner sees it. */
@Injectable()
export class AccountService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly sessions: SessionService,
    private readonly standing: Standing,
    private readonly oldAddress: OldAddress,
    private readonly events: EventLog,
  ) {}

  /** @throws {ApiError} USER_NOT_FOUND */
  async get(uid: string): Promise<User> {
    const user = await this.users.find(uid);
    if (!user) throw new ApiError('USER_NOT_FOUND');
    return user;
  }

  /** Creates a user and, where that is asked for, signs them in: both or neither. */
  async create(signUp: SignUp, login: boolean, client: Client): Promise<{ user: User; tokens?: TokenPair }> {
    const prepared = await this.users.prepare(signUp);
    return this.database.transaction(async () => {
      const user = await this.users.create(prepared, login);
      const { uid } = user;
      await this.events.record('user.created', { uid, actor: userActor(uid), data: { method: 'sign_up' } });
      return login ? { user, tokens: await this.sessions.openFirst(uid, client) } : { user };
    });
  }

  /** A changed email makes the links void that were mailed to the old one, and is told to the old one. */
  async update(caller: CallerIdentity, changes: { email?: string; metadata?: string }): Promise<void> {
    const { uid } = caller;
    await this.database.transaction(async () => {
      const { email, metadata } = await this.users.update(uid, changes);
      await this.standing.require(caller);
      if (metadata) await this.events.record('user.updated', { uid, data: { fields: ['metadata'] } });
      if (email === undefined) return;
      await this.events.record('user.email_changed', { uid });
      await this.oldAddress.replaced(uid, email);
    });
  }

  /** Its owner deletes the account. */
  leave(caller: CallerIdentity): Promise<void> {
    return this.remove(caller.uid, (uid) => this.users.remove(uid, () => this.standing.require(caller)));
  }

  /**
   * Nothing of the account stays, and no link that was mailed brings it back.
   * @param take removes the row and tells its email
   */
  async remove(uid: string, take: (uid: string) => Promise<string>): Promise<void> {
    await this.database.transaction(async () => {
      const email = await take(uid);
      await this.events.record('user.deleted', { uid });
      await this.oldAddress.deleted(email);
    });
  }
}
