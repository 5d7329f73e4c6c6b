import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, DATABASE, type Row, sqliteAt, type TestDatabase } from '../database/database.js';
import { type Package, pack } from '../packages/packages.js';
import { freePort, has } from '../run/machine.mjs';
import { Service } from '../service/service.js';
import {
  type Block,
  blocksOf,
  DOCUMENTS,
  FAILURES,
  isReplaced,
  MIGRATING,
  placeOf,
  RECIPES,
  REPLACED,
} from './documents.js';
import { fileName, statementsOf } from './parsers.js';
import { compile, linkPackages, prepareReaderFolder, writeFileInto } from './recipe.js';

/** The programs that the documents use. */
const CLIENTS = { sqlite: [], mysql: ['mysql', 'mysqldump'], postgres: ['psql', 'pg_dump', 'pg_restore'] };
const TOOLS = ['bash', 'curl', 'jq', 'openssl', ...CLIENTS[DATABASE]];

/** Whether the documents can be run on this machine. */
const HAS_TOOLS = TOOLS.every(has);

/**
 * Runs one file after the other, so that variables and the working folder are kept between blocks; the first failure
 * ends it.
 */
const SESSION = 'set -euo pipefail; while read -r -u 3 block; do source "$block" < /dev/null; echo >&4; done';

/** The time limit of a block, on a busy machine. */
const TIMEOUT_MS = 120_000;

/**
 * One bash for all commands of a reader, with no variable of the environment except PATH, and with the programs of its
 * folder first.
 */
export class Shell {
  private output = '';
  private readonly child: ChildProcess;
  private readonly finished: AsyncIterator<string>;
  private readonly ended: Promise<unknown>;
  private count = 0;

  constructor(private readonly folder: string) {
    const env = { PATH: `${folder}/.bin:${process.env.PATH}`, HOME: folder, LANG: 'C.UTF-8' };
    this.child = spawn('bash', ['-c', SESSION], {
      cwd: folder,
      env,
      // A process group of its own, which also contains the background processes of a block.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    });
    this.ended = once(this.child, 'exit');
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
    this.finished = createInterface(this.child.stdio[4] as Readable)[Symbol.asyncIterator]();
    (this.child.stdio[3] as Writable).on('error', () => undefined);
  }

  /**
   * The output of the commands, standard error included.
   * @throws the output, when a command fails
   */
  async run(commands: string): Promise<string> {
    this.output = '';
    const file = join(this.folder, `.block-${this.count++}.sh`);
    writeFileSync(file, commands);
    (this.child.stdio[3] as Writable).write(`${file}\n`);
    const ended = this.ended.then(() => ({ done: true }));
    const tooLong = sleep(TIMEOUT_MS, { done: true }, { ref: false });
    const done = await Promise.race([this.finished.next(), ended, tooLong]);
    // The last output may arrive shortly after the signal that the block has ended.
    await sleep(50);
    if (done.done) throw new Error(`${commands}\nfailed, or took too long, and wrote:\n${this.output}`);
    return this.output;
  }

  /** Ends the shell with all processes that it has started. */
  async stop(): Promise<void> {
    try {
      process.kill(-(this.child.pid ?? 0), 'SIGKILL');
    } catch {
      // It has already ended, and no process is left.
    }
    await this.ended;
  }
}

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
    const server = DATABASE === 'sqlite' ? undefined : await createDatabase();
    const port = String(await freePort());
    // The command line finds the settings of the service in the same folder.
    const keys = { API_KEY_SCOPES: 'orders:read,orders:write', API_KEY_AUDIENCES: 'https://orders.example.com' };
    const settings = { PORT: port, BCRYPT_COST: '4', ...keys, ...(server && { DATABASE_URL: server.url }) };
    const dotenv = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    const unset = { NODE_ENV: '', SMTP_URL: '' };
    const service = await Service.launch({ ...settings, ...unset }, dotenv.join(''), [], ['--development']);
    await service.until(() => INBOX.test(service.log));
    const database = server ?? sqliteAt(join(service.folder, 'data/auth.sqlite'));
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
    if (DATABASE !== 'sqlite') {
      // Of the documents about backups and about a change of the database.
      for (const end of ['restored', 'new'])
        await this.database.sql(`DROP DATABASE IF EXISTS ${nameOf(this.database.url)}_${end}`);
    }
    await this.database.drop();
  }
}

/** The settings with which the clients of MySQL find their server. */
function clientSettings(url: string): string {
  const { hostname, port, username, password } = new URL(url);
  return `[client]\nhost=${hostname}\nport=${port || '3306'}\nuser=${username}\npassword=${decodeURIComponent(password)}\n`;
}

/** The server of the database in the documents. */
const DATABASE_SERVER = /(?:mysql|postgres):\/\/user(?::password)?@db\.example\.com:\d+\//g;
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

/** The packages that a document can install, by the library from which they are built. */
const PACKAGES: Record<string, string> = {
  '@latchkey/nest-auth': 'auth',
  '@latchkey/verify': 'verify',
  '@latchkey/client': 'client',
  '@latchkey/elements': 'elements',
};

/** What a package of ours imports. */
const NEEDED: Record<string, string> = { '@latchkey/verify': '@latchkey/nest-auth' };

