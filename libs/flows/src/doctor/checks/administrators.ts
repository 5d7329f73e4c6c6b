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
    if (resting === 0) return ok(`${Number(row?.number)} users with admin scopes`);
    return warn(
      `${resting} users with admin scopes cannot use them: no enabled second factor, or no proved address`,
      'let them confirm the email and add a second factor, or take the scopes: latchkey user set-admin-scopes UID none',
    );
  },
};
