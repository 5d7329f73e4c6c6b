import { TemporarySet } from '@app/database';
import { credentialsOf } from '@app/factors';
import { linkOf } from '@app/federation';
import type { ImportError } from '../rows/import-errors.js';
import { dropDuplicates, type Row } from '../rows/import-rows.js';
import type { ImportTarget } from './import-target.js';
import type { UsedKeysFinder } from './used-keys.js';

/** Finds the rows of an import that would fail, and changes nothing. The accepted emails and uids may be millions. */
export class DryRun implements ImportTarget {
  readonly already = 0;
  private readonly seen = new TemporarySet();

  constructor(private readonly used: UsedKeysFinder) {}

  /** Returns the rows that would fail. */
  async settle(rows: Row[]): Promise<ImportError[]> {
    const used = await this.used.find(rows);
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
