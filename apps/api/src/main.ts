import { announceBaseUrl, describeLocation, type Env, findMisspeltSettings, loadEnv, SettingsError } from '@app/config';
import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database, SchemaError } from '@app/database';
import { ConsoleSignIn, FirstToken } from '@app/flows';
import { isInboxInstalled } from '@app/mail';
import { UserCounts } from '@app/users';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from './configure-app.js';
import { startDevInbox } from './dev-inbox/dev-inbox.js';
import { BuiltPages } from './files/static-files.js';
import { createLogger } from './http/logger.js';
import { MetricsPort } from './metrics/metrics.js';
import { InboxUrl } from './pages/home.js';

/** The local inbox, if one was started: its page, or undefined if it failed. */
interface InboxState {
  url: string | undefined;
}

interface Started {
  inbox?: InboxState;
  /** A new admin token, which is shown only once. */
  adminToken?: string;
  /** The link that signs in to the console once. */
  consoleUrl?: string;
  hasUsers: boolean;
}

/** The text printed after a start in development: the URLs, a first call to try, and what gives access, which no log has. */
export function welcome(env: Env, { inbox, adminToken, consoleUrl, hasUsers }: Started): string {
  const { baseUrl, database, pages } = env;
  const admin = adminToken
    ? `
  The first admin token, which is not shown again:

    ${adminToken}

    curl -s ${baseUrl}/api/admin/users -H 'authorization: Bearer ${adminToken}'
`
    : '';
  return `
  Latchkey is running.

${pages.on ? `    Sign in    ${baseUrl}/sign-in\n` : ''}    API        ${baseUrl}/api/auth
${consoleUrl ? `    Console    ${consoleUrl}  (signs you in once, within 5 minutes)\n` : ''}    Docs       ${baseUrl}/docs  (OpenAPI: ${baseUrl}/openapi.json)
    Mail       ${inbox ? mailByInbox(inbox) : mailWithoutInbox(env)}
    Database   ${describeLocation(database)}
${hasUsers ? '' : firstUser(baseUrl, pages.on)}${admin}
`;
}

function firstUser(baseUrl: string, pages: boolean): string {
  return `
  Create a first user${pages ? ` at ${baseUrl}/sign-in ("Create one"), or by the API` : ''}, signed in at once:

    curl -s ${baseUrl}/api/auth/user/create -H 'content-type: application/json' \\
      -d '{"email":"ada@example.com","password":"correct horse battery","login":true}'
`;
}

function mailByInbox({ url }: InboxState): string {
  return url
    ? `${url}  (inbox: all emails end here)`
    : 'not sent: the local inbox did not start; emails wait in the outbox';
}

function mailWithoutInbox({ smtpUrl, wantsInbox }: Env): string {
  if (smtpUrl) return 'by the server in SMTP_URL';
  return wantsInbox ? 'not configured: set SMTP_URL, or install maildev for a local inbox' : 'none is sent';
}

/** How long the service waits for its database before it opens its port. */
const PORT_OPENS_AFTER_MS = 3_000;

async function start(): Promise<void> {
  // `npm start` sets the default of NODE_ENV in this way, which works in the shell of every operating system.
  const nodeEnv = process.argv.includes('--development') ? 'development' : 'production';
  const wantsInbox = loadEnv(process.env, nodeEnv).wantsInbox && isInboxInstalled();
  const inbox = wantsInbox ? await startDevInbox() : undefined;
  const env = loadEnv(process.env, nodeEnv, inbox && { SMTP_URL: inbox.smtpUrl });
  const logger = createLogger(env);
  for (const { variable, setting } of findMisspeltSettings()) {
    logger.warn(`${variable} is no setting and has no effect. Did you mean ${setting}?`);
  }
  const app = await createApp(env, logger);
  await app.init();
  const database = app.get(Database);
  const starting = database.start();
  // Load balancers send no request to a closed port. It opens in any case, so that /health/ready can say what is missing.
  await Promise.race([starting, sleep(PORT_OPENS_AFTER_MS, undefined, { ref: false })]);
  await listen(app, env);
  logger.info({ url: env.baseUrl, port: env.port }, 'listening');
  await starting;
  if (!database.ready) return;
  logger.info('ready');
  if (env.production) return;
  const inboxUrl = await inbox?.webUrl;
  app.get(InboxUrl).url = inboxUrl;
  const consoleUrl = app.get(BuiltPages).console.built ? await app.get(ConsoleSignIn).createLink() : undefined;
  const adminToken = app.get(FirstToken).created;
  const hasUsers = (await app.get(UserCounts).all()) > 0;
  process.stdout.write(welcome(env, { inbox: inbox && { url: inboxUrl }, adminToken, consoleUrl, hasUsers }));
}

/** Opens the ports, and tells commands where the service is. */
async function listen(app: NestFastifyApplication, env: Env): Promise<void> {
  await app.listen(env.port, env.host).catch((error: unknown) => {
    throw listenError(error, env.host, env.port);
  });
  await app
    .get(MetricsPort)
    .listen()
    .catch((error: unknown) => {
      throw listenError(error, env.host, env.metricsPort ?? 0, 'METRICS_PORT');
    });
  announceBaseUrl(env);
}

function listenError(error: unknown, host: string, port: number, variable = 'PORT'): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return settingsError(
        variable,
        `${port} is taken by another program`,
        `a free port, for example: ${variable}=${port + 1} npm start`,
      );
    case 'EACCES':
      return settingsError(variable, `${port} is reserved for the administrator of this machine`, 'a port above 1023');
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return settingsError(
        'HOST',
        `${host} is no address of this machine`,
        'one of its addresses, or 0.0.0.0 for all of them',
      );
    default:
      return error;
  }
}

function settingsError(variable: string, problem: string, allowed: string): SettingsError {
  return new SettingsError([{ variable, wrong: problem, allowed }]);
}

/** Errors that the operator can correct are printed without a stack. */
function explain(error: Error): string | undefined {
  if (error instanceof SettingsError) return `a setting is wrong:\n${error.message}`;
  return error instanceof SchemaError ? `${error.message} Cure: ${error.cure}.` : error.stack;
}

/** Runs the service in this process, and ends the process if it cannot start. */
export function main(): void {
  start().catch((error: Error) => {
    process.stderr.write(`Latchkey cannot start: ${explain(error)}\n`);
    process.exit(1);
  });
}
