import 'reflect-metadata';
import { type Env, loadEnv, SettingsError } from '@app/config';
import { Database } from '@app/database';
import { createApp } from './configure-app.js';
import { welcome } from './welcome.js';
import { createLogger } from './wire/logger.js';

async function main(): Promise<void> {
  const env = loadEnv();
  const logger = createLogger(env);
  const app = await createApp(env, logger);
  await app.listen(env.port, env.host).catch((error) => {
    throw explainListening(error, env);
  });
  logger.info({ url: env.baseUrl, port: env.port }, 'listening');
  // The service listens before the database is there: it tells whoever asks that it is not ready yet.
  await app.get(Database).start();
  logger.info('ready');
  if (!env.production) process.stdout.write(welcome(env));
}

/** The setting that stands in the way of listening, where it is one. */
function explainListening(error: NodeJS.ErrnoException, { host, port }: Env): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return wrong('PORT', `${port} is taken by another program`, 'a free port');
    case 'EACCES':
      return wrong('PORT', `${port} is not for this user to listen on`, 'a port from 1024 to 65535');
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return wrong('HOST', `${host} is not an address of this machine`, 'one of its addresses, or 0.0.0.0 for all');
    default:
      return error;
  }
}

function wrong(variable: string, problem: string, allowed: string): SettingsError {
  return new SettingsError([{ variable, wrong: problem, allowed }]);
}

/** What stops the start is told in a sentence where it is the user's to mend. */
function explain(error: unknown): string {
  if (error instanceof SettingsError) return `Latchkey cannot start, a setting is wrong:\n${error.message}\n`;
  return `Latchkey cannot start:\n${error instanceof Error ? error.stack : String(error)}\n`;
}

main().catch((error: unknown) => {
  process.stderr.write(explain(error));
  process.exit(1);
});