/** The folder of a document: its path must not leave the folder of all documents. */
const folderOf = (document: string) => document.replace(/\W/g, '-');

/** The TypeScript files of all documents, each in the folder of its document, compiled in one run of the compiler. */
class Compilation {
  private readonly folder = mkdtempSync(join(tmpdir(), 'latchkey-documents-'));
  private packages: Package[] = [];
  private readonly documents = new Set<string>();
  private output: string[] = [];

  run(blocks: Block[]): void {
    const sources = blocks.filter(({ language }) => language === 'ts');
    const files = sources.map(({ document, text }) => `${folderOf(document)}/${fileName(text)}`);
    if (files.length === 0) return;
    for (const [index, { document, text }] of sources.entries()) {
      this.documents.add(document);
      writeFileInto(this.folder, files[index] ?? '', text);
    }
    linkPackages(this.folder);
    this.install(sources.map(({ text }) => text).join(''));
    try {
      compile(this.folder, files);
    } catch (error) {
      this.output = (error as Error).message.split('\n').filter((line) => line !== '');
    }
  }

  /** The errors of the compiler in the files of a document, or in all files. */
  errorsOf(document: string): string[] {
    const others = [...this.documents].filter((other) => other !== document).map(folderOf);
    const isOfAnother = (line: string) => others.some((folder) => line.startsWith(`${folder}/`));
    return this.output.filter((line) => !isOfAnother(line));
  }

  /** The files of a document and their compiled files: name -> text. */
  outputOf(document: string): Map<string, string> {
    if (!this.documents.has(document)) return new Map();
    const folder = join(this.folder, folderOf(document));
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const names = files.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
    return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
    for (const { remove } of this.packages) remove();
  }

  /** Installs those of our packages that a text imports, in their published form. */
  private install(text: string): void {
    for (const [name, library] of Object.entries(PACKAGES)) {
      if (![name, NEEDED[name] ?? name].some((imported) => text.includes(`'${imported}`))) continue;
      const packed = pack(library);
      this.packages.push(packed);
      cpSync(packed.folder, join(this.folder, 'node_modules', name), { recursive: true });
    }
  }
}

/** Languages of blocks that are run, or that such blocks read. All other blocks are only parsed. */
const RUN_LANGUAGES = ['sh', 'sql', 'ts', 'js'];

const COMPILATION_MS = 300_000;

const isRun = ({ document, language, needs, only, text }: Block) =>
  RUN_LANGUAGES.includes(language) &&
  !(language === 'ts' && document.startsWith(RECIPES)) &&
  !document.startsWith(MIGRATING) &&
  needs === undefined &&
  (only ?? DATABASE) === DATABASE &&
  !isReplaced(text);

/** Adds the position of a block to an error. */
async function at<T>(block: Block, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${placeOf(block)}: ${(error as Error).message}`);
  }
}

/** Documents that each run follows: the README on SQLite, those with statements on MySQL, and those with blocks for one database there. */
const isOfEachRun = (document: string) => {
  if (document === 'README.md') return DATABASE === 'sqlite';
  return blocksOf(document).some(
    ({ language, only }) => only === DATABASE || (language === 'sql' && DATABASE === 'mysql'),
  );
};

const FOLLOWED = DOCUMENTS.filter((document) => blocksOf(document).some(isRun));

/** The documents with commands, programs or statements that each run follows. */
export const OF_EACH_RUN = FOLLOWED.filter(isOfEachRun);

/** The other documents with commands or programs. */
export const OTHERS = FOLLOWED.filter((document) => !isOfEachRun(document));

const describeWithTools = HAS_TOOLS ? describe : describe.skip;

/** Tests of what the blocks of these documents do, from the first to the last. */
export function follow(documents: string[]): void {
  describeWithTools('the commands and programs of the documents', () => testsOf(documents));
}

function testsOf(documents: string[]): void {
  const compilation = new Compilation();
  beforeAll(() => compilation.run(documents.flatMap((document) => blocksOf(document)).filter(isRun)), COMPILATION_MS);
  afterAll(() => compilation.remove());

  /** One service for all documents, each of which finds it without users. */
  let development: DevelopmentService | undefined;
  async function withoutUsers(): Promise<DevelopmentService> {
    if (development) await development.empty();
    else development = await DevelopmentService.start();
    return development;
  }
  async function stop(): Promise<void> {
    await development?.stop();
    development = undefined;
  }
  afterAll(stop);

  it.each(documents)(
    'work from the first to the last in %s',
    async (document) => {
      const blocks = blocksOf(document).filter(isRun);
      expect(compilation.errorsOf(document)).toEqual([]);
      const commands = blocks.filter(({ language }) => language === 'sh' || language === 'sql');
      if (commands.length === 0) return;
      const reader = await Reader.start(blocks, await withoutUsers());
      let works = false;
      try {
        reader.writeFiles(compilation.outputOf(document));
        for (const block of commands) {
          if (block.language === 'sh') await at(block, () => reader.runCommands(block.text));
          else await at(block, () => reader.runStatements(block.text));
        }
        expect(reader.failures).toEqual(FAILURES[document] ?? []);
        works = true;
      } finally {
        await reader.stop();
        // A document that fails leaves nothing that the next one could stumble over.
        if (!works) await stop();
      }
    },
    COMPILATION_MS,
  );
}
