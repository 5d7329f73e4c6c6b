import { type Assertion, Assertions, type Client, ClientSecrets, ClientStore } from '@app/clients';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { addressGroup, RateLimits, WRONG_CLIENT_SECRETS } from '@app/limits';
import { MachineTokens, OneTimeTokens } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { grantedAudience, grantedScopes, wordsOf } from './clients.service.js';

/** How a client says who it is: by a secret, or by an assertion beside which the client id is optional. */
export type ClientCredentials = { clientId: string; secret: string } | { clientId?: string; assertion: string };

const UNKNOWN = 'unknown, disabled or expired client';

/** Recognises clients. */
@Injectable()
export class ClientAuthentication {
  constructor(
    private readonly clock: Clock,
    private readonly clients: ClientStore,
    private readonly secrets: ClientSecrets,
    private readonly assertions: Assertions,
    private readonly used: OneTimeTokens,
    private readonly limits: RateLimits,
  ) {}

  /**
   * The client with these credentials, after a change that is not committed yet: a later change that ends tokens also ends the one
   * that this leads to. Wrong credentials count after the look, so that they never block right ones
   * from the same client address.
   * @throws {ApiError} NOT_AUTHENTICATED, TOO_MANY_REQUESTS
   */
  async authenticate(credentials: ClientCredentials, address: string): Promise<Client> {
    const found = await this.check(credentials);
    if (typeof found !== 'string') return found;
    await this.limits.count(WRONG_CLIENT_SECRETS, addressGroup(address));
    throw new ApiError('NOT_AUTHENTICATED', 'The client or its credentials are not valid.', { reason: found });
  }

  /** The client, or why there is none. */
  private check(credentials: ClientCredentials): Promise<Client | string> {
    return 'secret' in credentials ? this.bySecret(credentials) : this.byAssertion(credentials);
  }

  private bySecret({ clientId, secret }: { clientId: string; secret: string }): Promise<Client | string> {
    return this.working(clientId, async (client) => {
      if (client.authMethod !== 'secret') return 'secret of a client that signs assertions';
      return (await this.secrets.use(clientId, secret)) ? client : 'wrong secret of a client';
    });
  }

  private async byAssertion({
    clientId,
    assertion,
  }: {
    clientId?: string;
    assertion: string;
  }): Promise<Client | string> {
    const named = this.assertions.clientIn(assertion);
    if (named === undefined || (clientId !== undefined && clientId !== named)) return 'no assertion of the client';
    const found = await this.clients.find(named);
    if (!found) return UNKNOWN;
    const { jwks } = found;
    if (jwks === null) return 'assertion of a client with a secret';
    const verified = await this.assertions.verify(assertion, named, jwks);
    if (typeof verified === 'string') return verified;
    return this.working(named, async (client) => {
      if (client.jwks !== jwks) return 'keys of the client changed meanwhile';
      return (await this.useOnce(named, verified)) ? client : 'assertion used before';
    });
  }

  /** False for an assertion that was used before. */
  private useOnce(clientId: string, { tokenId, keptUntil }: Assertion): Promise<boolean> {
    return this.used.useOnce('assertion', JSON.stringify([clientId, tokenId]), keptUntil);
  }

  /** The client after a change that is not committed yet, if it may get tokens and passes a check. */
  private async working(
    clientId: string,
    check: (client: Client) => Promise<Client | string>,
  ): Promise<Client | string> {
    const client = await this.clients.findSettled(clientId);
    if (!client?.active || (client.expiresAt !== null && client.expiresAt <= this.clock.now())) return UNKNOWN;
    const checked = await check(client);
    if (typeof checked !== 'string') await this.clients.recordUse(client);
    return checked;
  }
}

/** What a machine gets a token with. */
type MachineKind = 'client' | 'api_key';

/** Reports each request for a token of a machine, for the metrics. */
@Injectable()
export class MachineOutcomes {
  /** Called with `succeeded`, or the code of the refusal. */
  onOutcome: (kind: MachineKind, result: string) => void = () => undefined;

  async report<T>(kind: MachineKind, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.onOutcome(kind, 'succeeded');
      return result;
    } catch (error) {
      this.onOutcome(kind, error instanceof ApiError ? error.code : 'INTERNAL_ERROR');
      throw error;
    }
  }
}

/** A request of a client for an access token (RFC 6749, section 4.4). */
export interface ClientTokenRequest {
  credentials: ClientCredentials;
  scope?: string;
  /** The values of `resource` (RFC 8707) and `audience`. */
  audiences: string[];
  /** The client address. */
  address: string;
}

/** An access token for a machine. */
export interface MachineToken {
  token: string;
  scope: string;
  issuedAt: number;
  /** In seconds since the UNIX epoch. */
  expiry: number;
}

/** Gives access tokens to clients. */
@Injectable()
export class ClientCredentialsService {
  constructor(
    private readonly clock: Clock,
    private readonly authentication: ClientAuthentication,
    private readonly tokens: MachineTokens,
    private readonly outcomes: MachineOutcomes,
  ) {}

  /** @throws {ApiError} NOT_AUTHENTICATED, INVALID_SCOPE, INVALID_AUDIENCE, TOO_MANY_REQUESTS */
  issue(request: ClientTokenRequest): Promise<MachineToken> {
    return this.outcomes.report('client', () => this.issueNow(request));
  }

  private async issueNow({ credentials, scope, audiences, address }: ClientTokenRequest): Promise<MachineToken> {
    // Before the client is read: a change that comes later ends the token.
    const at = this.clock.now();
    const client = await this.authentication.authenticate(credentials, address);
    const scopes = grantedScopes(scope, wordsOf(client.scopes));
    const audience = grantedAudience(audiences, wordsOf(client.audiences));
    const until = client.expiresAt ?? Number.POSITIVE_INFINITY;
    return { ...this.tokens.issue(client, { scopes, audience }, { at, until }), scope: scopes.join(' ') };
  }
}
