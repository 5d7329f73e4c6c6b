import { type ApiKey, ApiKeyStore } from '@app/clients';
import { EventLog } from '@app/events';
import { type Passkey, Passkeys, RecoveryCodes, type TotpFactor, TotpFactors } from '@app/factors';
import { Identities, type Identity } from '@app/federation';
import { MailService } from '@app/mail';
import { type User, UserFactors } from '@app/users';
import { Injectable } from '@nestjs/common';
import { addedAt, type FactorUser, SWITCHED_OFF } from '../../access/factor-methods.js';
import { requester } from '../../input/requester.js';
import { TokenRevocation } from '../../revocation/token-revocation.js';
import { IdentityRemoval } from './identity-removal.js';

/** A locked user whose address may be proved. */
export type ProvableUser = FactorUser &
  Pick<User, 'email' | 'emailProved' | 'emailVerified' | 'passwordVersion' | 'rung1'>;

/** The ways into an account that were added at a time or later. */
export interface Added {
  totp: TotpFactor[];
  passkeys: Passkey[];
  recoveryCodes: number;
  identities: Identity[];
  /** All of the user: no time counts for them. */
  apiKeys: ApiKey[];
}

/** How much goes. */
interface Removal {
  /** In seconds since the UNIX epoch; 0 for all. */
  since: number;
  /** Whether factors, passkeys and recovery codes stay. */
  keepsFactors: boolean;
  /** As events name it. */
  reason: 'address' | 'secured';
}

/** The ways in that another person may have added to an account, found by their own time. */
@Injectable()
export class AddedAccess {
  constructor(
    private readonly totp: TotpFactors,
    private readonly passkeys: Passkeys,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly identities: Identities,
    private readonly unlinking: IdentityRemoval,
    private readonly apiKeys: ApiKeyStore,
    private readonly tokens: TokenRevocation,
    private readonly users: UserFactors,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /** What was added since a time. @param keepsFactors as for `remove()` */
  async list(uid: string, since: number, keepsFactors: boolean): Promise<Added> {
    const isNewer = (added: TotpFactor | Passkey | Identity) => addedAt(added) >= since;
    return {
      totp: keepsFactors ? [] : (await this.totp.list(uid)).filter(isNewer),
      passkeys: keepsFactors ? [] : (await this.passkeys.list(uid)).filter(isNewer),
      recoveryCodes: keepsFactors ? 0 : await this.recoveryCodes.countSince(uid, since),
      identities: (await this.identities.list(uid)).filter(isNewer),
      apiKeys: await this.apiKeys.ofUser(uid),
    };
  }

  /**
   * Removes what was added since a time, and the admin scopes; the API keys end with the access to the account. Where factors go, no
   * sign-in asks for one any more. The user must be locked. Returns the user as it is then.
   */
  async remove<T extends ProvableUser>(user: T, { since, keepsFactors, reason }: Removal): Promise<T> {
    const { uid } = user;
    const factors = !keepsFactors && (await this.removeFactors(uid, since, reason));
    const identities = await this.unlinking.removeSince(uid, since, reason);
    if (factors) await this.mail.notifyFactors('factor-removed', user.email, requester());
    const disabled = !keepsFactors && (await this.disable(uid));
    if (factors || identities) await this.users.endSignIns(uid);
    await this.tokens.removeScopes(user);
    return { ...user, adminScopes: '', ...(disabled && SWITCHED_OFF) };
  }

  /** Returns whether there were any. */
  private async removeFactors(uid: string, since: number, reason: string): Promise<boolean> {
    const { passkeys, totp } = await this.list(uid, since, false);
    const codes = await this.recoveryCodes.removeSince(uid, since);
    for (const { passkeyId } of passkeys) {
      await this.passkeys.remove(uid, passkeyId);
      await this.events.record('passkey.removed', { uid, data: { passkey_id: passkeyId } });
    }
    if (passkeys.length > 0) await this.users.setHasPasskey(uid, (await this.passkeys.count(uid)) > 0);
    for (const { factorId } of totp) await this.totp.remove(uid, factorId);
    const types = [...passkeys.map(() => 'passkey'), ...totp.map(() => 'totp')];
    const facts = types.map((type) => ({ uid, data: { type, reason } }));
    await this.events.recordEach('mfa.factor_removed', facts);
    return types.length + codes > 0;
  }

  /** A factor that is older stays. It was no demand of sign-ins before, so it is none now. */
  private async disable(uid: string): Promise<boolean> {
    const switched = await this.users.setEnabled(uid, false, true);
    if (!switched) return false;
    await this.recoveryCodes.removeAll(uid);
    await this.events.record('mfa.disabled', { uid });
    return true;
  }
}
