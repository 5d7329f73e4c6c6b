import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..');

/** The libraries below the flows: each knows its tables. */
const KNOWING = [
  'tracing',
  'errors',
  'config',
  'database',
  'auth',
  'users',
  'tokens',
  'mail',
  'admin',
  'events',
  'limits',
  'factors',
  'federation',
  'webhooks',
  'stats',
  'clients',
];

/** The libraries that each part may import. Imports go downward only; libraries of one level meet in a flow. */
const ALLOWED: Record<string, string[]> = {
  'libs/client': [],
  'libs/elements': [],
  'libs/verify': [],
  'libs/tracing': [],
  'libs/errors': [],
  'libs/config': [],
  'libs/database': ['config', 'errors', 'tracing'],
  'libs/auth': [],
  'libs/users': ['errors', 'config', 'database', 'tracing'],
  'libs/tokens': ['errors', 'config', 'database', 'auth'],
  'libs/stats': ['errors', 'config', 'database'],
  'libs/mail': ['errors', 'config', 'database', 'tracing', 'stats'],
  'libs/factors': ['errors', 'config', 'database', 'tokens'],
  'libs/federation': ['errors', 'config', 'database', 'tracing'],
  'libs/admin': ['errors', 'config', 'database'],
  'libs/events': ['errors', 'config', 'database', 'tracing'],
  'libs/clients': ['errors', 'config', 'database'],
  'libs/webhooks': ['errors', 'config', 'database', 'tracing', 'events', 'stats'],
  'libs/limits': ['errors', 'config', 'database'],
  'libs/importers': ['errors', 'config', 'users'],
  'libs/flows': [...KNOWING, 'importers'],
  'apps/console': [],
  'apps/pages': [],
  'apps/api': [...KNOWING, 'flows'],
  'apps/cli': [...KNOWING, 'importers', 'flows'],
};

/** A command takes the same values as its endpoint, fails with the same messages, and prints the same fields: the DTOs are for both. */
const DTO = /^apps\/api\/src\/\w+\/[\w-]+\.dto\.ts$/;

/** The files that load pages, screens, texts, a large library and a list when they are needed. Other dynamic imports would hide a circle. */
const LAZY = [
  'apps/api/src/tracing/start-tracing.ts',
  'apps/console/src/pages.tsx',
  'apps/pages/src/main.ts',
  'libs/elements/src/parts/qr-code.ts',
  'libs/elements/src/screens/screens.ts',
  'libs/elements/src/texts/account/account-texts.ts',
  'libs/elements/src/texts/texts.ts',
  'libs/users/src/password-policy.ts',
];

