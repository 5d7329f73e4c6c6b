import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');

/** The part of a lock file that names the packages: path -> facts. */
// biome-ignore lint/suspicious/noExplicitAny: lock files are read as data
type Lock = Record<string, any>;

/** A folder with a package.json, where packages are installed. */
export interface Home {
  /** The folder of a package, which may not exist. */
  folderOf(name: string): string;
  names(): string[];
  lock(): Lock;
}

function homeIn(folder: string): Home {
  const modules = join(ROOT, folder, 'node_modules');
  const namesIn = (place: string) =>
    existsSync(join(modules, place)) ? readdirSync(join(modules, place)).filter((name) => !name.startsWith('.')) : [];
  return {
    folderOf: (name) => join(modules, name),
    names: () =>
      namesIn('').flatMap((name) => (name.startsWith('@') ? namesIn(name).map((part) => `${name}/${part}`) : [name])),
    lock: () => JSON.parse(readFileSync(join(ROOT, folder, 'package-lock.json'), 'utf8')).packages,
  };
}

/** What builds, runs and tests the service. */
export const SERVICE = homeIn('');
/** What only projects of readers need. Its packages find those of the service, too, but not the other way round. */
export const READERS = homeIn('test/published');

/** The folder of an installed package. If both have it, it is the one that the service uses. */
export function installedFolderOf(name: string): string {
  const folder = [SERVICE, READERS].map((home) => home.folderOf(name)).find(existsSync);
  if (folder === undefined) throw new Error(`${name} is not installed: run npm ci here, and in test/published.`);
  return folder;
}

/** One of our libraries as an npm package. */
export interface Package {
  tarball: string;
  /** The files in the tarball. */
  folder: string;
  /** Does nothing when other spec files of the run use the same package. */
  remove(): void;
}

/** Packs a library, once per run: the first spec file that needs a package packs it for all of them. */
export function pack(name: string): Package {
  const run = process.env.TEST_RUN;
  const shared = join(run ?? '', `package-${name}`);
  if (run !== undefined && existsSync(shared)) return packageIn(shared, name);
  const own = mkdtempSync(join(run ?? tmpdir(), `packing-${name}-`));
  execFileSync(process.execPath, [join(ROOT, 'libs/pack.mjs'), '--out', own, name], { cwd: ROOT, stdio: 'pipe' });
  if (run === undefined)
    return { ...packageIn(own, name), remove: () => rmSync(own, { recursive: true, force: true }) };
  try {
    renameSync(own, shared);
  } catch {
    // Another worker of the run has packed it in the meantime: a folder that is not empty is not replaced.
    rmSync(own, { recursive: true, force: true });
  }
  return packageIn(shared, name);
}

function packageIn(out: string, name: string): Package {
  const [tarball = ''] = readdirSync(out).filter((file) => file.endsWith('.tgz') && file.includes(name));
  return { tarball: join(out, tarball), folder: join(out, name), remove: () => undefined };
}

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

/** Differs between machines: compiled where no binary can be downloaded. */
const BUILT = join(ROOT, 'node_modules/better-sqlite3/build');

/** The folders of the packages that `npm ci` installs for the built service on this machine, by its lock file. */
export function productionPackages(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-lock-'));
  execFileSync(process.execPath, [join(ROOT, 'apps/build/production.mjs'), folder]);
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  rmSync(folder, { recursive: true });
  return Object.keys(packages).filter((path) => path !== '' && existsSync(join(ROOT, path)));
}

/** The bytes of all files of a package, without what its installation compiles. */
export function bytesOf(path: string): number {
  const folders = [join(ROOT, path)];
  let bytes = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const name of readdirSync(folder)) {
      const each = join(folder, name);
      const stats = lstatSync(each);
      if (stats.isFile()) bytes += stats.size;
      // A package inside the package counts for itself.
      else if (stats.isDirectory() && name !== 'node_modules' && each !== BUILT) folders.push(each);
    }
  }
  return bytes;
}

/** What the Dockerfile removes. */
const REMOVED = /better-sqlite3\/deps|\.map$|\.[mc]?ts$/;

/** The folder of an unpacked archive of a release, with the packages of `npm ci`. */
export function installedFrom(archive: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-production-'));
  execFileSync('tar', ['--extract', '--gzip', '--file', archive, '--directory', folder, '--strip-components=1']);
  // Not linked: Node would look for the dependencies of a linked package among all packages here.
  const filter = (source: string) => !REMOVED.test(source.slice(ROOT.length));
  for (const path of productionPackages()) cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter });
  return folder;
}
