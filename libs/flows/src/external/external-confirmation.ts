import { Env, emailObjection, normaliseEmail } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { Providers } from '@app/federation';
import { type Client, type Link, NO_OPEN_TOKEN, OneTimeTokens, type TokenPair } from '@app/tokens';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { isAddress } from '../input/fields.js';
import type { IssuedCode } from '../links/link-mailer.js';
import { type CodeAnswer, EmailCodeCheck, EmailCodeRequestService } from '../mailbox/email-code.js';
import { tokensOf } from '../sign-in/proof.js';
import {
  type AskedPerson,
  ExternalFailures,
  PENDING_SECONDS,
  type PendingPerson,
  vouchedFor,
} from './external-challenges.js';
import { type Decision, ExternalSignIn, PROVIDER_CHANGED, type Refused } from './external-sign-in.js';

const UNCONFIRMED: Refused = { refusal: 'INVALID_CODE', reason: 'the code proves no address' };

/** Sign-ins with an address that the provider has not proved: an email code proves it. */
@Injectable()
export class ExternalConfirmation {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly tokens: OneTimeTokens,
    private readonly providers: Providers,
    private readonly requests: EmailCodeRequestService,
    private readonly check: EmailCodeCheck,
    private readonly signIns: ExternalSignIn,
    private readonly failures: ExternalFailures,
    private readonly events: EventLog,
  ) {}

  /**
   * Mails a code, as for a sign-in with a new account: neither the answer nor its time reveals whether the account exists.
   * @param given the address of a person for whom the provider has named none
   * @throws {ApiError} INVALID_CODE, INVALID_EMAIL, EMAIL_NOT_CONFIGURED, TOO_MANY_REQUESTS
   */
  async send(pendingToken: string, given: unknown, userAgent: string): Promise<IssuedCode> {
    const pending = await this.tokens.open<PendingPerson>(pendingToken, 'external_pending');
    const now = this.clock.now();
    if (!pending) throw new ApiError('INVALID_CODE', { reason: NO_OPEN_TOKEN });
    if (pending.data.until <= now) throw new ApiError('INVALID_CODE', { reason: 'sign-in with the provider expired' });
    const { provider, version, person, signUp } = pending.data;
    if (!(await this.providers.findUnchanged(provider, version)))
      throw new ApiError('INVALID_CODE', { reason: PROVIDER_CHANGED.reason });
    const email = person.email ?? addressOf(given);
    // The row must live as long as the code, but `until` stays: the token buys no more time.
    await this.tokens.keep(pending, pending.data, Math.max(PENDING_SECONDS, this.env.emailCodeTtl));
    const data: AskedPerson = { provider, version, person, signUp, pending: pending.tokenHash };
    const asked = { livesIn: { token: pending.tokenHash }, vouchedFor: vouchedFor(data), data };
    return this.requests.send({ email, signUp: true, userAgent, ...asked }, 'external_confirm');
  }

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

/** @throws {ApiError} INVALID_EMAIL */
function addressOf(given: unknown): string {
  if (typeof given !== 'string')
    throw new ApiError('INVALID_EMAIL', `email ${given === undefined ? 'is missing' : 'must be a text'}.`);
  const email = isAddress(given) ? normaliseEmail(given) : undefined;
  if (email === undefined) throw new ApiError('INVALID_EMAIL', emailObjection(given));
  return email;
}
