// Builds libraries as npm packages: node libs/pack.mjs auth client. Prints the paths of the tarballs, in dist/packages or in
// another folder that is given as --out, since two runs into one folder would tread on each other. With --repository, the
// URL of the repository for browsers, the packages name it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { addressesIn } from './addresses.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  options: { out: { type: 'string' }, repository: { type: 'string' } },
  allowPositionals: true,
});
const out = resolve(values.out ?? join(root, 'dist/packages'));
const SCOPE = '@latchkey/';
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

for (const name of withOwnDependencies(positionals)) {
  const source = join(root, 'libs', name);
  const target = join(out, name);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  compile(source, join(target, 'dist'));
  const { version, license } = read(join(root, 'package.json'));
  const addresses = values.repository && addressesIn(values.repository, `libs/${name}`);
  const described = { ...read(join(source, 'package.json')), version, license, ...addresses };
  delete described.private;
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
  cpSync(join(source, 'README.md'), join(target, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', out], { cwd: target, encoding: 'utf8' });
  console.log(join(out, JSON.parse(packed)[0].filename));
}

/** The libraries that are packages, too, with those that they import before them. */
function withOwnDependencies(names) {
  return [
    ...new Set(names.flatMap((name) => [...withOwnDependencies(ownDependenciesOf(join(root, 'libs', name))), name])),
  ];
}

/** The folders of our packages that a library imports. */
function ownDependenciesOf(source) {
  const { dependencies = {} } = read(join(source, 'package.json'));
  return Object.keys(dependencies).flatMap((name) => (name.startsWith(SCOPE) ? [name.slice(SCOPE.length)] : []));
}

/** Compiles a library. It sees only the built declarations of another one. */
function compile(source, outDir) {
  const settings = join(source, 'tsconfig.package.json');
  const own = ownDependenciesOf(source);
  if (own.length === 0) return run(settings, outDir);
  const paths = own.flatMap((name) => [
    [`${SCOPE}${name}`, [join(out, name, 'dist/index.d.ts')]],
    [`${SCOPE}${name}/*`, [join(out, name, 'dist/*.d.ts')]],
  ]);
  const file = join(out, 'tsconfig.json');
  // The compiler would look for types beside this file.
  const compilerOptions = { paths: Object.fromEntries(paths), typeRoots: [join(root, 'node_modules/@types')] };
  writeFileSync(file, JSON.stringify({ extends: settings, compilerOptions }));
  run(file, outDir);
  rmSync(file);
}

function run(settings, outDir) {
  execFileSync(process.execPath, [tsc, '-p', settings, '--outDir', outDir], { stdio: ['ignore', 2, 2] });
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
