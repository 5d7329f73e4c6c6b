import { Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { MachineTokens } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import type { MachineToken } from './client-credentials.service.js';
import { KeyAuthentication } from './key-authentication.js';
import { MachineOutcomes } from './machine-outcomes.js';
import { grantedAudience, grantedScopes, withinClaims, wordsOf } from './machine-scopes.js';

/** A request for an access token with an API key. */
export interface KeyTokenFacts {
  key: string;
  scope?: string;
  audience?: string;
  /** The client address. */
  address: string;
}

/** Gives access tokens to the scripts of users. */
@Injectable()
export class KeyExchangeService {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly authentication: KeyAuthentication,
    private readonly tokens: MachineTokens,
    private readonly outcomes: MachineOutcomes,
  ) {}

  /** @throws {ApiError} API_KEYS_DISABLED, INVALID_API_KEY, INVALID_SCOPE, INVALID_AUDIENCE, TOO_MANY_REQUESTS */
  exchange(facts: KeyTokenFacts): Promise<MachineToken> {
    return this.outcomes.report('api_key', () => this.exchangeNow(facts));
  }

  private async exchangeNow({ key, scope, audience, address }: KeyTokenFacts): Promise<MachineToken> {
    const { apiKeys } = this.env;
    if (apiKeys.scopes.length === 0) throw new ApiError('API_KEYS_DISABLED');
    // Before the user is read: a change that comes later ends the token.
    const at = this.clock.now();
    const { user, key: found } = await this.authentication.authenticate(key, address);
    const left = wordsOf(found.scopes).filter((one) => apiKeys.scopes.includes(one));
    const scopes = grantedScopes(scope, withinClaims(left, user.claims));
    const listed = wordsOf(found.audiences).filter((one) => apiKeys.audiences.includes(one));
    const grant = { scopes, audience: grantedAudience(audience === undefined ? [] : [audience], listed) };
    const times = { at, claimsChangedAt: user.claimsChangedAt, until: found.expiresAt };
    return { ...this.tokens.issue(found, grant, times), scope: scopes.join(' ') };
  }
}
