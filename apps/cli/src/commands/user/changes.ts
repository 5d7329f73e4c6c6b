import { toAdminUser, UserChangeService, UserLookup, UserRemover } from '@app/flows';
import type { Command } from 'commander';
import { withServices } from '../../services/with-services.js';
import { CliError, usageError } from '../../terminal/cli-error.js';
import { addCommand, type OutputOptions, plain, print } from '../../terminal/output.js';
import { confirm } from '../../terminal/questions.js';
import { printUser, WHO } from './print-user.js';

export function addChanges(group: Command): void {
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
    const question = `Delete ${plain(user.email)} (${user.uid}) for good? [y/N] `;
    if (!yes && !(await confirm(question))) throw new CliError('NOT_CONFIRMED', 'nothing was deleted.');
    await get(UserRemover).remove(user.uid);
    return user;
  });
  print({ deleted: uid }, output, () => [`User ${uid} (${plain(email)}) is deleted.`]);
}
