// npm run release: writes all files of a release to dist/release, or to the folder --out. It publishes nothing. With
// --dry-run, what is missing for a release is only a note.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryOf } from '../../libs/addresses.mjs';
import { writeArchive } from './release/archive.mjs';
import { changesOf } from './release/changes.mjs';
import { checksumsOf } from './release/checksums.mjs';
import { gaps, git } from './release/gaps.mjs';
import { inventory } from './release/sbom.mjs';

const ROOT = resolve(import.meta.dirname, '../..');

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, out: { type: 'string' } } });
const out = resolve(values.out ?? join(ROOT, 'dist/release'));
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const repository = repositoryOf(git('config', '--get', 'remote.origin.url'));

const missing = gaps(version, repository);
for (const sentence of missing) console.error(`${values['dry-run'] ? 'Note' : 'Error'}: ${sentence}`);
if (missing.length > 0 && !values['dry-run']) process.exit(1);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
packLibraries();
const installed = writeArchive(out, version, repository);
const components = inventory(installed, repository);
writeFileSync(join(out, `latchkey-${version}.cdx.json`), `${JSON.stringify(components, null, 2)}\n`);
writeFileSync(join(out, 'CHANGES.md'), changesOf(version, repository));
const files = readdirSync(out).sort();
writeFileSync(join(out, 'SHA256SUMS'), checksumsOf(out, files));
console.log([...files, 'SHA256SUMS'].map((file) => join(out, file)).join('\n'));

/** The packages for the npm registry. */
function packLibraries() {
  const folder = join(out, 'packages');
  const words = [
    '--out',
    folder,
    ...(repository ? ['--repository', repository] : []),
    'client',
    'verify',
    'auth',
    'elements',
  ];
  const program = join(ROOT, 'libs/pack.mjs');
  const packed = execFileSync(process.execPath, [program, ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
  });
  for (const file of packed.trim().split('\n')) renameSync(file, join(out, basename(file)));
  rmSync(folder, { recursive: true });
}
