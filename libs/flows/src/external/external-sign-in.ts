import type { CallerIdentity } from '@app/auth';
import { Env, emailObjection, isAddress, normaliseEmail } from '@app/config';
import { Clock, Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, onBehalfOfUser } from '@app/events';
import { Identities, type Identity, type Provider, Providers } from '@app/federation';
import {
  type Link,
  NO_OPEN_TOKEN,
  OneTimeTokens,
  type OpenToken,
  type RequestClient,
  type TokenPair,
} from '@app/tokens';
import { EmailOwnership, hasUnlinked, type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LoginThrottle } from '../access/login-throttle.js';
import { SignInMethods } from '../access/sign-in-methods.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { LinkService } from '../links/link.service.js';
import type { IssuedCode } from '../links/link-mailer.js';
import { type CodeAnswer, EmailCodeCheck } from '../mailbox/email-code.js';
import { recordSignUp } from '../mailbox/mailbox-sign-in.js';
import { IdentityLinks } from '../sign-in/identity-links.js';
import { byProvider, CodeReused, type Refused, tokensOf, USED_CODE_SECONDS } from '../sign-in/proof.js';
import { retryChanged } from '../sign-in/session-opener.js';
import { type GateAnswer, SignInGate } from '../sign-in/sign-in-gate.js';
import {
  type AskedPerson,
  type AuthenticatedPerson,
  type ExternalCode,
  PENDING_SECONDS,
  type PendingPerson,
  vouchedFor,
} from './external-challenges.js';

/** A sign-in, or the identity that a signed-in user has linked. */
export type Exchanged = { user: User; tokens: TokenPair } | { identityId: string };

/** A person whom a provider has authenticated, and whether an account may be created. */
interface ExternalClaim {
  provider: Provider;
  person: AuthenticatedPerson;
  signUp: boolean;
}

/** An address of the person that is proved: by the provider, or by an email code. */
interface ProvedAddress {
  email: string;
  /** The email with the code; left out where the provider has proved the address. */
  message?: Pick<Link, 'uid'>;
}

const PROVIDER_CHANGED: Refused = {
  refusal: 'INVALID_CODE',
  reason: 'provider changed or switched off since the first step',
};

/** What a sign-in by a provider leads to. */
type Decision = GateAnswer<User> | { unconfirmed: true } | Refused;

/** The same after a person without a proved address got a token, by which they prove one. */
type Result = Exclude<Decision, { unconfirmed: true }> | { pendingToken: string; email: string | null };

const UNCONFIRMED: Refused = { refusal: 'INVALID_CODE', reason: 'the code proves no address' };

/**
 * Signs in people whom a provider has authenticated: finds or creates their user. An address that the provider has not proved needs
 * an email code.
 */
@Injectable()
export class ExternalSignIn {
  /** Called with the provider and the code of each refused sign-in. */
  onFailed: (provider: string, code: string) => void = () => undefined;

  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly database: Database,
    private readonly tokens: OneTimeTokens,
    private readonly providers: Providers,
    private readonly identities: Identities,
    private readonly users: UsersService,
    private readonly ownership: EmailOwnership,
    private readonly signInMethods: SignInMethods,
    private readonly throttle: LoginThrottle,
    private readonly stale: StaleTokens,
    private readonly mailer: LinkService,
    private readonly codes: EmailCodeCheck,
    private readonly links: IdentityLinks,
    private readonly gate: SignInGate,
    private readonly events: EventLog,
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
   * Consumes a code whose verifier was right.
   * @throws {CodeReused}
   * @throws {ApiError} INVALID_CODE, USER_DISABLED, SIGN_UP_NOT_ALLOWED, MFA_REQUIRED, MFA_ENROLMENT_REQUIRED,
   * EMAIL_CONFIRMATION_REQUIRED; for a link also NOT_AUTHENTICATED, EMAIL_NOT_VERIFIED, IDENTITY_ALREADY_LINKED
   */
  async exchange(
    found: OpenToken<ExternalCode>,
    linker: CallerIdentity | undefined,
    client: RequestClient,
  ): Promise<Exchanged> {
    const { linking } = found.data;
    if (linking && linker) return { identityId: await this.link(found, linker) };
    return this.signIn(found, client);
  }

