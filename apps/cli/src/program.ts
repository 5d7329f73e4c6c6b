import { VERSION } from '@app/config';
import { Command } from 'commander';
import { addAdminTokens } from './admin-token.js';
import { addDoctor } from './doctor/doctor.js';
import { report } from './failure.js';
import { addKeys } from './keys.js';
import { addMigrate } from './migrate.js';
import { wantsJson } from './output.js';
import { addExport } from './transfer/export.js';
import { addImport } from './transfer/import.js';
import { addUsers } from './user.js';

const ABOUT = `
Settings are read from the environment and from the file .env of the working folder, as the service reads them.
What a command changes stands in the event log, done by "cli". All but migrate and doctor first bring the schema
up to date, as a start of the service does.

NODE_ENV unset means production: then AUTH_SECRET must be set. Beside "npm start", which keeps a secret in a file, a
command uses that one. No command but doctor asks for BASE_URL.

Exit codes: 0 done, 1 failed, 2 wrong usage.`;

function latchkey(): Command {
  const program = new Command('latchkey')
    .description('The command line of the authentication service: what an administrator does beside it.')
    .version(VERSION, '--version', 'print the version')
    .addHelpText('after', ABOUT)
    .exitOverride()
    .configureOutput({ writeErr: (text) => wantsJson() || process.stderr.write(text) })
    .showHelpAfterError('(--help tells more)');
  for (const add of [addMigrate, addAdminTokens, addKeys, addUsers, addImport, addExport, addDoctor]) add(program);
  return program;
}

/** Runs a command line and returns its exit code. */
export async function run(words: string[]): Promise<number> {
  try {
    await latchkey().parseAsync(words.length === 0 ? ['--help'] : words, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return report(error);
  }
}
