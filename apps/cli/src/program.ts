import { VERSION } from '@app/config';
import { Command } from 'commander';
import { addAdminTokens } from './commands/admin-token.js';
import { addApiKeys } from './commands/api-key.js';
import { addClients } from './commands/client.js';
import { addConsoleLink } from './commands/console-link.js';
import { addDoctor } from './commands/doctor.js';
import { addExport } from './commands/export.js';
import { addImport } from './commands/import.js';
import { addKeys } from './commands/keys.js';
import { addMigrate } from './commands/migrate.js';
import { addProviders } from './commands/provider.js';
import { addUsers } from './commands/user.js';
import { addWebhooks } from './commands/webhook.js';
import { printError } from './terminal/errors.js';
import { wantsJson } from './terminal/output.js';

const HELP = `
Settings are read from the environment and from the file .env of the working folder, as the service reads them. Each
command names its database on standard error. Only migrate, import --from-database and the service create a database or
change its schema; no command creates a secret. The event log records the changes of a command with the actor "cli".

If neither NODE_ENV nor AUTH_SECRET is set, and "npm start" has stored a secret beside the database, a command uses that
secret, and works as for development. Otherwise NODE_ENV unset means production: then AUTH_SECRET must be set, and
doctor and console-link need BASE_URL.

With --json, standard output has one JSON document, or NDJSON from export, and standard error one JSON object per line:
{"database"} first, and for a failure {"code", "message"} last.

Exit codes: 0 done, 1 failed, 2 wrong usage.`;

/** All commands. */
export function latchkey(): Command {
  const program = new Command('latchkey')
    .description('The command line of the authentication service, for administrators.')
    .version(VERSION, '--version', 'print the version')
    .addHelpText('after', HELP)
    .exitOverride()
    .configureOutput({ writeErr: (text) => wantsJson() || process.stderr.write(text) })
    .showHelpAfterError('(--help shows more)');
  for (const add of [
    addMigrate,
    addAdminTokens,
    addKeys,
    addConsoleLink,
    addUsers,
    addProviders,
    addWebhooks,
    addClients,
    addApiKeys,
    addImport,
    addExport,
    addDoctor,
  ])
    add(program);
  return program;
}

/** Runs a command line and returns its exit code. */
export async function run(words: string[]): Promise<number> {
  try {
    await latchkey().parseAsync(words.length === 0 ? ['--help'] : words, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return printError(error);
  }
}
