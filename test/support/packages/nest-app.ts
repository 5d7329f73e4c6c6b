import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Answer, type Call, send } from '../http/http.js';
import { freePort } from '../run/machine.mjs';
import { type Home, installedFolderOf, READERS, SERVICE } from './packages.js';

const ROOT = resolve(__dirname, '../../..');

/** The `aud` of machines' tokens in the application of the guide. */
export const STOCK = 'https://stock.example.com';

/** The files of the guides of other services, name -> text. Their application also has the routes for machines. */
export function guideFiles(...guides: string[]): Map<string, string> {
  const texts = guides.map((name) => readFileSync(join(ROOT, `docs/${name}.md`), 'utf8'));
  const files = [...texts.join('').matchAll(/```ts\n\/\/ (src\/\S+)\n(.*?)```/gs)];
  return new Map(
    files.map(([, file = '', text = '']) => [file, file === 'src/app.module.ts' ? withStock(text) : text]),
  );
}

function withStock(text: string): string {
  return `import { StockController } from './stock.controller.js';\n${text}`
    .replace("'http://localhost:3000' })", `'http://localhost:3000', machineAudience: '${STOCK}' })`)
    .replace('[OrdersController]', '[OrdersController, StockController]');
}

/** Named differently in our repository, beside those of the other version, by the major version of Nest. */
const ALIASES: Record<NestMajor, Record<string, string>> = {
  11: {
    '@nestjs/common': 'nest-11-common',
    '@nestjs/core': 'nest-11-core',
    '@nestjs/platform-express': 'nest-11-on-express',
    '@nestjs/platform-fastify': 'nest-11-on-fastify',
  },
  12: {},
};
/** The dependencies of a Nest application, besides our package. */
const OWN = ['common', 'core', 'platform-express', 'platform-fastify'].map((name) => `@nestjs/${name}`);
const DEPENDENCIES = [...OWN, 'reflect-metadata', 'rxjs', '@types/node'];
const SCOPE = '@latchkey/';

// biome-ignore lint/suspicious/noExplicitAny: descriptions of packages are read as data
type Json = any;

