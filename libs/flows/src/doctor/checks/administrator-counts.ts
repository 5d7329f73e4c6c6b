import type { Env } from '@app/config';
import type { Row } from '@app/database';

/** A factor that makes sign-ins need one, where it is demanded: of users with admin scopes it always is. */
const HAS_FACTOR = `EXISTS (SELECT 1 FROM totp_factors WHERE totp_factors.uid = users.uid AND confirmed_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM passkeys WHERE passkeys.uid = users.uid)`;

const countBy = (needsFactor: string) => `SELECT COUNT(*) AS number,
    SUM(CASE WHEN email_proved = 1 AND (${needsFactor}) THEN 0 ELSE 1 END) AS resting
  FROM users WHERE list_admin = 1`;

/**
 * How many users have admin scopes, and of how many these rest, since there is no factor or no proved address: for many users what
 * `FactorMethods.needsFactor()` says of one.
 */
export async function countAdministrators(
  select: (statement: string) => Promise<Row[]>,
  { mfa }: Pick<Env, 'mfa'>,
): Promise<{ number: number; resting: number }> {
  const [row] = await select(countBy(mfa === 'off' ? 'mfa_enabled = 1' : `mfa_enabled = 1 OR ${HAS_FACTOR}`));
  return { number: Number(row?.number), resting: Number(row?.resting ?? 0) };
}
