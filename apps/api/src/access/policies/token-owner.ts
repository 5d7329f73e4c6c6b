import type { CallerIdentity } from '@app/auth';
import type { User } from '@app/users';

/** The clocks of replicas differ by less than that, in seconds. */
const MOST_CLOCK_DIFFERENCE = 5;

/** Whether an access token is of this account, and not of a deleted one that had the same uid before. */
export function isOfAccount(
  { claims }: Pick<CallerIdentity, 'claims'>,
  { createdAt }: Pick<User, 'createdAt'>,
): boolean {
  return claims.iat + MOST_CLOCK_DIFFERENCE >= createdAt;
}
