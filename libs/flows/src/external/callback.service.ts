import { Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError, type ErrorCode } from '@app/errors';
import { type ExternalPerson, ProviderClient, Providers } from '@app/federation';
import { OneTimeTokens } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { appendParameters } from '../links/append-parameters.js';
import { CODE_SECONDS, CODES } from '../sign-in/bound-code.js';
import { type AuthenticatedPerson, type ExternalCode, type ExternalState, vouchedFor } from './external-challenges.js';
import { ExternalFailures } from './external-failures.js';
import { ExternalSignIn } from './external-sign-in.js';
import { callbackUrl } from './start.service.js';

/** Errors that are sent to the target, which shows them to the person. */
const REPORTED_TO_TARGET: ErrorCode[] = ['ACCESS_DENIED', 'PROVIDER_ERROR', 'PROVIDER_NOT_FOUND'];
/** The parameters of the target that are ours. */
const OURS = ['code', 'error', 'message'];

/** Receives the answers of providers. */
@Injectable()
export class CallbackService {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly providers: Providers,
    private readonly client: ProviderClient,
    private readonly tokens: OneTimeTokens,
    private readonly signIns: ExternalSignIn,
    private readonly failures: ExternalFailures,
  ) {}

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
      this.failures.onFailed(id, error.code);
      const { code, message } = new ApiError(error.code);
      return appendParameters(data.target, { error: code, message }, OURS);
    }
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
    const provider = await this.providers.find(data.provider);
    if (!provider?.enabled) throw new ApiError('PROVIDER_NOT_FOUND');
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
