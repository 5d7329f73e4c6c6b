import { EventLog } from '@app/events';
import { FactorResets } from '@app/factors';
import { MailService } from '@app/mail';
import { SecureLinks } from '@app/tokens';
import { EmailOwnership, type LockedUser, type User, UserPasswords } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { requester } from '../input/requester.js';
import { LinkMailer } from '../links/link-mailer.js';
import { Access } from '../revocation/access.js';
import { type Added, WaysIn } from '../revocation/ways-in.js';
import { EmailChange } from './email-change.js';

/** What was done to an account. */
interface Taking {
  /** What was added then or later goes. In seconds since the UNIX epoch; 0 for all. */
  since: number;
  /** The address that comes back. */
  address?: string | undefined;
  /** The version of a password that another person has used. */
  passwordVersion?: number | null;
}

/** What gives an account back to its owner. */
export interface Recovery extends Taking {
  /** Whether sign-ins needed a factor at that time. */
  keepsFactors: boolean;
  /** Whether the password was set since then, or another person has used it. */
  voidsPassword: boolean;
  added: Added;
}

/** Gives an account back to its owner after a theft, by the owner's own button or by the answer of an administrator. */
@Injectable()
export class AccountRecovery {
  constructor(
    private readonly ownership: EmailOwnership,
    private readonly passwords: UserPasswords,
    private readonly links: SecureLinks,
    private readonly methods: FactorMethods,
    private readonly waysIn: WaysIn,
    private readonly emailChange: EmailChange,
    private readonly access: Access,
    private readonly resets: FactorResets,
    private readonly mailer: LinkMailer,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  async plan(user: User, taking: Taking): Promise<Recovery> {
    const { uid } = user;
    const { since, passwordVersion = null } = taking;
    const keepsFactors = await this.methods.neededFactorAt(user, since);
    const wasUsed = await this.links.hasUsedPassword(uid, user.passwordVersion, since);
    const isNewer = since === 0 || user.passwordSetAt >= since || user.passwordVersion === passwordVersion;
    const voidsPassword = (isNewer || wasUsed) && (await this.passwords.has(uid));
    return { ...taking, keepsFactors, voidsPassword, added: await this.waysIn.list(uid, since, keepsFactors) };
  }

  /** Whether an email with a link to set a new password goes to the owner. */
  mailsReset({ voidsPassword, passwordVersion = null }: Recovery): boolean {
    return this.mail.configured && (voidsPassword || passwordVersion !== null);
  }

  /**
   * Ends every access to the account, removes what was added, and brings an address back that is free.
   * @param about what the event says it was about
   */
  async apply(user: LockedUser, recovery: Recovery, about: object): Promise<void> {
    const { uid } = user;
    const { since, address, keepsFactors, voidsPassword } = recovery;
    if (address !== undefined) await this.bringBack(user, address);
    const owner = { ...user, email: address ?? user.email };
    if (voidsPassword) await this.ownership.removePassword(user);
    await this.access.end('owner_is_back', { uid, reason: 'secured' });
    // Another person may have asked an administrator for it.
    if (await this.resets.stop(uid)) await this.events.record('mfa.reset_stopped', { uid });
    await this.waysIn.remove(owner, { since, keepsFactors, reason: 'secured' });
    await this.events.record('account.secured', { uid, data: { ...about, ...factsOf(recovery, user) } });
    if (!user.active || !this.mailsReset(recovery)) return;
    if (voidsPassword) await this.mailer.sendPasswordVoided(owner);
    else await this.mailer.send('reset_password', 'reset-password', owner, {});
  }

  /** Gives the owner the address back, with a notice to the one that the account loses. */
  private async bringBack(user: User, email: string): Promise<void> {
    await this.emailChange.giveBack(user, email, true);
    if (user.emailProved)
      await this.mail.notify('email-changed', user.email, { newEmail: email, link: '' }, requester());
  }
}

/** What went, for the event. */
function factsOf({ address, added, voidsPassword }: Recovery, { adminScopes }: User): object {
  const facts = {
    factors: added.totp.map(({ factorId }) => factorId),
    passkeys: added.passkeys.map(({ passkeyId }) => passkeyId),
    identities: added.identities.map(({ identityId }) => identityId),
    api_keys: added.apiKeys.map(({ keyId }) => keyId),
    admin_scopes: adminScopes === '' ? [] : adminScopes.split(','),
  };
  const lists = Object.entries(facts).filter(([, ids]) => ids.length > 0);
  return {
    ...Object.fromEntries(lists),
    ...(voidsPassword && { password: 'void' }),
    ...(address !== undefined && { address: 'restored' }),
  };
}
