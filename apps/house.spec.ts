import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(__dirname, '..');
const MOST_LINES = 500;
const MOST_LINES_OF_A_FUNCTION = 40;

/** What reaches into a driver or a type. */
const INTERNALS = /as unknown as|\bthis\.[\w.]+\._\w|from '(?:mysql2|pg'|better-sqlite3|typeorm\/driver\/)/;
const DRIVER_FOLDERS = /^libs\/database\/src\/(?:mysql|sqlite|postgres)\//;

/** The library of all statements, and the checks of the doctor, which read a database of any version. */
const READS_ALL = /^libs\/(?:database|flows\/src\/doctor)\//;

const GENERATED = 'libs/client/src/schema.ts';

const filesOf = (...folders: string[]) =>
  folders
    .flatMap((top) =>
      readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' }).map((file) => join(top, file)),
    )
    .filter((file) => /\.m?tsx?$|\.mjs$/.test(file) && !/node_modules|\.d\.mts$/.test(file) && file !== GENERATED)
    .map((file) => file.replaceAll('\\', '/'));

const partOf = (file: string) => file.split('/').slice(0, 2).join('/');

const texts = new Map<string, string>();

function read(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(ROOT, file), 'utf8');
  texts.set(file, text);
  return text;
}

const product = filesOf('apps', 'libs').filter((file) => !/\.spec\.ts$|\/test\//.test(file));

/** The functions of a file that have more lines than the limit, with their first line. */
function longFunctions(file: string): string[] {
  if (read(file).split('\n').length <= MOST_LINES_OF_A_FUNCTION) return [];
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const first = lineOf(node.getStart(source));
      const lines = lineOf(node.end) - first + 1;
      if (lines > MOST_LINES_OF_A_FUNCTION) found.push(`${file}:${first + 1} has ${lines} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Node 20 and 22 answer false for a URL outside ASCII once the calling code is hot: `parseUrl` takes its place. */
it('no code of the product asks URL.canParse', () => {
  expect(product.filter((file) => /URL\.canParse\(/.test(read(file)))).toEqual([]);
});

it(`no file of the product has more than ${MOST_LINES} lines`, () => {
  const long = product.filter((file) => read(file).split('\n').length > MOST_LINES + 1);
  expect(long).toEqual([]);
});

it(`no function of the product has more than ${MOST_LINES_OF_A_FUNCTION} lines`, () => {
  expect(product.flatMap(longFunctions)).toEqual([]);
});

it('only the driver folders reach into drivers, private fields and types', () => {
  const reaching = product.filter((file) => !DRIVER_FOLDERS.test(file) && INTERNALS.test(read(file)));
  expect(reaching).toEqual([]);
});

it('no library names the table of another library in SQL', () => {
  const owners = product
    .filter((file) => file.startsWith('libs/'))
    .flatMap((file) =>
      [...read(file).matchAll(/@Entity\('(\w+)'\)/g)].map(([, table = '']) => [table, partOf(file)] as const),
    );
  expect(owners.length).toBeGreaterThan(20);
  const foreign = product
    .filter((file) => file.startsWith('libs/') && !READS_ALL.test(file))
    .flatMap((file) =>
      owners
        .filter(([table, owner]) => !file.startsWith(`${owner}/`) && namesTable(read(file), table))
        .map(([table]) => `${file} names ${table}`),
    );
  expect(foreign).toEqual([]);
});

/** The factor that a user has switched on is not all that a user needs: `FactorMethods.needsFactor()` says. */
it('no flow decides by the switch of a user, but for the one that says what a user needs', () => {
  const shown =
    /^libs\/flows\/src\/(?:access\/factor-methods\.ts$|admin\/|doctor\/)|^apps\/api\/src\/admin\/[\w-]+\.dto\.ts$/;
  const reading = product.filter((file) => /^(?:libs\/flows|apps)\//.test(file) && /\bmfaEnabled\b/.test(read(file)));
  expect(reading.filter((file) => !shown.test(file))).toEqual([]);
});

it('every file and folder that docs/architecture.md and docs/walks.md name exists', () => {
  const text = read('docs/architecture.md') + read('docs/walks.md');
  const named = [...text.matchAll(/`((?:apps|libs)\/[\w./-]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('each list of docs/walks.md enters a folder once', () => {
  const lists = read('docs/walks.md')
    .split(/\n\n(?! )/)
    .filter((part) => part.startsWith('1. '));
  expect(lists.length).toBeGreaterThan(8);
  for (const list of lists) {
    const folders = [...list.matchAll(/`((?:apps|libs)\/[\w./-]+\.ts)`/g)].map(([, path = '']) => dirname(path));
    const entered = folders.filter((folder, index) => folder !== folders[index - 1]);
    expect(entered).toEqual([...new Set(entered)]);
  }
});

function namesTable(text: string, table: string): boolean {
  return new RegExp(`\\b(?:FROM|JOIN|UPDATE|INTO)\\s+\`?${table}\\b`).test(text);
}
