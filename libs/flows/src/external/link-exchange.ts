import type { CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import { Providers } from '@app/federation';
import { OneTimeTokens, type OpenToken, type SessionKey } from '@app/tokens';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { ProvedAddress } from '../access/proved-address.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { IdentityLinks } from '../sign-in/identity-links.js';
import type { ExternalCode } from './external-challenges.js';
import { PROVIDER_CHANGED, type Refused } from './external-decision.js';

/** Exchanges the code of a signed-in user for a link to the identity. */
@Injectable()
export class LinkExchange {
  constructor(
    private readonly proved: ProvedAddress,
    private readonly tokens: OneTimeTokens,
    private readonly providers: Providers,
    private readonly stale: StaleTokens,
    private readonly links: IdentityLinks,
  ) {}

  /** The caller, if it is the session that began. Does not consume the code. @throws {ApiError} NOT_AUTHENTICATED, INVALID_CODE */
  requireOwner({ uid, sessionId }: SessionKey, caller: CallerIdentity | undefined): CallerIdentity {
    if (!caller) throw new ApiError('NOT_AUTHENTICATED', { reason: 'no access token' });
    if (caller.uid !== uid || caller.sessionId !== sessionId)
      throw new ApiError('INVALID_CODE', { reason: 'code of another user or session' });
    return caller;
  }

  /**
   * Links the identity, and returns its id. An identity that the user has already is no failure.
   * @throws {ApiError} INVALID_CODE, NOT_AUTHENTICATED, EMAIL_NOT_VERIFIED, IDENTITY_ALREADY_LINKED
   */
  async link(found: OpenToken<ExternalCode>, caller: CallerIdentity): Promise<string> {
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
}
