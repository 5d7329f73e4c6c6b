import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { type Link, type LinkPurpose, LinkStore } from '@app/tokens';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { withParameters } from './with-parameters.js';

/** What a link can fail with once its target is known: the target explains it to a person. */
const REPORTED_TO_TARGET = ['LINK_EXPIRED', 'LINK_ALREADY_USED', 'USER_DISABLED', 'EMAIL_ALREADY_IN_USE'];

/** What all ways of following a link have in common. */
@Injectable()
export class LinkUse {
  constructor(
    private readonly links: LinkStore,
    private readonly users: UsersService,
    private readonly events: EventLog,
  ) {}

  /** @throws {ApiError} INVALID_LINK */
  async require(token: string, purpose: LinkPurpose): Promise<Link> {
    const link = await this.links.find(token, purpose);
    if (!link) throw new ApiError('INVALID_LINK');
    return link;
  }

  /** Where a link leads that cannot be used; undefined for one that can. Nothing is used up. */
  async unusable(link: Link): Promise<string | undefined> {
    if (this.links.isUsable(link)) return undefined;
    return this.toTarget(link, async () => {
      throw await this.spent(link);
    });
  }

  /** @throws {ApiError} LINK_ALREADY_USED, LINK_EXPIRED, USER_DISABLED */
  async useUp(link: Link): Promise<void> {
    if (!(await this.links.use(link))) throw await this.spent(link);
  }

  async note({ purpose }: Link, uid: string): Promise<void> {
    await this.events.record('link.used', { uid, data: { purpose } });
  }

  /** Follows a link and returns where to send the browser: to its target with an error where it failed. */
  async toTarget({ target }: Link, follow: () => Promise<string>): Promise<string> {
    try {
      return await follow();
    } catch (error) {
      if (!(error instanceof ApiError) || !REPORTED_TO_TARGET.includes(error.code)) throw error;
      return withParameters(target, { error: error.code, message: error.message });
    }
  }

  /** Disabling an account voids its links, so that they would seem to have expired. */
  private async spent(link: Link): Promise<ApiError> {
    if (await this.links.wasUsed(link)) return new ApiError('LINK_ALREADY_USED');
    const user = link.uid === null ? null : await this.users.find(link.uid);
    return new ApiError(user?.active === false ? 'USER_DISABLED' : 'LINK_EXPIRED');
  }
}
