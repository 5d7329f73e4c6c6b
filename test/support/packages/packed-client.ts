import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Package, pack } from './packages.js';

const ROOT = resolve(__dirname, '../../..');

/** The client in its published form, installed in a separate folder with only the packages that it declares. */
export class PackedClient {
  readonly folder = mkdtempSync(join(tmpdir(), 'latchkey-client-'));
  private readonly packed: Package = pack('client');

  constructor() {
    writeFileSync(join(this.folder, 'package.json'), JSON.stringify({ name: 'app', type: 'module' }));
    const home = join(this.folder, 'node_modules/@latchkey/client');
    mkdirSync(home, { recursive: true });
    execFileSync('tar', ['-xzf', this.tarball, '--strip-components=1', '-C', home]);
    this.copyDependencies(home);
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

  /** Copies the dependencies of a package from our own packages, so that nothing is downloaded. */
  private copyDependencies(home: string): void {
    const { dependencies = {} } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) {
      const copy = join(this.folder, 'node_modules', name);
      cpSync(join(ROOT, 'node_modules', name), copy, { recursive: true });
      this.copyDependencies(copy);
    }
  }
}
