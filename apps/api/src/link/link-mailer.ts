import { currentOrigin, EventLog } from '@app/events';
import { addressGroup, countAll, LETTERS_EVERYWHERE, LETTERS_HERE, RateLimits } from '@app/limits';
import { MailService } from '@app/mail';
import type { LinkPurpose, NewLink } from '@app/tokens';
import { mailboxOf, SignInAddresses } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LinkMaker } from './link-maker.js';

type Wanted = Omit<NewLink, 'purpose'>;

/** In place of an address that must get no letter, where the same work is done as for one that does (RFC 2606). */
export const DECOY_ADDRESS = 'nobody@latchkey.invalid';

/** Mails links: the row of the link, the letter and the event. To be called in a transaction. */
@Injectable()
export class LinkMailer {
  constructor(
    private readonly maker: LinkMaker,
    private readonly mail: MailService,
    private readonly events: EventLog,
    private readonly limits: RateLimits,
    private readonly addresses: SignInAddresses,
  ) {}

  /** @throws {ApiError} EMAIL_NOT_CONFIGURED when the service cannot send letters */
  requireConfigured(): void {
    this.mail.requireConfigured();
  }

  /**
   * Counts a letter, whether there is an account with this email or not. A client address that is known to the account is
   * exempt from the count of all letters, so that strangers cannot keep the owner from them.
   * @throws {ApiError} TOO_MANY_REQUESTS
   */
  async count(email: string): Promise<void> {
    const client = addressGroup(currentOrigin().ip ?? '');
    const mailbox = mailboxOf(email);
    const known = () => this.addresses.isKnownAndProved(email, client);
    await countAll([
      () => this.limits.count(LETTERS_HERE, mailbox, client),
      () => this.limits.countUnless(known, LETTERS_EVERYWHERE, mailbox),
    ]);
  }

  /** Without a uid and a sign-up, it does the same work and sends nothing: the account is disabled. */
  async sendMagicLink(wanted: Wanted): Promise<void> {
    const { uid, email, signUp } = wanted;
    const link = await this.make('magic_link', wanted);
    const status = uid === null && !signUp ? 'decoy' : 'queued';
    await this.mail.sendMagicLink(email, link, status);
  }

  async sendVerification(wanted: Wanted): Promise<void> {
    await this.mail.sendVerification(wanted.email, await this.make('verify_email', wanted));
  }

  /** Without a uid it does the same work, and sends nothing. */
  async sendReset(wanted: Wanted): Promise<void> {
    const { uid, email } = wanted;
    const link = await this.make('reset_password', wanted);
    await this.mail.sendPasswordReset(email, link, uid === null ? 'decoy' : 'queued');
  }

  /** Says that the earlier password of an account is void, with a link to set a new one. Nothing where no letters are sent. */
  async sendPasswordVoided({ uid, email }: { uid: string; email: string }): Promise<void> {
    if (!this.mail.configured) return;
    const link = await this.make('reset_password', { uid, email, target: this.maker.home });
    await this.mail.notifyPasswordVoided(email, link);
  }

  private async make(purpose: LinkPurpose, wanted: Wanted): Promise<string> {
    const { link } = await this.maker.make({ ...wanted, purpose });
    await this.events.record('link.sent', { uid: wanted.uid, data: { purpose } });
    return link;
  }
}
