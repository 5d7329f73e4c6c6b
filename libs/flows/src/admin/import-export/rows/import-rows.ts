import { availableParallelism } from 'node:os';
import { ApiError } from '@app/errors';
import { credentialsOf, type NewFactors } from '@app/factors';
import { linkOf, type NewIdentity } from '@app/federation';
import { type CheckedAccount, passwordFormatOf, type UsedNames } from '@app/users';
import { uidOfDeleted } from '../../../access/deleted-uids.js';
import { type ImportError, toImportError } from './import-errors.js';

/** The account that a line describes, with the number of the line. */
export interface Row<Account = CheckedAccount> {
  line: number;
  account: Account;
  factors: NewFactors;
  identities: NewIdentity[];
}

/** Emails, uids, hashes of credentials and links of identities that belong to accounts already, and uids that may not be given again. */
export interface UsedKeys extends UsedNames {
  credentials: Set<string>;
  links: Set<string>;
  deleted: Set<string>;
}

/**
 * Accepts the rows whose email, uid, passkeys and identities neither belong to an account nor are in a previous row, and whose
 * uid may be given. Adds those of the accepted rows to the keys in use.
 */
export function dropDuplicates<R extends Row<{ uid: string; email: string }>>(rows: R[], used: UsedKeys) {
  const { emails, uids, credentials, links, deleted } = used;
  const accepted: R[] = [];
  const failed: ImportError[] = [];
  for (const row of rows) {
    const { uid, email } = row.account;
    const own = credentialsOf(row.factors);
    const linked = row.identities.map(linkOf);
    if (emails.has(email)) failed.push(toImportError(row.line, new ApiError('EMAIL_ALREADY_IN_USE')));
    else if (uids.has(uid)) failed.push(toImportError(row.line, new ApiError('UID_ALREADY_IN_USE')));
    else if (deleted.has(uid)) failed.push(toImportError(row.line, uidOfDeleted()));
    else if (own.some((hash) => credentials.has(hash)))
      failed.push(toImportError(row.line, new ApiError('PASSKEY_EXISTS')));
    else if (linked.some((link) => links.has(link)))
      failed.push(toImportError(row.line, new ApiError('IDENTITY_ALREADY_LINKED')));
    else {
      accepted.push(row);
      emails.add(email);
      uids.add(uid);
      for (const hash of own) credentials.add(hash);
      for (const link of linked) links.add(link);
    }
  }
  return { accepted, failed };
}

/** Works on one item per core at a time: a sign-in then waits for one password of a batch and not for all of them. */
export async function inParallel<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}

/** Adds the accepted rows by the format of their password hash. */
export function countFormats(rows: Row[], refused: Set<number>, formats: Map<string, number>): void {
  for (const { line, account } of rows) {
    if (refused.has(line)) continue;
    const format = passwordFormatOf(account);
    formats.set(format, (formats.get(format) ?? 0) + 1);
  }
}
