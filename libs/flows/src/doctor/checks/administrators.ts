import { commandLine } from '@app/config';
import { type Check, connected, ok, warn } from './check.js';

const COUNTS = `SELECT COUNT(*) AS number,
    SUM(CASE WHEN mfa_enabled = 0 OR email_proved = 0 THEN 1 ELSE 0 END) AS resting
  FROM users WHERE list_admin = 1`;

/** Counts users with admin scopes who cannot use them. */
export const administrators: Check = {
  name: 'admins',
  needs: 'schema',
  run: async (context) => {
    const [row] = await connected(context).query(COUNTS);
    const resting = Number(row?.resting ?? 0);
    const number = Number(row?.number);
    if (resting === 0)
      return ok(
        number === 0
          ? 'no user has admin scopes'
          : `all users with admin scopes (${number}) have a second factor and a proved address, and can use them`,
      );
    return warn(
      `users with admin scopes who cannot use them, without a second factor or a proved address: ${resting}`,
      `let them confirm the email and add a second factor, or take the scopes: ${commandLine('user set-admin-scopes UID none')}`,
    );
  },
};
