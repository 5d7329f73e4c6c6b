import { Database } from '@app/database';
import { EventLog } from '@app/events';
import { rolesIn, type UserOrder } from '@app/users';
import { Injectable } from '@nestjs/common';
import { AdminRank } from '../../access/admin-rank.js';
import type { AdministratorOrOperator } from '../../access/administrator.js';
import type { SearchFilter } from './search-plan.js';
import { type CountedUser, UserLookup } from './user-lookup.js';
import { parameterOf } from './user-query.dto.js';

const PAGE_SIZE = 200;

/** A spreadsheet would run a cell that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]/;

const COLUMNS: Record<string, (user: CountedUser) => unknown> = {
  uid: ({ uid }) => uid,
  email: ({ email }) => email,
  active: ({ active }) => active,
  email_verified: ({ emailVerified }) => emailVerified,
  has_password: ({ hasPassword }) => hasPassword,
  mfa_enabled: ({ mfaEnabled }) => mfaEnabled,
  mfa: ({ mfa }) => mfa,
  roles: ({ claims }) => rolesIn(claims).join(';'),
  admin_scopes: ({ adminScopes }) => adminScopes.replaceAll(',', ';'),
  session_count: ({ sessionCount }) => sessionCount,
  created_at: ({ createdAt }) => toTime(createdAt),
  last_login: ({ lastLogin }) => (lastLogin === null ? '' : toTime(lastLogin)),
};

/** Writes a list of users as CSV (RFC 4180). */
@Injectable()
export class UserCsv {
  constructor(
    private readonly database: Database,
    private readonly lookup: UserLookup,
    private readonly events: EventLog,
    private readonly rank: AdminRank,
  ) {}

  /**
   * Lines in the order of the list, page by page, read when the client is ready for more. The event is recorded before the first line.
   * The lines fail with NOT_AUTHENTICATED when an administrator has lost the right meanwhile.
   */
  async run(
    filter: SearchFilter,
    order: UserOrder | undefined,
    by: AdministratorOrOperator,
  ): Promise<AsyncGenerator<string>> {
    const filters = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [parameterOf(name)]));
    await this.database.transaction(() => this.events.record('admin.exported', { data: { format: 'csv', filters } }));
    return this.pages(filter, order, by);
  }

  private async *pages(
    filter: SearchFilter,
    order: UserOrder | undefined,
    by: AdministratorOrOperator,
  ): AsyncGenerator<string> {
    yield toLine(Object.keys(COLUMNS));
    for (let cursor: string | undefined; ; ) {
      await this.rank.requireStill(by);
      const { rows, nextCursor } = await this.lookup.list(filter, order, { limit: PAGE_SIZE, cursor });
      if (rows.length > 0) yield rows.map((user) => toLine(Object.values(COLUMNS).map((of) => of(user)))).join('');
      if (nextCursor === null) return;
      cursor = nextCursor;
    }
  }
}

function toTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}

function toLine(cells: unknown[]): string {
  return `${cells.map((cell) => toCell(String(cell))).join()}\r\n`;
}

function toCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
