import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the documents are. */
export const ROOT = join(__dirname, '../../..');

/** A fenced block of a document. */
export interface Block {
  document: string;
  /** Of its first fence, from 1. */
  line: number;
  language: string;
  text: string;
  /** What the tests lack for running it; undefined for a block that they run. */
  needs: string | undefined;
  /** The one kind of database that it is for; undefined for both. */
  only: 'sqlite' | 'mysql' | undefined;
  /** All that stands under the same heading, without blocks and comments. */
  prose: string;
}

const FENCE = /^( *)```(.*)$/;
/** Stands before a block, and is not shown: what the tests do with it. */
const PARSED_ONLY = /^<!-- checked: parsed only, needs ([^>]+) -->$/;
const ONE_DATABASE = /^<!-- checked: on (sqlite|mysql) -->$/;

export function read(document: string): string {
  return readFileSync(join(ROOT, document), 'utf8');
}

/** Where it stands, as editors write it. */
export function placeOf({ document, line }: Block): string {
  return `${document}:${line}`;
}

/** The blocks of a document, in their order. */
export function blocksOf(document: string, markdown: string = read(document)): Block[] {
  const blocks: Block[] = [];
  let open: (Block & { indent: string }) | undefined;
  let section: { prose: string } = { prose: '' };
  const sections: { prose: string }[] = [];
  let mark = '';
  for (const [index, line] of markdown.split('\n').entries()) {
    const [, indent = '', language] = FENCE.exec(line) ?? [];
    if (open && language === '' && indent === open.indent) {
      open = undefined;
      mark = '';
    } else if (open) open.text += `${line.startsWith(open.indent) ? line.slice(open.indent.length) : line}\n`;
    else if (language !== undefined) {
      open = { document, line: index + 1, language, text: '', indent, prose: '', ...readMark(mark) };
      blocks.push(open);
      sections.push(section);
    } else {
      if (line.startsWith('#')) section = { prose: '' };
      if (line.startsWith('<!--')) mark = line;
      else section.prose += `${line}\n`;
      if (line.trim() !== '' && !line.startsWith('<!--')) mark = '';
    }
  }
  if (open) throw new Error(`${placeOf(open)} has no end.`);
  return blocks.map((block, index) => ({ ...block, prose: sections[index]?.prose ?? '' }));
}

function readMark(mark: string): Pick<Block, 'needs' | 'only'> {
  const needs = PARSED_ONLY.exec(mark)?.[1];
  const only = ONE_DATABASE.exec(mark)?.[1] as Block['only'];
  if (mark !== '' && needs === undefined && only === undefined) throw new Error(`What does this mean: ${mark}`);
  return { needs, only };
}
