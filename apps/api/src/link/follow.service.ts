import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, onBehalfOfUser } from '@app/events';
import { type Client, type Link, type LinkPurpose, LinkStore, type TokenPair } from '@app/tokens';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { SessionService } from '../session/session.service.js';
import { withParameters } from './with-parameters.js';

/** What a link can fail with once it is known where it leads to. */
const TOLD_TO_TARGET = ['LINK_EXPIRED', 'LINK_ALREADY_USED', 'USER_DISABLED'];

/** What a sign-in fails with when another change of the user came between its statements. */
const OVERTAKEN = ['EMAIL_ALREADY_IN_USE', 'INVALID_CREDENTIALS'];

/** Following a link. Each way answers with the URL to send the browser to. */
@Injectable()
export class FollowService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly links: LinkStore,
    private readonly sessions: SessionService,
    private readonly events: EventLog,
  ) {}

  /** Signs in by a magic link. @throws {ApiError} INVALID_LINK */
  async followMagicLink(token: string, client: Client): Promise<string> {
    const link = await this.require(token, 'magic_link');
    return this.toTarget(link, async () => {
      const { uid, accessToken, refreshToken, expiry } = await this.signIn(link, client);
      return withParameters(link.target, { uid, at: accessToken, rt: refreshToken, exp: expiry });
    });
  }

  /** Verifies the address that a link was mailed to. @throws {ApiError} INVALID_LINK */
  async followVerification(token: string): Promise<string> {
    const link = await this.require(token, 'verify_email');
    return this.toTarget(link, async () => {
      const uid = link.uid ?? '';
      const verify = async () => {
        await this.useUp(link);
        const verified = await this.users.verifyEmail(uid, link.email);
        await this.noteUse(link, uid);
        if (verified) await this.events.record('user.email_verified', { uid });
      };
      await this.database.transaction(() => onBehalfOfUser(uid, verify));
      return link.target;
    });
  }

  /** The target of a magic link that can be used; nothing is used up. @throws {ApiError} INVALID_LINK */
  async peek(token: string): Promise<{ target: string; usable: boolean }> {
    const link = await this.require(token, 'magic_link');
    const target = await this.toTarget(link, async () => {
      if (!this.links.isUsable(link)) throw await this.spent(link);
      return link.target;
    });
    return { target, usable: target === link.target };
  }

  /**
   * Tried again where the user changed in that moment: of two first links of one new address that are followed at once,
   * the second finds the user of the first, and who has just been disabled is found to be so.
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
    await this.useUp(link);
    const { user, created } = await this.userOf(link);
    if (!user.active) throw new ApiError('USER_DISABLED');
    return onBehalfOfUser(user.uid, async () => {
      await this.noteUse(link, user.uid);
      await (created ? this.noteCreation(user) : this.prove(user));
      return this.sessions.open(user, 'magic_link', client);
    });
  }

  private async userOf({ uid, email, signUp }: Link): Promise<{ user: User; created: boolean }> {
    const user = uid === null ? await this.users.findByEmail(email) : await this.users.find(uid);
    if (user?.email === email) return { user, created: false };
    if (uid !== null || !signUp) throw new ApiError('LINK_EXPIRED');
    return { user: await this.users.createProved(email), created: true };
  }

  private async noteUse({ purpose }: Link, uid: string): Promise<void> {
    await this.events.record('link.used', { uid, data: { purpose } });
  }

  private async noteCreation({ uid }: User): Promise<void> {
    await this.events.record('user.created', { uid, data: { method: 'magic_link' } });
    await this.events.record('user.email_verified', { uid });
  }

  /** Whoever may have registered the address before its owner came is out. */
  private async prove(user: User): Promise<void> {
    const { uid } = user;
    if (!(await this.users.proveAddress(user))) return;
    await this.events.record('user.email_verified', { uid, data: { password: 'void' } });
    await this.sessions.endAll(uid, 'address');
    await this.links.void(uid, 'reset_password');
  }

  private async require(token: string, purpose: LinkPurpose): Promise<Link> {
    const link = await this.links.find(token, purpose);
    if (!link) throw new ApiError('INVALID_LINK');
    return link;
  }

  private async useUp(link: Link): Promise<void> {
    if (await this.links.use(link)) return;
    throw await this.spent(link);
  }

  private async spent(link: Link): Promise<ApiError> {
    return new ApiError((await this.links.wasUsed(link)) ? 'LINK_ALREADY_USED' : 'LINK_EXPIRED');
  }

  /** Follows a link; what goes wrong is told to its target, which knows how to say it to a person. */
  private async toTarget({ target }: Link, follow: () => Promise<string>): Promise<string> {
    try {
      return await follow();
    } catch (error) {
      if (!(error instanceof ApiError) || !TOLD_TO_TARGET.includes(error.code)) throw error;
      return withParameters(target, { error: error.code, message: error.message });
    }
  }
}
