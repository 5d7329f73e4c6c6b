// The package.json and the package-lock.json of the built service, with only those dependencies that are not in its bundles:
//   node apps/build/production.mjs FOLDER
// Then npm ci in this folder installs them, in the versions that our package-lock.json has. It needs nothing that npm installs.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * The dependencies that the bundles leave outside: what has native code, starts threads, or finds files beside its own; and what
 * only development uses. An installation for production needs no other package.
 */
export const SEPARATE = [
  '@node-rs/argon2',
  '@node-rs/bcrypt',
  'better-sqlite3',
  'pino-pretty',
  'piscina',
  'swagger-ui-dist',
];
/** The scripts that need no source code. */
const SCRIPTS = ['start:prod', 'cli'];

const entriesOf = (table, names) => Object.fromEntries(Object.entries(table).filter(([name]) => names.includes(name)));

/** Writes both files. `addresses` are further fields of package.json. Returns the packages, such as `piscina@5.3.2`. */
export function writeProduction(folder, addresses) {
  const { devDependencies, overrides, ...own } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const described = {
    ...own,
    ...addresses,
    scripts: entriesOf(own.scripts, SCRIPTS),
    dependencies: entriesOf(own.dependencies, SEPARATE),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
  copyFileSync(join(ROOT, 'package-lock.json'), join(folder, 'package-lock.json'));
  // npm removes from the lock file what package.json does not need. Offline, it can add nothing.
  const words = ['install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const { '': _own, ...packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(packages).map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`);
}

if (resolve(process.argv[1] ?? '') === import.meta.filename) writeProduction(resolve(process.argv[2]));
