import type { Client, TokenPair } from '@app/tokens';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { tokensOf } from '../../sign-in/outcome.js';
import { BY_EMAIL_CODE } from '../../sign-in/proof.js';
import { MailboxSignIn } from '../mailbox/mailbox-sign-in.js';
import { AccountOwner, type OwnerClaim } from './account-owner.js';
import { type CodeAnswer, EmailCodeCheck } from './email-code-check.js';

/** Signs in by an email code. */
@Injectable()
export class EmailCodeSignInService {
  constructor(
    private readonly check: EmailCodeCheck,
    private readonly mailbox: MailboxSignIn,
    private readonly owner: AccountOwner,
  ) {}

  /**
   * @throws {ApiError} INVALID_CODE, USER_DISABLED, MFA_REQUIRED, MFA_ENROLMENT_REQUIRED, INVALID_MFA_TOKEN,
   * NOT_AUTHENTICATED, TOO_MANY_REQUESTS
   */
  async verify(answer: CodeAnswer, claim: OwnerClaim, client: Client): Promise<{ user: User; tokens: TokenPair }> {
    const { user, outcome } = await this.check.withLink(answer, ['magic_link', 'email_code'], (link) => {
      const consume = () => this.check.consume(link);
      const ownerProof = (user: User) => this.owner.proofOf(user, claim);
      return this.mailbox.signIn({ link, proof: BY_EMAIL_CODE, consume, gone: 'INVALID_CODE', ownerProof }, client);
    });
    return { user, tokens: tokensOf(outcome) };
  }
}
