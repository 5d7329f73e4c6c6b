import { ApiError } from '@app/errors';
import { currentActor } from '@app/events';
import { Identities } from '@app/federation';
import { MailService } from '@app/mail';
import { OneTimeTokens } from '@app/tokens';
import { type LockedUser, type User, type UserChanges, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { NO_CLIENT, requester } from '../input/requester.js';
import { LinkMailer } from '../links/link-mailer.js';
import { UndoLinks } from '../links/undo-links.js';

/** Who asks for a new address. An administrator is named as in events, the operator not at all. */
interface Asker {
  sessionId?: string | null;
  madeBy?: string | null;
}

/** New addresses that replace the old one only when a reader of the new mailbox has confirmed them. */
@Injectable()
export class PendingChange {
  constructor(
    private readonly users: UsersService,
    private readonly methods: FactorMethods,
    private readonly identities: Identities,
    private readonly tokens: OneTimeTokens,
    private readonly mailer: LinkMailer,
    private readonly undoLinks: UndoLinks,
    private readonly mail: MailService,
  ) {}

  /**
   * Whether a user has a factor, a passkey or an identity. Such a user could otherwise keep a way into an account with the
   * address of another person.
   */
  async isNeeded(uid: string): Promise<boolean> {
    return (await this.methods.hasFactor(uid)) || (await this.identities.list(uid)).length > 0;
  }

  /**
   * The new address of a change by an administrator, if it must wait. Without email it cannot, and with `emailVerified` the
   * administrator vouches for it.
   */
  async ofAdministrator(user: LockedUser, { email, emailVerified }: UserChanges): Promise<string | undefined> {
    const waits = this.mail.configured && email !== user.email && emailVerified !== true;
    return waits && (await this.isNeeded(user.uid)) ? email : undefined;
  }

  /** Forgets a new address that waits: a newer one replaces it, also the current one. */
  forget(uid: string): Promise<void> {
    return this.tokens.end({ uid, purposes: ['confirm_email'] });
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
    const { lifetime } = await this.mailer.sendConfirmation(link, user.email, client);
    if (sessionId === null || !isOwned(user)) return;
    const undo = await this.undoLinks.ofAddress(user, sessionId);
    await this.mail.notify('email-change-asked', user.email, { newEmail: email, link: undo, lifetime }, client);
  }
}

/**
 * Whether the address of a user was verified or proved. One that only a client has called verified may belong to another
 * person, who must get no emails.
 */
export function isOwned({ emailVerified, emailProved, emailClaimed }: User): boolean {
  return emailProved || (emailVerified && !emailClaimed);
}
