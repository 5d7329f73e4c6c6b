import { Inject, Injectable } from '@nestjs/common';
import { AUTH_OPTIONS, type AuthOptions } from '../auth.options.js';
import { RenewedToken } from './renewed-token.js';
import { TokenEndpoint, type TokenWish } from './token-endpoint.js';

/** The most audiences and scopes that are kept; of more, the longest unused token is requested anew. */
const MOST_WISHES = 1_000;

/** The access tokens with which this service calls others, as the client of the option `client`. Works without Nest, too. */
@Injectable()
export class MachineTokens {
  private readonly endpoint: TokenEndpoint | undefined;
  private readonly tokens = new Map<string, RenewedToken>();

  /** @throws {TypeError} for a client with a wrong option */
  constructor(@Inject(AUTH_OPTIONS) options: Pick<AuthOptions, 'issuer' | 'client' | 'now'>) {
    this.endpoint = options.client && new TokenEndpoint(options, options.client);
  }

  /**
   * A valid token for a service. It is kept until shortly before its end, for each audience and scope. While the issuer does
   * not answer, the request is repeated after longer and longer pauses.
   * @throws {TokenRequestFailed} if there is no valid token, and the issuer gives none
   * @throws {Error} without the option `client`
   */
  async get(wish: TokenWish = {}): Promise<string> {
    const { endpoint } = this;
    if (endpoint === undefined) throw new Error('AuthModule: MachineTokens needs the option client.');
    const { audience, scope } = wish;
    const key = JSON.stringify([audience, scope]);
    const token = this.tokens.get(key) ?? new RenewedToken(() => endpoint.request({ audience, scope }));
    this.tokens.delete(key);
    this.tokens.set(key, token);
    const [oldest] = this.tokens.keys();
    if (this.tokens.size > MOST_WISHES && oldest !== undefined) this.tokens.delete(oldest);
    return token.get();
  }

  /**
   * To be called when a service has refused a token: the next one is new. A second time within ten seconds it changes nothing,
   * so that a service that refuses every token causes no flood of requests to the issuer.
   */
  forget(token: string): void {
    for (const renewed of this.tokens.values()) renewed.forget(token);
  }
}
