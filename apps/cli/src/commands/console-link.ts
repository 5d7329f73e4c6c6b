import { Env } from '@app/config';
import { ConsoleSignIn } from '@app/flows';
import type { Command } from 'commander';
import { withServices } from '../services/with-services.js';
import { CliError, usageError } from '../terminal/errors.js';
import { confirm } from '../terminal/input.js';
import { addCommand, type OutputOptions, print } from '../terminal/output.js';

export function addConsoleLink(program: Command): void {
  addCommand(
    program,
    'console-link',
    'make a link that signs in to the console once, within five minutes, with all scopes',
  )
    .option('--production', 'make it for a service in production, after a question')
    .action(make);
}

async function make({ production = false, ...output }: OutputOptions & { production?: boolean }): Promise<void> {
  const link = await withServices(async (get) => {
    const env = get(Env);
    requireConsole(env);
    if (env.production) await confirmProduction(env, production);
    return get(ConsoleSignIn).createLink();
  });
  print({ link }, output, () => [link]);
}

function requireConsole({ console, production, inForce }: Env): void {
  if (!console) throw new CliError('INVALID_SETTINGS', 'the console is off: set CONSOLE=on, also for the service.');
  const hasUrl = inForce.some(({ name, given }) => name === 'BASE_URL' && given);
  if (production && !hasUrl) throw new CliError('INVALID_SETTINGS', 'BASE_URL is missing: the link leads there.');
}

async function confirmProduction({ baseUrl }: Env, production: boolean): Promise<void> {
  if (!production) throw usageError('this is production: add --production to make a link.');
  if (!process.stdin.isTTY) throw usageError('there is no terminal to ask for a confirmation.');
  await confirm(`Make a link that signs in to ${baseUrl}/console with all scopes? [y/N] `, 'no link was made.');
}
