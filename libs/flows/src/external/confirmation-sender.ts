import { Env, emailObjection, normaliseEmail } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { Providers } from '@app/federation';
import { NO_OPEN_TOKEN, OneTimeTokens } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { isAddress } from '../input/fields.js';
import { EmailCodeRequestService } from '../links/email-code/email-code-request.service.js';
import type { IssuedCode } from '../links/link-mailer.js';
import { type AskedPerson, PENDING_SECONDS, type PendingPerson, vouchedFor } from './external-challenges.js';
import { PROVIDER_CHANGED } from './external-decision.js';

/** Mails a code to an address that a provider has not proved. */
@Injectable()
export class ConfirmationSender {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly tokens: OneTimeTokens,
    private readonly providers: Providers,
    private readonly requests: EmailCodeRequestService,
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
}

/** @throws {ApiError} INVALID_EMAIL */
function addressOf(given: unknown): string {
  if (typeof given !== 'string')
    throw new ApiError('INVALID_EMAIL', `email ${given === undefined ? 'is missing' : 'must be a text'}.`);
  const email = isAddress(given) ? normaliseEmail(given) : undefined;
  if (email === undefined) throw new ApiError('INVALID_EMAIL', emailObjection(given));
  return email;
}
