import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase, DATABASE, sqliteAt, type TestDatabase } from '../database/database.js';
import { freePort, Service } from '../service/service.js';
import { prepareReaderFolder } from './workspace.js';

const INBOX = /Mail +http:\/\/localhost:(\d+) /;
/** What the service needs, and what readers do not change. All other files in its folder belong to a document. */
const KEPT = ['.env', '.my.cnf', '.bin', 'data', 'dist', 'node_modules', 'package.json'];
/** What documents create. The service reads these rows for each request, or finds out within seconds that they are gone. */
const TABLES = [
  ...['one_time_tokens', 'messages', 'sessions', 'totp_factors', 'passkeys', 'recovery_codes', 'factor_resets'],
  ...['identities', 'providers', 'webhook_deliveries', 'webhooks', 'admin_tokens'],
  ...['api_keys', 'client_secrets', 'clients', 'import_batches', 'users', 'events'],
];

/** The service as `npm start` starts it, in the folder of a reader who has built it. */
export class DevelopmentService {
  private constructor(
    readonly service: Service,
    readonly database: TestDatabase,
    readonly port: string,
    readonly inboxPort: string,
  ) {}

  static async start(): Promise<DevelopmentService> {
    const mysql = DATABASE === 'mysql' ? await createDatabase() : undefined;
    const port = String(await freePort());
    // The command line finds the settings of the service in the same folder.
    const keys = { API_KEY_SCOPES: 'orders:read,orders:write', API_KEY_AUDIENCES: 'https://orders.example.com' };
    const settings = { PORT: port, BCRYPT_COST: '4', ...keys, ...(mysql && { DATABASE_URL: mysql.url }) };
    const dotenv = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    const unset = { NODE_ENV: '', SMTP_URL: '' };
    const service = await Service.launch({ ...settings, ...unset }, dotenv.join(''), [], ['--development']);
    await service.until(() => INBOX.test(service.log));
    const database = mysql ?? sqliteAt(join(service.folder, 'data/auth.sqlite'));
    prepareReaderFolder(service.folder);
    writeFileSync(join(service.folder, '.my.cnf'), clientSettings(database.url));
    return new DevelopmentService(service, database, port, INBOX.exec(service.log)?.[1] ?? '');
  }

  /** Removes what a document has created, for the next one: its files and rows. */
  async empty(): Promise<void> {
    const { folder } = this.service;
    for (const name of readdirSync(folder).filter((name) => !KEPT.includes(name)))
      rmSync(join(folder, name), { recursive: true });
    for (const table of TABLES) await this.database.sql(`DELETE FROM ${table}`);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    if (DATABASE === 'mysql') {
      const restored = `${new URL(this.database.url).pathname.slice(1)}_restored`;
      await this.database.sql(`DROP DATABASE IF EXISTS ${restored}`);
    }
    await this.database.drop();
  }
}

/** The settings with which the clients of MySQL find their server. */
function clientSettings(url: string): string {
  const { hostname, port, username, password } = new URL(url);
  return `[client]\nhost=${hostname}\nport=${port || '3306'}\nuser=${username}\npassword=${decodeURIComponent(password)}\n`;
}
