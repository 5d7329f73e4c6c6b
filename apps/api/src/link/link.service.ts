import { Env } from '@app/config';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { MailService } from '@app/mail';
import { LinkStore } from '@app/tokens';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { RedirectUrls } from './redirect-urls.js';
import { withParameters } from './with-parameters.js';

/** Asking for a link. Links are built from `BASE_URL`, never from what a request says of the host. */
@Injectable()
export class LinkService {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly links: LinkStore,
    private readonly mail: MailService,
    private readonly redirects: RedirectUrls,
  ) {}

  /** @throws {ApiError} INVALID_REDIRECT_URL, EMAIL_NOT_CONFIGURED, USER_NOT_FOUND, USER_DISABLED */
  async sendMagicLink(address: string, signUp: boolean, nextUrl: string | undefined): Promise<void> {
    const target = this.redirects.check(nextUrl);
    this.mail.requireConfigured();
    const user = await this.users.findByEmail(address);
    if (!user && !signUp) throw new ApiError('USER_NOT_FOUND');
    if (user && !user.active) throw new ApiError('USER_DISABLED');
    const email = user?.email ?? address.toLowerCase();
    await this.database.transaction(async () => {
      const link = { purpose: 'magic_link' as const, uid: user?.uid ?? null, email, target, signUp };
      const { token } = await this.links.create(link);
      await this.mail.sendMagicLink(email, this.address('/api/auth/magic-link/verify', token));
    });
  }

  /** @throws {ApiError} INVALID_REDIRECT_URL, EMAIL_NOT_CONFIGURED, USER_NOT_FOUND, NOT_AUTHENTICATED, EMAIL_ALREADY_VERIFIED */
  async sendVerification(uid: string, nextUrl: string | undefined): Promise<void> {
    const target = this.redirects.check(nextUrl);
    this.mail.requireConfigured();
    const user = await this.users.find(uid);
    if (!user) throw new ApiError('USER_NOT_FOUND');
    if (user.emailVerified) throw new ApiError('EMAIL_ALREADY_VERIFIED');
    const { email } = user;
    await this.database.transaction(async () => {
      const { token } = await this.links.create({ purpose: 'verify_email', uid, email, target });
      await this.mail.sendVerification(email, this.address('/api/auth/user/verify-email/confirm', token));
    });
  }

  private address(path: string, token: string): string {
    return withParameters(this.env.baseUrl + path, { token });
  }
}