function run(command: string, words: string[], folder: string): string {
  return execFileSync(command, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

type NestMajor = 11 | 12;

/** The copied packages, each with its version and the place that it comes from. */
type Provided = Map<string, { version: string; home: Home }>;

/** A new Nest application in a separate folder, with our tarball installed by npm. */
export class NestApp {
  readonly folder = mkdtempSync(join(tmpdir(), 'latchkey-nest-'));

  /**
   * npm finds all dependencies of our package in `node_modules`, copied from here, and adds the tarball: without a
   * network. It removes what is not declared, so our package has to declare what it imports.
   */
  constructor(
    tarball: string,
    private readonly major: NestMajor = 12,
    type: 'module' | 'commonjs' = 'module',
  ) {
    const tarballs = [tarball, ...this.ownDependenciesOf(tarball)];
    const ours = tarballs.map((file) => ({ ...this.describe(file), file }));
    const needed = ours.flatMap(({ dependencies = {} }) => Object.keys(dependencies));
    const names = [...DEPENDENCIES, ...needed.filter((name) => !name.startsWith(SCOPE))];
    const provided = this.copyPackages(names, [SERVICE, READERS]);
    const described = {
      name: 'shop',
      private: true,
      type,
      overrides: readJson(join(ROOT, 'package.json')).overrides,
    };
    const dependencies = {
      ...Object.fromEntries(DEPENDENCIES.map((name) => [name, provided.get(name)?.version])),
      ...Object.fromEntries(ours.map(({ name, file }) => [name, `file:${file}`])),
    };
    const entries = ours.map(({ name, version, file, dependencies: needed, peerDependencies }) => {
      return [`node_modules/${name}`, { version, resolved: `file:${file}`, dependencies: needed, peerDependencies }];
    });
    const packages = {
      '': { dependencies },
      ...this.lockOf(provided),
      ...Object.fromEntries(entries),
    };
    this.write('package.json', JSON.stringify({ ...described, dependencies }));
    this.write('package-lock.json', JSON.stringify({ name: 'shop', lockfileVersion: 3, requires: true, packages }));
    run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'], this.folder);
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  /**
   * Compiles the files in `src` with the types of the package.
   * @throws {Error} with the errors of the compiler
   */
  compile(options: Record<string, unknown> = {}): void {
    const { target, strict, experimentalDecorators, emitDecoratorMetadata } = readJson(
      join(ROOT, 'tsconfig.json'),
    ).compilerOptions;
    const like = { target, strict, experimentalDecorators, emitDecoratorMetadata, skipLibCheck: true };
    const compilerOptions = {
      ...like,
      module: 'nodenext',
      rootDir: 'src',
      outDir: 'dist',
      types: ['node'],
      ...options,
    };
    this.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }));
    try {
      run(process.execPath, [join(installedFolderOf('typescript'), 'bin/tsc')], this.folder);
    } catch (error) {
      throw new Error((error as { stdout: string }).stdout);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private describe(tarball: string): Json {
    return JSON.parse(run('tar', ['-xzOf', tarball, 'package/package.json'], this.folder));
  }

  /** The tarballs of our packages that a package of ours needs: they are packed into the same folder. */
  private ownDependenciesOf(tarball: string): string[] {
    const { version, dependencies = {} } = this.describe(tarball);
    return Object.keys(dependencies).flatMap((name) => {
      if (!name.startsWith(SCOPE)) return [];
      const file = join(dirname(tarball), `latchkey-${name.slice(SCOPE.length)}-${version}.tgz`);
      return [file, ...this.ownDependenciesOf(file)];
    });
  }

  /** Copies packages with all their dependencies, each from the first of these homes that has it. */
  private copyPackages(names: string[], homes: Home[], known: Provided = new Map()): Provided {
    for (const name of names.filter((candidate) => !known.has(candidate))) {
      const home = homes.find((each) => existsSync(each.folderOf(this.placeOf(name))));
      // An optional package of another system.
      if (home === undefined) continue;
      const folder = home.folderOf(this.placeOf(name));
      const { version, dependencies, bin } = readJson(join(folder, 'package.json'));
      known.set(name, { version, home });
      cpSync(folder, join(this.folder, 'node_modules', name), { recursive: true });
      const programs = typeof bin === 'string' ? { [name]: bin } : (bin ?? {});
      for (const [program, file] of Object.entries<string>(programs)) this.link(program, join('..', name, file));
      this.copyPackages(Object.keys(dependencies ?? {}), home === READERS ? [READERS, SERVICE] : [SERVICE], known);
    }
    return known;
  }

  /** The entries of our lock files for packages, and for those inside them. */
  private lockOf(provided: Provided): Record<string, Json> {
    const found: Record<string, Json> = {};
    for (const [name, { home }] of provided) {
      const place = `node_modules/${this.placeOf(name)}`;
      for (const [path, { name: _alias, dev: _dev, ...facts }] of Object.entries(home.lock())) {
        if (path === place || path.startsWith(`${place}/`)) found[path.replace(place, `node_modules/${name}`)] = facts;
      }
    }
    return found;
  }

  private placeOf(name: string): string {
    return ALIASES[this.major][name] ?? name;
  }

  private link(program: string, target: string): void {
    mkdirSync(join(this.folder, 'node_modules/.bin'), { recursive: true });
    symlinkSync(target, join(this.folder, 'node_modules/.bin', program));
  }
}

function readJson(file: string): Json {
  return JSON.parse(readFileSync(file, 'utf8'));
}

const START_TIMEOUT_MS = 60_000;
/** The first script receives each message first, so that timers that fire see the new time on both clocks. */
const CLOCKS = ['monotonic.mjs', 'clock.mjs'].flatMap((script) => [
  '--import',
  join(__dirname, '../service/preloads', script),
]);

/** A compiled Nest application as a separate process. */
export class NestProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly url: string,
  ) {}

  static async start(file: string, settings: Record<string, string>): Promise<NestProcess> {
    const port = String(await freePort());
    const env = { PATH: process.env.PATH ?? '', PORT: port, ...settings };
    const child = fork(file, { env, silent: true, execArgv: CLOCKS });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
    const started = new NestProcess(child, `http://127.0.0.1:${port}`);
    for (const deadline = Date.now() + START_TIMEOUT_MS; ; ) {
      if (await started.get('/').catch(() => undefined)) return started;
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`It did not start:\n${output}`);
      await new Promise((next) => setTimeout(next, 50));
    }
  }

  get(path: string, call?: Call): Promise<Answer> {
    return send(this.url, 'GET', path, call);
  }

  post(path: string, call?: Call): Promise<Answer> {
    return send(this.url, 'POST', path, call);
  }

  /** Sets its clocks forward, and fires the timers that are due by then. */
  async advance(seconds: number): Promise<void> {
    const advanced = once(this.child, 'message');
    this.child.send({ advance: seconds });
    await advanced;
  }

  /** Ends it as an operator would. */
  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}
