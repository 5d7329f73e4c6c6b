// The first step of npm run build: compiles the files that tsconfig.build.json lists to dist, one by one and without their types, which
// npm run lint checks, and copies the assets that nest-cli.json lists. Both are read as the compiler of Nest reads them.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { transform } from '@swc/core';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '../..');
const { compilerOptions: nest } = JSON.parse(await readFile(join(ROOT, 'nest-cli.json'), 'utf8'));
const { options, fileNames } = ts.getParsedCommandLineOfConfigFile(join(ROOT, nest.tsConfigPath), {}, ts.sys);
const { outDir: DIST, paths } = options;

const DECLARATIONS = /\.d\.m?ts$/;
const BUNDLE = /\.cjs(?:\.map)?$/;

const SWC = {
  configFile: false,
  swcrc: false,
  sourceMaps: true,
  inlineSourcesContent: false,
  module: { type: 'es6', resolveFully: true },
  jsc: {
    target: ts.ScriptTarget[options.target].toLowerCase(),
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
    baseUrl: ROOT,
    paths,
    experimental: { keepImportAttributes: true },
  },
};

/** Compiles a source. Returns the paths that it has written. */
async function compile(source) {
  const target = join(DIST, relative(ROOT, source).replace(/ts$/, 'js'));
  const folder = dirname(target);
  const [text] = await Promise.all([readFile(source, 'utf8'), mkdir(folder, { recursive: true })]);
  const sourceFileName = relative(folder, source);
  const { code, map } = await transform(text, { ...SWC, filename: source, sourceFileName });
  const comment = `//# sourceMappingURL=${relative(folder, target)}.map\n`;
  await Promise.all([writeFile(target, code + comment), writeFile(`${target}.map`, map)]);
  return [target, `${target}.map`];
}

/** Copies an asset. Returns the path of the copy, in a list. */
async function copy(asset) {
  const target = join(DIST, relative(ROOT, asset));
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, await readFile(asset));
  return [target];
}

/** Removes what an earlier build has written for sources that are gone. bundle.mjs writes the files that end with .cjs. */
async function removeAllBut(written) {
  const kept = new Set(written);
  const folders = ['apps', 'libs'].map((name) => join(DIST, name));
  const found = await Promise.all(folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })));
  const files = found.flat().filter((entry) => entry.isFile() && !BUNDLE.test(entry.name));
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  await Promise.all(paths.filter((path) => !kept.has(path)).map((path) => rm(path)));
}

const assets = ts.sys.readDirectory(ROOT, undefined, undefined, nest.assets);
const sources = fileNames.filter((name) => !DECLARATIONS.test(name));
const written = await Promise.all([...sources.map(compile), ...assets.map(copy)]);
await removeAllBut(written.flat());
