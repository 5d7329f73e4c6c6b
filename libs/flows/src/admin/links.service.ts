import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { currentActor, EventLog } from '@app/events';
import type { LinkPurpose } from '@app/tokens';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { AdminRank } from '../access/admin-rank.js';
import { LinkMaker, type MadeLink } from '../links/link-mailer.js';

/** A request for a link. */
interface LinkRequest {
  purpose: LinkPurpose;
  email: string;
  /** The target of the link: a URL that `RedirectUrls` allows. */
  target: string;
  /** Whether a magic link may create the user. */
  signUp: boolean;
}

/** Creates links for an administrator, without mailing them. */
@Injectable()
export class AdminLinkService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly rank: AdminRank,
    private readonly maker: LinkMaker,
    private readonly events: EventLog,
  ) {}

  /**
   * The link ends with what the administrator may do.
   * @throws {ApiError} NOT_AUTHENTICATED, USER_NOT_FOUND, NOT_AUTHORIZED, USER_DISABLED, EMAIL_ALREADY_VERIFIED
   */
  async create({ purpose, email: address, target, signUp }: LinkRequest): Promise<MadeLink> {
    const creates = signUp && purpose === 'magic_link';
    const found = await this.users.findByEmail(address);
    return this.database.transaction(async () => {
      const user = found ? await this.lock(found) : null;
      if (!user && !creates) throw new ApiError('USER_NOT_FOUND');
      if (user && !user.active) throw new ApiError('USER_DISABLED');
      if (user?.emailVerified && purpose === 'verify_email') throw new ApiError('EMAIL_ALREADY_VERIFIED');
      const { uid = null, email = address } = user ?? {};
      const made = await this.maker.make({
        purpose,
        uid,
        email,
        target,
        signUp: creates,
        livesIn: { administrator: currentActor().actor },
      });
      await this.events.record('link.sent', { uid, data: { purpose, mailed: false } });
      return made;
    });
  }

  /** The user, locked so that the address cannot change before the link is created. */
  private async lock({ uid, email }: User): Promise<User> {
    const user = await this.rank.lock(uid);
    if (user.email !== email) throw new ApiError('USER_NOT_FOUND');
    return user;
  }
}
