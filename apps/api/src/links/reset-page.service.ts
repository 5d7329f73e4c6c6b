import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { LinkConsumer, PasswordSetter } from '@app/flows';
import { MAX_CHARACTERS, type WeakPassword } from '@app/users';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { HtmlPage } from '../pages/html-page.js';
import { PageContext } from '../pages/page-context.js';
import { passwordChangedPage, passwordPage } from '../pages/password-page.js';

/** What a person typed into the form. */
interface NewPasswordForm {
  password?: string;
  repeated?: string;
}

/** Why the form is shown again. */
type PasswordProblem = 'missing' | 'different' | WeakPassword;

/** The page for a new password, where the product has no page of its own. The token in its URL is the proof. */
@Injectable()
export class ResetPageService {
  constructor(
    private readonly env: Env,
    private readonly consumer: LinkConsumer,
    private readonly passwords: PasswordSetter,
  ) {}

  /** @throws {ApiError} NOT_FOUND if the page is switched off; INVALID_LINK, LINK_EXPIRED, LINK_ALREADY_USED, USER_DISABLED */
  async show(token: string, request: FastifyRequest): Promise<HtmlPage> {
    if (!this.env.resetPage) throw new ApiError('NOT_FOUND');
    const link = await this.consumer.requireUsable(token, 'reset_password');
    return passwordPage(new PageContext(this.env, request), link, token);
  }

  /** Sets the password. A refused one shows the form again and leaves the link usable. @throws {ApiError} like `show()` */
  async submit(token: string, request: FastifyRequest, form: NewPasswordForm): Promise<HtmlPage> {
    if (!this.env.resetPage) throw new ApiError('NOT_FOUND');
    const link = await this.consumer.requireUsable(token, 'reset_password');
    const context = new PageContext(this.env, request);
    const again = (problem: PasswordProblem) => passwordPage(context, link, token, this.explain(context, problem));
    const { password, repeated } = form;
    if (!password) return again('missing');
    if (password !== repeated) return again('different');
    try {
      await this.passwords.change(undefined, token, password);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'WEAK_PASSWORD') return again(error.reason as WeakPassword);
      // Another request may have used or ended the link since the check above: then this says so.
      await this.consumer.requireUsable(token, 'reset_password');
      throw error;
    }
    return passwordChangedPage(context);
  }

  private explain(context: PageContext, problem: PasswordProblem): string {
    const least = context.number(this.env.passwordMinLength);
    const most = context.number(MAX_CHARACTERS);
    return context.say(context.texts.password.problems[problem], { least, most });
  }
}
