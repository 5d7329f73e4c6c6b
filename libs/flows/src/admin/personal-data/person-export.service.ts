import { Database, type PersonalData, type StoredRows } from '@app/database';
import { EventLog } from '@app/events';
import { Inject, Injectable } from '@nestjs/common';
import { AdminRank } from '../../access/admin-rank.js';
import type { AdministratorOrOperator } from '../../access/administrator.js';
import { UserLookup } from '../users/user-lookup.js';
import { PERSONAL_DATA } from './libraries.js';

/** The tables with data about a person, each with the rows about them. */
export type PersonTables = Record<string, StoredRows>;

/** Exports all that is stored about one person (GDPR, article 15). */
@Injectable()
export class PersonExportService {
  constructor(
    private readonly database: Database,
    private readonly lookup: UserLookup,
    private readonly events: EventLog,
    private readonly rank: AdminRank,
    @Inject(PERSONAL_DATA) private readonly libraries: PersonalData[],
  ) {}

  /**
   * Records the event, then returns the rows, which are read when the client is ready for them. They fail with NOT_AUTHENTICATED
   * when an administrator has lost the right meanwhile.
   * @throws {ApiError} USER_NOT_FOUND
   */
  async run(uid: string, by: AdministratorOrOperator): Promise<PersonTables> {
    const person = await this.lookup.get(uid);
    await this.database.transaction(() => this.events.record('user.exported', { uid: person.uid }));
    const tables: PersonTables = Object.assign({}, ...this.libraries.map((library) => library.of(person)));
    return Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, this.whileAllowed(rows, by)]));
  }

  private async *whileAllowed(pages: StoredRows, by: AdministratorOrOperator): StoredRows {
    for await (const rows of pages) {
      await this.rank.requireStill(by);
      yield rows;
    }
  }

  /** Checks that the user exists, for a request without a result. @throws {ApiError} USER_NOT_FOUND */
  async check(uid: string): Promise<PersonTables> {
    await this.lookup.get(uid);
    return {};
  }
}
