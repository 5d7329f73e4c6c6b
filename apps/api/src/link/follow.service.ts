import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { type Client, type Link, type LinkPurpose, LinkStore, SessionStore, type TokenPair } from '@app/tokens';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { SessionService } from '../session/session.service.js';
import { withParameters } from './with-parameters.js';

/** What a link can fail with once it is known where it leads to. */
const TOLD_TO_TARGET = ['LINK_EXPIRED', 'LINK_ALREADY_USED', 'USER_DISABLED'];

/** Following a link. Each way answers with the URL to send the browser to. */
@Injectable()
export class FollowService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly links: LinkStore,
    private readonly sessions: SessionStore,
    private readonly sessionService: SessionService,
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
      await this.database.transaction(async () => {
        await this.useUp(link);
        if (!(await this.users.verifyEmail(link.uid ?? '', link.email))) throw new ApiError('USER_DISABLED');
      });
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

  /** Of two first links of one new address that are followed at once, the second finds the user of the first. */
  private async signIn(link: Link, client: Client): Promise<TokenPair> {
    const attempt = () => this.database.transaction(() => this.signInOnce(link, client));
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'EMAIL_ALREADY_IN_USE') return attempt();
      throw error;
    }
  }

  private async signInOnce(link: Link, client: Client): Promise<TokenPair> {
    await this.useUp(link);
    const user = await this.userOf(link);
    if (!user.active) throw new ApiError('USER_DISABLED');
    if (await this.users.proveAddress(user)) {
      await this.sessions.endAll(user.uid);
      await this.links.void(user.uid, 'reset_password');
    }
    return (await this.sessionService.open(user, 'magic_link', client)).tokens;
  }

  private async userOf({ uid, email, signUp }: Link): Promise<User> {
    const user = uid === null ? await this.users.findByEmail(email) : await this.users.find(uid);
    if (user?.email === email) return user;
    if (uid !== null || !signUp) throw new ApiError('LINK_EXPIRED');
    return this.users.createProved(email);
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
