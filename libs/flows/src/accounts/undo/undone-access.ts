import { Providers } from '@app/federation';
import type { Link } from '@app/tokens';
import { EmailOwnership, type User } from '@app/users';
import { Injectable } from '@nestjs/common';
import type { RemovedAccess } from '../../links/followed/page-facts.js';
import { LinkMailer } from '../../links/link-mailer.js';
import { Access } from '../../revocation/access.js';
import { AddedAccess } from '../address-proof/added-access.js';
import { EarlierAccess } from '../address-proof/earlier-access.js';
import { UndoReach } from './undo-reach.js';

/** What an undo link removes. */
@Injectable()
export class UndoneAccess {
  constructor(
    private readonly added: AddedAccess,
    private readonly providers: Providers,
    private readonly reach: UndoReach,
    private readonly ownership: EmailOwnership,
    private readonly access: Access,
    private readonly earlier: EarlierAccess,
    private readonly mailer: LinkMailer,
  ) {}

  /**
   * Removes it, and ends sessions of the user, who must be locked and have the address that the undo leads to. Returns whether the
   * password became void.
   */
  async remove(link: Link, user: User): Promise<boolean> {
    const withPassword = await this.reach.invalidatesPassword(link, user);
    if (withPassword) await this.ownership.removePassword(user);
    await this.end(link, user);
    const since = this.reach.sinceOf(link);
    // Any other link than that of a changed address reaches back only where no sign-in needed a factor.
    if (Number.isFinite(since)) await this.earlier.remove(user, since, link.purpose !== 'undo_email_change');
    // After a change of address, the mailbox of the account may be that of a thief.
    if (withPassword && user.email === link.email) await this.mailer.sendPasswordVoided(user);
    return withPassword;
  }

  private async end({ purpose }: Link, { uid }: User): Promise<void> {
    const reasons = { undo_email_change: 'address', undo_factors: 'factor', refuse_sign_in: 'refused' } as const;
    await this.access.end('owner_is_back', { uid, reason: reasons[purpose as keyof typeof reasons] });
  }

  /** What the link removes, for its page. */
  async list(link: Link, user: User): Promise<RemovedAccess[]> {
    const since = this.reach.sinceOf(link);
    const { totp, passkeys, identities, apiKeys } = await this.added.since(user.uid, since);
    const names = new Map((await this.providers.list()).map(({ id, name }) => [id, name]));
    return [
      ...totp.map(({ name }) => ({ kind: 'totp' as const, name })),
      ...passkeys.map(({ name }) => ({ kind: 'passkey' as const, name })),
      ...identities.map(({ providerId }) => ({ kind: 'identity' as const, name: names.get(providerId) ?? providerId })),
      ...((await this.reach.invalidatesPassword(link, user)) ? [{ kind: 'password' as const }] : []),
      ...(user.adminScopes === '' || !Number.isFinite(since) ? [] : [{ kind: 'administration' as const }]),
      ...apiKeys.map(({ name }) => ({ kind: 'apiKey' as const, name })),
    ];
  }
}
