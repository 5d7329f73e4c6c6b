import { Providers } from '@app/federation';
import type { Link } from '@app/tokens';
import { type User, UserPasswords } from '@app/users';
import { Injectable } from '@nestjs/common';
import { AddedAccess } from '../address-proof/added-access.js';

/** An undo of a changed address reaches back at least this far before the change, in seconds. */
const LEAST_REACH = 86_400;

/** What an undo link removes. */
@Injectable()
export class UndoneAccess {
  constructor(
    private readonly added: AddedAccess,
    private readonly providers: Providers,
    private readonly passwords: UserPasswords,
  ) {}

  /** From when on the link undoes what was added, in seconds since the UNIX epoch: a thief may have added it before the change. */
  since({ purpose, since, createdAt }: Link): number {
    const began = since ?? createdAt;
    return purpose === 'undo_email_change' ? Math.min(began, createdAt - LEAST_REACH) : began;
  }

  /** Whether the link voids the password: one that was set since the session began, or any if the address was never proved. */
  async voidsPassword({ since, passwordVersion }: Link, user: User): Promise<boolean> {
    const isNewer = passwordVersion !== null && passwordVersion !== user.passwordVersion;
    return (since === 0 || isNewer) && (await this.passwords.has(user.uid));
  }

  /** The same in words, for the page of the link. */
  async list(link: Link, user: User): Promise<string[]> {
    const { totp, passkeys, identities } = await this.added.since(user.uid, this.since(link));
    const names = new Map((await this.providers.list()).map(({ id, name }) => [id, name]));
    return [
      ...totp.map(({ name }) => `the authenticator app “${name}”`),
      ...passkeys.map(({ name }) => `the passkey “${name}”`),
      ...identities.map(({ providerId }) => `the sign-in with ${names.get(providerId) ?? providerId}`),
      ...((await this.voidsPassword(link, user)) ? ['the password'] : []),
      ...(user.adminScopes === '' ? [] : ['the rights to administer']),
    ];
  }
}
