import type { Database } from '@app/database';
import type { FindOptionsWhere } from 'typeorm';
import { withDerived } from './derived-columns.js';
import { User } from './user.entity.js';

/**
 * Changes a user if the condition applies, in one statement. Returns whether it did: of several parallel changes with the
 * same condition only one applies.
 */
export async function updateUser(
  database: Database,
  condition: FindOptionsWhere<User> | FindOptionsWhere<User>[],
  values: Partial<User>,
): Promise<boolean> {
  const all = { ...addressHistory(values), ...withDerived(values) };
  const update = database.repo(User).createQueryBuilder().update().set(all).where(condition);
  const { affected } = await update.execute();
  return affected === 1;
}

/** How long emails about the account go to the address before, too. */
const WEEK = 604_800;

/** What a change of the address leaves. It is first in the statement: on MySQL, what comes later reads the changed columns. */
function addressHistory({ email, emailVerified, updatedAt = 0 }: Partial<User>) {
  const next = (changed: string) => ({ addressVersion: () => `address_version + ${changed}` });
  if (email === undefined && emailVerified === undefined) return {};
  if (email === undefined) return next(`CASE WHEN email_verified = ${Number(emailVerified)} THEN 0 ELSE 1 END`);
  return {
    ...next('1'),
    emailBefore: () => 'CASE WHEN email_proved = 1 THEN email ELSE email_before END',
    emailBeforeUntil: updatedAt + WEEK,
  };
}
