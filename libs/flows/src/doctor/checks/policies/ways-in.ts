import { commandLine } from '@app/config';
import { type Check, connected, type DoctorContext, ok, warn } from '../check.js';
import { enabledProviders } from './providers.js';

/** The accounts without a password at which a run looks: there may be millions, which sign in by a provider. */
const MOST_ACCOUNTS = 10_000;
const MOST_NAMED = 3;

/** Names active accounts with neither a password nor another way in, as an import may leave them. */
export const waysIn: Check = {
  name: 'ways in',
  needs: 'schema',
  settings: ['SMTP_URL', 'MIGRATION_URL', 'PROVIDERS_FILE'],
  run: async (context) => {
    const { mailConfigured, migration } = context.env;
    if (mailConfigured)
      return ok('accounts without a password can sign in by a link or code in an email, since there is a mail server');
    if (migration)
      return ok('accounts without a password can sign in with that of the earlier system, which MIGRATION_URL asks');
    const uids = await accountsWithoutWayIn(context);
    if (uids.length === 0) return ok('each active account has a password, a passkey or an external identity');
    const more = uids.length > MOST_NAMED ? ` and ${uids.length - MOST_NAMED} more` : '';
    const named = uids.slice(0, MOST_NAMED).join(', ') + more;
    return warn(
      `accounts that cannot sign in, without password, passkey, external identity or a mail server for a link: ${named}`,
      `set SMTP_URL, so that they sign in by a magic link or a reset; or for each of them: ${commandLine('user set-password UID')}`,
    );
  },
};

/** The index of the hashes finds accounts without one. */
async function accountsWithoutWayIn(context: DoctorContext): Promise<string[]> {
  const providers = (await enabledProviders(context)).map(({ id }) => id);
  const ofProviders = providers.length === 0 ? '1 = 0' : `provider_id IN (${providers.map(() => '?').join(', ')})`;
  const rows = await connected(context).query(
    `SELECT uid FROM (SELECT uid, active FROM users WHERE hash_steps IS NULL LIMIT ${MOST_ACCOUNTS}) AS found
      WHERE active = 1
        AND NOT EXISTS (SELECT 1 FROM passkeys WHERE passkeys.uid = found.uid)
        AND NOT EXISTS (SELECT 1 FROM identities WHERE identities.uid = found.uid AND ${ofProviders})
      ORDER BY uid`,
    providers,
  );
  return rows.map(({ uid }) => String(uid));
}
