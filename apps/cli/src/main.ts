import 'reflect-metadata';
import { type Env, loadEnv, SettingsError } from '@app/config';
import { migrateOnce } from '@app/database';

const HELP = `latchkey COMMAND

  migrate    bring the schema of the database in DATABASE_URL up to date
  help       show this

Settings are read from the environment and from the file .env, as the service reads them.
`;

const COMMANDS: Record<string, (env: Env) => Promise<string>> = {
  migrate: async (env) => {
    const applied = await migrateOnce(env.database);
    return applied.length === 0 ? 'The schema is up to date.\n' : `Applied: ${applied.join(', ')}\n`;
  },
};

async function main([name = 'help']: string[]): Promise<void> {
  const command = COMMANDS[name];
  if (command) process.stdout.write(await command(loadEnv()));
  else if (['help', '--help', '-h'].includes(name)) process.stdout.write(HELP);
  else throw new UsageError(`latchkey: there is no command ${name}\n\n${HELP}`);
}

class UsageError extends Error {}

main(process.argv.slice(2)).catch((error: Error) => {
  const setting = error instanceof SettingsError ? 'a setting is wrong:\n' : '';
  process.stderr.write(error instanceof UsageError ? error.message : `latchkey: ${setting}${error.message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
