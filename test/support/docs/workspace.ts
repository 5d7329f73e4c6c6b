import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { installedFolderOf, READERS, SERVICE } from '../packages/installed.js';
import { ROOT } from './blocks.js';

/** The compiler options of the project of a reader, for both a Nest service and a web page. */
const COMPILER_OPTIONS = {
  target: 'ES2023',
  module: 'nodenext',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
};

/** Runs an installed program like the real npx, but without the start of npm, which takes longer than most commands. */
const NPX = '#!/bin/sh\nprogram=$1\nshift\nexec "node_modules/.bin/$program" "$@"\n';

/** Creates the folder of a reader who has built the service: the command line and the packages. */
export function prepareReaderFolder(folder: string): void {
  linkPackages(folder);
  link(join(ROOT, 'dist/cli.js'), join(folder, 'dist/cli.js'));
  link(createRequire(__filename).resolve('typescript/bin/tsc'), join(folder, 'node_modules/.bin/tsc'));
  writeFileInto(folder, '.bin/npx', NPX);
  chmodSync(join(folder, '.bin/npx'), 0o755);
}

/** Links all packages that are installed here. */
export function linkPackages(folder: string): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const installed = new Set([...SERVICE.names(), ...READERS.names()]);
  for (const name of installed) link(installedFolderOf(name), join(folder, 'node_modules', name));
}

/** Writes a file of a document. */
export function writeFileInto(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

/**
 * Compiles TypeScript files together, each into a JavaScript file beside it.
 * @throws the errors of the compiler
 */
export function compile(folder: string, files: string[]): void {
  writeFileInto(folder, 'tsconfig.json', JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files }));
  try {
    const tsc = createRequire(__filename).resolve('typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, '-p', '.'], { cwd: folder });
  } catch (error) {
    throw new Error(String((error as { stdout: Buffer }).stdout));
  }
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
