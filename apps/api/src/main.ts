import 'reflect-metadata';
import { keepHeapSmall, loadEnv, SettingsError } from '@app/config';
import { Database, IncompleteSchema, SCHEMA_CURE } from '@app/database';
import { FirstToken } from './admin/tokens/first-token.js';
import { createApp } from './configure-app.js';
import { createLogger } from './http/logger.js';
import { openInbox } from './inbox/inbox.js';
import { MetricsPort } from './metrics/metrics-port.js';
import { welcome } from './welcome.js';

async function main(): Promise<void> {
  keepHeapSmall();
  // `npm start` sets the default of NODE_ENV in this way, which works in the shell of every operating system.
  const nodeEnv = process.argv.includes('--development') ? 'development' : 'production';
  const inbox = loadEnv(process.env, nodeEnv).wantsInbox ? await openInbox() : undefined;
  const env = loadEnv(inbox ? { ...process.env, SMTP_URL: inbox.smtpUrl } : process.env, nodeEnv);
  const logger = createLogger(env);
  const app = await createApp(env, logger);
  await app.listen(env.port, env.host).catch((error: unknown) => {
    throw notListening(error, env.host, env.port);
  });
  await app
    .get(MetricsPort)
    .listen()
    .catch((error: unknown) => {
      throw notListening(error, env.host, env.metricsPort ?? 0, 'METRICS_PORT');
    });
  logger.info({ url: env.baseUrl, port: env.port }, 'listening');
  // The service listens before the database is there: it tells whoever asks that it is not ready yet.
  const database = app.get(Database);
  await database.start();
  if (!database.ready) return;
  logger.info('ready');
  if (env.production) return;
  const inboxUrl = await inbox?.webUrl;
  if (inbox && !inboxUrl) logger.warn('The local inbox did not start: letters wait in the outbox.');
  process.stdout.write(welcome(env, inboxUrl, app.get(FirstToken).made));
}

function notListening(error: unknown, host: string, port: number, variable = 'PORT'): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return wrong(variable, `${port} is taken by another program`, 'a free port');
    case 'EACCES':
      return wrong(variable, `${port} is reserved for the administrator of this machine`, 'a port above 1023');
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return wrong('HOST', `${host} is no address of this machine`, 'one of its addresses, or 0.0.0.0 for all of them');
    default:
      return error;
  }
}

function wrong(variable: string, problem: string, allowed: string): SettingsError {
  return new SettingsError([{ variable, wrong: problem, allowed }]);
}

/** What the operator can correct needs no stack. */
function explain(error: Error): string | undefined {
  if (error instanceof SettingsError) return `a setting is wrong:\n${error.message}`;
  return error instanceof IncompleteSchema ? `${error.message} Cure: ${SCHEMA_CURE}.` : error.stack;
}

main().catch((error: Error) => {
  process.stderr.write(`Latchkey cannot start: ${explain(error)}\n`);
  process.exit(1);
});
