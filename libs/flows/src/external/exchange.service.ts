import type { CallerIdentity } from '@app/auth';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { ChallengeStore, type OpenChallenge } from '@app/factors';
import { Providers } from '@app/federation';
import type { Client, TokenPair } from '@app/tokens';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { AccessRevocation } from '../revocation/access-revocation.js';
import { tokensOf } from '../sign-in/outcome.js';
import {
  type AuthenticatedPerson,
  type ExternalCode,
  isVerifierOf,
  PENDING_SECONDS,
  type PendingPerson,
  USED_CODE_SECONDS,
  type UsedCode,
  vouchedFor,
} from './external-challenges.js';
import { ExternalFailures } from './external-failures.js';
import { type Decision, ExternalSignIn } from './external-sign-in.js';
import { LinkExchange } from './link-exchange.js';

/** A code of the callback, and the proof of the browser that began the sign-in. */
export interface ExchangeRequest {
  code: string;
  codeVerifier: string;
}

/** A sign-in, or the identity that a signed-in user has linked. */
export type Exchanged = { user: User; tokens: TokenPair } | { identityId: string };

/** What the transaction of a sign-in leads to. `reused`: another request has used the code. */
type Result = Exclude<Decision, { unconfirmed: true }> | { pendingToken: string; email: string | null } | 'reused';

/** Exchanges codes of the callback for a session or a link. */
@Injectable()
export class ExchangeService {
  constructor(
    private readonly clock: Clock,
    private readonly challenges: ChallengeStore,
    private readonly providers: Providers,
    private readonly signIns: ExternalSignIn,
    private readonly links: LinkExchange,
    private readonly revocation: AccessRevocation,
    private readonly failures: ExternalFailures,
  ) {}

  /**
   * @param caller needed to link an identity, and without effect on a sign-in
   * @throws {ApiError} INVALID_CODE, USER_DISABLED, SIGN_UP_NOT_ALLOWED, MFA_REQUIRED, MFA_ENROLMENT_REQUIRED,
   * EMAIL_CONFIRMATION_REQUIRED, and those of `LinkExchange`
   */
  async exchange(
    { code, codeVerifier }: ExchangeRequest,
    caller: CallerIdentity | undefined,
    client: Client,
  ): Promise<Exchanged> {
    const found = await this.challenges.find<ExternalCode>(code, 'external_code');
    if (!found) return this.refuseReused({ code, codeVerifier });
    const { linking, codeChallenge } = found.data;
    const linker = linking && this.links.requireOwner(linking, caller);
    if (!isVerifierOf(codeChallenge, codeVerifier)) {
      // A client with the code but without the verifier may have stolen it.
      await this.challenges.spend(found);
      throw new ApiError('INVALID_CODE', { reason: 'wrong code_verifier' });
    }
    if (linking && linker) return { identityId: await this.links.link(found, linking, linker) };
    return this.signIn({ code, codeVerifier }, found, client);
  }

  private async signIn(
    request: ExchangeRequest,
    found: OpenChallenge<ExternalCode>,
    client: Client,
  ): Promise<Exchanged> {
    const { provider, person } = found.data;
    const email = provedEmailOf(person);
    const result = await this.signIns.transaction(provider, person, email, () => this.signInOnce(found, client));
    if (result === 'reused') return this.refuseReused(request);
    if ('refusal' in result) {
      this.failures.onFailed(found.data.provider, result.refusal);
      throw new ApiError(result.refusal, { reason: result.reason });
    }
    if ('pendingToken' in result) {
      const { pendingToken, email } = result;
      throw new ApiError('EMAIL_CONFIRMATION_REQUIRED', undefined, { details: { pending_token: pendingToken, email } });
    }
    return { user: result.user, tokens: tokensOf(result.outcome) };
  }

  /** Uses the code up and decides, all or nothing. */
  private async signInOnce(found: OpenChallenge<ExternalCode>, client: Client): Promise<Result> {
    const { provider: id, version, person, signUp, codeChallenge } = found.data;
    if (!(await this.challenges.spend(found))) return 'reused';
    const provider = await this.providers.findUnchanged(id, version);
    if (!provider) return { refusal: 'INVALID_CODE', reason: 'provider changed or switched off since the first step' };
    const email = provedEmailOf(person);
    const address = email === undefined ? undefined : { email };
    const decision = await this.signIns.decide({ provider, person, signUp }, address, client);
    if ('unconfirmed' in decision) return this.keepPerson(found.data);
    if ('outcome' in decision && 'sessionId' in decision.outcome) {
      const session = { uid: decision.user.uid, sessionId: decision.outcome.sessionId };
      await this.challenges.keep<UsedCode>(found, { codeChallenge, session }, USED_CODE_SECONDS);
    }
    return decision;
  }

  private async keepPerson({ provider, version, person, signUp }: ExternalCode): Promise<Result> {
    const data: PendingPerson = { provider, version, person, signUp, until: this.clock.now() + PENDING_SECONDS };
    const row = { purpose: 'external_pending' as const, uid: null, vouchedFor: vouchedFor(data), data };
    return {
      pendingToken: (await this.challenges.create({ ...row, lifetime: PENDING_SECONDS })).token,
      email: person.email,
    };
  }

  /**
   * A code that comes twice with its verifier was stolen: the session that it has opened ends (RFC 6749, section 4.1.2). A client
   * without the verifier could otherwise end the sessions of others.
   */
  private async refuseReused({ code, codeVerifier }: ExchangeRequest): Promise<never> {
    const used = await this.challenges.findUsed<UsedCode>(code, 'external_code');
    const session = used?.data.session;
    if (session && isVerifierOf(used.data.codeChallenge, codeVerifier))
      await this.revocation.afterSession('token_reused', session.uid, session.sessionId);
    throw new ApiError('INVALID_CODE', { reason: used ? 'code used before' : 'unknown or expired code' });
  }
}

/** The address of a person, if the provider has proved it. */
function provedEmailOf({ email, emailProved }: AuthenticatedPerson): string | undefined {
  return emailProved ? (email ?? undefined) : undefined;
}
