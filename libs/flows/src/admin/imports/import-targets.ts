import { availableParallelism } from 'node:os';
import { Clock, Database, isDuplicateKey, TemporaryRecords, TemporarySet } from '@app/database';
import { ApiError, type ErrorCode } from '@app/errors';
import { currentActor, EventLog, UserEvents } from '@app/events';
import { credentialsOf, FactorTransfer, type NewFactors } from '@app/factors';
import { Identities, linkOf, type NewIdentity } from '@app/federation';
import {
  type CheckedAccount,
  type NewAccount,
  passwordFormatOf,
  type UsedNames,
  UserAdministration,
  UserBatches,
} from '@app/users';
import { Injectable } from '@nestjs/common';
import { AdminRank } from '../../access/admin-rank.js';
import { mayReuseUids, uidOfDeleted } from '../../access/administrator.js';
import { hasWays } from '../users.service.js';

/** Why a line failed. Of its values, only harmless ones are in the message. */
export interface ImportError {
  line: number;
  code: ErrorCode;
  message: string;
}

export function toImportError(line: number, { code, message }: ApiError): ImportError {
  return { line, code, message };
}

const READ_AT_ONCE = 500;

/** The failed lines of an import, or others to report, in their order. There may be millions. */
export class ImportErrors<T extends { line: number } = ImportError> {
  private readonly records = new TemporaryRecords();
  count = 0;

