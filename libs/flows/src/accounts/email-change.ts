import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { currentActor, EventLog, type EventType } from '@app/events';
import { Identities } from '@app/federation';
import { MailService } from '@app/mail';
import { type Link, OneTimeTokens, type PendingAddress, SecureLinks } from '@app/tokens';
import { EmailOwnership, type LockedUser, type User, type UserChanges, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { NO_CLIENT, requester } from '../input/requester.js';
import { LinkMailer, shortenedEmail } from '../links/link-mailer.js';
import { SecureLinkMaker } from '../links/secure-link-maker.js';
import type { PageFacts } from '../mailbox/link-consumer.js';
import { LinkConsumer } from '../mailbox/link-consumer.js';
import { Access } from '../revocation/access.js';

/** The events by which an account gets its address. */
const GETS_ADDRESS: EventType[] = ['user.created', 'user.imported', 'user.email_changed'];

/** Who asks for a new address. An administrator is named as in events, the operator not at all. */
interface Asker {
  sessionId?: string | null;
  madeBy?: string | null | undefined;
}

/** New addresses of accounts: at once, or when a reader of the new mailbox has confirmed them. */
@Injectable()
export class EmailChange {
  constructor(
    private readonly env: Env,
    private readonly users: UsersService,
    private readonly ownership: EmailOwnership,
    private readonly methods: FactorMethods,
    private readonly identities: Identities,
    private readonly tokens: OneTimeTokens,
    private readonly secureLinks: SecureLinks,
    private readonly maker: SecureLinkMaker,
    private readonly consumer: LinkConsumer,
    private readonly mailer: LinkMailer,
    private readonly mail: MailService,
    private readonly stale: StaleTokens,
    private readonly access: Access,
    private readonly events: EventLog,
  ) {}

  /** Whether a new address of the user's own waits for its confirmation. The user must be locked. */
  async mustWait(uid: string): Promise<boolean> {
    return this.env.emailChange === 'confirm' || this.isSecured(uid);
  }

  /**
   * Whether a user has a factor, a passkey or an identity. Such a user could otherwise keep a way into an account with the
   * address of another person.
   */
  async isSecured(uid: string): Promise<boolean> {
    return (await this.methods.hasFactor(uid)) || (await this.identities.list(uid)).length > 0;
  }

  /**
   * The new address of a change by an administrator, if it must wait. Without email it cannot, and with `emailVerified` the
   * administrator vouches for it.
   */
  async waitingOf(user: LockedUser, { email, emailVerified }: UserChanges): Promise<string | undefined> {
    const waits = this.mail.configured && email !== user.email && emailVerified !== true;
    return waits && (await this.isSecured(user.uid)) ? email : undefined;
  }

  /**
   * Mails a link to the new address, and to an old address that was verified or proved a link that stops the change. Replaces
   * an earlier new address.
   * @param by the session that asks, or the administrator: without a session, the reader of the old mailbox cannot stop the change
   * @throws {ApiError} EMAIL_NOT_CONFIGURED, EMAIL_ALREADY_IN_USE, TOO_MANY_REQUESTS
   */
  async ask(user: LockedUser, email: string, { sessionId = null, madeBy = null }: Asker): Promise<void> {
    const { uid } = user;
    this.mailer.requireConfigured();
    if (await this.users.findByEmail(email)) throw new ApiError('EMAIL_ALREADY_IN_USE');
    if (sessionId !== null) await this.mailer.count(email);
    await this.forget(uid);
    const userAgent = sessionId === null ? undefined : currentActor().userAgent;
    const livesIn = madeBy === null ? ('nothing' as const) : { administrator: madeBy };
    const link = { uid, email, askedBy: sessionId, livesIn, userAgent };
    const client = sessionId === null ? NO_CLIENT : requester();
    const content = { account: shortenedEmail(user.email) };
    const { lifetime } = await this.mailer.send('confirm_email', 'confirm-email', link, content, client);
    if (sessionId === null || !isOwned(user)) return;
    const secure = await this.maker.ofAddress(user, sessionId);
    await this.mail.notify('email-change-asked', user.email, { newEmail: email, waits: lifetime, ...secure }, client);
  }

  /** The new address that waits. */
  async find(uid: string): Promise<PendingAddress | undefined> {
    return (await this.tokens.pendingAddresses(uid)).get(uid);
  }

  /** Forgets a new address that waits: a newer one replaces it, also the current one. */
  forget(uid: string): Promise<void> {
    return this.tokens.end({ uid, purposes: ['confirm_email'] });
  }

  /** The same for the user. @throws {ApiError} NOT_AUTHENTICATED */
  forgetOwn(caller: CallerIdentity): Promise<void> {
    return this.stale.transaction(caller, ({ uid }) => this.forget(uid));
  }

  /** The account that the page of a new address asks about: a reader of the new mailbox may have nothing to do with it. */
  async describe({ uid }: Link): Promise<PageFacts> {
    const user = await this.users.find(uid ?? '');
    return { account: shortenedEmail(user?.email ?? '') };
  }

  /**
   * Changes the address by the link that was mailed to the new one, which is verified and proved by this. The links to the old
   * address become void, and no session ends unless an administrator has set the address. Returns the URL to redirect to.
   * @throws {ApiError} INVALID_LINK
   */
  confirm(token: string): Promise<string> {
    return this.consumer.follow(token, 'confirm_email', async (link, uid) => {
      const { email, sessionId, target } = link;
      const user = await this.users.lock(uid);
      await this.consumer.consume(link);
      if (!user) throw new ApiError('LINK_EXPIRED', { reason: 'account deleted' });
      if (!user.active) throw new ApiError('USER_DISABLED');
      await this.ownership.moveTo(uid, email);
      await this.consumer.record(link, uid);
      await this.record(user, email);
      await this.events.record('user.email_verified', { uid });
      if (sessionId) await this.access.end('address_changed', { uid });
      else await this.setByAdministrator(user, email);
      await this.secureLinks.prolong(uid);
      await this.secureLinks.revokeAfterReturn(uid, email);
      return target;
    });
  }

  /**
   * To be called after a user has changed the address at once. An old address that was verified or proved gets a notice with
   * a link that brings it back.
   * @param user as before the change
   */
  async replaced(user: User, newEmail: string, sessionId: string): Promise<void> {
    await this.record(user, newEmail);
    await this.access.end('address_changed', user);
    const { uid } = user;
    const made = isOwned(user) && this.mail.configured ? await this.maker.ofAddress(user, sessionId) : undefined;
    // A change by a thief in between must not shorten the links of the owner, also where it leaves an address that nobody has proved.
    await this.secureLinks.prolong(uid);
    const before = await this.secureLinks.revokeAfterReturn(uid, newEmail);
    // The mailbox was proved a few days ago: the next change must send it an email, too.
    if (before && before.since !== 0) await this.ownership.verify(uid, newEmail, true);
    if (made)
      await this.mail.notify('email-changed', user.email, { newEmail, ...(before ? { link: '' } : made) }, requester());
  }

  /**
   * To be called after an administrator has changed the address. The old one gets a notice, without a link: what an administrator
   * does is undone by an administrator.
   * @param user as before the change
   */
  async setByAdministrator(user: User, newEmail: string): Promise<void> {
    await this.access.end('address_set_by_administrator', user);
    if (isOwned(user)) await this.mail.notify('email-changed', user.email, { newEmail, link: '' }, NO_CLIENT);
  }

  /**
   * Records a change of address, and invalidates the links that were mailed to the old one before it had an account.
   * @param user as before the change
   */
  async record({ uid, email, emailProved }: User, newEmail: string, more: object = {}): Promise<void> {
    const data = { old_email: email, new_email: newEmail, ...(emailProved && { proved: true }), ...more };
    await this.events.record('user.email_changed', { uid, data });
    await this.tokens.end({ emails: [email] });
  }

  /** Gives a locked user an earlier address back. @throws {ApiError} EMAIL_ALREADY_IN_USE */
  async giveBack(user: User, email: string, emailProved: boolean): Promise<void> {
    await this.ownership.giveBack(user.uid, email, emailProved);
    await this.record(user, email, { undone: true });
  }

  /** To be called after the deletion of an account. Removes its emails, and ends what was mailed to its address before it existed. */
  async deleted({ uid, email }: User): Promise<void> {
    await this.tokens.end({ emails: [email] });
    await this.mail.forget([email], await this.events.newestOf(uid, GETS_ADDRESS));
  }
}

/**
 * Whether the address of a user was verified or proved. One that only a client has called verified may belong to another
 * person, who must get no emails.
 */
export function isOwned({ emailVerified, emailProved, emailClaimed }: User): boolean {
  return emailProved || (emailVerified && !emailClaimed);
}
