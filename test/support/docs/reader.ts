import type { Row, TestDatabase } from '../database/database.js';
import { freePort, type Service } from '../service/service.js';
import type { Block } from './blocks.js';
import type { DevelopmentService } from './development-service.js';
import { fileName, statementsOf } from './parsers.js';
import { Shell } from './shell.js';
import { REPLACED } from './tables.js';
import { writeFileInto } from './workspace.js';

/** The server of the database in the documents. */
const DATABASE_SERVER = 'mysql://user:password@db.example.com:3306/';
/** The name of the database in the documents, in the settings of a database client. */
const DATABASE_NAME = /^database=auth$/m;

/** Runs a document from its start to its end, in a shell of its own, with a service that has no users. */
export class Reader {
  private readonly shell: Shell;
  private readonly seen: number;

  private readonly service: Service;
  private readonly database: TestDatabase;

  private constructor(
    private readonly blocks: Block[],
    { service, database }: DevelopmentService,
    /** The ports in the documents, and the ports that replace them. */
    private readonly ports: Map<string, string>,
  ) {
    this.service = service;
    this.database = database;
    this.shell = new Shell(service.folder);
    this.seen = service.requests.length;
  }

  /** @param blocks the blocks that will be run */
  static async start(blocks: Block[], development: DevelopmentService): Promise<Reader> {
    const ports = new Map([
      ['3000', development.port],
      ['1080', development.inboxPort],
    ]);
    for (const [, name = ''] of blocks.flatMap(({ text }) => [...text.matchAll(/\blocalhost:(\d{4,5})\b/g)])) {
      if (!ports.has(name)) ports.set(name, String(await freePort()));
    }
    return new Reader(blocks, development, ports);
  }

  /** Writes the files of a document to their places, and the compiled files of its TypeScript. */
  writeFiles(compiled: Map<string, string>): void {
    const scripts = this.blocks.filter(({ language }) => language === 'js').map(({ text }) => text);
    const named = scripts.map((text): [string | undefined, string] => [fileName(text), text]);
    for (const [name, text] of [...named, ...compiled]) {
      if (name !== undefined) writeFileInto(this.service.folder, name, this.withFreePorts(text));
    }
  }

  /** Runs commands; returns what they have written. */
  async runCommands(commands: string): Promise<string> {
    const output = await this.shell.run(this.withFreePorts(withReplacements(commands, this.database.url)));
    // A reader finds the email before the next block.
    await this.service.until(async () => {
      return (await this.database.sql("SELECT id FROM messages WHERE status <> 'sent'")).length === 0;
    });
    return output;
  }

  /**
   * Runs statements. If a block names a file, the result of the last one is written there: one line for each value of
   * its only column.
   */
  async runStatements(text: string): Promise<void> {
    let found: Row[] = [];
    for (const statement of statementsOf(text)) found = await this.database.sql(statement);
    const name = fileName(text);
    if (name === undefined) return;
    // MySQL returns JSON as values, MariaDB and SQLite return it as text.
    const lines = found
      .flatMap((row) => Object.values(row))
      .map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`);
    writeFileInto(this.service.folder, name, lines.join(''));
  }

  /** The codes of all failed calls since the start, without those of the doctor, which opens links that no email has. */
  get failures(): unknown[] {
    return this.service.requests
      .slice(this.seen)
      .filter(({ status, request_id: id }) => Number(status) >= 400 && id !== 'doctor')
      .map(({ code }) => code);
  }

  /** Ends the processes of the document. */
  stop(): Promise<void> {
    return this.shell.stop();
  }

  /** The text with free ports of this machine in place of the ports of the document. */
  private withFreePorts(text: string): string {
    return text.replace(/\b\d{4,5}\b/g, (number) => this.ports.get(number) ?? number);
  }
}

function withReplacements(commands: string, url: string): string {
  const lines = commands.split('\n').map((line) => REPLACED.find(({ line: wanted }) => wanted.test(line))?.by ?? line);
  const commandsOfReader = lines.join('\n').replace(DATABASE_NAME, `database=${nameOf(url)}`);
  return commandsOfReader.replace(DATABASE_SERVER, () => new URL('/', url).href);
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
