import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');

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
