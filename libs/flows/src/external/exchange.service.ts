import type { CallerIdentity } from '@app/auth';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { Providers } from '@app/federation';
import { type Client, OneTimeTokens, type OpenToken, type TokenPair } from '@app/tokens';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { ProvedAddress } from '../access/proved-address.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { IdentityLinks } from '../sign-in/identity-links.js';
import { tokensOf, USED_CODE_SECONDS } from '../sign-in/proof.js';
import {
  type AuthenticatedPerson,
  type ExternalCode,
  ExternalFailures,
  PENDING_SECONDS,
  type PendingPerson,
  vouchedFor,
} from './external-challenges.js';
import { type Decision, ExternalSignIn, PROVIDER_CHANGED, type Refused } from './external-sign-in.js';

/** A sign-in, or the identity that a signed-in user has linked. */
export type Exchanged = { user: User; tokens: TokenPair } | { identityId: string };

/** What the transaction of a sign-in leads to. `reused`: another request has used the code. */
type Result = Exclude<Decision, { unconfirmed: true }> | { pendingToken: string; email: string | null } | 'reused';

/** Uses codes of the callback for a session or a link. */
@Injectable()
export class ExchangeService {
  constructor(
    private readonly clock: Clock,
    private readonly tokens: OneTimeTokens,
    private readonly providers: Providers,
    private readonly signIns: ExternalSignIn,
    private readonly links: IdentityLinks,
    private readonly proved: ProvedAddress,
    private readonly stale: StaleTokens,
    private readonly failures: ExternalFailures,
  ) {}

  /**
   * The caller of a code that links an identity, if it is the user who began; undefined for a sign-in. Does not use the code up.
   * @throws {ApiError} NOT_AUTHENTICATED, INVALID_CODE
   */
  requireLinker({ data: { linking } }: OpenToken<ExternalCode>, caller: CallerIdentity | undefined) {
    if (!linking) return undefined;
    if (!caller) throw new ApiError('NOT_AUTHENTICATED', { reason: 'no access token' });
    if (caller.uid !== linking.uid || caller.sessionId !== linking.sessionId)
      throw new ApiError('INVALID_CODE', { reason: 'code of another user or session' });
    return caller;
  }

  /**
   * Consumes a code whose verifier was right. `reused`: another request has used it.
   * @throws {ApiError} INVALID_CODE, USER_DISABLED, SIGN_UP_NOT_ALLOWED, MFA_REQUIRED, MFA_ENROLMENT_REQUIRED,
   * EMAIL_CONFIRMATION_REQUIRED; for a link also NOT_AUTHENTICATED, EMAIL_NOT_VERIFIED, IDENTITY_ALREADY_LINKED
   */
  async exchange(
    found: OpenToken<ExternalCode>,
    linker: CallerIdentity | undefined,
    client: Client,
  ): Promise<Exchanged | 'reused'> {
    const { linking } = found.data;
    if (linking && linker) return { identityId: await this.link(found, linker) };
    return this.signIn(found, client);
  }

  private async signIn(found: OpenToken<ExternalCode>, client: Client): Promise<Exchanged | 'reused'> {
    const { provider, person } = found.data;
    const email = provedEmailOf(person);
    const result = await this.signIns.transaction(provider, person, email, () => this.signInOnce(found, client));
    if (result === 'reused') return result;
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

  /** Consumes the code and decides, all or nothing. */
  private async signInOnce(found: OpenToken<ExternalCode>, client: Client): Promise<Result> {
    const { provider: id, version, person, signUp, codeChallenge } = found.data;
    if (!(await this.tokens.consume(found))) return 'reused';
    const provider = await this.providers.findUnchanged(id, version);
    if (!provider) return PROVIDER_CHANGED;
    const email = provedEmailOf(person);
    const address = email === undefined ? undefined : { email };
    const decision = await this.signIns.decide({ provider, person, signUp }, address, client);
    if ('unconfirmed' in decision) return this.keepPerson(found.data);
    if ('outcome' in decision && 'sessionId' in decision.outcome) {
      const session = { uid: decision.user.uid, sessionId: decision.outcome.sessionId };
      await this.tokens.keep(found, { codeChallenge, session }, USED_CODE_SECONDS);
    }
    return decision;
  }

  /** Links the identity, and returns its id. An identity that the user has already is no failure. */
  private async link(found: OpenToken<ExternalCode>, caller: CallerIdentity): Promise<string> {
    const result = await this.stale.transaction(caller, async (user) => {
      await this.stale.requireLiving(caller);
      // The address may have changed since the beginning.
      await this.proved.require(user);
      if (!(await this.tokens.consume(found))) throw new ApiError('INVALID_CODE', { reason: 'code used meanwhile' });
      return this.linkOnce(user, found.data, caller.sessionId);
    });
    if ('refusal' in result) throw new ApiError(result.refusal, { reason: result.reason });
    return result.identityId;
  }

  private async linkOnce(
    user: User,
    { provider: id, version, person }: ExternalCode,
    sessionId: string,
  ): Promise<{ identityId: string } | Refused> {
    const provider = await this.providers.findUnchanged(id, version);
    if (!provider) return PROVIDER_CHANGED;
    try {
      return await this.links.link(user, id, person, { sessionId });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'IDENTITY_ALREADY_LINKED') return { refusal: error.code };
      throw error;
    }
  }

  private async keepPerson({ provider, version, person, signUp }: ExternalCode): Promise<Result> {
    const data: PendingPerson = { provider, version, person, signUp, until: this.clock.now() + PENDING_SECONDS };
    const row = {
      purpose: 'external_pending' as const,
      uid: null,
      vouchedFor: vouchedFor(data),
      data,
      livesIn: 'nothing' as const,
    };
    return {
      pendingToken: (await this.tokens.create({ ...row, lifetime: PENDING_SECONDS })).token,
      email: person.email,
    };
  }
}

/** The address of a person, if the provider has proved it. */
function provedEmailOf({ email, emailProved }: AuthenticatedPerson): string | undefined {
  return emailProved ? (email ?? undefined) : undefined;
}