const IMPORT = /(?:^|\s)(?:import|export)\s[^;]*?from\s+'([^']+)'|import\s+'([^']+)'|import\(\s*'([^']+)'\s*\)/g;

/** An import that remains when the types are gone. */
const LOADED =
  /(?:^|\s)(?:import|export)\s+(?!type\s|\{(?:\s*type\s[^,}]+,?)+\s*\}\s*from)[^;]*?from\s+'([^']+)'|import\s+'([^']+)'|(?<!typeof )import\(\s*'([^']+)'\s*\)/g;

/** The parts that are built for browsers. Vite bundles their packages, which are devDependencies. */
const IN_BROWSERS = ['libs/client', 'libs/elements', 'apps/console', 'apps/pages'];
/** Dependencies that no file of ours imports, with what loads them. */
const LOADED_OTHERWISE: Record<string, string> = {
  '@fastify/static': '@nestjs/swagger',
  '@node-rs/argon2': 'our engine, by require, where it is installed',
  '@node-rs/bcrypt': 'our engine, by require, where it is installed',
  lodash: '@nestjs-modules/mailer, which does not declare it',
  passport: '@nestjs/passport',
  'swagger-ui-dist': '@nestjs/swagger',
};
/** What the service imports for developers only, where it is installed. */
const IN_DEVELOPMENT = ['maildev'];

type Graph = Map<string, string[]>;

const files = ['apps', 'libs']
  .flatMap((top) => readdirSync(join(ROOT, top), { recursive: true }).map((file) => join(top, String(file))))
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.spec.ts'));

/** The console names the modules that it imports without an extension, as is usual with Vite. */
const known = new Set(files);

const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
const imports = new Map(
  [...texts].map(([file, text]) => [file, [...text.matchAll(IMPORT)].map(([, ...names]) => names.find(Boolean) ?? '')]),
);
const importsOf = (file: string): string[] => imports.get(file) ?? [];

/** The files that a file imports by a relative path. */
function importedFilesOf(file: string): string[] {
  return importsOf(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => relative(ROOT, resolve(ROOT, dirname(file), specifier)).replace(/\.js$/, '.ts'))
    .map((name) => [`${name}.ts`, `${name}.tsx`].find((module) => known.has(module)) ?? name);
}

function partOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

/** The first folders of a part, each with the others that its files import. An index only lists names. */
function folderGraph(source: string): Graph {
  const folderOf = (file: string) =>
    dirname(file)
      .split('/')
      .slice(0, source.split('/').length + 1)
      .join('/');
  const graph: Graph = new Map();
  for (const file of files.filter((name) => name.startsWith(`${source}/`) && !name.endsWith('/index.ts'))) {
    const folder = folderOf(file);
    const imported = importedFilesOf(file).filter((name) => name.startsWith(`${source}/`));
    const others = imported.map(folderOf).filter((name) => name !== folder);
    graph.set(folder, [...new Set([...(graph.get(folder) ?? []), ...others])]);
  }
  return graph;
}

it('every part of apps/ and libs/ is in the table of allowed imports', () => {
  expect([...new Set(files.map(partOf))].sort()).toEqual(Object.keys(ALLOWED).sort());
});

it('every file imports only what its part may import', () => {
  expect(files.length).toBeGreaterThan(300);
  const refused = files.flatMap((file) => {
    const libraries = importsOf(file).filter((specifier) => specifier.startsWith('@app/'));
    const names = libraries.filter((specifier) => !ALLOWED[partOf(file)]?.includes(specifier.slice('@app/'.length)));
    const others = importedFilesOf(file)
      .filter((imported) => partOf(imported) !== partOf(file))
      .filter((imported) => partOf(file) !== 'apps/cli' || !DTO.test(imported));
    return [...names, ...others].map((name) => `${file} imports ${name}`);
  });
  expect(refused).toEqual([]);
});

it('the dependencies are the packages that the service loads, bundled or not', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const service = files.filter((file) => !IN_BROWSERS.includes(partOf(file)));
  const specifiers = service.flatMap((file) =>
    [...(texts.get(file) ?? '').matchAll(LOADED)].map(([, ...names]) => names.find(Boolean) ?? ''),
  );
  const loaded = new Set(
    specifiers.flatMap((name) => /^(?!\.|node:|@app\/|@latchkey\/)(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? []),
  );
  const declared = Object.keys({ ...dependencies, ...optionalDependencies });
  expect([...loaded].filter((name) => !declared.includes(name))).toEqual(IN_DEVELOPMENT);
  expect(declared.filter((name) => !loaded.has(name)).sort()).toEqual(Object.keys(LOADED_OTHERWISE));
});

it('only the listed files have a dynamic import, and none a forwardRef', () => {
  const matching = (pattern: RegExp) => files.filter((file) => pattern.test(texts.get(file) ?? ''));
  expect(matching(/(?<!typeof )\bimport\(/).sort()).toEqual(LAZY);
  expect(matching(/forwardRef/)).toEqual([]);
});

it('every index lists its public names', () => {
  const indexes = files.filter((file) => file.endsWith('/index.ts'));
  // The index of the flows has one line for each chapter, whose index lists the names.
  const chapter = /export \* from '\.\/[\w-]+\/index\.js';/g;
  const listing = (file: string) =>
    (texts.get(file) ?? '').replace(file === 'libs/flows/src/index.ts' ? chapter : '', '');
  expect(indexes.length).toBeGreaterThan(20);
  expect(indexes.filter((file) => /export \*/.test(listing(file)))).toEqual([]);
});

it('a DTO file imports libraries and other DTO files only', () => {
  const others = files.filter((file) => DTO.test(file)).flatMap(importedFilesOf);
  expect(others.filter((file) => !DTO.test(file))).toEqual([]);
});

it('the flows know neither HTTP nor DTOs nor metrics', () => {
  const flows = files.filter((file) => file.startsWith('libs/flows/'));
  const http =
    /^(?:fastify|@fastify\/.*|@nestjs\/(?:platform-fastify|passport|swagger)|class-(?:validator|transformer)|prom-client)$/;
  expect(flows.filter((file) => importsOf(file).some((specifier) => http.test(specifier)))).toEqual([]);
  const entries = /\.(?:controller|guards?|strategy|interceptor)\.ts$/;
  expect(flows.filter((file) => entries.test(file))).toEqual([]);
});

it('no files import each other in a circle', () => {
  expect(cycleIn(new Map(files.map((file) => [file, importedFilesOf(file)])))).toEqual([]);
});

it.each(['apps/api/src', 'apps/cli/src', 'apps/console/src', 'libs/elements/src', 'libs/flows/src'])(
  'no folders of %s import each other in a circle',
  (source) => {
    expect(cycleIn(folderGraph(source))).toEqual([]);
  },
);

/** The parts that the diagram of docs/architecture.md draws, each with those that an arrow of it leads to. */
function diagram(): Graph {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8').split('```mermaid')[1]?.split('```')[0] ?? '';
  const paths = new Map(
    [...text.matchAll(/(\w+)\[((?:apps|libs)\/\w+):/g)].map(([, name = '', path = '']) => [name, path]),
  );
  const graph: Graph = new Map([...paths.values()].map((path) => [path, []]));
  for (const [, from = '', to = ''] of text.matchAll(/^ *(\w+)(?:\[.*?\])? --> (.*)$/gm)) {
    graph.get(paths.get(from) ?? '')?.push(...to.split(' & ').map((name) => paths.get(name) ?? name));
  }
  return graph;
}

/** Arrows of the diagram that are no imports of `@app/`: packages, and the DTOs. */
const OTHER_ARROWS: Record<string, string[]> = {
  'apps/cli': ['apps/api'],
  'apps/console': ['libs/client', 'libs/elements'],
  'apps/pages': ['libs/client', 'libs/elements'],
  'libs/elements': ['libs/client'],
  'libs/auth': ['libs/verify'],
};

/** All parts that one reaches from a part, in any number of steps. */
function reachable(graph: Graph, part: string): string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    for (const next of graph.get(name) ?? []) visit(next);
  };
  for (const next of graph.get(part) ?? []) visit(next);
  return [...found].sort();
}

it('the diagram of docs/architecture.md shows the table of allowed imports', () => {
  const table: Graph = new Map(
    Object.entries(ALLOWED).map(([part, libs]) => [
      part,
      [...libs.map((lib) => `libs/${lib}`), ...(OTHER_ARROWS[part] ?? [])],
    ]),
  );
  const parts = [...table.keys()].sort();
  expect([...diagram().keys()].sort()).toEqual(parts);
  for (const part of parts) expect([part, reachable(diagram(), part)]).toEqual([part, reachable(table, part)]);
});

it('all guards of apps/api are in apps/api/src/access', () => {
  const guards = files.filter((file) => file.startsWith('apps/api/') && /\.guards?\.ts$/.test(file));
  expect(guards.map((file) => dirname(file))).toEqual(guards.map(() => 'apps/api/src/access'));
});

it('the search for circles returns the names of a circle', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ]);
  expect(cycleIn(graph)).toEqual(['b', 'c', 'b']);
});

/** The names of a circle, or none. */
function cycleIn(graph: Graph): string[] {
  const done = new Set<string>();
  const visit = (name: string, path: string[]): string[] => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return [];
    done.add(name);
    for (const next of graph.get(name) ?? []) {
      const cycle = visit(next, [...path, name]);
      if (cycle.length > 0) return cycle;
    }
    return [];
  };
  return [...graph.keys()].map((name) => visit(name, [])).find((cycle) => cycle.length > 0) ?? [];
}
