import {
  type AdminUserView,
  OPERATOR,
  toAdminUserList,
  toUserFilter,
  UserCsv,
  UserFilterQuery,
  UserLookup,
  UserQuery,
} from '@app/flows';
import type { Command } from 'commander';
import { withServices } from '../../services/with-services.js';
import { usageError } from '../../terminal/cli-error.js';
import { addCommand, type OutputOptions, print, table, time } from '../../terminal/output.js';
import { writeAll } from '../write-all.js';
import { addFilters, type FilterOptions, toRequest } from './filters.js';

const HELP = `
The filters are those of GET /api/admin/users. Times are in UNIX epoch seconds. "latchkey export" writes all users.`;

export function addList(group: Command): void {
  addFilters(addCommand(group, 'list', 'list users, newest first'))
    .option('--order <order>', 'created_at for the oldest first, -created_at for the newest first')
    .option('--limit <number>', 'at most this many users: 1 to 200, by default 50')
    .option('--cursor <cursor>', 'the next_cursor of the previous page')
    .option('--csv', 'all users of the list as CSV; this is recorded in the event log')
    .addHelpText('after', HELP)
    .action(({ csv, ...options }: OutputOptions & FilterOptions & { csv?: boolean }) =>
      csv ? writeCsv(options) : list(options),
    );
}

async function list({ json, ...filters }: OutputOptions & FilterOptions): Promise<void> {
  const query = await toRequest(UserQuery, filters);
  const page = toAdminUserList(
    await withServices((get) => get(UserLookup).list(toUserFilter(query), query.order, query)),
  );
  print(page, { json }, () => (page.users.length > 0 ? toTable(page.users) : [page.has_more ? NONE_YET : NONE]));
  if (page.has_more && !json)
    process.stderr.write(`There are more users. The next page: --cursor ${page.next_cursor}\n`);
}

const NONE = 'There is no such user.';
const NONE_YET = 'There is no such user on this page.';

async function writeCsv({ json, limit, cursor, ...filters }: OutputOptions & FilterOptions): Promise<void> {
  if (json || limit !== undefined || cursor !== undefined)
    throw usageError('--csv writes the whole list: leave out --json, --limit and --cursor.');
  const query = await toRequest(UserFilterQuery, filters);
  await withServices(async (get) =>
    writeAll(process.stdout, await get(UserCsv).run(toUserFilter(query), query.order, OPERATOR)),
  );
}

function toTable(users: AdminUserView[]): string[] {
  return table(
    ['UID', 'EMAIL', 'ACTIVE', 'VERIFIED', 'CREATED', 'LAST LOGIN'],
    users.map(({ uid, email, active, email_verified, created_at, last_login }) => [
      uid,
      email,
      active,
      email_verified,
      time(created_at),
      time(last_login),
    ]),
  );
}
