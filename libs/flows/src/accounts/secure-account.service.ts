import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { FactorResets } from '@app/factors';
import { Providers } from '@app/federation';
import { MailService } from '@app/mail';
import { type Link, SECURE_ACCOUNT_TTL, SecureLinks } from '@app/tokens';
import { EmailOwnership, type User, UserPasswords, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { requester } from '../input/requester.js';
import { type FollowedLink, LinkConsumer } from '../links/followed/link-consumer.js';
import type { PageFacts, RemovedAccess } from '../links/followed/page-facts.js';
import { LinkMailer } from '../links/link-mailer.js';
import { SecureLinkMaker } from '../links/secure-link-maker.js';
import { Access } from '../revocation/access.js';
import { type Added, WaysIn } from '../revocation/ways-in.js';
import { AccountRemover } from './account-remover.js';
import { EmailChange, isOwned } from './email-change.js';

/** What was added goes at least this far back before the event, in seconds. */
const LEAST_REACH = 86_400;

/** The account that the button secures. */
interface Account {
  user: User;
  /** The link of the change of address that the button undoes. */
  change: Link | undefined;
}

/** What the button does. */
interface Plan {
  /** What was added then or later goes. In seconds since the UNIX epoch; 0 for all. */
  since: number;
  /** Whether sign-ins needed a factor at that time. */
  keepsFactors: boolean;
  /** Whether the password was set since then, or used for the sign-in of the email. */
  voidsPassword: boolean;
  added: Added;
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
    private readonly ownership: EmailOwnership,
    private readonly passwords: UserPasswords,
    private readonly providers: Providers,
    private readonly links: SecureLinks,
    private readonly maker: SecureLinkMaker,
    private readonly consumer: LinkConsumer,
    private readonly mailer: LinkMailer,
    private readonly mail: MailService,
    private readonly waysIn: WaysIn,
    private readonly methods: FactorMethods,
    private readonly emailChange: EmailChange,
    private readonly remover: AccountRemover,
    private readonly access: Access,
    private readonly resets: FactorResets,
    private readonly events: EventLog,
  ) {}

  /** What the page of the link says before the button is pressed. @throws {ApiError} LINK_ALREADY_USED, LINK_EXPIRED, USER_DISABLED */
  async describe(link: FollowedLink): Promise<PageFacts> {
    await this.consumer.requireUsable(link);
    const account = await this.requireAccount(link, await this.users.find(link.uid ?? ''));
    const { user, change } = account;
    const plan = await this.planOf(link, account);
    const { keepsFactors } = plan;
    return {
      waiting: (await this.emailChange.find(user.uid))?.email,
      replaced: change && user.email,
      holder: change && (await this.describeHolder(change.email, user.uid)),
      removed: await this.removedBy(plan, user),
      keepsFactors: keepsFactors && (await this.methods.needsFactor(user)),
      reset: this.mailsReset(link, plan) ? (change?.email ?? user.email) : undefined,
    };
  }

  /**
   * Ends every access to the account, removes what was added since the session of the event began, and at least in the 24 hours
   * before it, and brings a changed address back. Another account that has the address now loses it. Returns the URL to redirect to.
   * @throws {ApiError} INVALID_LINK, LINK_ALREADY_USED, LINK_EXPIRED, USER_DISABLED, EMAIL_ALREADY_IN_USE
   */
  secure(token: string): Promise<string> {
    return this.consumer.use(token, 'secure_account', async (found, uid) => {
      const locked = await this.users.lock(uid);
      // A sign-in of the last moment may have added its password to the link.
      const link = await this.consumer.reread(found);
      await this.consumer.requireUsable(link);
      const account = await this.requireAccount(link, locked);
      await this.consumer.consume(link);
      await this.consumer.record(link, uid);
      await this.apply(link, account);
      return link.target;
    });
  }

  private async apply(link: Link, account: Account): Promise<void> {
    const { user, change } = account;
    const { uid } = user;
    const plan = await this.planOf(link, account);
    const { since, keepsFactors, voidsPassword } = plan;
    if (change) await this.bringBack(user, change.email);
    const owner = { ...user, email: change?.email ?? user.email };
    if (voidsPassword) await this.ownership.removePassword(user);
    await this.access.end('owner_is_back', { uid, reason: 'secured' });
    // Another person may have asked an administrator for it.
    if (await this.resets.stop(uid)) await this.events.record('mfa.reset_stopped', { uid });
    await this.waysIn.remove(owner, { since, keepsFactors, reason: 'secured' });
    if (change) await this.links.revokeLater(change);
    await this.links.useOthers(link);
    await this.events.record('account.secured', { uid, data: factsOf(link, plan, account) });
    if (voidsPassword) await this.mailer.sendPasswordVoided(owner);
    else if (this.mailsReset(link, plan)) await this.mailer.sendOwnReset(owner);
  }

  private async planOf(link: Link, { user, change }: Account): Promise<Plan> {
    const { uid } = user;
    const since = Math.min(...[link, ...(change ? [change] : [])].map(reachOf));
    const keepsFactors = await this.methods.neededFactorAt(user, since);
    const wasUsed = await this.links.hasUsedPassword(uid, user.passwordVersion, since);
    const isNewer = since === 0 || user.passwordSetAt >= since || user.passwordVersion === link.passwordVersion;
    const voidsPassword = (isNewer || wasUsed) && (await this.passwords.has(uid));
    return { since, keepsFactors, voidsPassword, added: await this.waysIn.list(uid, since, keepsFactors) };
  }

  private mailsReset({ passwordVersion }: Link, { voidsPassword }: Plan): boolean {
    return this.mail.configured && (voidsPassword || passwordVersion !== null);
  }

  /**
   * @throws {ApiError} LINK_EXPIRED for a mailbox that is not that of the account and has no change to bring back, since it may be
   * that of a thief; and where an address never changed: the email may have gone to a stranger, and an old one must be no way round a
   * factor that was added later
   */
  private async requireAccount(link: Link, user: User | null): Promise<Account> {
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
  private async removedBy({ added, voidsPassword }: Plan, user: User): Promise<RemovedAccess[]> {
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

  /** Gives the owner the address back, with a notice to the one that the account loses. */
  private async bringBack(user: User, email: string): Promise<void> {
    await this.removeHolder(email, user.uid);
    await this.emailChange.giveBack(user, email, true);
    if (user.emailProved)
      await this.mail.notify('email-changed', user.email, { newEmail: email, link: '' }, requester());
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
    if (!former) return this.remover.remove(holder);
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

/** A thief may have added something before the event, also in another session. */
function reachOf({ since, createdAt }: Link): number {
  return Math.min(since ?? createdAt, createdAt - LEAST_REACH);
}

/** What the button has done, for the event. */
function factsOf({ about }: Link, { added, voidsPassword }: Plan, { user, change }: Account): object {
  const { adminScopes } = user;
  const facts = {
    factors: added.totp.map(({ factorId }) => factorId),
    passkeys: added.passkeys.map(({ passkeyId }) => passkeyId),
    identities: added.identities.map(({ identityId }) => identityId),
    api_keys: added.apiKeys.map(({ keyId }) => keyId),
    admin_scopes: adminScopes === '' ? [] : adminScopes.split(','),
  };
  const lists = Object.entries(facts).filter(([, ids]) => ids.length > 0);
  return {
    about,
    ...Object.fromEntries(lists),
    ...(voidsPassword && { password: 'void' }),
    ...(change && { address: 'restored' }),
  };
}
