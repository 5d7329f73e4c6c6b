import { ApiError } from '@app/errors';
import { type CodePurpose, EmailCodes, type Link, type LinkPurpose, OneTimeTokens } from '@app/tokens';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LoginThrottle } from '../access/login-throttle.js';

/** A code as a browser sends it. */
export interface CodeAnswer {
  codeToken: string;
  code: string;
}

/** Checks email codes, and limits wrong ones. */
@Injectable()
export class EmailCodeCheck {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly codes: EmailCodes,
    private readonly users: UsersService,
    private readonly throttle: LoginThrottle,
  ) {}

  /**
   * Calls the work with the email of a right code. The work consumes the email in its transaction.
   * @throws {ApiError} INVALID_CODE, TOO_MANY_REQUESTS, and errors of the work
   */
  async withLink<T>(
    { codeToken, code }: CodeAnswer,
    purposes: readonly (LinkPurpose | CodePurpose)[],
    work: (link: Link) => Promise<T>,
  ): Promise<T> {
    const link = (await this.tokens.findByCode(codeToken, ...purposes)) as Link | undefined;
    // An email without tries left adds nothing to the count of the mailbox, so that one email cannot use up its limit.
    if (!link) throw new ApiError('INVALID_CODE', { reason: 'unknown code token' });
    if (!this.tokens.hasTries(link))
      throw new ApiError('INVALID_CODE', { reason: 'email code used, or without tries' });
    return this.throttle.emailCode(link, async () => {
      const counted = await this.tokens.countTry(link);
      if (counted && this.codes.matches(link, code)) return work(link);
      const reason = counted ? 'wrong email code' : 'email code used, or without tries';
      await this.throttle.recordFailure(link.uid, 'wrong_code');
      throw new ApiError('INVALID_CODE', { reason });
    });
  }

  /**
   * Consumes an email, and the link in it.
   * @throws {ApiError} INVALID_CODE; USER_DISABLED, since disabling an account lets its codes expire
   */
  async consume(link: Link): Promise<void> {
    if (await this.tokens.consume(link, { byCode: true })) return;
    const user = link.uid === null ? null : await this.users.find(link.uid);
    if (user?.active === false) throw new ApiError('USER_DISABLED');
    throw new ApiError('INVALID_CODE', { reason: 'email code used, expired or revoked' });
  }
}
