import { Providers } from '@app/federation';
import type { Link } from '@app/tokens';
import { EmailOwnership, type User, UserPasswords } from '@app/users';
import { Injectable } from '@nestjs/common';
import type { RemovedAccess } from '../../links/followed/page-facts.js';
import { LinkMailer } from '../../links/link-mailer.js';
import { AccessRevocation } from '../../revocation/access-revocation.js';
import { AddedAccess } from '../address-proof/added-access.js';
import { EarlierAccess } from '../address-proof/earlier-access.js';

/** An undo of a changed address reaches back at least this far before the change, in seconds. */
const LEAST_REACH = 86_400;

/** What an undo link removes. */
@Injectable()
export class UndoneAccess {
  constructor(
    private readonly added: AddedAccess,
    private readonly providers: Providers,
    private readonly passwords: UserPasswords,
    private readonly ownership: EmailOwnership,
    private readonly revocation: AccessRevocation,
    private readonly earlier: EarlierAccess,
    private readonly mailer: LinkMailer,
  ) {}

  /** Removes it, and ends all sessions of the user, who must be locked and have the address that the undo leads to. */
  async remove(link: Link, user: User): Promise<void> {
    const ofAddress = link.purpose === 'undo_email_change';
    const voidsPassword = await this.voidsPassword(link, user);
    if (voidsPassword) await this.ownership.removePassword(user);
    await this.revocation.after(ofAddress ? 'address_undone' : 'factors_undone', user.uid);
    // A link that undoes factors is made only where no sign-in needs a factor.
    await this.earlier.remove(user, this.since(link), !ofAddress);
    // After a change of address, the mailbox of the account may be that of a thief.
    if (voidsPassword && user.email === link.email) await this.mailer.sendPasswordVoided(user);
  }

  /** From when on the link undoes what was added, in seconds since the UNIX epoch: a thief may have added it before the change. */
  private since({ purpose, since, createdAt }: Link): number {
    const began = since ?? createdAt;
    return purpose === 'undo_email_change' ? Math.min(began, createdAt - LEAST_REACH) : began;
  }

  /** Whether the link invalidates the password: one that was set since the session began, or any if the address was never proved. */
  private async voidsPassword({ since, passwordVersion }: Link, user: User): Promise<boolean> {
    const isNewer = passwordVersion !== null && passwordVersion !== user.passwordVersion;
    return (since === 0 || isNewer) && (await this.passwords.has(user.uid));
  }

  /** What the link removes, for its page. */
  async list(link: Link, user: User): Promise<RemovedAccess[]> {
    const { totp, passkeys, identities, apiKeys } = await this.added.since(user.uid, this.since(link));
    const names = new Map((await this.providers.list()).map(({ id, name }) => [id, name]));
    return [
      ...totp.map(({ name }) => ({ kind: 'totp' as const, name })),
      ...passkeys.map(({ name }) => ({ kind: 'passkey' as const, name })),
      ...identities.map(({ providerId }) => ({ kind: 'identity' as const, name: names.get(providerId) ?? providerId })),
      ...((await this.voidsPassword(link, user)) ? [{ kind: 'password' as const }] : []),
      ...(user.adminScopes === '' ? [] : [{ kind: 'administration' as const }]),
      ...apiKeys.map(({ name }) => ({ kind: 'apiKey' as const, name })),
    ];
  }
}