  private async signIn(found: OpenToken<ExternalCode>, client: RequestClient): Promise<Exchanged> {
    const { provider, person } = found.data;
    const email = provedEmailOf(person);
    const result = await this.transaction(provider, person, email, () => this.signInOnce(found, client));
    if ('refusal' in result) {
      this.onFailed(found.data.provider, result.refusal);
      throw new ApiError(result.refusal, { reason: result.reason });
    }
    if ('pendingToken' in result) {
      const { pendingToken, email } = result;
      throw new ApiError('EMAIL_CONFIRMATION_REQUIRED', undefined, { details: { pending_token: pendingToken, email } });
    }
    return { user: result.user, tokens: tokensOf(result.outcome) };
  }

  /** Consumes the code and decides, all or nothing. */
  private async signInOnce(found: OpenToken<ExternalCode>, client: RequestClient): Promise<Result> {
    const { provider: id, version, person, signUp, codeChallenge } = found.data;
    if (!(await this.tokens.consume(found))) throw new CodeReused();
    const provider = await this.providers.findUnchanged(id, version);
    if (!provider) return PROVIDER_CHANGED;
    const email = provedEmailOf(person);
    const address = email === undefined ? undefined : { email };
    const decision = await this.decide({ provider, person, signUp }, address, client);
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
      await this.signInMethods.requireProvedAddress(user);
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

  /**
   * Mails a code, as for a sign-in with a new account: neither the answer nor its time reveals whether the account exists.
   * @param given the address of a person for whom the provider has named none
   * @throws {ApiError} INVALID_CODE, INVALID_EMAIL, EMAIL_NOT_CONFIGURED, TOO_MANY_REQUESTS
   */
  async sendCode(pendingToken: string, given: unknown, userAgent: string): Promise<IssuedCode> {
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
    return this.mailer.sendCode({ email, signUp: true, userAgent, ...asked }, 'external_confirm');
  }

  /** @throws {ApiError} INVALID_CODE, USER_DISABLED, SIGN_UP_NOT_ALLOWED, MFA_REQUIRED, MFA_ENROLMENT_REQUIRED, TOO_MANY_REQUESTS */
  signInByCode(answer: CodeAnswer, client: RequestClient): Promise<{ user: User; tokens: TokenPair }> {
    return this.codes.withLink(answer, ['external_confirm'], async (link) => {
      const found = this.tokens.withData<AskedPerson>(link);
      if (!found) throw new ApiError('INVALID_CODE', { reason: NO_OPEN_TOKEN });
      const { provider, person } = found.data;
      const attempt = () => this.confirm(link, found.data, client);
      const decision = await this.transaction(provider, person, link.email, attempt);
      if ('outcome' in decision) return { user: decision.user, tokens: tokensOf(decision.outcome) };
      const { refusal, reason } = 'refusal' in decision ? decision : UNCONFIRMED;
      this.onFailed(provider, refusal);
      throw new ApiError(refusal, { reason });
    });
  }

  /** Consumes the email and the pending sign-in, and decides, all or nothing. */
  private async confirm(link: Link, asked: AskedPerson, client: RequestClient): Promise<Decision> {
    const { provider: id, version, person, signUp, pending } = asked;
    await this.codes.consume(link);
    if (!(await this.tokens.consume({ tokenHash: pending, parentHash: null })))
      throw new ApiError('INVALID_CODE', { reason: 'sign-in with the provider used or expired' });
    const provider = await this.providers.findUnchanged(id, version);
    if (!provider) return PROVIDER_CHANGED;
    // Such an email was never sent.
    if (link.uid === null && !link.signUp) return { refusal: 'INVALID_CODE', reason: 'no account, and no sign-up' };
    const decision = await this.decide({ provider, person, signUp }, { email: link.email, message: link }, client);
    if ('user' in decision) {
      await this.events.record('link.used', { uid: decision.user.uid, data: { purpose: link.purpose } });
    }
    return decision;
  }

  /**
   * Runs a sign-in in a transaction that locks the user first: on MySQL it would otherwise read an older state than the locked
   * one. Runs it once more if another request has changed the user or the identity.
   * @param email the address that is proved; undefined for none
   */
  private transaction<T>(
    provider: string,
    { key }: AuthenticatedPerson,
    email: string | undefined,
    work: () => Promise<T>,
  ) {
    return retryChanged(async () => {
      const uid = await this.ownerOf(provider, key, email);
      return this.database.transaction(async () => {
        if (uid !== undefined) await this.users.lock(uid);
        return work();
      });
    });
  }

  /** The user whom a sign-in will probably find. @param email the address that is proved; undefined for none */
  async ownerOf(provider: string, key: string, email: string | undefined): Promise<string | undefined> {
    const known = await this.identities.find(provider, key);
    return known?.uid ?? (email === undefined ? undefined : (await this.users.findByEmail(email))?.uid);
  }

  /**
   * To be called in `transaction()`.
   * @param address undefined when none is proved. Then nothing depends on whether an account has it.
   */
  private async decide(
    claim: ExternalClaim,
    address: ProvedAddress | undefined,
    client: RequestClient,
  ): Promise<Decision> {
    const { provider, person } = claim;
    const known = await this.identities.find(provider.id, person.key);
    if (known) return this.signInKnown(claim, known, client);
    const owner = address && (await this.users.findByEmail(address.email));
    // The setting bars new accounts. The account of a proved address is there, and gets a new way in.
    if (!this.env.signUp && !owner?.emailProved)
      return { refusal: 'SIGN_UP_NOT_ALLOWED', reason: 'unknown identity, and SIGN_UP=off' };
    if (!address) return { unconfirmed: true };
    if (!owner) return this.signUp(claim, address.email, client);
    if (provider.linking === 'manual' && !address.message) return { unconfirmed: true };
    // A code from before the account existed must not link to it: another person may have read that email.
    if (address.message && address.message.uid !== owner.uid)
      return { refusal: 'INVALID_CODE', reason: 'code from before the account existed' };
    return this.signInOwner(claim, owner, address, client);
  }

  /** The address at the provider is noted. That of the user stays. */
  private async signInKnown(
    { provider, person }: ExternalClaim,
    known: Identity,
    client: RequestClient,
  ): Promise<Decision> {
    const user = await this.users.lock(known.uid);
    if (!user) throw new ApiError('IDENTITY_NOT_FOUND');
    if (!user.active) return this.refuseDisabled(user);
    return onBehalfOfUser(user.uid, async () => {
      await this.identities.noteUse(known.identityId, person.email);
      return this.gate.open(user, byProvider(provider, person), client);
    });
  }

  /**
   * Links the identity to the user who has its address, once the sign-in has all that it needs. After an identity of the provider
   * was unlinked, only a code to the mailbox links one, whatever its subject: a thief of the account there may have several.
   */
  private async signInOwner(
    { provider, person }: ExternalClaim,
    owner: User,
    { message }: ProvedAddress,
    client: RequestClient,
  ): Promise<Decision> {
    const user = await this.users.lock(owner.uid);
    if (user?.email !== owner.email)
      throw new ApiError('INVALID_CREDENTIALS', { reason: 'address changed or account deleted meanwhile' });
    if (!message && hasUnlinked(user, provider.id)) return { unconfirmed: true };
    if (!user.active) return this.refuseDisabled(user);
    return onBehalfOfUser(user.uid, async () => {
      const { key, subject, email } = person;
      // A factor at the provider says nothing about an account here that the identity is not linked to yet.
      const one = byProvider(provider, { ...person, mfa: false });
      const proof = { ...one, identity: { key, subject, email }, provesAddress: !user.emailProved };
      return this.gate.open(user, proof, client);
    });
  }

  /**
   * Creates an account with an address that is proved and in no account. The identity is linked at once: it is the only way in, and
   * there is nothing to protect yet.
   */
  private async signUp(
    { provider, person, signUp }: ExternalClaim,
    email: string,
    client: RequestClient,
  ): Promise<Decision> {
    if (!signUp || !provider.signUp) return { refusal: 'SIGN_UP_NOT_ALLOWED' };
    const user = await this.ownership.createProved(email, null);
    return onBehalfOfUser(user.uid, async () => {
      await recordSignUp(this.events, user, 'external');
      const { identityId } = await this.links.create(user.uid, provider.id, person);
      await this.identities.noteUse(identityId, person.email);
      return this.gate.open(user, byProvider(provider, person), client);
    });
  }

  private async refuseDisabled({ uid }: User): Promise<Decision> {
    await this.throttle.recordFailure(uid, 'disabled', 'external');
    return { refusal: 'USER_DISABLED' };
  }
}

/** The address of a person, if the provider has proved it. */
function provedEmailOf({ email, emailProved }: AuthenticatedPerson): string | undefined {
  return emailProved ? (email ?? undefined) : undefined;
}

/** @throws {ApiError} INVALID_EMAIL */
function addressOf(given: unknown): string {
  if (typeof given !== 'string')
    throw new ApiError('INVALID_EMAIL', `email ${given === undefined ? 'is missing' : 'must be a text'}.`);
  const email = isAddress(given) ? normaliseEmail(given) : undefined;
  if (email === undefined) throw new ApiError('INVALID_EMAIL', emailObjection(given));
  return email;
}
