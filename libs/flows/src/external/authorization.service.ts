import type { CallerIdentity } from '@app/auth';
import { Env, newToken } from '@app/config';
import { Clock } from '@app/database';
import { ApiError, type ErrorCode } from '@app/errors';
import { type ExternalPerson, type Provider, ProviderClient, Providers } from '@app/federation';
import { OneTimeTokens, type SessionKey } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { RecentSignIn } from '../access/recent-sign-in.js';
import { SignInMethods } from '../access/sign-in-methods.js';
import { appendParameters } from '../links/link-mailer.js';
import { RedirectUrls } from '../links/redirect-urls.js';
import { WaysIn } from '../revocation/ways-in.js';
import { CODE_SECONDS, CODES } from '../sign-in/proof.js';
import {
  type AuthenticatedPerson,
  type ExternalCode,
  type ExternalState,
  STATE_SECONDS,
  vouchedFor,
} from './external-challenges.js';
import { ExternalSignIn } from './external-sign-in.js';

/** Where a second factor of any age counts, the provider is still asked when it authenticated the person. */
const ANY_AGE = 31_536_000;

/** What a request to begin says. */
export interface StartRequest {
  nextUrl?: string;
  codeChallenge: string;
  signUp?: boolean;
  loginHint?: string;
  maxAge?: number;
}

/** Where the person goes, and until when they must come back, in seconds since the UNIX epoch. */
export interface StartedSignIn {
  url: URL;
  expiresAt: number;
}

/** Errors that are sent to the target, which shows them to the person. */
const REPORTED_TO_TARGET: ErrorCode[] = ['ACCESS_DENIED', 'PROVIDER_ERROR', 'PROVIDER_NOT_FOUND'];
/** The parameters of the target that are ours. */
const OURS = ['code', 'error', 'message'];

