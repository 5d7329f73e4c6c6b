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
  const settings = join(target, 'tsconfig.json');
  writeFileSync(settings, JSON.stringify(compilation(source, target)));
  execFileSync(process.execPath, [tsc, '-p', settings], { stdio: ['ignore', 2, 2] });
  rmSync(settings);
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

/** The settings of the compiler: a library sees only the built declarations of another one. */
function compilation(source, target) {
  const paths = ownDependenciesOf(source).flatMap((name) => [
    [`${SCOPE}${name}`, [join(out, name, 'dist/index.d.ts')]],
    [`${SCOPE}${name}/*`, [join(out, name, 'dist/*.d.ts')]],
  ]);
  const compilerOptions = { outDir: join(target, 'dist'), paths: Object.fromEntries(paths) };
  return { extends: join(source, 'tsconfig.package.json'), compilerOptions };
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
