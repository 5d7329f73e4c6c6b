import { type ApiKey, ApiKeyStore } from '@app/clients';
import { EventLog } from '@app/events';
import { type AddedKind, type Passkey, Passkeys, RecoveryCodes, type TotpFactor, TotpFactors } from '@app/factors';
import { Identities, type Identity, Providers } from '@app/federation';
import { MailService } from '@app/mail';
import { EmailOwnership, type User, UserFactors, UserPasswords, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { addedAt, type FactorUser, SWITCHED_OFF } from '../access/factor-methods.js';
import { requester } from '../input/requester.js';
import { LinkMailer } from '../links/link-mailer.js';
import { Access } from './access.js';

/** A locked user whose address may be proved. */
export type ProvableUser = FactorUser &
  Pick<User, 'email' | 'emailProved' | 'emailVerified' | 'passwordVersion' | 'rung1'>;

/**
 * Who proves an address. `owner`: a person who has also shown a factor of the account, its password or a session. `reader`: a
 * person who reads the mailbox. `administrator`: by the link of an administrator, which no mailbox has received.
 */
export type Prover = 'owner' | 'reader' | 'administrator';

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

const EVERYTHING: Removal = { since: 0, keepsFactors: false, reason: 'address' };

/** The ways into an account. The owner of its address may find some there that another person has added. The user must be locked. */
@Injectable()
export class WaysIn {
  constructor(
    private readonly users: UsersService,
    private readonly userFactors: UserFactors,
    private readonly ownership: EmailOwnership,
    private readonly passwords: UserPasswords,
    private readonly totp: TotpFactors,
    private readonly passkeys: Passkeys,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly identities: Identities,
    private readonly providers: Providers,
    private readonly apiKeys: ApiKeyStore,
    private readonly access: Access,
    private readonly mailer: LinkMailer,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /**
   * Proves the address of a user. The first proof by a reader removes every earlier way in, because another person may have
   * registered the address: the password, sessions, factors, identities, admin scopes, links and challenges; an email informs the
   * user. With the link of an administrator, only the password and the sessions go: the administrator could remove factors no
   * sooner than `MFA_RESET_DELAY` says. Returns the user as it is then.
   */
  async prove<T extends ProvableUser>(user: T, by: Prover): Promise<T> {
    if (user.emailProved) return user;
    if (by !== 'owner') return this.removeEarlier(user, by);
    await this.ownership.verify(user.uid, user.email, true);
    await this.events.record('user.email_verified', { uid: user.uid });
    // The sign-in goes on with the version that this may have raised.
    const { passwordVersion } = (await this.users.lock(user.uid)) ?? user;
    return { ...user, passwordVersion, emailVerified: true, emailProved: true };
  }

  /** Removes all that was there before a reset by a mailed link has set a new password and proved the address. */
  async provedByReset(user: ProvableUser): Promise<void> {
    await this.remove(user, EVERYTHING);
  }

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
   * Removes what was added since a time, by default ever, and the admin scopes; the API keys end with the access to the account.
   * Where factors go, no sign-in asks for one any more. Returns the user as it is then.
   */
  async remove<T extends ProvableUser>(user: T, { since, keepsFactors, reason } = EVERYTHING): Promise<T> {
    const { uid } = user;
    const factors = !keepsFactors && (await this.removeFactors(uid, since, reason));
    const identities = await this.unlinkSince(uid, since, reason);
    if (factors) await this.mail.notify('factor-removed', user.email, {}, requester());
    const disabled = !keepsFactors && (await this.disable(uid));
    if (factors || identities) await this.userFactors.touch(uid);
    // The mailbox that answers a theft must be no way round a factor that only the scopes have demanded.
    await this.access.removeScopes(uid, keepsFactors);
    return { ...user, adminScopes: '', ...(disabled && SWITCHED_OFF) };
  }

  /**
   * Unlinks an external identity. Ends the sessions that the provider has vouched for, except that of the owner, and sign-ins that
   * are under way: a user who unlinks may have lost the account there to a thief. Other sessions stay, since the identity proves
   * nothing about them. The address alone links no identity of the provider again.
   * @param keep the session of the owner; undefined for an administrator
   * @throws {ApiError} IDENTITY_NOT_FOUND
   */
  async unlink({ uid, email }: User, identityId: string, keep?: string): Promise<void> {
    const removed = await this.identities.remove(uid, identityId.toLowerCase());
    const { providerId } = removed;
    await this.users.noteUnlinked(uid, [providerId]);
    await this.recordUnlinked(uid, [removed]);
    await this.access.end('identity_unlinked', { uid, of: { idp: providerId }, keep });
    const provider = await this.providers.find(providerId);
    await this.mail.notify('identity-removed', email, { provider: provider?.name ?? providerId }, requester());
  }

  /** Unlinks the identities of a user that were linked at a time or later. Returns whether there were any. */
  async unlinkSince(uid: string, since: number, reason: Removal['reason'] | 'reset'): Promise<boolean> {
    const removed = await this.identities.removeSince(uid, since);
    const providers = removed.map(({ providerId }) => providerId);
    // A first proof is no decision about them: a proved address links them again. An answer to a theft and a reset are decisions.
    if (reason !== 'address') await this.users.noteUnlinked(uid, providers);
    await this.recordUnlinked(uid, removed, { reason });
    return removed.length > 0;
  }

  private async removeEarlier<T extends ProvableUser>(user: T, by: Prover): Promise<T> {
    const { uid } = user;
    const hadPassword = await this.passwords.has(uid);
    const proved = await this.ownership.prove(user);
    if (!proved) return user;
    await this.events.record('user.email_verified', { uid, data: { password: 'void' } });
    if (by === 'reader') await this.access.end('owner_is_back', { uid, reason: 'address' });
    else await this.access.end('password_set_by_administrator', { uid });
    const left = by === 'reader' ? await this.remove(proved) : proved;
    if (hadPassword) await this.mailer.sendPasswordVoided(user);
    // The sign-in goes on with the counter that this has raised.
    const rung1 = (await this.users.lock(uid))?.rung1 ?? left.rung1;
    return { ...left, rung1 };
  }

  /** Returns whether there were any. */
  private async removeFactors(uid: string, since: number, reason: string): Promise<boolean> {
    const { passkeys, totp } = await this.list(uid, since, false);
    const codes = await this.recoveryCodes.removeSince(uid, since);
    for (const { passkeyId } of passkeys) {
      await this.passkeys.remove(uid, passkeyId);
      await this.events.record('passkey.removed', { uid, data: { passkey_id: passkeyId } });
    }
    if (passkeys.length > 0) await this.userFactors.setHasPasskey(uid, (await this.passkeys.count(uid)) > 0);
    for (const { factorId } of totp) await this.totp.remove(uid, factorId);
    const types: AddedKind[] = [...passkeys.map(() => 'passkey' as const), ...totp.map(() => 'totp' as const)];
    const facts = types.map((type) => ({ uid, data: { type, reason } }));
    await this.events.recordEach('mfa.factor_removed', facts);
    return types.length + codes > 0;
  }

  /** A factor that is older stays. It was no demand of sign-ins before, so it is none now. */
  private async disable(uid: string): Promise<boolean> {
    const switched = await this.userFactors.setEnabled(uid, false, true);
    if (!switched) return false;
    await this.recoveryCodes.removeAll(uid);
    await this.events.record('mfa.disabled', { uid });
    return true;
  }

  private recordUnlinked(
    uid: string,
    removed: Pick<Identity, 'providerId' | 'identityId'>[],
    more = {},
  ): Promise<void> {
    const facts = removed.map(({ providerId, identityId }) => {
      return { uid, data: { provider: providerId, identity_id: identityId, ...more } };
    });
    return this.events.recordEach('identity.unlinked', facts);
  }
}