/** Sends people to external providers to sign in or to link an identity, receives the answers, and unlinks identities. */
@Injectable()
export class ExternalAuthorization {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly providers: Providers,
    private readonly client: ProviderClient,
    private readonly tokens: OneTimeTokens,
    private readonly redirects: RedirectUrls,
    private readonly recent: RecentSignIn,
    private readonly signInMethods: SignInMethods,
    private readonly waysIn: WaysIn,
    private readonly signIns: ExternalSignIn,
  ) {}

  /** @throws {ApiError} PROVIDER_NOT_FOUND, INVALID_REDIRECT_URL, PROVIDER_ERROR */
  async signIn(id: string, request: StartRequest): Promise<StartedSignIn> {
    return this.begin(await this.require(id), request);
  }

  /**
   * For a signed-in user with a proved address.
   * @throws {ApiError} EMAIL_NOT_VERIFIED, REAUTHENTICATION_REQUIRED, NOT_AUTHENTICATED, and those of `signIn()`
   */
  async link(caller: CallerIdentity, id: string, request: StartRequest): Promise<StartedSignIn> {
    const { uid, sessionId } = caller;
    const provider = await this.require(id);
    await this.recent.transaction(caller, (user) => this.signInMethods.requireProvedAddress(user));
    return this.begin(provider, request, { uid, sessionId });
  }

  /** @throws {ApiError} IDENTITY_NOT_FOUND, LAST_SIGN_IN_METHOD, REAUTHENTICATION_REQUIRED, NOT_AUTHENTICATED */
  unlink(caller: CallerIdentity, identityId: string): Promise<void> {
    return this.recent.transaction(caller, async (user) => {
      await this.waysIn.unlink(user, identityId, caller.sessionId);
      await this.signInMethods.requireOne(user);
    });
  }

  /** @throws {ApiError} NOT_FOUND for a provider that does not answer by a form */
  async requireForm(id: string): Promise<void> {
    if ((await this.providers.find(id))?.kind !== 'apple') throw new ApiError('NOT_FOUND');
  }

  /**
   * Returns the URL to redirect to. No transaction is open while the provider is asked: it may be slow.
   * @throws {ApiError} INVALID_STATE
   */
  async finish(id: string, parameters: URLSearchParams): Promise<string> {
    const { state, data } = await this.takeState(id, parameters);
    await this.refuseOwnCode(parameters);
    try {
      const code = await this.findPerson(data, state, parameters);
      return appendParameters(data.target, { code }, OURS);
    } catch (error) {
      if (!(error instanceof ApiError) || !REPORTED_TO_TARGET.includes(error.code)) throw error;
      this.signIns.onFailed(id, error.code);
      const { code, message } = new ApiError(error.code);
      return appendParameters(data.target, { error: code, message }, OURS);
    }
  }

  private async require(id: string): Promise<Provider> {
    const provider = await this.providers.find(id);
    if (!provider?.enabled) throw new ApiError('PROVIDER_NOT_FOUND');
    return provider;
  }

  private async begin(provider: Provider, request: StartRequest, linking?: SessionKey): Promise<StartedSignIn> {
    const { codeChallenge, signUp = true, loginHint, maxAge, nextUrl } = request;
    const target = this.redirects.check(nextUrl);
    const data: ExternalState = {
      provider: provider.id,
      version: provider.version,
      nonce: newToken(),
      verifier: newToken(),
      target,
      codeChallenge,
      signUp,
      maxAge,
      linking,
    };
    const { token: state, expiresAt } = await this.tokens.create({
      purpose: 'external_state',
      uid: linking?.uid ?? null,
      livesIn: linking ? { session: linking.sessionId } : 'nothing',
      data,
      lifetime: STATE_SECONDS,
    });
    const { nonce, verifier } = data;
    const redirectUri = callbackUrl(this.env, provider.id);
    const asked = { redirectUri, state, nonce, verifier, loginHint, maxAge: this.maxAgeFor(provider, maxAge) };
    return { url: await this.client.authorizationUrl(provider, asked), expiresAt };
  }

  /** A second factor at a provider counts only while it is recent, so the provider is asked for a recent sign-in. */
  private maxAgeFor({ trustMfa }: Provider, asked: number | undefined): number | undefined {
    const { reauthMaxAge } = this.env;
    return trustMfa ? Math.min(asked ?? ANY_AGE, reauthMaxAge === 0 ? ANY_AGE : reauthMaxAge) : asked;
  }

  /** Consumes the state before anything else happens, also one that was made for another provider. */
  private async takeState(id: string, parameters: URLSearchParams): Promise<{ state: string; data: ExternalState }> {
    const [state = '', ...more] = parameters.getAll('state');
    const found = more.length === 0 ? await this.tokens.open<ExternalState>(state, 'external_state') : undefined;
    if (!found || !(await this.tokens.consume(found)) || found.data.provider !== id) {
      throw new ApiError('INVALID_STATE');
    }
    return { state, data: { ...found.data, target: this.env.targetNow(found.data.target) } };
  }

  /** A code of the service is here because its page was led here. The provider would get it, and could use it. */
  private async refuseOwnCode(parameters: URLSearchParams): Promise<void> {
    const found = await this.tokens.open(parameters.get('code') ?? '', ...CODES);
    if (!found) return;
    await this.tokens.consume(found);
    throw new ApiError('INVALID_STATE', { reason: 'the code is one of this service' });
  }

  /** Returns a code for the person. */
  private async findPerson(data: ExternalState, state: string, parameters: URLSearchParams): Promise<string> {
    const { version, nonce, verifier, maxAge, codeChallenge, signUp, linking } = data;
    const provider = await this.require(data.provider);
    if (provider.version !== version) throw new ApiError('INVALID_STATE');
    const redirectUri = callbackUrl(this.env, provider.id);
    const sent = { parameters, redirectUri, state, nonce, verifier, maxAge };
    const person = this.authenticated(await this.client.identify(provider, sent));
    const found: ExternalCode = { provider: provider.id, version, person, codeChallenge, signUp, linking };
    const { token } = await this.tokens.create({
      purpose: 'external_code',
      uid: linking?.uid ?? (await this.findOwner(provider.id, person)),
      livesIn: linking ? { session: linking.sessionId } : 'nothing',
      vouchedFor: vouchedFor(found),
      data: found,
      lifetime: CODE_SECONDS,
    });
    return token;
  }

  /** A second factor counts only while it is recent, so not where the provider does not say when it was shown. */
  private authenticated(person: ExternalPerson): AuthenticatedPerson {
    const now = this.clock.now();
    const { reauthMaxAge } = this.env;
    const authTime = Math.min(person.authTime ?? now, now);
    const isRecent = person.authTime !== null && (reauthMaxAge === 0 || now - authTime <= reauthMaxAge);
    return { ...person, authTime, mfa: person.mfa && isRecent };
  }

  /** The user whom the code will probably sign in: what ends the sign-ins of that user ends the code, too. */
  private async findOwner(providerId: string, { key, email, emailProved }: ExternalPerson): Promise<string | null> {
    const proved = emailProved && email !== null ? email : undefined;
    return (await this.signIns.ownerOf(providerId, key, proved)) ?? null;
  }
}

/** One for each provider, so that an answer of one is not taken for that of another (RFC 9700, section 4.4.2.2). */
function callbackUrl({ baseUrl }: Env, providerId: string): string {
  return `${baseUrl}/api/auth/external/${providerId}/callback`;
}
