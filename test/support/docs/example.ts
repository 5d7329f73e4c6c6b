import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installedFolderOf } from '../packages/installed.js';
import { type Package, pack } from '../packages/packages.js';
import { blocksOf, ROOT } from './blocks.js';
import { fileName } from './parsers.js';
import { writeFileInto } from './workspace.js';

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
