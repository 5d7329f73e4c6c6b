import type { Scope } from '@app/admin';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { onBehalfOfUser } from '@app/events';
import { Providers } from '@app/federation';
import { type Link, OneTimeTokens, SECURE_ACCOUNT_TTL, SecureLinks } from '@app/tokens';
import { type LockedUser, type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { SecureLinkMaker } from '../links/secure-link-maker.js';
import { type FollowedLink, LinkConsumer, type PageFacts, type RemovedAccess } from '../mailbox/link-consumer.js';
import { Access } from '../revocation/access.js';
import { AccountRecovery, type Recovery } from './account-recovery.js';
import { AccountService } from './accounts.js';
import { AuditTrail } from './audit-trail.js';
import { EmailChange, isOwned } from './email-change.js';
import { type Answer, Theft } from './theft.js';

/** What was added goes at least this far back before the event, in seconds. */
const LEAST_REACH = 86_400;

/** As long as the row of an expired link, a used one keeps what its answer needs, in seconds. */
const KEEP_SECONDS = 7 * 86_400;

/** What a used link keeps until its answer is finished. */
type Unfinished = { since: number; scopes: Scope[] };

/** What is left to do after the transaction of a press: its own answer, or that of an earlier one. */
interface Press {
  link: Link;
  answer?: Answer;
  unfinished?: Unfinished;
}

/** The account that the button secures. */
interface Account<T extends User> {
  user: T;
  /** The link of the change of address that the button undoes. */
  change: Link | undefined;
}

/**
 * The answer to a theft: the link in an email about a changed address, a new way in, a new admin token or a new device. It does the
 * same for all of them.
 */
@Injectable()
export class SecureAccountService {
  constructor(
    private readonly clock: Clock,
    private readonly users: UsersService,
    private readonly providers: Providers,
    private readonly tokens: OneTimeTokens,
    private readonly links: SecureLinks,
    private readonly maker: SecureLinkMaker,
    private readonly consumer: LinkConsumer,
    private readonly methods: FactorMethods,
    private readonly emailChange: EmailChange,
    private readonly recovery: AccountRecovery,
    private readonly trail: AuditTrail,
    private readonly theft: Theft,
    private readonly accounts: AccountService,
    private readonly access: Access,
  ) {}

  /** What the page of the link says before the button is pressed. @throws {ApiError} LINK_ALREADY_USED, LINK_EXPIRED, USER_DISABLED */
  async describe(link: FollowedLink): Promise<PageFacts> {
    if (!(await this.findUnfinished(link))) await this.consumer.requireUsable(link);
    const account = await this.requireAccount(link, await this.users.find(link.uid ?? ''));
    const { user, change } = account;
    const plan = await this.planOf(link, account);
    return {
      waiting: (await this.emailChange.find(user.uid))?.email,
      replaced: change && user.email,
      holder: change && (await this.describeHolder(change.email, user.uid)),
      removed: [...(await this.removedBy(plan, user)), ...(await this.workOf(link, account, plan))],
      keepsFactors: plan.keepsFactors && (await this.methods.needsFactor(user)),
      reset: this.recovery.mailsReset(plan) ? (change?.email ?? user.email) : undefined,
    };
  }

  /**
   * Ends every access to the account, removes what was added since the session of the event began, and at least in the 24 hours
   * before it, and brings a changed address back. Another account that has the address now loses it. What an administrator has made
   * from these 24 hours on is disabled. Returns the URL to redirect to.
   * @throws {ApiError} INVALID_LINK, LINK_ALREADY_USED, LINK_EXPIRED, USER_DISABLED, EMAIL_ALREADY_IN_USE
   */
  async secure(token: string): Promise<string> {
    let press: Press | undefined;
    const target = await this.consumer.use(token, 'secure_account', async (found, uid) => {
      const locked = await this.users.lock(uid);
      // A sign-in of the last moment may have added its password to the link.
      const link = await this.consumer.reread(found);
      press = await this.findUnfinished(link);
      if (press) return link.target;
      await this.consumer.requireUsable(link);
      const account = await this.requireAccount(link, locked);
      await this.consumer.consume(link);
      await this.consumer.record(link, uid);
      press = { link, answer: await this.apply(link, account) };
      return link.target;
    });
    if (press) await this.finish(press);
    return target;
  }

  /** After the commit, and on behalf of the owner still. If it fails, a further press of a used link finishes it. */
  private async finish({ link, answer, unfinished }: Press): Promise<void> {
    const account = link.uid ?? '';
    await onBehalfOfUser(account, async () => {
      if (answer) await this.theft.finish(answer);
      else if (unfinished) await this.theft.takeBack({ account, since: unfinished.since }, unfinished);
    });
    await this.links.finish(link);
  }

  /** For a used link of the user: what a press has left to do that failed half-way. */
  private async findUnfinished({ uid, usedAt }: Link): Promise<Press | undefined> {
    const link = usedAt === null ? undefined : await this.links.findUnfinished(uid ?? '');
    const unfinished = link && this.tokens.withData<Unfinished>(link)?.data;
    return unfinished && { link, unfinished };
  }

  private async apply(link: Link, account: Account<LockedUser>): Promise<Answer> {
    const { user, change } = account;
    const { uid } = user;
    const plan = await this.planOf(link, account);
    if (change) await this.removeHolder(change.email, uid);
    // A thief may have taken some away, so that the owner has no rank to answer with.
    const scopes = await this.trail.scopesSince(user, plan.since);
    await this.recovery.apply(user, plan, { about: link.about });
    if (change) await this.links.revokeLater({ ...change, uid });
    await this.links.useOthers(link);
    // What the thief has made with the rights of an administrator, goes with those of this account.
    const since = workSince(link, change);
    if (scopes.length > 0) await this.tokens.keep(link, { since, scopes } satisfies Unfinished, KEEP_SECONDS);
    return this.theft.begin({ account: uid, since }, { scopes });
  }

  /** What was done as an administrator goes, too, for the page. */
  private async workOf(link: Link, { user, change }: Account<User>, plan: Recovery): Promise<RemovedAccess[]> {
    const since = workSince(link, change);
    const scopes = await this.trail.scopesSince(user, plan.since);
    const number = scopes.length === 0 ? 0 : await this.theft.reach({ account: user.uid, since }, { scopes });
    return number === 0 ? [] : [{ kind: 'work', name: String(number) }];
  }

  private planOf(link: Link, { user, change }: Account<User>): Promise<Recovery> {
    const since = Math.min(...[link, ...(change ? [change] : [])].map(reachOf));
    const { passwordVersion } = link;
    return this.recovery.plan(user, { since, address: change?.email, passwordVersion });
  }

  /**
   * @throws {ApiError} LINK_EXPIRED for a mailbox that is not that of the account and has no change to bring back, since it may be
   * that of a thief; and where an address never changed: the email may have gone to a stranger, and an old one must be no way round a
   * factor that was added later
   */
  private async requireAccount<T extends User>(link: Link, user: T | null): Promise<Account<T>> {
    if (!user) throw new ApiError('LINK_EXPIRED', { reason: 'account deleted' });
    if (!user.active) throw new ApiError('USER_DISABLED');
    if (user.email !== link.email) {
      const change = link.about === 'address' ? link : await this.links.findChangeFrom(user.uid, link.email);
      if (change) return { user, change };
      throw new ApiError('LINK_EXPIRED', { reason: 'mailbox of another address' });
    }
    const account = { user, change: undefined };
    if (link.about !== 'address' || (await this.emailChange.find(user.uid))) return account;
    if (await this.links.hadLaterAddress(link)) return account;
    if (link.since === 0 || link.createdAt + SECURE_ACCOUNT_TTL <= this.clock.now())
      throw new ApiError('LINK_EXPIRED', { reason: 'address did not change' });
    return account;
  }

  /** What goes, for the page. */
  private async removedBy({ added, voidsPassword }: Recovery, user: User): Promise<RemovedAccess[]> {
    const { totp, passkeys, recoveryCodes, identities, apiKeys } = added;
    const names = new Map((await this.providers.list()).map(({ id, name }) => [id, name]));
    const given = (kind: RemovedAccess['kind'], is: boolean) => (is ? [{ kind }] : []);
    return [
      ...given('password', voidsPassword),
      ...totp.map(({ name }) => ({ kind: 'totp' as const, name })),
      ...passkeys.map(({ name }) => ({ kind: 'passkey' as const, name })),
      ...given('recoveryCodes', recoveryCodes > 0),
      ...identities.map(({ providerId }) => ({ kind: 'identity' as const, name: names.get(providerId) ?? providerId })),
      ...apiKeys.map(({ name }) => ({ kind: 'apiKey' as const, name })),
      ...given('administration', user.adminScopes !== ''),
    ];
  }

  /** What `removeHolder()` does; undefined where no other account has the address. */
  private async describeHolder(email: string, owner: string): Promise<PageFacts['holder']> {
    const holder = await this.users.findByEmail(email);
    if (!holder?.active || holder.uid === owner) return undefined;
    return { createdAt: holder.createdAt, returns: (await this.formerOf(holder)) !== undefined };
  }

  /**
   * Takes the address from another account, which has it since the change, and has proved it or not. That one gets its former
   * address back; one without, or whose former address is in use, is deleted.
   * @throws {ApiError} EMAIL_ALREADY_IN_USE where an administrator has disabled the other account
   */
  private async removeHolder(email: string, owner: string): Promise<void> {
    const found = await this.users.findByEmail(email);
    if (!found || found.uid === owner) return;
    const holder = await this.users.lock(found.uid);
    if (holder?.email !== found.email) return;
    if (!holder.active) throw new ApiError('EMAIL_ALREADY_IN_USE');
    const former = await this.formerOf(holder);
    if (!former) return this.accounts.remove(holder);
    // No email has this link, but because of its row the link in the former mailbox still works.
    if (isOwned(holder)) await this.maker.ofAddress(holder);
    await this.emailChange.giveBack(holder, former.email, former.since !== 0);
    await this.access.end('owner_is_back', { uid: holder.uid, reason: 'address' });
  }

  /** The link of the newest address that the account owned before, if that address is free. */
  private async formerOf({ uid, email }: User): Promise<Link | undefined> {
    const former = await this.links.findFormerAddress(uid, email);
    return former && !(await this.users.findByEmail(former.email)) ? former : undefined;
  }
}

/** What belongs to others is older than the theft, if the session is: it goes from a day before the event on, whatever it began in. */
function workSince({ createdAt }: Link, change: Link | undefined): number {
  return Math.min(createdAt, change?.createdAt ?? createdAt) - LEAST_REACH;
}

/** A thief may have added something before the event, also in another session. */
function reachOf({ since, createdAt }: Link): number {
  return Math.min(since ?? createdAt, createdAt - LEAST_REACH);
}
