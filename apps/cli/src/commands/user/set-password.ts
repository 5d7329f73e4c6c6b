import { toAdminUser, UserChangeService, UserLookup } from '@app/flows';
import type { Command } from 'commander';
import { withServices } from '../../services/with-services.js';
import { addCommand, type OutputOptions, plain, print } from '../../terminal/output.js';
import { readPassword } from '../../terminal/questions.js';
import { WHO } from './print-user.js';

const HELP = `
The password is typed twice on a terminal; without a terminal it is the one line of standard input.`;

export function addSetPassword(group: Command): void {
  addCommand(group, `set-password ${WHO}`, 'set the password of a user, and end all their sessions')
    .addHelpText('after', HELP)
    .action(setPassword);
}

async function setPassword(who: string, output: OutputOptions): Promise<void> {
  const user = await withServices(async (get) => {
    const { uid } = await get(UserLookup).locate(who);
    return toAdminUser(await get(UserChangeService).change(uid, { password: await readPassword() }));
  });
  print(user, output, () => [`The password of ${plain(user.email)} (${user.uid}) is set. All sessions have ended.`]);
}
