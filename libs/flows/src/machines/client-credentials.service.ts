import { Clock } from '@app/database';
import { MachineTokens } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { ClientAuthentication, type ClientCredentials } from './client-authentication.js';
import { MachineOutcomes } from './machine-outcomes.js';
import { grantedAudience, grantedScopes, wordsOf } from './machine-scopes.js';

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
