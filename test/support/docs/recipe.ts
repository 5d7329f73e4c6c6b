import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Package, pack } from '../packages/packages.js';
import { blocksOf, ROOT } from './blocks.js';
import { fileName } from './parsers.js';
import { linkPackages, writeFileInto } from './workspace.js';

/** Our packages that recipes import, by their folders in `libs`. */
const LIBRARIES = ['client', 'verify'];

/** The compiler options of a project with a bundler. */
const COMPILER_OPTIONS = {
  target: 'ES2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  jsx: 'react-jsx',
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

/**
 * The TypeScript of recipes, each in a folder with the name of its document, with our packages in their published form. The
 * further files of its example, if it has one, are in the same folder.
 */
export class RecipeProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'latchkey-recipes-'));
  private readonly packages: Package[] = [];

  /** @param replaced a text of the documents, and its replacement */
  constructor(documents: string[], replaced: [from: string, to: string][] = []) {
    linkPackages(this.folder);
    for (const document of documents) {
      for (const { language, text, needs } of blocksOf(document)) {
        if (!/^tsx?$/.test(language) || needs !== undefined) continue;
        for (const library of LIBRARIES) if (text.includes(`'@latchkey/${library}`)) this.install(library);
        const source = replaced.reduce((result, [from, to]) => result.replaceAll(from, to), text);
        writeFileInto(this.folder, join(folderOf(document), fileName(text) ?? ''), source);
      }
      const example = join(ROOT, 'examples', folderOf(document), 'src');
      if (existsSync(example)) cpSync(example, join(this.folder, folderOf(document), 'src'), { recursive: true });
    }
  }

  /** The errors of the compiler in all files. */
  typeErrors(): string[] {
    const config = { compilerOptions: COMPILER_OPTIONS, include: ['*/src'] };
    writeFileInto(this.folder, 'tsconfig.json', JSON.stringify(config));
    try {
      this.run('typescript/bin/tsc', '-p', '.');
      return [];
    } catch (error) {
      return String((error as { stdout: Buffer }).stdout)
        .trim()
        .split('\n');
    }
  }

  /** Files of recipes with all that they import: a CommonJS module for Node.js, or an ES module for a browser. */
  bundle(files: string[], platform: 'node' | 'browser' = 'node'): string {
    const name = files.join('-').replace(/\W/g, '-');
    const [entry, output] = [
      `${name}.ts`,
      join(this.folder, `${name}.${platform}.${platform === 'node' ? 'cjs' : 'js'}`),
    ];
    writeFileInto(this.folder, entry, files.map((file) => `export * from './${file}';\n`).join(''));
    const format = platform === 'node' ? 'cjs' : 'esm';
    const options = [`--platform=${platform}`, `--format=${format}`, `--outfile=${output}`, '--jsx=automatic'];
    this.run('esbuild/bin/esbuild', entry, '--bundle', '--log-level=warning', ...options);
    return output;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
    for (const { remove } of this.packages) remove();
  }

  /** Installs a package of ours in its published form. */
  private install(library: string): void {
    const place = join(this.folder, 'node_modules/@latchkey', library);
    if (existsSync(place)) return;
    const packed = pack(library);
    this.packages.push(packed);
    cpSync(packed.folder, place, { recursive: true });
  }

  private run(program: string, ...words: string[]): void {
    execFileSync(process.execPath, [join(ROOT, 'node_modules', program), ...words], {
      cwd: this.folder,
      stdio: 'pipe',
    });
  }
}

function folderOf(document: string): string {
  return basename(document, '.md');
}
