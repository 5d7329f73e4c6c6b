import type { ListPage, PageRequest } from '@app/database';
import { ApiError } from '@app/errors';
import { FactorResets, type Passkey, Passkeys, RecoveryCodes, type TotpFactor, TotpFactors } from '@app/factors';
import { Identities, type Identity } from '@app/federation';
import { type Session, SessionQueries } from '@app/tokens';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { AdminRank } from '../access/admin-rank.js';
import { FactorResetService, type ResetRequest } from '../factors/factor-reset.service.js';
import { FactorSettings } from '../factors/own-factors.js';
import { Access } from '../revocation/access.js';
import { WaysIn } from '../revocation/ways-in.js';
import { toUid, UserLookup } from './user-search.js';

/** The second factors of a user, as an administrator sees them. */
export interface AdminFactorOverview {
  mfaEnabled: boolean;
  recoveryCodesLeft: number;
  totp: TotpFactor[];
  passkeys: Passkey[];
  /** When the factors will be removed, in epoch seconds; null if no reset waits. */
  resetDueAt: number | null;
}

/** The ways into the account of any user, which an administrator lists and ends: factors, passkeys, identities and sessions. */
@Injectable()
export class UserAccessService {
  constructor(
    private readonly lookup: UserLookup,
    private readonly rank: AdminRank,
    private readonly totp: TotpFactors,
    private readonly passkeys: Passkeys,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly settings: FactorSettings,
    private readonly waiting: FactorResets,
    private readonly resets: FactorResetService,
    private readonly identities: Identities,
    private readonly waysIn: WaysIn,
    private readonly sessions: SessionQueries,
    private readonly access: Access,
  ) {}

  /** @throws {ApiError} USER_NOT_FOUND */
  async factors(text: string): Promise<AdminFactorOverview> {
    const { uid, mfaEnabled, addressVersion } = await this.lookup.get(text);
    return {
      mfaEnabled,
      recoveryCodesLeft: await this.recoveryCodes.count(uid),
      totp: await this.totp.list(uid),
      passkeys: await this.passkeys.list(uid),
      resetDueAt: (await this.waiting.find(uid, addressVersion))?.dueAt ?? null,
    };
  }

  /**
   * Returns when the factors are removed, in epoch seconds.
   * @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED
   */
  async resetFactors(uid: string, request: ResetRequest): Promise<number> {
    return this.resets.ask(toUid(uid), request);
  }

  /** @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED, RESET_NOT_FOUND */
  async stopFactorReset(uid: string): Promise<void> {
    await this.resets.stop(toUid(uid));
  }

  /** @throws {ApiError} USER_NOT_FOUND */
  async passkeysOf(uid: string): Promise<Passkey[]> {
    return this.passkeys.list(await this.lookup.uidOf(uid));
  }

  /**
   * Removes a passkey, also the last way to sign in and a required factor: its device may be stolen.
   * @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED, PASSKEY_NOT_FOUND
   */
  async removePasskey(uid: string, passkeyId: string): Promise<void> {
    await this.rank.transaction(toUid(uid), async (user) => {
      await this.settings.passkeyRemoved(user, await this.passkeys.remove(user.uid, passkeyId));
    });
  }

  /** @throws {ApiError} USER_NOT_FOUND */
  async identitiesOf(uid: string): Promise<Identity[]> {
    return this.identities.list(await this.lookup.uidOf(uid));
  }

  /**
   * Removes an identity, also the last way to sign in: the account at the provider may be stolen. Ends the sessions that the
   * provider has vouched for.
   * @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED, IDENTITY_NOT_FOUND
   */
  async removeIdentity(uid: string, identityId: string): Promise<void> {
    await this.rank.transaction(toUid(uid), (user) => this.waysIn.unlink(user, identityId));
  }

  /** The sessions that can be refreshed, newest first. @throws {ApiError} USER_NOT_FOUND, INVALID_REQUEST */
  async sessionsOf(uid: string, page: PageRequest): Promise<ListPage<Session>> {
    return this.sessions.page(await this.lookup.uidOf(uid), page);
  }

  /**
   * Ends all sessions of a user; returns how many.
   * @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED
   */
  async endSessions(uid: string): Promise<number> {
    const end = ({ uid }: User) => this.access.end('sessions_ended_by_administrator', { uid });
    return (await this.rank.transaction(toUid(uid), end)).length;
  }

  /** @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED, SESSION_NOT_FOUND */
  async endSession(uid: string, sessionId: string): Promise<void> {
    await this.rank.transaction(toUid(uid), async (user) => {
      const id = sessionId.toLowerCase();
      const which = { uid: user.uid, session: id };
      const ended = isUuid(id) ? await this.access.end('session_ended_by_administrator', which) : [];
      if (ended.length === 0) throw new ApiError('SESSION_NOT_FOUND');
    });
  }
}
