import { Clock, Database } from '@app/database';
import { ApiError } from '@app/errors';
import { Identities, LOGOUT_TOKEN_SECONDS, LogoutTokens, type ProviderLogout, Providers } from '@app/federation';
import { LOGOUT_TOKENS, RateLimits } from '@app/limits';
import { OneTimeTokens } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { Access } from '../revocation/access.js';

/** Ends the sessions and the sign-ins of people whom a provider has signed out. */
@Injectable()
export class ProviderLogoutService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly providers: Providers,
    private readonly tokens: LogoutTokens,
    private readonly oneTime: OneTimeTokens,
    private readonly identities: Identities,
    private readonly access: Access,
    private readonly limits: RateLimits,
  ) {}

  /**
   * An unknown person or session is no failure. A provider that signs a person out again and again is limited: that token may come later.
   * @throws {ApiError} INVALID_LOGOUT_TOKEN, also for a token that was used before; TOO_MANY_REQUESTS
   */
  async logout(id: string, token: string): Promise<void> {
    const provider = await this.providers.find(id);
    if (!provider?.enabled) throw new ApiError('INVALID_LOGOUT_TOKEN');
    const logout = await this.tokens.check(provider, token);
    await this.limits.count(LOGOUT_TOKENS, id, logout.key ?? `sid ${logout.idpSid}`);
    await this.database.transaction(async () => {
      await this.useOnce(id, logout);
      await this.access.endSignInsAt(id, logout);
      await this.endSessions(id, logout);
    });
  }

  /** The unique key lets one request through. The row stays as long as the token could be accepted. */
  private async useOnce(id: string, { tokenId }: ProviderLogout): Promise<void> {
    const until = this.clock.now() + 2 * LOGOUT_TOKEN_SECONDS;
    if (!(await this.oneTime.useOnce('logout_token', JSON.stringify([id, tokenId]), until)))
      throw new ApiError('INVALID_LOGOUT_TOKEN', { reason: 'logout token used before' });
  }

  /** A session that began without a `sid` may be the one that ended, so it ends by the person. */
  private async endSessions(idp: string, { key, idpSid }: ProviderLogout): Promise<void> {
    if (idpSid !== undefined) await this.access.endSessionsAt({ idp, idpSid });
    const identity = key === undefined ? null : await this.identities.find(idp, key);
    const of = { idp, ...(idpSid !== undefined && { idpSid: null }) };
    if (identity) await this.access.end('signed_out_at_provider', { uid: identity.uid, of });
  }
}
