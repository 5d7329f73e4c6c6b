import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installedFolderOf, type Package, pack, READERS, SERVICE } from '../packages/packages.js';
import { blocksOf, ROOT } from './documents.js';
import { fileName } from './parsers.js';

/** The compiler options of the project of a reader, for both a Nest service and a web page. */
const READER_OPTIONS = {
  target: 'ES2023',
  module: 'nodenext',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
};

/** Runs an installed program like the real npx, but without the start of npm, which takes longer than most commands. */
const NPX = '#!/bin/sh\nprogram=$1\nshift\nexec "node_modules/.bin/$program" "$@"\n';

/** Creates the folder of a reader who has built the service: the command line and the packages. */
export function prepareReaderFolder(folder: string): void {
  linkPackages(folder);
  link(join(ROOT, 'dist/cli.js'), join(folder, 'dist/cli.js'));
  link(createRequire(__filename).resolve('typescript/bin/tsc'), join(folder, 'node_modules/.bin/tsc'));
  writeFileInto(folder, '.bin/npx', NPX);
  chmodSync(join(folder, '.bin/npx'), 0o755);
}

/** Links all packages that are installed here. */
export function linkPackages(folder: string): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const installed = new Set([...SERVICE.names(), ...READERS.names()]);
  for (const name of installed) link(installedFolderOf(name), join(folder, 'node_modules', name));
}

