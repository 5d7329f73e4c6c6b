import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { type Passkey, Passkeys } from '@app/factors';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { RecentCaller } from '../../access/recent-caller.js';
import { SignInMethods } from '../../access/sign-in-methods.js';
import { StaleTokens } from '../../access/stale-tokens.js';
import { FactorRemoval } from '../factor-removal.js';

/** The passkeys of a user, with what the browser needs to forget removed ones. */
export interface OwnPasskeys {
  rpId: string;
  userHandle: string | null;
  passkeys: Passkey[];
}

/** Lists, renames and removes the passkeys of the caller. */
@Injectable()
export class OwnPasskeysService {
  constructor(
    private readonly env: Env,
    private readonly users: UsersService,
    private readonly passkeys: Passkeys,
    private readonly stale: StaleTokens,
    private readonly signInMethods: SignInMethods,
    private readonly recent: RecentCaller,
    private readonly removal: FactorRemoval,
  ) {}

  /** @throws {ApiError} NOT_AUTHENTICATED */
  async list({ uid }: CallerIdentity): Promise<OwnPasskeys> {
    const user = await this.users.find(uid);
    if (!user) throw new ApiError('NOT_AUTHENTICATED', { reason: 'account deleted' });
    const passkeys = await this.passkeys.list(uid);
    // An imported passkey has the handle that it was created with.
    const userHandle = user.passkeyHandle ?? passkeys[0]?.handle ?? null;
    return { rpId: this.env.passkeys.rpId, userHandle, passkeys };
  }

  /** @throws {ApiError} PASSKEY_NOT_FOUND, NOT_AUTHENTICATED */
  rename(caller: CallerIdentity, passkeyId: string, name: string): Promise<void> {
    return this.stale.transaction(caller, ({ uid }) => this.passkeys.rename(uid, passkeyId, name));
  }

  /** @throws {ApiError} PASSKEY_NOT_FOUND, LAST_SIGN_IN_METHOD, MFA_IS_REQUIRED, REAUTHENTICATION_REQUIRED */
  remove(caller: CallerIdentity, passkeyId: string): Promise<void> {
    return this.recent.transaction(caller, async (user) => {
      const passkey = await this.passkeys.remove(user.uid, passkeyId);
      await this.signInMethods.requireOne(user);
      await this.removal.passkeyRemoved(user, passkey, caller);
    });
  }
}
