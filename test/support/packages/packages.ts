import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');

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
