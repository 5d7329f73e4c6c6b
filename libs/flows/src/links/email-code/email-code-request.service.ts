import { Env } from '@app/config';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { type CodePurpose, type HomeOf, type VouchedFor } from '@app/tokens';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { type IssuedCode, LinkMailer } from '../link-mailer.js';
import type { NewLink } from '../link-maker.js';

/** What a request for a code says. */
interface CodeRequest {
  email: string;
  /** Whether the code creates a user for an email without an account. */
  signUp: boolean;
  userAgent: string;
  locale?: string;
  /** What a code for an identity needs besides. */
  livesIn?: HomeOf<'external_confirm'>;
  vouchedFor?: VouchedFor;
  data?: unknown;
}

/** What the code may be used for. */
type SignInCode = Exclude<CodePurpose, 'reauthenticate'>;

/** Mails codes that sign in. */
@Injectable()
export class EmailCodeRequestService {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly mailer: LinkMailer,
  ) {}

  /**
   * For an address that gets no email it does the same work, so that neither the answer nor its time reveals whether the
   * account exists, or is disabled.
   * @throws {ApiError} EMAIL_NOT_CONFIGURED, TOO_MANY_REQUESTS
   */
  async send(request: CodeRequest, purpose: SignInCode = 'email_code'): Promise<IssuedCode> {
    this.mailer.requireConfigured();
    await this.mailer.count(request.email);
    try {
      return await this.mail(request, purpose);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'USER_NOT_FOUND')) throw error;
      // The user was deleted after the lookup: treated like an unknown address.
      return this.mail(request, purpose);
    }
  }

  /** The row of a decoy has the address, too, so that wrong codes count for its mailbox like for any other. */
  private async mail(request: CodeRequest, purpose: SignInCode): Promise<IssuedCode> {
    const { email: address, userAgent, locale, livesIn = 'nothing', vouchedFor, data } = request;
    const signUp = request.signUp && this.env.signUp;
    const recipient = await this.users.findRecipient(address);
    // Asked for every address, so that the time does not depend on the account.
    const exists = signUp && (await this.users.findByEmail(address)) !== null;
    const { uid, email } = recipient ?? { uid: null, email: address };
    const to = { uid, email, signUp: signUp && !exists };
    const code = { purpose, userAgent, livesIn, vouchedFor, data, ...to } as NewLink<CodePurpose>;
    return this.database.transaction(() => this.mailer.sendCode(code, locale));
  }
}
