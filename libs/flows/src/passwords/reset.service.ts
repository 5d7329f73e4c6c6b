import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { type Recipient, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { DECOY_ADDRESS, LinkMailer } from '../links/link-mailer.js';
import { RedirectUrls } from '../links/redirect-urls.js';

/** What a request for a reset says about its email. */
interface ResetWish {
  resetUrl?: string;
  userAgent: string;
  locale?: string;
}

type LinkFacts = Omit<ResetWish, 'resetUrl'> & { target: string };

/** Mails reset links. */
@Injectable()
export class ResetService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly mailer: LinkMailer,
    private readonly redirects: RedirectUrls,
  ) {}

  /**
   * Mails a reset link. For an address without an active account it does the same work but sends nothing, so that neither
   * the answer nor its time reveals whether the account exists.
   * @throws {ApiError} INVALID_REDIRECT_URL, EMAIL_NOT_CONFIGURED
   */
  async sendReset(address: string, { resetUrl, ...wanted }: ResetWish): Promise<void> {
    const target = this.redirects.check(resetUrl);
    this.mailer.requireConfigured();
    await this.mailer.count(address);
    const recipient = await this.users.findRecipient(address);
    try {
      await this.mail(recipient, { target, ...wanted });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'USER_NOT_FOUND')) throw error;
      // The user was deleted after the lookup: treated like an unknown address.
      await this.mail(undefined, { target, ...wanted });
    }
  }

  private async mail(recipient: Recipient | undefined, link: LinkFacts): Promise<void> {
    const { uid, email } = recipient ?? { uid: null, email: DECOY_ADDRESS };
    await this.database.transaction(() => this.mailer.sendReset({ uid, email, ...link }));
  }
}
