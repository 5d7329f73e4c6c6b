import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, onBehalfOfUser } from '@app/events';
import type { Client, Link, TokenPair } from '@app/tokens';
import { type User, UserAddresses, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { SessionService } from '../session/session.service.js';
import { FirstProof } from './first-proof.js';
import { LinkUse } from './link-use.js';
import { withParameters } from './with-parameters.js';

/** What a sign-in fails with when another change of the user came between its statements. */
const OVERTAKEN = ['EMAIL_ALREADY_IN_USE', 'INVALID_CREDENTIALS'];

/** Signing in by a magic link. */
@Injectable()
export class MagicLinkService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly addresses: UserAddresses,
    private readonly use: LinkUse,
    private readonly proof: FirstProof,
    private readonly sessions: SessionService,
    private readonly events: EventLog,
  ) {}

  /** Returns where to send the browser. @throws {ApiError} INVALID_LINK */
  async follow(token: string, client: Client): Promise<string> {
    const link = await this.use.require(token, 'magic_link');
    return this.use.toTarget(link, async () => {
      const { uid, accessToken, refreshToken, expiry } = await this.signIn(link, client);
      return withParameters(link.target, { uid, at: accessToken, rt: refreshToken, exp: expiry });
    });
  }

  /**
   * Runs again where the user changed in that moment: of two first links of one new address that are followed at once, the
   * second finds the user of the first.
   */
  private async signIn(link: Link, client: Client): Promise<TokenPair> {
    const attempt = () => this.database.transaction(() => this.signInOnce(link, client));
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof ApiError && OVERTAKEN.includes(error.code)) return attempt();
      throw error;
    }
  }

  private async signInOnce(link: Link, client: Client): Promise<TokenPair> {
    await this.use.useUp(link);
    const { user, created } = await this.userOf(link);
    if (!user.active) throw new ApiError('USER_DISABLED');
    return onBehalfOfUser(user.uid, async () => {
      await this.use.note(link, user.uid);
      await (created ? this.noteCreation(user) : this.proof.apply(user));
      return this.sessions.open(user, 'magic_link', client);
    });
  }

  private async userOf({ uid, email, signUp }: Link): Promise<{ user: User; created: boolean }> {
    const user = uid === null ? await this.users.findByEmail(email) : await this.users.lock(uid);
    if (user?.email === email) return { user, created: false };
    if (uid !== null || !signUp) throw new ApiError('LINK_EXPIRED');
    return { user: await this.addresses.createProved(email), created: true };
  }

  private async noteCreation({ uid }: User): Promise<void> {
    await this.events.record('user.created', { uid, data: { method: 'magic_link' } });
    await this.events.record('user.email_verified', { uid });
  }
}
