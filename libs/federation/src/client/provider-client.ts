import { ApiError } from '@app/errors';
import { Injectable, Logger } from '@nestjs/common';
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import type { ExternalPerson } from '../identities/external-person.js';
import { personOf } from '../kinds/person.js';
import type { Provider } from '../providers/provider.js';
import { SecretStore } from '../providers/secret-store.js';
import type { AuthorizationRequest, AuthorizationResponse } from './exchange-parameters.js';
import { GithubExchange } from './github-exchange.js';
import { OpenidExchange } from './openid-exchange.js';

const MAX_REASON_LENGTH = 500;

/** What providers answer when the person does not want to sign in. The second is Apple's. */
const CANCELLED = ['access_denied', 'user_cancelled_authorize'];

/** Sends people to a provider, and finds out who came back. */
@Injectable()
export class ProviderClient {
  private readonly logger = new Logger('Providers');

  constructor(
    private readonly openid: OpenidExchange,
    private readonly github: GithubExchange,
    private readonly secrets: SecretStore,
  ) {}

  /** The URL that begins a sign-in. @throws {ApiError} PROVIDER_ERROR when the discovery fails */
  authorizationUrl(provider: Provider, request: AuthorizationRequest): Promise<URL> {
    const exchange = provider.kind === 'github' ? this.github : this.openid;
    return exchange.authorizationUrl(provider, request).catch((error) => this.refuse(provider, error));
  }

  /**
   * Exchanges the code and checks all that the provider says. The tokens of the provider are thrown away.
   * @throws {ApiError} ACCESS_DENIED when the person canceled; PROVIDER_ERROR for everything else, with the reason in the log
   */
  identify(provider: Provider, response: AuthorizationResponse): Promise<ExternalPerson> {
    return this.personOf(provider, response).catch((error) => this.refuse(provider, error));
  }

  private async personOf(provider: Provider, response: AuthorizationResponse): Promise<ExternalPerson> {
    const secrets = await this.secrets.of(provider);
    if (provider.kind === 'github') return this.github.person(provider, secrets, response);
    return personOf(provider, await this.openid.claims(provider, secrets, response));
  }

  private refuse({ id }: Provider, error: unknown): never {
    if (error instanceof ApiError) throw error;
    if (error instanceof AuthorizationResponseError && CANCELLED.includes(error.error)) {
      throw new ApiError('ACCESS_DENIED', undefined, { cause: error });
    }
    this.logger.warn(`The provider ${id} failed: ${reasonOf(error)}`);
    throw new ApiError('PROVIDER_ERROR', undefined, { cause: error });
  }
}

/** The messages of an error and its causes, and the error that the provider named: never a token or an answer. */
export function reasonOf(error: unknown): string {
  const parts: string[] = [];
  for (let each = error; each instanceof Error && parts.length < 5; each = each.cause) {
    parts.push(each.message);
    if (each instanceof AuthorizationResponseError || each instanceof ResponseBodyError) {
      parts.push(`${each.error} ${each.error_description ?? ''}`.trim());
    }
  }
  return parts.join(': ').replace(/\p{C}/gu, ' ').slice(0, MAX_REASON_LENGTH);
}
