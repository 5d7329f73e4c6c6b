import { randomBytes } from 'node:crypto';
import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { type Provider, ProviderClient, Providers } from '@app/federation';
import { OneTimeTokens, type SessionKey } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { ProvedAddress } from '../access/proved-address.js';
import { RecentCaller } from '../access/recent-caller.js';
import { RedirectUrls } from '../links/redirect-urls.js';
import { type ExternalState, STATE_SECONDS } from './external-challenges.js';

const SECRET_BYTES = 32;
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

/** Begins sign-ins by external providers, and links to them. */
@Injectable()
export class StartService {
  constructor(
    private readonly env: Env,
    private readonly providers: Providers,
    private readonly client: ProviderClient,
    private readonly tokens: OneTimeTokens,
    private readonly redirects: RedirectUrls,
    private readonly recent: RecentCaller,
    private readonly proved: ProvedAddress,
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
    await this.recent.transaction(caller, (user) => this.proved.require(user));
    return this.begin(provider, request, { uid, sessionId });
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
      nonce: randomBytes(SECRET_BYTES).toString('base64url'),
      verifier: randomBytes(SECRET_BYTES).toString('base64url'),
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
}

/** One for each provider, so that an answer of one is not taken for that of another (RFC 9700, section 4.4.2.2). */
export function callbackUrl({ baseUrl }: Env, providerId: string): string {
  return `${baseUrl}/api/auth/external/${providerId}/callback`;
}
