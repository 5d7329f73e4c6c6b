import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Package, pack } from '../packages/packages.js';
import type { Block } from './blocks.js';
import { fileName } from './parsers.js';
import { compile, linkPackages, writeFileInto } from './workspace.js';

/** The packages that a document can install, by the library from which they are built. */
const PACKAGES: Record<string, string> = {
  '@latchkey/nest-auth': 'auth',
  '@latchkey/verify': 'verify',
  '@latchkey/client': 'client',
  '@latchkey/elements': 'elements',
};

/** What a package of ours imports. */
const NEEDED: Record<string, string> = { '@latchkey/verify': '@latchkey/nest-auth' };

/** The folder of a document: its path must not leave the folder of all documents. */
const folderOf = (document: string) => document.replace(/\W/g, '-');

/** The TypeScript files of all documents, each in the folder of its document, compiled in one run of the compiler. */
export class Compilation {
  private readonly folder = mkdtempSync(join(tmpdir(), 'latchkey-documents-'));
  private packages: Package[] = [];
  private readonly documents = new Set<string>();
  private output: string[] = [];

  run(blocks: Block[]): void {
    const sources = blocks.filter(({ language }) => language === 'ts');
    const files = sources.map(({ document, text }) => `${folderOf(document)}/${fileName(text)}`);
    if (files.length === 0) return;
    for (const [index, { document, text }] of sources.entries()) {
      this.documents.add(document);
      writeFileInto(this.folder, files[index] ?? '', text);
    }
    linkPackages(this.folder);
    this.install(sources.map(({ text }) => text).join(''));
    try {
      compile(this.folder, files);
    } catch (error) {
      this.output = (error as Error).message.split('\n').filter((line) => line !== '');
    }
  }

  /** The errors of the compiler in the files of a document, or in all files. */
  errorsOf(document: string): string[] {
    const others = [...this.documents].filter((other) => other !== document).map(folderOf);
    const isOfAnother = (line: string) => others.some((folder) => line.startsWith(`${folder}/`));
    return this.output.filter((line) => !isOfAnother(line));
  }

  /** The files of a document and their compiled files: name -> text. */
  outputOf(document: string): Map<string, string> {
    if (!this.documents.has(document)) return new Map();
    const folder = join(this.folder, folderOf(document));
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const names = files.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
    return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
    for (const { remove } of this.packages) remove();
  }

  /** Installs those of our packages that a text imports, in their published form. */
  private install(text: string): void {
    for (const [name, library] of Object.entries(PACKAGES)) {
      if (![name, NEEDED[name] ?? name].some((imported) => text.includes(`'${imported}`))) continue;
      const packed = pack(library);
      this.packages.push(packed);
      cpSync(packed.folder, join(this.folder, 'node_modules', name), { recursive: true });
    }
  }
}