/** Writes a file of a document. */
export function writeFileInto(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

/**
 * Compiles TypeScript files together, each into a JavaScript file beside it.
 * @throws the errors of the compiler
 */
export function compile(folder: string, files: string[]): void {
  writeFileInto(folder, 'tsconfig.json', JSON.stringify({ compilerOptions: READER_OPTIONS, files }));
  try {
    const tsc = createRequire(__filename).resolve('typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, '-p', '.'], { cwd: folder });
  } catch (error) {
    throw new Error(String((error as { stdout: Buffer }).stdout));
  }
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

/** Our packages that recipes import, by their folders in `libs`. */
const LIBRARIES = ['client', 'verify'];

/** The compiler options of a project with a bundler. */
const BUNDLER_OPTIONS = {
  target: 'ES2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  jsx: 'react-jsx',
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

/**
 * The TypeScript of recipes, each in a folder with the name of its document, with our packages in their published form. The
 * further files of its example, if it has one, are in the same folder.
 */
export class RecipeProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'latchkey-recipes-'));
  private readonly packages: Package[] = [];

  /** @param replaced a text of the documents, and its replacement */
  constructor(documents: string[], replaced: [from: string, to: string][] = []) {
    linkPackages(this.folder);
    for (const document of documents) {
      for (const { language, text, needs } of blocksOf(document)) {
        if (!/^tsx?$/.test(language) || needs !== undefined) continue;
        for (const library of LIBRARIES) if (text.includes(`'@latchkey/${library}`)) this.install(library);
        const source = replaced.reduce((result, [from, to]) => result.replaceAll(from, to), text);
        writeFileInto(this.folder, join(folderOf(document), fileName(text) ?? ''), source);
      }
      const example = join(ROOT, 'examples', folderOf(document), 'src');
      if (existsSync(example)) cpSync(example, join(this.folder, folderOf(document), 'src'), { recursive: true });
    }
  }

  /** The errors of the compiler in all files. */
  typeErrors(): string[] {
    const config = { compilerOptions: BUNDLER_OPTIONS, include: ['*/src'] };
    writeFileInto(this.folder, 'tsconfig.json', JSON.stringify(config));
    try {
      this.run('typescript/bin/tsc', '-p', '.');
      return [];
    } catch (error) {
      return String((error as { stdout: Buffer }).stdout)
        .trim()
        .split('\n');
    }
  }

  /** Files of recipes with all that they import: a CommonJS module for Node.js, or an ES module for a browser. */
  bundle(files: string[], platform: 'node' | 'browser' = 'node'): string {
    const name = files.join('-').replace(/\W/g, '-');
    const [entry, output] = [
      `${name}.ts`,
      join(this.folder, `${name}.${platform}.${platform === 'node' ? 'cjs' : 'js'}`),
    ];
    writeFileInto(this.folder, entry, files.map((file) => `export * from './${file}';\n`).join(''));
    const format = platform === 'node' ? 'cjs' : 'esm';
    const options = [`--platform=${platform}`, `--format=${format}`, `--outfile=${output}`, '--jsx=automatic'];
    this.run('esbuild/bin/esbuild', entry, '--bundle', '--log-level=warning', ...options);
    return output;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
    for (const { remove } of this.packages) remove();
  }

  /** Installs a package of ours in its published form. */
  private install(library: string): void {
    const place = join(this.folder, 'node_modules/@latchkey', library);
    if (existsSync(place)) return;
    const packed = pack(library);
    this.packages.push(packed);
    cpSync(packed.folder, place, { recursive: true });
  }

  private run(program: string, ...words: string[]): void {
    execFileSync(process.execPath, [join(ROOT, 'node_modules', program), ...words], {
      cwd: this.folder,
      stdio: 'pipe',
    });
  }
}

function folderOf(document: string): string {
  return basename(document, '.md');
}

const START_SECONDS = 60;
const SCOPE = '@latchkey/';

/** Files of a user who has started the example in its folder, and what would be installed. */
const MADE = /\/(node_modules|dist|\.next|package-lock\.json)$/;

/** A copy of an example, in a folder below those where packages are installed, so that it finds them. */
export class Example {
  private readonly folder: string;
  private readonly packages: Package[] = [];
  private child: ChildProcess | undefined;
  private output = '';

  /** @param document a guide whose files take the place of those of the example, except of its layout */
  constructor(name: string, document?: string) {
    const parent = join(ROOT, 'test/published/dist');
    mkdirSync(parent, { recursive: true });
    this.folder = mkdtempSync(join(parent, `${name}-`));
    cpSync(join(ROOT, 'examples', name), this.folder, { recursive: true, filter: (path) => !MADE.test(path) });
    this.provideDependencies(this.folder);
    if (document !== undefined) this.replaceFiles(document);
  }

  /** Replaces a text in one of its files. */
  replace(file: string, from: string, to: string): void {
    const path = join(this.folder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to));
  }

  /** Runs `npm start`, with these words after it, until the URL answers. */
  async start(url: string, env: Record<string, string> = {}, ...words: string[]): Promise<void> {
    // Next.js asks the registry for its newest version. It takes no folder as the root of a project that contains HOME.
    const quiet = { NEXT_TELEMETRY_DISABLED: '1', npm_config_registry: 'http://127.0.0.1:9', CI: '1' };
    const child = spawn('npm', ['start', '--', ...words], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...quiet, ...env },
      // A process group of its own: npm starts a shell, and the shell the program.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (this.output += text));
    const isUp = () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      );
    for (const deadline = Date.now() + START_SECONDS * 1_000; !(await isUp()); await sleep(50))
      if (Date.now() > deadline || child.exitCode !== null) throw new Error(`npm start printed:\n${this.output}`);
  }

  async stop(): Promise<void> {
    if (this.child?.pid && this.child.exitCode === null) {
      process.kill(-this.child.pid, 'SIGKILL');
      await once(this.child, 'close');
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
    for (const { remove } of this.packages) remove();
  }

  private replaceFiles(document: string): void {
    const files = readdirSync(join(this.folder, 'src'), { recursive: true, withFileTypes: true });
    const replaced = files.filter((entry) => entry.isFile() && entry.name !== 'layout.tsx');
    for (const { parentPath, name } of replaced) rmSync(join(parentPath, name));
    for (const { language, text } of blocksOf(document))
      if (/^tsx?$/.test(language)) writeFileInto(this.folder, fileName(text) ?? '', text);
  }

  private provideDependencies(folder: string): void {
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const [name, version] of Object.entries<string>(dependencies)) this.provide(name, version);
  }

  /** Installs a dependency, if the installed one will not do. */
  private provide(name: string, version: string): void {
    const [, packed] = /^file:\.\.\/\.\.\/dist\/packages\/(\w+)$/.exec(version) ?? [];
    // One of our packages needs another one.
    const library = packed ?? (name.startsWith(SCOPE) ? name.slice(SCOPE.length) : undefined);
    const place = join(this.folder, 'node_modules', name);
    if (library) {
      const made = pack(library);
      this.packages.push(made);
      cpSync(made.folder, place, { recursive: true });
      this.provideDependencies(place);
      return;
    }
    const installed = installedFolderOf(name);
    // The packages of Nest find each other in one folder.
    if (name.startsWith('@nestjs/')) cpSync(installed, place, { recursive: true });
  }
}

/** The output of the calls in a document, with these replacements of its texts. */
export function callAsIn(document: string, replacements: Record<string, string>): string {
  const commands = blocksOf(document).filter(({ language, text }) => language === 'sh' && text.includes('curl'));
  const script = Object.entries(replacements).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    commands.map(({ text }) => text).join(''),
  );
  return execFileSync('bash', ['-euo', 'pipefail', '-c', script], { encoding: 'utf8' });
}
