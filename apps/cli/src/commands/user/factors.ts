import { AdminFactorService, type AdminFactorsView, ResetFactorsRequest, toAdminFactors, UserLookup } from '@app/flows';
import type { Command } from 'commander';
import { validated } from '../../services/validated.js';
import { withServices } from '../../services/with-services.js';
import { addCommand, fields, type OutputOptions, plain, print, table, time } from '../../terminal/output.js';
import { WHO } from './print-user.js';

interface ResetOptions extends OutputOptions {
  reason: string;
  passkeys?: boolean;
  identities?: boolean;
}

const HELP = `
Removes authenticator apps and recovery codes, ends all sessions of the user, and informs the user. It signs no one in.
With MFA_RESET_DELAY the running service does so after that time; its email to the user has a link that stops it.`;

export function addFactors(group: Command): void {
  addCommand(group, `factors ${WHO}`, 'show the second factors of a user, without secrets').action(show);
  addCommand(group, `reset-factors ${WHO}`, 'remove the second factors of a user who has lost them')
    .requiredOption('--reason <text>', 'why, for the event log: 10 to 500 characters')
    .option('--passkeys', 'remove passkeys, too')
    .option('--identities', 'unlink external identities, too')
    .addHelpText('after', HELP)
    .action(reset);
}

async function show(who: string, output: OutputOptions): Promise<void> {
  const factors = await withServices(async (get) => {
    const { uid } = await get(UserLookup).locate(who);
    return toAdminFactors(await get(AdminFactorService).overview(uid));
  });
  print(factors, output, () => toLines(factors));
}

async function reset(
  who: string,
  { reason, passkeys = false, identities = false, ...output }: ResetOptions,
): Promise<void> {
  const request = await validated(ResetFactorsRequest, { reason, passkeys, identities });
  const done = await withServices(async (get) => {
    const user = await get(UserLookup).locate(who);
    const dueAt = await get(AdminFactorService).reset(user.uid, { reason: request.reason, passkeys, identities });
    const { reset_due_at: waiting } = toAdminFactors(await get(AdminFactorService).overview(user.uid));
    return { user, dueAt, waits: waiting !== null };
  });
  const { uid, email } = done.user;
  const named = `${plain(email)} (${uid})`;
  print({ uid, due_at: done.dueAt }, output, () => [
    done.waits
      ? `The second factors of ${named} will be removed at ${time(done.dueAt)} if the service runs.`
      : `The second factors of ${named} are removed. All sessions have ended.`,
  ]);
}

function toLines({ factors, reset_due_at, ...others }: AdminFactorsView): string[] {
  const rows = factors.map(({ factor_id, type, name, created_at, last_used_at }) => {
    return [factor_id, type, plain(name), time(created_at), time(last_used_at)];
  });
  const list = rows.length === 0 ? [] : ['', ...table(['ID', 'TYPE', 'NAME', 'CREATED', 'LAST USED'], rows)];
  return [...fields({ ...others, reset_due_at: time(reset_due_at) }), ...list];
}
