import { scopesIn } from '@app/admin';
import { EventLog } from '@app/events';
import type { LockedUser, User, UserAdministration, UserChanges } from '@app/users';
import { Injectable } from '@nestjs/common';
import { EmailChange } from '../../accounts/email-change.js';
import { Access } from '../../revocation/access.js';
import { ClaimsChange } from './claims-change.js';

/** The fields that an administrator changes, with their new values. */
export type Change = Parameters<UserAdministration['change']>[1];

/** What follows a change of a user by an administrator: the claims, events, and the end of what the change makes invalid. */
@Injectable()
export class UserChanged {
  constructor(
    private readonly emailChange: EmailChange,
    private readonly claims: ClaimsChange,
    private readonly access: Access,
    private readonly events: EventLog,
  ) {}

  /** @param user as before the change */
  async apply(user: LockedUser, given: UserChanges, change: Change): Promise<void> {
    await this.record(user, change);
    if (given.claims !== undefined) await this.claims.apply(user, given.claims);
    await this.revokeAccess(user, given, change);
  }

  private async record(user: User, change: Change): Promise<void> {
    const { uid } = user;
    const moved = change.email !== undefined;
    const wasVerified = user.emailVerified && !moved;
    const isVerified = change.emailVerified ?? user.emailVerified;
    const proves = change.emailProved === true;
    const fields = [
      ...(wasVerified && !isVerified ? ['email_verified'] : []),
      ...(change.metadata === undefined ? [] : ['metadata']),
      ...(change.mfa === undefined ? [] : ['mfa']),
      ...(change.adminScopes === undefined ? [] : ['admin_scopes']),
    ];
    const scopes = scopesIn(change.adminScopes ?? '');
    const given = scopes.filter((scope) => !scopesIn(user.adminScopes).includes(scope));
    const granted = change.adminScopes === undefined ? {} : { admin_scopes: scopes };
    const facts = { fields, ...granted, ...(given.length > 0 && { given_scopes: given }) };
    if (change.email !== undefined) await this.emailChange.record(user, change.email);
    if (isVerified && (!wasVerified || proves)) await this.events.record('user.email_verified', { uid });
    if (fields.length > 0) await this.events.record('user.updated', { uid, data: facts });
    if (change.passwordHash !== undefined) await this.events.record('user.password_changed', { uid });
    if (change.active !== undefined)
      await this.events.record(change.active ? 'user.enabled' : 'user.disabled', { uid });
  }

  /** Ends the sessions and invalidates the links that the change makes invalid. */
  private async revokeAccess(user: User, given: UserChanges, change: Change): Promise<void> {
    const { uid } = user;
    const disabled = given.active === false;
    if (change.email !== undefined) await this.emailChange.setByAdministrator(user, change.email);
    if (disabled) await this.access.end('account_disabled', { uid });
    if (change.passwordHash !== undefined) await this.access.end('password_set_by_administrator', { uid });
    if (change.adminScopes !== undefined) await this.access.end('scopes_changed', { uid });
    if (change.mfa === 'required') await this.access.end('factor_required', { uid });
  }
}
