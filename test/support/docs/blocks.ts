import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root folder of the documents. */
export const ROOT = join(__dirname, '../../..');

/** A fenced code block of a document. */
export interface Block {
  document: string;
  /** The line of its first fence, from 1. */
  line: number;
  language: string;
  text: string;
  /** What the tests lack to run it; undefined for a block that they run. */
  needs: string | undefined;
  /** The only database for which it is; undefined for both. */
  only: 'sqlite' | 'mysql' | undefined;
}

const FENCE = /^( *)```(.*)$/;
/** A comment before a block, which is not rendered: how the tests treat it. */
const PARSED_ONLY = /^<!-- checked: parsed only, needs ([^>]+) -->$/;
const ONE_DATABASE = /^<!-- checked: on (sqlite|mysql) -->$/;

export function read(document: string): string {
  return readFileSync(join(ROOT, document), 'utf8');
}

/** Its position in the form that editors understand. */
export function placeOf({ document, line }: Block): string {
  return `${document}:${line}`;
}

/** The blocks of a document, in their order. */
export function blocksOf(document: string, markdown: string = read(document)): Block[] {
  const blocks: Block[] = [];
  let open: (Block & { indent: string }) | undefined;
  let mark = '';
  for (const [index, line] of markdown.split('\n').entries()) {
    const [, indent = '', language] = FENCE.exec(line) ?? [];
    if (open && language === '' && indent === open.indent) {
      open = undefined;
      mark = '';
    } else if (open) open.text += `${line.startsWith(open.indent) ? line.slice(open.indent.length) : line}\n`;
    else if (language !== undefined) {
      open = { document, line: index + 1, language, text: '', indent, ...readMark(mark) };
      blocks.push(open);
    } else {
      if (line.startsWith('<!--')) mark = line;
      else if (line.trim() !== '') mark = '';
    }
  }
  if (open) throw new Error(`${placeOf(open)} has no end.`);
  return blocks;
}

function readMark(mark: string): Pick<Block, 'needs' | 'only'> {
  const needs = PARSED_ONLY.exec(mark)?.[1];
  const only = ONE_DATABASE.exec(mark)?.[1] as Block['only'];
  if (mark !== '' && needs === undefined && only === undefined) throw new Error(`Unknown mark: ${mark}`);
  return { needs, only };
}
