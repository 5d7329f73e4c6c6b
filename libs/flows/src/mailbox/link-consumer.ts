import { Env } from '@app/config';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, onBehalfOfUser } from '@app/events';
import type { AddedKind } from '@app/factors';
import { type FoundToken, type Link, type LinkPurpose, OneTimeTokens } from '@app/tokens';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { appendParameters } from '../links/link-mailer.js';

/** Errors that are sent to the target of the link, which shows them to the user. */
const REPORTED_TO_TARGET = ['LINK_EXPIRED', 'LINK_ALREADY_USED', 'USER_DISABLED', 'EMAIL_ALREADY_IN_USE'];

/** A link in an email, and whether it is alive. */
export type FollowedLink = Link & FoundToken;

/** The steps that all kinds of links share. */
@Injectable()
export class LinkConsumer {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly tokens: OneTimeTokens,
    private readonly users: UsersService,
    private readonly events: EventLog,
  ) {}

  /** @throws {ApiError} INVALID_LINK */
  async require(token: string, purpose: LinkPurpose): Promise<FollowedLink> {
    const link = this.mailed(await this.tokens.find(token, purpose));
    if (!link) throw new ApiError('INVALID_LINK', { reason: 'unknown link, or one for another purpose' });
    return link;
  }

  /**
   * A link that a screen of the sign-in pages uses up, so that the screen can name its account. Does not use the link.
   * @throws {ApiError} INVALID_LINK, LINK_ALREADY_USED, LINK_EXPIRED, USER_DISABLED
   */
  async requireForScreen(token: string): Promise<FollowedLink> {
    const link =
      this.mailed(await this.tokens.find(token, 'reset_password')) ?? (await this.require(token, 'magic_link'));
    await this.requireUsable(link);
    return link;
  }

  /** Does not use the link. @throws {ApiError} LINK_ALREADY_USED, LINK_EXPIRED, USER_DISABLED */
  async requireUsable(link: FollowedLink): Promise<void> {
    if (!this.tokens.isUsable(link)) throw await this.reasonOf(link);
  }

  /** For a link that cannot be used, its target with the error; undefined for a usable link. Does not use the link. */
  async errorUrlOf(link: FollowedLink): Promise<string | undefined> {
    if (this.tokens.isUsable(link)) return undefined;
    return this.withErrors(link, async () => {
      throw await this.reasonOf(link);
    });
  }

  /** A link as it is now, which another transaction may have changed. */
  async reread(link: FollowedLink): Promise<FollowedLink> {
    return this.mailed(await this.tokens.reread(link)) ?? link;
  }

  /** @throws {ApiError} LINK_ALREADY_USED, LINK_EXPIRED, USER_DISABLED */
  async consume(link: Link): Promise<void> {
    if (!(await this.tokens.consume(link))) throw await this.reasonOf(link);
  }

  /** Nobody knows who has followed a link that an administrator made: then the administrator is the actor. */
  async record({ purpose, madeBy }: Pick<Link, 'purpose' | 'madeBy'>, uid: string | null): Promise<void> {
    await this.events.record('link.used', { uid, data: { purpose }, ...(madeBy !== null && { actor: madeBy }) });
  }

  /**
   * Follows a link of a user in one transaction. `work` locks the user first, and then uses the link up by `consume()`. Returns
   * the URL to redirect to: the one that `work` returns, or the target of the link with the error appended.
   * @throws {ApiError} INVALID_LINK
   */
  async follow(
    token: string,
    purpose: LinkPurpose,
    work: (link: FollowedLink, uid: string) => Promise<string>,
  ): Promise<string> {
    const link = await this.require(token, purpose);
    return this.withErrors(link, () => this.inTransaction(link, work));
  }

  /** The same for a link of the service itself, which answers its errors by a page. @throws {ApiError} */
  async use(
    token: string,
    purpose: LinkPurpose,
    work: (link: FollowedLink, uid: string) => Promise<string>,
  ): Promise<string> {
    return this.inTransaction(await this.require(token, purpose), work);
  }

  /** Returns the URL that `follow` returns; if it fails, the target of the link with the error appended. */
  async withErrors({ target, codeChallenge }: Link, follow: () => Promise<string>): Promise<string> {
    try {
      return await follow();
    } catch (error) {
      if (!(error instanceof ApiError) || !REPORTED_TO_TARGET.includes(error.code)) throw error;
      return appendParameters(
        target,
        { error: error.code, message: error.message },
        codeChallenge === null ? [] : ['code'],
      );
    }
  }

  /** A token that was mailed as a link, whose target is allowed now. */
  private mailed(found: FoundToken | undefined): FollowedLink | undefined {
    return found && ({ ...found, target: this.env.targetNow(found.target) } as FollowedLink);
  }

  private inTransaction(
    link: FollowedLink,
    work: (link: FollowedLink, uid: string) => Promise<string>,
  ): Promise<string> {
    const uid = link.uid ?? '';
    return this.database.transaction(() => onBehalfOfUser(uid, () => work(link, uid)));
  }

  /** Why a link cannot be used. Disabling an account lets its links expire, so the account is checked, too. */
  private async reasonOf(link: Link): Promise<ApiError> {
    if ((await this.tokens.reread(link))?.usedAt != null) return new ApiError('LINK_ALREADY_USED');
    const user = link.uid === null ? null : await this.users.find(link.uid);
    if (user?.active === false) return new ApiError('USER_DISABLED');
    return new ApiError('LINK_EXPIRED', { reason: 'link expired or revoked' });
  }
}

export type PurposeWithPage = Exclude<LinkPurpose, 'reset_password'>;

/** What a page says about the account of its link. */
export interface PageFacts {
  /** The account of a new address: its old address, shortened. */
  account?: string;
  /** The new address that waits for its confirmation, which the button stops. */
  waiting?: string;
  /** The new address, which the button takes back. */
  replaced?: string;
  /** Another account that has the address of the link now: when it was created, and whether it gets a former address back. */
  holder?: { createdAt: number; returns: boolean };
  /** What the button removes. */
  removed?: RemovedAccess[];
  /** Whether second factors stay, since sign-ins needed one before. */
  keepsFactors?: boolean;
  /** The address that gets an email to choose a new password, if one does. */
  reset?: string;
}

/**
 * What goes when an account is secured, with the name that its user or an administrator has given it. `work` is what was done as an
 * administrator: its name is the number of users and things.
 */
export interface RemovedAccess {
  kind: AddedKind | 'recoveryCodes' | 'identity' | 'apiKey' | 'password' | 'administration' | 'work';
  name?: string;
}
