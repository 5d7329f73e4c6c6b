import { AdminProviderService, AdminSessionService, UserLookup } from '@app/flows';
import type { Command } from 'commander';
import { withServices } from '../../services/with-services.js';
import { usageError } from '../../terminal/cli-error.js';
import { addCommand, type OutputOptions, plain, print } from '../../terminal/output.js';
import { Progress } from '../progress.js';

interface EndOptions extends OutputOptions {
  provider?: string;
}

const HELP = `
Of one user, all sessions end. With --provider, the sessions and the sign-ins under way end that this external provider has
vouched for, of all users, in steps of at most 100 users. After an interruption, the same command ends the rest. Users whom
the provider still knows can sign in again. Each ended session is an event session.revoked of its user.`;

export function addEndSessions(group: Command): void {
  addCommand(
    group,
    'end-sessions [uid-or-email]',
    'end all sessions of a user, or of all users of an external provider',
  )
    .option('--provider <id>', 'end the sessions with this external provider')
    .addHelpText('after', HELP)
    .action(end);
}

async function end(who: string | undefined, { provider, ...output }: EndOptions): Promise<void> {
  if ((who === undefined) === (provider === undefined)) throw usageError('give either a user or --provider.');
  await (provider === undefined ? endOf(who ?? '', output) : endWith(provider, output));
}

async function endOf(who: string, output: OutputOptions): Promise<void> {
  const { uid, email, sessions } = await withServices(async (get) => {
    const user = await get(UserLookup).locate(who);
    return { uid: user.uid, email: user.email, sessions: await get(AdminSessionService).endAll(user.uid) };
  });
  const ended = sessions === 1 ? '1 session' : `${sessions} sessions`;
  print({ uid, sessions }, output, () => [`${ended} of ${plain(email)} (${uid}) ended.`]);
}

async function endWith(provider: string, output: OutputOptions): Promise<void> {
  const progress = new Progress(undefined, 'users', output.json);
  const work = withServices((get) => get(AdminProviderService).endSessions(provider, (users) => progress.reach(users)));
  const users = await work.finally(() => progress.end());
  const whose = users === 1 ? '1 user' : `${users} users`;
  print({ provider, users }, output, () => [`The sessions of ${whose} with the provider ${plain(provider)} ended.`]);
}
