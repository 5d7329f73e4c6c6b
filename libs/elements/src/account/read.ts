import type { Service } from '../parts/service.js';
import type { AccountData } from './view.js';

/** Reads all that the page of an account shows. */
export async function readAccount({ client, passkeys, external }: Service): Promise<AccountData> {
  const [user, pending, mfa, own, identities, sessions] = await Promise.all([
    client.user(),
    client.pendingEmail(),
    client.factors.list(),
    passkeys.list(),
    external.identities(),
    client.sessions(),
  ]);
  return { user, pending, mfa, passkeys: own.passkeys, identities, sessions };
}