  add(errors: T[]): void {
    for (const error of errors) {
      this.records.add({ id: null, email: null, verified: false, body: JSON.stringify(error) });
      this.count += 1;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (let page = this.records.page(0, READ_AT_ONCE); page.length > 0; ) {
      for (const { body } of page) yield JSON.parse(body);
      page = this.records.page(page.at(-1)?.place ?? 0, READ_AT_ONCE);
    }
  }

  /** The entries of lines that are not in another list. Both are in the order of their lines. */
  async *except(others: ImportErrors<{ line: number }>): AsyncGenerator<T> {
    const rest = others[Symbol.asyncIterator]();
    let other = await rest.next();
    for await (const entry of this) {
      while (!other.done && other.value.line < entry.line) other = await rest.next();
      if (other.done || other.value.line !== entry.line) yield entry;
    }
    await rest.return(undefined);
  }

  close(): void {
    this.records.close();
  }
}

/** The account that a line describes, with the number of the line. */
export interface Row<Account = CheckedAccount> {
  line: number;
  account: Account;
  factors: NewFactors;
  identities: NewIdentity[];
}

/** Emails, uids, hashes of credentials and links of identities that belong to accounts already, and uids that may not be given again. */
interface UsedKeys extends UsedNames {
  credentials: Set<string>;
  links: Set<string>;
  deleted: Set<string>;
}

/**
 * Accepts the rows whose email, uid, passkeys and identities neither belong to an account nor are in a previous row, and whose
 * uid may be given. Adds those of the accepted rows to the keys in use.
 */
function dropDuplicates<R extends Row<{ uid: string; email: string }>>(rows: R[], used: UsedKeys) {
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

/** What an import does with rows that were read without an error. */
export interface ImportTarget {
  /** Returns the rows that failed. @throws {ApiError} NOT_AUTHENTICATED */
  settle(rows: Row[]): Promise<ImportError[]>;
  /** How many rows were imported before, by the import that this one continues. */
  readonly already: number;
  close(): void;
}

/** How often a batch is tried when other requests insert the same emails or uids between its statements. */
const TRIES = 3;

/** Creates accounts from the rows of an import. */
@Injectable()
export class ImportWriter implements ImportTarget {
  readonly already = 0;

  constructor(
    private readonly clock: Clock,
    private readonly database: Database,
    private readonly rank: AdminRank,
    private readonly users: UserAdministration,
    private readonly batches: UserBatches,
    private readonly transfer: FactorTransfer,
    private readonly identities: Identities,
    private readonly deleted: UserEvents,
    private readonly events: EventLog,
  ) {}

  /** Returns the rows that failed. @throws {ApiError} REAUTHENTICATION_REQUIRED */
  async settle(rows: Row[]): Promise<ImportError[]> {
    if (rows.some(hasSecrets)) await this.database.transaction(() => this.rank.requireFactorFor('import'));
    const { accepted, failed } = await this.dropBeforeHashing(rows);
    const ready = await inParallel(accepted, async ({ account, ...row }) => {
      return { ...row, account: await this.users.hash(account) };
    });
    return [...failed, ...(await this.write(ready))];
  }

  /** Which keys of rows belong to accounts already, and which uids belonged to deleted users. */
  async used(rows: Pick<Row, 'account' | 'factors' | 'identities'>[]): Promise<UsedKeys> {
    const names = await this.batches.findUsed(rows.map(({ account }) => account));
    return {
      ...names,
      credentials: await this.transfer.findUsed(rows.map(({ factors }) => factors)),
      links: await this.identities.findUsed(rows.flatMap((row) => row.identities)),
      // After the accounts: a user who was deleted between the two queries is in the second one.
      deleted: mayReuseUids(this.rank.administrator)
        ? new Set()
        : await this.deleted.deletedAmong(rows.map(({ account: { uid } }) => uid)),
    };
  }

  /** Nothing is open after an import: the next one uses the same writer. */
  close(): void {}

  /** Drops duplicates before the hashing, too: hashing takes longest when a file is imported again. */
  private async dropBeforeHashing(rows: Row[]): Promise<{ accepted: Row[]; failed: ImportError[] }> {
    if (!rows.some(({ account }) => this.users.needsHash(account))) return { accepted: rows, failed: [] };
    return dropDuplicates(rows, await this.used(rows));
  }

  /** Inserts all rows in one transaction; after repeated conflicts with other requests, one by one. */
  private async write(rows: Row<NewAccount>[]): Promise<ImportError[]> {
    for (let tried = 0; tried < TRIES; tried++) {
      const failed = await this.attempt(rows);
      if (failed) return failed;
    }
    const [first] = rows;
    if (rows.length === 1 && first) return [toImportError(first.line, new ApiError('EMAIL_ALREADY_IN_USE'))];
    const each: ImportError[] = [];
    for (const row of rows) each.push(...(await this.write([row])));
    return each;
  }

  /** Undefined when another request caused a duplicate key, and nothing was written. */
  private async attempt(rows: Row<NewAccount>[]): Promise<ImportError[] | undefined> {
    if (rows.length === 0) return [];
    try {
      return await this.database.transaction(async () => {
        const { accepted, failed } = dropDuplicates(rows, await this.used(rows));
        const [madeBy, now] = [currentActor().actor, this.clock.now()];
        await this.batches.insert(
          accepted.map((row) => ({ ...row.account, madeBy, madeOpenAt: isOpen(row) ? now : null })),
        );
        await this.transfer.insert(accepted.map(({ account, factors }) => ({ uid: account.uid, factors })));
        await this.identities.add(accepted.map(({ account, identities }) => ({ ...account, identities })));
        const facts = accepted.map(({ account: { uid, batchId } }) => ({ uid, data: { batch_id: batchId } }));
        await this.events.recordEach('user.imported', facts);
        return failed;
      });
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }
}

/** Whether a person can sign in by what the row brings, other than by a password that the policy has checked. */
function hasSecrets({ account, factors, identities }: Row): boolean {
  return account.passwordHash !== null || account.weak !== undefined || hasWays(factors, identities);
}

/** Whether a person can sign in by what the row brings. */
function isOpen({ account, factors, identities }: Row<NewAccount>): boolean {
  return account.passwordHash !== null || hasWays(factors, identities);
}

/** Finds the rows of an import that would fail, and changes nothing. The accepted emails and uids may be millions. */
export class DryRun implements ImportTarget {
  readonly already = 0;
  private readonly seen = new TemporarySet();

  constructor(private readonly writer: ImportWriter) {}

  /** Returns the rows that would fail. */
  async settle(rows: Row[]): Promise<ImportError[]> {
    const used = await this.writer.used(rows);
    const { emails, uids, credentials, links } = used;
    for (const { account, factors, identities } of rows) {
      // All share the set: only an email has an @, only a link a slash, and a uid has dashes, unlike a hash.
      if (this.seen.has(account.email)) emails.add(account.email);
      if (this.seen.has(account.uid)) uids.add(account.uid);
      for (const hash of credentialsOf(factors)) if (this.seen.has(hash)) credentials.add(hash);
      for (const link of identities.map(linkOf)) if (this.seen.has(link)) links.add(link);
    }
    const { accepted, failed } = dropDuplicates(rows, used);
    this.seen.add(
      accepted.flatMap(({ account: { email, uid }, factors, identities }) => {
        return [email, uid, ...credentialsOf(factors), ...identities.map(linkOf)];
      }),
    );
    return failed;
  }

  close(): void {
    this.seen.close();
  }
}

/**
 * Continues an import that was interrupted. A row whose user the earlier run created is counted and not written again; a
 * second row of the same user fails as in an import without an interruption.
 */
export class ResumedImport implements ImportTarget {
  already = 0;
  private readonly seen = new TemporarySet();

  constructor(
    private readonly writer: ImportWriter,
    private readonly batches: UserBatches,
    private readonly batchId: string,
  ) {}

  async settle(rows: Row[]): Promise<ImportError[]> {
    const { emails, uids } = await this.batches.findOfBatch(
      this.batchId,
      rows.map(({ account }) => account),
    );
    const rest: Row[] = [];
    for (const row of rows) {
      const { email, uid } = row.account;
      const isDone = emails.has(email) || uids.has(uid);
      if (isDone && !this.seen.has(email)) this.already += 1;
      else rest.push(row);
      if (!this.seen.has(email)) this.seen.add([email]);
    }
    return rest.length === 0 ? [] : this.writer.settle(rest);
  }

  close(): void {
    this.seen.close();
  }
}
