import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { LinkConsumer, PasswordService } from '@app/flows';
import { Injectable } from '@nestjs/common';
import { type HtmlPage } from '../pages/html-page.js';
import { passwordChangedPage, passwordPage } from '../pages/password-page.js';

/** What a person typed into the form. */
interface NewPasswordForm {
  password?: string;
  repeated?: string;
}

/** The page for a new password, where the product has no page of its own. The token in its URL is the proof. */
@Injectable()
export class ResetPageService {
  constructor(
    private readonly env: Env,
    private readonly consumer: LinkConsumer,
    private readonly passwords: PasswordService,
  ) {}

  /** @throws {ApiError} NOT_FOUND if the page is switched off; INVALID_LINK, LINK_EXPIRED, LINK_ALREADY_USED, USER_DISABLED */
  async show(token: string): Promise<HtmlPage> {
    if (!this.env.resetPage) throw new ApiError('NOT_FOUND');
    return passwordPage(this.env.appName, await this.consumer.requireUsable(token, 'reset_password'), token);
  }

  /** Sets the password. A refused one shows the form again and leaves the link usable. @throws {ApiError} like `show()` */
  async submit(token: string, { password, repeated }: NewPasswordForm): Promise<HtmlPage> {
    if (!this.env.resetPage) throw new ApiError('NOT_FOUND');
    const link = await this.consumer.requireUsable(token, 'reset_password');
    const again = (problem: string) => passwordPage(this.env.appName, link, token, problem);
    if (!password) return again('Please enter a new password.');
    if (password !== repeated) return again('The two passwords are not the same.');
    try {
      await this.passwords.change(undefined, token, password);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'WEAK_PASSWORD') return again(error.message);
      // Another request may have used or ended the link since the check above: then this says so.
      await this.consumer.requireUsable(token, 'reset_password');
      throw error;
    }
    return passwordChangedPage(this.env.appName);
  }
}
