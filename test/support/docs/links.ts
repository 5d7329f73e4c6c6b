import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, read } from './blocks.js';

/** A Markdown link that is not within `code`. */
const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;

/** The dead links of a document. Links to other sites are not checked. */
export function deadLinks(document: string, markdown: string = read(document)): string[] {
  const targets = [...withoutCode(markdown).matchAll(LINK)].map(([, target = '']) => target);
  return targets.filter((target) => !isAlive(document, markdown, target));
}

function isAlive(document: string, markdown: string, target: string): boolean {
  if (/^https?:\/\//.test(target)) return URL.canParse(target);
  const [path = '', anchor] = target.split('#');
  if (path === '') return anchorsOf(markdown).includes(anchor ?? '');
  const file = join(dirname(document), path);
  if (file.startsWith('..') || !existsSync(join(ROOT, file))) return false;
  return anchor === undefined || (statSync(join(ROOT, file)).isFile() && anchorsOf(read(file)).includes(anchor));
}

/** The anchors that GitHub creates for the headings of a document. */
function anchorsOf(markdown: string): string[] {
  return [...withoutCode(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^ *```[\s\S]*?^ *```$/gm, '').replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''));
}
