import { Accounts1763700000001 } from './1763700000001-accounts.js';
import { LinksAndMail1763800000002 } from './1763800000002-links-and-mail.js';
import { Administration1763900000003 } from './1763900000003-administration.js';
import { HashSteps1764000000007 } from './1764000000007-hash-steps.js';

/** All migrations, oldest first. One that has been released is never changed. */
export const MIGRATIONS = [
  Accounts1763700000001,
  LinksAndMail1763800000002,
  Administration1763900000003,
  HashSteps1764000000007,
];
