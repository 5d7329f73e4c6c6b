// The archive of the built service. It needs tar of GNU.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addressesIn } from '../../../libs/addresses.mjs';
import { git } from './gaps.mjs';

const ROOT = resolve(import.meta.dirname, '../../..');
const DOCUMENTS = ['.env.example', 'CHANGELOG.md', 'LICENSE', 'package-lock.json'];
/** What npm run build writes. Other programs write other files to dist, too. */
const BUILT = /^(?:apps|libs|console|pages|(?:latchkey|cli|tracing|compiled|ormconfig)\..*|third-party\.txt)$/;
/** Stack traces use the maps of the two bundles. */
const NEEDLESS = /(?<!latchkey\.cjs|cli\.cjs)\.map$|\.d\.ts$/;
/** The scripts that need no source code. */
const SCRIPTS = ['start:prod', 'cli'];

/** Writes latchkey-<version>.tar.gz, with one folder of the same name. */
export function writeArchive(out, version, repository) {
  const name = `latchkey-${version}`;
  const folder = join(out, name);
  mkdirSync(join(folder, 'dist'), { recursive: true });
  for (const file of DOCUMENTS) cpSync(join(ROOT, file), join(folder, file));
  writeFileSync(join(folder, 'README.md'), readmeOf(version, repository));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(describe(repository), null, 2)}\n`);
  const filter = (path) => !NEEDLESS.test(path);
  for (const entry of readdirSync(join(ROOT, 'dist')).filter((each) => BUILT.test(each)))
    cpSync(join(ROOT, 'dist', entry), join(folder, 'dist', entry), { recursive: true, filter });
  const time = git('log', '-1', '--format=%ct') || '0';
  const same = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner'];
  execFileSync('tar', ['--create', '--gzip', '--file', `${folder}.tar.gz`, '--directory', out, ...same, name]);
  rmSync(folder, { recursive: true });
}

/** The package.json of the service. Its dependencies stay as they are, because npm ci compares them with the lock file. */
function describe(repository) {
  const own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const scripts = Object.fromEntries(SCRIPTS.map((name) => [name, own.scripts[name]]));
  return { ...own, ...(repository && addressesIn(repository)), scripts };
}

function readmeOf(version, repository) {
  const guide = repository ? `${repository}/blob/v${version}/docs/operating.md` : 'docs/operating.md in the repository';
  return `# Latchkey ${version}

The built service. It needs Node.js 24.18 (recommended) or another version from 20.19 on, but not 24.19 to 24.21.

\`\`\`sh
npm ci --omit=dev
node --env-file=latchkey.env dist/cli.js doctor
node --env-file=latchkey.env dist/latchkey.js
\`\`\`

\`.env.example\` has all settings; write yours to \`latchkey.env\`, \`AUTH_SECRET\` and \`BASE_URL\` at least. The guide is
${guide}.
`;
}
