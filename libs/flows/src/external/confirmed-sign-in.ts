import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { Providers } from '@app/federation';
import { type Client, type Link, NO_OPEN_TOKEN, OneTimeTokens, type TokenPair } from '@app/tokens';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { type CodeAnswer, EmailCodeCheck } from '../links/email-code/email-code-check.js';
import { tokensOf } from '../sign-in/outcome.js';
import type { AskedPerson } from './external-challenges.js';
import { type Decision, PROVIDER_CHANGED, type Refused } from './external-decision.js';
import { ExternalFailures } from './external-failures.js';
import { ExternalSignIn } from './external-sign-in.js';

const UNCONFIRMED: Refused = { refusal: 'INVALID_CODE', reason: 'the code proves no address' };

/** Finishes a sign-in whose address an email code proves. */
@Injectable()
export class ConfirmedSignIn {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly providers: Providers,
    private readonly check: EmailCodeCheck,
    private readonly signIns: ExternalSignIn,
    private readonly failures: ExternalFailures,
    private readonly events: EventLog,
  ) {}

  /** @throws {ApiError} INVALID_CODE, USER_DISABLED, SIGN_UP_NOT_ALLOWED, MFA_REQUIRED, MFA_ENROLMENT_REQUIRED, TOO_MANY_REQUESTS */
  verify(answer: CodeAnswer, client: Client): Promise<{ user: User; tokens: TokenPair }> {
    return this.check.withLink(answer, ['external_confirm'], async (link) => {
      const found = this.tokens.withData<AskedPerson>(link);
      if (!found) throw new ApiError('INVALID_CODE', { reason: NO_OPEN_TOKEN });
      const { provider, person } = found.data;
      const attempt = () => this.signIn(link, found.data, client);
      const decision = await this.signIns.transaction(provider, person, link.email, attempt);
      if ('outcome' in decision) return { user: decision.user, tokens: tokensOf(decision.outcome) };
      const { refusal, reason } = 'refusal' in decision ? decision : UNCONFIRMED;
      this.failures.onFailed(provider, refusal);
      throw new ApiError(refusal, { reason });
    });
  }

  /** Consumes the email and the pending sign-in, and decides, all or nothing. */
  private async signIn(link: Link, asked: AskedPerson, client: Client): Promise<Decision> {
    const { provider: id, version, person, signUp, pending } = asked;
    await this.check.consume(link);
    if (!(await this.tokens.consume({ tokenHash: pending, parentHash: null })))
      throw new ApiError('INVALID_CODE', { reason: 'sign-in with the provider used or expired' });
    const provider = await this.providers.findUnchanged(id, version);
    if (!provider) return PROVIDER_CHANGED;
    // Such an email was never sent.
    if (link.uid === null && !link.signUp) return { refusal: 'INVALID_CODE', reason: 'no account, and no sign-up' };
    const decision = await this.signIns.decide(
      { provider, person, signUp },
      { email: link.email, message: link },
      client,
    );
    if ('user' in decision) {
      await this.events.record('link.used', { uid: decision.user.uid, data: { purpose: link.purpose } });
    }
    return decision;
  }
}
