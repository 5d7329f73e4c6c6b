import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { MailService } from '@app/mail';
import { type Client, LinkStore, type TokenPair } from '@app/tokens';
import { type SignUp, type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { SessionService } from '../session/session.service.js';

/** The life of an account, as its owner sees it. */
@Injectable()
export class AccountService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly sessions: SessionService,
    private readonly links: LinkStore,
    private readonly mail: MailService,
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
      const user = await this.users.create(prepared);
      return login ? this.sessions.open(user, 'sign_up', client) : { user };
    });
  }

  /** A changed email makes the links void that were mailed to the old one, and is told to the old one. */
  async update(uid: string, changes: { email?: string; metadata?: string }): Promise<void> {
    await this.database.transaction(async () => {
      const oldEmail = await this.users.update(uid, changes);
      if (oldEmail === undefined) return;
      await this.links.void(uid);
      await this.links.voidSignUps(oldEmail);
      await this.mail.notifyEmailChanged(oldEmail, changes.email ?? '');
    });
  }

  /** Nothing of the account stays, and no link that was mailed brings it back. */
  async remove(uid: string): Promise<void> {
    await this.database.transaction(async () => {
      const email = await this.users.remove(uid);
      await this.links.voidSignUps(email);
      await this.mail.forget(email);
    });
  }
}
