// The archive of the built service. It needs tar of GNU.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addressesIn } from '../../../libs/addresses.mjs';
import { writeProduction } from '../production.mjs';
import { git } from './gaps.mjs';

const ROOT = resolve(import.meta.dirname, '../../..');
const DOCUMENTS = ['.env.example', 'CHANGELOG.md', 'LICENSE'];
/** What npm run build writes. Other programs write other files to dist, too. */
const BUILT = /^(?:apps|libs|console|pages|(?:latchkey|cli|tracing|compiled|ormconfig)\..*|third-party\.txt)$/;
/** Stack traces use the maps of the two bundles. */
const NEEDLESS = /(?<!latchkey\.cjs|cli\.cjs)\.map$|\.d\.ts$/;

/** Writes latchkey-<version>.tar.gz, with one folder of the same name. Returns the packages that npm ci installs there. */
export function writeArchive(out, version, repository) {
  const name = `latchkey-${version}`;
  const folder = join(out, name);
  mkdirSync(join(folder, 'dist'), { recursive: true });
  for (const file of DOCUMENTS) cpSync(join(ROOT, file), join(folder, file));
  writeFileSync(join(folder, 'README.md'), readmeOf(version, repository));
  const packages = writeProduction(folder, repository && addressesIn(repository));
  const filter = (path) => !NEEDLESS.test(path);
  for (const entry of readdirSync(join(ROOT, 'dist')).filter((each) => BUILT.test(each)))
    cpSync(join(ROOT, 'dist', entry), join(folder, 'dist', entry), { recursive: true, filter });
  const time = git('log', '-1', '--format=%ct') || '0';
  const same = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner'];
  execFileSync('tar', ['--create', '--gzip', '--file', `${folder}.tar.gz`, '--directory', out, ...same, name]);
  rmSync(folder, { recursive: true });
  return packages;
}

function readmeOf(version, repository) {
  const guide = repository ? `${repository}/blob/v${version}/docs/operating.md` : 'docs/operating.md in the repository';
  return `# Latchkey ${version}

The built service. It needs Node.js 24.18 (recommended) or another version from 20.19 on, but not 24.19 to 24.21.

\`\`\`sh
npm ci
node --env-file=latchkey.env dist/cli.js doctor
node --env-file=latchkey.env dist/latchkey.js
\`\`\`

\`.env.example\` has all settings; write yours to \`latchkey.env\`, \`AUTH_SECRET\` and \`BASE_URL\` at least. The guide is
${guide}.
`;
}
