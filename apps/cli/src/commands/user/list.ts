import { type AdminUserView, toAdminUserList, toUserFilter, UserLookup, UserQuery } from '@app/flows';
import type { Command } from 'commander';
import { validated } from '../../services/validated.js';
import { withServices } from '../../services/with-services.js';
import { addCommand, type OutputOptions, print, table, time } from '../../terminal/output.js';

const HELP = `
The filters are those of GET /api/admin/users. Times are in UNIX epoch seconds. "latchkey export" writes all users.`;

export function addList(group: Command): void {
  addCommand(group, 'list', 'list users, newest first')
    .option('--email <email>', 'the user with exactly this email')
    .option('--search <prefix>', 'users whose email begins like this, sorted by email')
    .option('--active <true|false>', 'users who may, or may not, sign in')
    .option('--email-verified <true|false>', 'users whose email is, or is not, verified')
    .option('--created-after <epoch>', 'users created in this second or later')
    .option('--created-before <epoch>', 'users created before this second')
    .option('--order <order>', 'created_at for the oldest first, -created_at for the newest first')
    .option('--limit <number>', 'at most this many users: 1 to 200, by default 50')
    .option('--cursor <cursor>', 'the next_cursor of the previous page')
    .addHelpText('after', HELP)
    .action(list);
}

async function list({ json, ...filters }: OutputOptions & Record<string, string | boolean>): Promise<void> {
  const values = Object.entries(filters).map(([option, value]) => [toParameter(option), value]);
  const query = await validated(UserQuery, Object.fromEntries(values));
  const page = toAdminUserList(
    await withServices((get) => get(UserLookup).list(toUserFilter(query), query.order, query)),
  );
  print(page, { json }, () => (page.users.length === 0 ? ['There is no such user.'] : toTable(page.users)));
  if (page.has_more && !json)
    process.stderr.write(`There are more users. The next page: --cursor ${page.next_cursor}\n`);
}

/** The name of an option as a parameter of the admin API, such as `created_after`. */
function toParameter(option: string): string {
  return option.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
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
