import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase, DATABASE, type Row, sqliteAt, type TestDatabase } from '../database.js';
import { freePort, Service } from '../service.js';
import type { Block } from './blocks.js';
import { fileName, statementsOf } from './parsers.js';
import { Shell } from './shell.js';
import { REPLACED } from './tables.js';
import { furnish, place } from './workspace.js';

const INBOX = /Mail +http:\/\/localhost:(\d+) /;
/** The database that documents speak of, where one is named to a client of the database. */
const DATABASE_NAME = /^database=auth$/m;

/** Somebody who follows a document from its top to its end, beside a service that was freshly started for it. */
export class Reader {
  private readonly shell: Shell;
  private readonly seen: number;

  private constructor(
    private readonly blocks: Block[],
    private readonly service: Service,
    private readonly database: TestDatabase,
    /** The ports that documents name, and those that are used in place of them. */
    private readonly ports: Map<string, string>,
  ) {
    furnish(service.folder);
    writeFileSync(join(service.folder, '.my.cnf'), clientSettings(database.url));
    this.shell = new Shell(service.folder);
    this.seen = service.requests.length;
  }

  /** @param blocks those that are going to be followed */
  static async start(blocks: Block[]): Promise<Reader> {
    const mysql = DATABASE === 'mysql' ? await createDatabase() : undefined;
    const port = String(await freePort());
    // What the service is started with, its command line finds in the same folder.
    const settings = { PORT: port, BCRYPT_COST: '4', ...(mysql && { DATABASE_URL: mysql.url }) };
    const dotenv = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    // As `npm start` does.
    const unset = { NODE_ENV: '', SMTP_URL: '' };
    const service = await Service.launch({ ...settings, ...unset }, dotenv.join(''), [], ['--development']);
    await service.until(() => INBOX.test(service.log));
    const database = mysql ?? sqliteAt(join(service.folder, 'data/auth.sqlite'));
    const ports = new Map([
      ['3000', port],
      ['1080', INBOX.exec(service.log)?.[1] ?? ''],
    ]);
    for (const [, name = ''] of blocks.flatMap(({ text }) => [...text.matchAll(/\blocalhost:(\d{4,5})\b/g)])) {
      if (!ports.has(name)) ports.set(name, String(await freePort()));
    }
    return new Reader(blocks, service, database, ports);
  }

  /** Writes the files of a document where they belong, and what its TypeScript files were compiled to. */
  unpack(compiled: Map<string, string>): void {
    const scripts = this.blocks.filter(({ language }) => language === 'js').map(({ text }) => text);
    const named = scripts.map((text): [string | undefined, string] => [fileName(text), text]);
    for (const [name, text] of [...named, ...compiled]) {
      if (name !== undefined) place(this.service.folder, name, this.localized(text));
    }
  }

  /** Runs commands; what they have written. */
  async type(commands: string): Promise<string> {
    const output = await this.shell.run(this.localized(replaced(commands, this.database.url)));
    // A letter is there before a reader has gone on to the next block.
    await this.service.until(async () => {
      return (await this.database.sql("SELECT id FROM messages WHERE status <> 'sent'")).length === 0;
    });
    return output;
  }

  /** Runs statements. A block that names a file leaves there what the last of them finds: lines of its only column. */
  async query(text: string): Promise<void> {
    let found: Row[] = [];
    for (const statement of statementsOf(text)) found = await this.database.sql(statement);
    const name = fileName(text);
    if (name === undefined) return;
    // MySQL tells JSON from text, MariaDB and SQLite do not.
    const lines = found
      .flatMap((row) => Object.values(row))
      .map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`);
    place(this.service.folder, name, lines.join(''));
  }

  /** The codes of calls that failed since the beginning. */
  get failures(): unknown[] {
    return this.service.requests
      .slice(this.seen)
      .filter(({ status }) => Number(status) >= 400)
      .map(({ code }) => code);
  }

  async stop(): Promise<void> {
    await this.shell.stop();
    await this.service.stop();
    if (DATABASE === 'mysql') await this.database.sql(`DROP DATABASE IF EXISTS ${nameOf(this.database.url)}_restored`);
    await this.database.drop();
  }

  /** With ports that are free on this machine in place of those that the document names. */
  private localized(text: string): string {
    return text.replace(/\b\d{4,5}\b/g, (number) => this.ports.get(number) ?? number);
  }
}

function replaced(commands: string, url: string): string {
  const lines = commands.split('\n').map((line) => REPLACED.find(({ line: wanted }) => wanted.test(line))?.by ?? line);
  return lines.join('\n').replace(DATABASE_NAME, `database=${nameOf(url)}`);
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** Where the clients of MySQL find their server without being told. */
function clientSettings(url: string): string {
  const { hostname, port, username, password } = new URL(url);
  return `[client]\nhost=${hostname}\nport=${port || '3306'}\nuser=${username}\npassword=${decodeURIComponent(password)}\n`;
}
