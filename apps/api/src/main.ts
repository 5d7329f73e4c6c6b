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
  await app.listen(env.port, env.host);
  logger.info({ url: env.baseUrl, port: env.port }, 'listening');
  // The service listens before the database is there: it tells whoever asks that it is not ready yet.
  await app.get(Database).start();
  logger.info('ready');
  if (!env.production) process.stdout.write(welcome(env));
}

/** What stops the start is told in a sentence where it is the user's to mend. */
function explain(error: unknown, env: Partial<Env> = {}): string {
  if (error instanceof SettingsError) return `Latchkey cannot start, a setting is wrong:\n${error.message}\n`;
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    return `Latchkey cannot start, a setting is wrong:\nPORT: ${env.port ?? ''} is taken by another program; allowed: a free port\n`;
  }
  return `Latchkey cannot start:\n${error instanceof Error ? error.stack : String(error)}\n`;
}

main().catch((error: unknown) => {
  process.stderr.write(explain(error));
  process.exit(1);
});
