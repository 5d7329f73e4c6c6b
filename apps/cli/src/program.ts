import { VERSION } from '@app/config';
import { Command } from 'commander';
import { addAdminTokens } from './commands/admin-token.js';
import { addDoctor } from './commands/doctor.js';
import { addExport } from './commands/export.js';
import { addImport } from './commands/import.js';
import { addKeys } from './commands/keys.js';
import { addMigrate } from './commands/migrate.js';
import { addUsers } from './commands/user.js';
import { printError } from './terminal/cli-error.js';
import { wantsJson } from './terminal/output.js';

const HELP = `
Settings are read from the environment and from the file .env of the working folder, as the service reads them.
The event log records the changes of a command with the actor "cli". All commands but migrate and doctor first bring
the schema up to date, as a start of the service does.

NODE_ENV unset means production: then AUTH_SECRET must be set. If "npm start" has stored a secret in a file, a command
uses that one. Only doctor needs BASE_URL.

Exit codes: 0 done, 1 failed, 2 wrong usage.`;

function latchkey(): Command {
  const program = new Command('latchkey')
    .description('The command line of the authentication service, for administrators.')
    .version(VERSION, '--version', 'print the version')
    .addHelpText('after', HELP)
    .exitOverride()
    .configureOutput({ writeErr: (text) => wantsJson() || process.stderr.write(text) })
    .showHelpAfterError('(--help shows more)');
  for (const add of [addMigrate, addAdminTokens, addKeys, addUsers, addImport, addExport, addDoctor]) add(program);
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
