import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LinkMailer } from './link-mailer.js';
import { RedirectUrls } from './redirect-urls.js';

/** Asking for a link. */
@Injectable()
export class LinkService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly mailer: LinkMailer,
    private readonly redirects: RedirectUrls,
  ) {}

  /** @throws {ApiError} INVALID_REDIRECT_URL, EMAIL_NOT_CONFIGURED, USER_NOT_FOUND, USER_DISABLED */
  async sendMagicLink(address: string, signUp: boolean, nextUrl: string | undefined): Promise<void> {
    const target = this.redirects.check(nextUrl);
    this.mailer.requireConfigured();
    await this.mailer.count(address);
    const user = await this.users.findByEmail(address);
    if (!user && !signUp) throw new ApiError('USER_NOT_FOUND');
    if (user && !user.active) throw new ApiError('USER_DISABLED');
    const link = { uid: user?.uid ?? null, email: user?.email ?? address.toLowerCase(), target, signUp };
    await this.database.transaction(() => this.mailer.sendMagicLink(link));
  }

  /** @throws {ApiError} INVALID_REDIRECT_URL, EMAIL_NOT_CONFIGURED, USER_NOT_FOUND, NOT_AUTHENTICATED, EMAIL_ALREADY_VERIFIED */
  async sendVerification(uid: string, nextUrl: string | undefined): Promise<void> {
    const target = this.redirects.check(nextUrl);
    this.mailer.requireConfigured();
    const user = await this.users.find(uid);
    if (!user) throw new ApiError('USER_NOT_FOUND');
    if (user.emailVerified) throw new ApiError('EMAIL_ALREADY_VERIFIED');
    await this.mailer.count(user.email);
    await this.database.transaction(() => this.mailer.sendVerification({ uid, email: user.email, target }));
  }
}
