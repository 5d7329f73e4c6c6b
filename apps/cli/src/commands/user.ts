import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import {
  AdminUserService,
  type AdminUserView,
  toAdminUser,
  UserChangeService,
  UserLookup,
} from '../../../api/src/admin/index.js';
import { withServices } from '../services/with-services.js';
import { CliError, usageError } from '../terminal/cli-error.js';
import { addCommand, fields, type OutputOptions, plain, print, time } from '../terminal/output.js';

const WHO = '<uid-or-email>';

export function addUsers(program: Command): void {
  const group = program.command('user').description('look at a user, disable, enable or delete them');
  addCommand(group, `show ${WHO}`, 'show a user').action(show);
  addCommand(group, `disable ${WHO}`, 'keep a user from signing in, and end all their sessions').action(
    setActive(false),
  );
  addCommand(group, `enable ${WHO}`, 'allow a user to sign in again').action(setActive(true));
  addCommand(group, `delete ${WHO}`, 'delete a user with all data; this cannot be undone')
    .option('--yes', 'do not ask; required without a terminal')
    .action(remove);
}

async function show(who: string, output: OutputOptions): Promise<void> {
  printUser(await withServices(async (get) => toAdminUser(await get(UserLookup).locate(who))), output);
}

function setActive(active: boolean) {
  return async (who: string, output: OutputOptions): Promise<void> => {
    const user = await withServices(async (get) => {
      const { uid } = await get(UserLookup).locate(who);
      return toAdminUser(await get(UserChangeService).change(uid, { active }));
    });
    printUser(user, output);
  };
}

async function remove(who: string, { yes, ...output }: OutputOptions & { yes?: boolean }): Promise<void> {
  if (!yes && !process.stdin.isTTY)
    throw usageError('there is no terminal to ask for a confirmation: add --yes to delete the user.');
  const { uid, email } = await withServices(async (get) => {
    const user = await get(UserLookup).locate(who);
    if (!yes) await confirm(`Delete ${plain(user.email)} (${user.uid}) for good? [y/N] `);
    await get(AdminUserService).remove(user.uid);
    return user;
  });
  print({ deleted: uid }, output, () => [`User ${uid} (${plain(email)}) is deleted.`]);
}

async function confirm(question: string): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(question);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('NOT_CONFIRMED', 'nothing was deleted.');
}

function printUser(user: AdminUserView, output: OutputOptions): void {
  const { created_at, updated_at, last_login, ...others } = user;
  const times = { created_at: time(created_at), updated_at: time(updated_at), last_login: time(last_login) };
  print(user, output, () => fields({ ...others, ...times }));
}
