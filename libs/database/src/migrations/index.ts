import { Accounts1763700000001 } from './1763700000001-accounts.js';

/** All migrations, oldest first. One that has been released is never changed. */
export const MIGRATIONS = [Accounts1763700000001];
