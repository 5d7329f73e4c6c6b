import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

/** The client as npm has it, installed in a folder of its own. */
export class PackedClient {
  readonly folder = mkdtempSync(join(tmpdir(), 'latchkey-client-'));
  readonly tarball: string;

  constructor() {
    this.tarball = this.run('libs/pack.mjs', '--out', this.folder, 'client').trim();
    writeFileSync(join(this.folder, 'package.json'), JSON.stringify({ name: 'app', type: 'module' }));
    const needed = ['openapi-fetch', 'openapi-typescript-helpers'].map((name) => this.packed(name));
    this.npm('install', '--offline', this.tarball, ...needed);
  }

  /** What a script of ours, or of a package, prints. Where it fails, that is the reason. */
  run(script: string, ...parameters: string[]): string {
    return this.node(join(ROOT, script), ...parameters);
  }

  /** What a program prints in the folder. */
  program(source: string, ...parameters: string[]): string {
    writeFileSync(join(this.folder, 'program.mjs'), source);
    return this.node('program.mjs', ...parameters);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private node(...parameters: string[]): string {
    const options = { cwd: this.folder, encoding: 'utf8' } as const;
    const { stdout, stderr, status } = spawnSync(process.execPath, parameters, options);
    if (status !== 0) throw new Error(stdout + stderr);
    return stdout;
  }

  private npm(...parameters: string[]): string {
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts'];
    return execFileSync('npm', [...parameters, ...quiet], { cwd: this.folder, encoding: 'utf8', stdio: 'pipe' });
  }

  /** A package that we have, as its registry has it, so that nothing is downloaded. */
  private packed(name: string): string {
    const copy = join(this.folder, name);
    cpSync(join(ROOT, 'node_modules', name), copy, { recursive: true });
    return join(this.folder, JSON.parse(this.npm('pack', copy, '--json'))[0].filename);
  }
}
