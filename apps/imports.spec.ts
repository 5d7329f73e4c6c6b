import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..');

/** What each part may import of ours. Imports run strictly downward; siblings meet in a flow under `apps/`. */
const ALLOWED: Record<string, string[]> = {
  'libs/client': [],
  'libs/errors': [],
  'libs/config': [],
  'libs/database': ['config', 'errors'],
  'libs/auth': [],
  'libs/users': ['errors', 'config', 'database'],
  'libs/tokens': ['errors', 'config', 'database', 'auth'],
  'libs/mail': ['errors', 'config', 'database'],
  'libs/admin': ['errors', 'config', 'database'],
  'libs/events': ['errors', 'config', 'database'],
  'libs/limits': ['errors', 'config', 'database'],
  'apps/api': ['errors', 'config', 'database', 'auth', 'users', 'tokens', 'mail', 'admin', 'events', 'limits'],
  'apps/cli': ['errors', 'config', 'database', 'auth', 'users', 'tokens', 'mail', 'admin', 'events', 'limits'],
};

/**
 * Parts that may import files of another part. The command line is a second door to the flows of the admin API: it calls
 * the same services, so that both do the same and leave the same events. Never the other way round.
 */
const BELOW: Record<string, string[]> = { 'apps/cli': ['apps/api'] };

const IMPORT = /(?:^|\s)(?:import|export)\s[^;]*?from\s+'([^']+)'|import\s+'([^']+)'|import\(\s*'([^']+)'\s*\)/g;

const files = ['apps', 'libs']
  .flatMap((top) => readdirSync(join(ROOT, top), { recursive: true }).map((file) => join(top, String(file))))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));

function importsOf(file: string): string[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  return [...source.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

function partOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

it('covers every part of the house', () => {
  expect([...new Set(files.map(partOf))].sort()).toEqual(Object.keys(ALLOWED).sort());
});

it.each(files)('%s imports only what its part may import', (file) => {
  const part = partOf(file);
  for (const specifier of importsOf(file)) {
    if (specifier.startsWith('@app/')) expect(ALLOWED[part]).toContain(specifier.slice('@app/'.length));
    if (!specifier.startsWith('.')) continue;
    const imported = partOf(relative(ROOT, resolve(ROOT, dirname(file), specifier)));
    expect([part, ...(BELOW[part] ?? [])]).toContain(imported);
  }
});

it.each(files)('%s hides no import behind a call', (file) => {
  expect(readFileSync(join(ROOT, file), 'utf8')).not.toMatch(/(?<!typeof )\bimport\(|forwardRef/);
});

it.each(files.filter((file) => file.endsWith('/index.ts')))('%s lists its public names', (file) => {
  expect(readFileSync(join(ROOT, file), 'utf8')).not.toMatch(/export \*/);
});

it('has no cycle', () => {
  const graph = new Map(
    files.map((file) => [
      file,
      importsOf(file)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => relative(ROOT, resolve(ROOT, dirname(file), specifier)).replace(/\.js$/, '.ts')),
    ]),
  );
  expect(cycleIn(graph)).toEqual([]);
});

/** The files of a cycle, or none. */
function cycleIn(graph: Map<string, string[]>): string[] {
  const done = new Set<string>();
  const visit = (file: string, path: string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return [];
    done.add(file);
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next, [...path, file]);
      if (cycle.length > 0) return cycle;
    }
    return [];
  };
  return [...graph.keys()].map((file) => visit(file, [])).find((cycle) => cycle.length > 0) ?? [];
}
