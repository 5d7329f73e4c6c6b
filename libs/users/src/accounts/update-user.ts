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
  const update = database.repo(User).createQueryBuilder().update().set(withDerived(values)).where(condition);
  const { affected } = await update.execute();
  return affected === 1;
}
