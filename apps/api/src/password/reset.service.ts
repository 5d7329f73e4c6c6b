import { Database } from '@app/database';
import { MailService } from '@app/mail';
import { LinkStore } from '@app/tokens';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { RedirectUrls } from '../link/redirect-urls.js';
import { withParameters } from '../link/with-parameters.js';

/** Stands in for an address that is unknown, and need not be kept (RFC 2606). */
const NOBODY = 'nobody@reset.invalid';

/** Asking for a new password. */
@Injectable()
export class ResetService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly links: LinkStore,
    private readonly mail: MailService,
    private readonly redirects: RedirectUrls,
  ) {}

  /**
   * Mails a reset link. For an address without an active account it does the same work, and sends nothing: neither the
   * answer nor the time it takes tells which it was.
   * @throws {ApiError} INVALID_REDIRECT_URL, EMAIL_NOT_CONFIGURED
   */
  async sendReset(address: string, resetUrl: string | undefined): Promise<void> {
    const target = this.redirects.check(resetUrl);
    this.mail.requireConfigured();
    const { uid, email } = (await this.users.findRecipient(address)) ?? { uid: null, email: NOBODY };
    await this.database.transaction(async () => {
      const { token } = await this.links.create({ purpose: 'reset_password', uid, email, target });
      const link = withParameters(target, { token });
      await (uid === null ? this.mail.pretendPasswordReset(email, link) : this.mail.sendPasswordReset(email, link));
    });
  }
}
