import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Package, pack } from './packages.js';

const ROOT = resolve(__dirname, '../../..');

const SCOPE = '@latchkey/';

/** A library in its published form, installed in a separate folder with only the packages that it declares. */
export class PackedLibrary {
  readonly folder = mkdtempSync(join(tmpdir(), 'latchkey-library-'));
  private readonly packed: Package;

  constructor(name: 'client' | 'elements' | 'verify') {
    writeFileSync(join(this.folder, 'package.json'), JSON.stringify({ name: 'app', type: 'module' }));
    this.packed = pack(name);
    this.install(name, this.tarball);
  }

  get tarball(): string {
    return this.packed.tarball;
  }

  /** The output of a script of ours, or of a package. If it fails, the output is the error. */
  run(script: string, ...parameters: string[]): string {
    return this.node(join(ROOT, script), ...parameters);
  }

  /** The output of a program in the folder. */
  program(source: string, ...parameters: string[]): string {
    writeFileSync(join(this.folder, 'program.mjs'), source);
    return this.node('program.mjs', ...parameters);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
    this.packed.remove();
  }

  private node(...parameters: string[]): string {
    const options = { cwd: this.folder, encoding: 'utf8' } as const;
    const { stdout, stderr, status } = spawnSync(process.execPath, parameters, options);
    if (status !== 0) throw new Error(stdout + stderr);
    return stdout;
  }

  private install(name: string, tarball: string): void {
    const home = join(this.folder, 'node_modules', SCOPE, name);
    mkdirSync(home, { recursive: true });
    execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', home]);
    this.copyDependencies(home);
  }

  /** Packs a library of ours that another one needs. */
  private installOwn(name: string): void {
    const packed = pack(name);
    this.install(name, packed.tarball);
    packed.remove();
  }

  /** Copies the dependencies of a package from our own packages, so that nothing is downloaded. */
  private copyDependencies(home: string): void {
    const { dependencies = {} } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) {
      if (name.startsWith(SCOPE)) {
        this.installOwn(name.slice(SCOPE.length));
        continue;
      }
      const copy = join(this.folder, 'node_modules', name);
      cpSync(join(ROOT, 'node_modules', name), copy, { recursive: true });
      this.copyDependencies(copy);
    }
  }
}
