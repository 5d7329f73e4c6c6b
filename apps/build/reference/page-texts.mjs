import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { code, page, prose, table } from './markdown.mjs';

const ROOT = new URL('../../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, ROOT), 'utf8');

/** The English texts of a part of the elements, whose modules import nothing but types. */
async function textsOf(path, name = 'en') {
  const { code: script } = transformSync(read(`libs/elements/src/texts/${path}`), { loader: 'ts' });
  const texts = await import(`data:text/javascript,${encodeURIComponent(script)}`);
  return Object.entries(texts[name]);
}

/** The texts in an object, each with its path. */
const textsIn = (node, start = '') =>
  Object.entries(node).flatMap(([name, value]) =>
    typeof value === 'string' ? [[start + name, value]] : textsIn(value, `${start}${name}.`),
  );

const PARTS = {
  'Sign-in': await textsOf('en.ts'),
  Account: await textsOf('account/en.ts', 'account'),
  'What happened in the account': await textsOf('account/en.ts', 'events'),
  'Pages of links': textsIn(JSON.parse(read('apps/api/src/pages/texts/en.json'))),
};

const INTRODUCTION = `The texts of all pages that users see, in English. A file \`texts/<language>.json\` in \`BRANDING_DIR\` can replace each of them, by its
key: see [branding](../branding.md). A place in braces is filled with a value. A key in capitals is an error code.`;

export const pageTexts = page(
  'Texts of the pages',
  INTRODUCTION,
  Object.entries(PARTS).map(([title, texts]) => [
    `## ${title}`,
    table(
      ['key', 'text'],
      texts.map(([key, text]) => [code(key), prose(text)]),
    ),
  ]),
);

/** The keys, for the check of the texts of a product. */
export const textKeys = `${JSON.stringify(
  Object.values(PARTS)
    .flat()
    .map(([key]) => key),
  undefined,
  2,
)}\n`;
