import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
