import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './blocks.js';

/** Short guides. The TypeScript of a recipe is for a bundler, and has a test of its own: `recipes.spec.ts`. */
export const RECIPES = 'docs/recipes';

/** Guides whose commands `test/cli/import-from.spec.ts` runs, with files of each source. */
export const MIGRATING = 'docs/migrating/';

/** Pages that are made from the code. */
export const REFERENCE = 'docs/reference';

/** All documents whose blocks are run or checked, and whose links are checked. */
export const DOCUMENTS = [
  ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...['docs', 'docs/decisions', 'docs/migrating', 'docs/providers', 'docs/security', REFERENCE, RECIPES].flatMap(
    (folder) =>
      readdirSync(join(ROOT, folder))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `${folder}/${name}`),
  ),
];

/** The small programs in `examples`, with the document whose code each has. */
export const EXAMPLES: [name: string, document: string][] = [
  ['react', `${RECIPES}/react.md`],
  ['nextjs', `${RECIPES}/nextjs.md`],
  ['express', `${RECIPES}/express.md`],
  ['nest', 'docs/other-services.md'],
  ['machines', 'docs/service-to-service-nest.md'],
];

/** Written from its data by `npm run docs:reference`, and as long as they are. */
export const GENERATED = ['docs/security/asvs.md'];

/** Whole lines of commands that the tests have already run, or cannot run, and their replacements. */
export const REPLACED: { line: RegExp; by: string; why: string }[] = [
  { line: /^npm ci && npm start$/, by: ':', why: 'the service of the test runs, built and freshly started' },
  { line: /^npm ci && npm run build$/, by: ':', why: 'that is how the tests were started' },
  { line: /^npm ci && npm test$/, by: ':', why: 'it would run itself' },
  {
    line: /^npm run start:prod &$/,
    by: `"${process.execPath}" "${join(ROOT, 'dist/latchkey.js')}" &`,
    why: 'the folder of the reader has no build',
  },
  { line: /^npm run bench$/, by: ':', why: 'it takes minutes, and tests nothing' },
  {
    line: /^npm run release -- --dry-run$/,
    by: ':',
    why: 'test/published/production-install.spec.ts runs it',
  },
  { line: /^npm run docs:dev$/, by: ':', why: 'it would not end' },
  { line: /^npm run format$/, by: ':', why: 'it would change the files under test' },
  {
    line: /^node \.\.\/latchkey\/libs\/pack\.mjs \w+$/,
    by: ':',
    why: 'test/published/install-lines.spec.ts runs it',
  },
  { line: /^npm install [\w@/. -]+$/, by: ':', why: 'packages are linked in, ours as they would be published' },
  {
    line: /^sleep 3$/,
    by: 'until grep -q user.disabled events.ndjson; do sleep 0.1; done',
    why: 'three seconds are too short on a slow machine, and too long on others',
  },
];

/** Whether all lines of a block are replaced. */
export function isReplaced(commands: string): boolean {
  return commands
    .trim()
    .split('\n')
    .every((line) => REPLACED.some((entry) => entry.line.test(line)));
}

/**
 * The codes of calls that are expected to fail, in the order of each document. Any other failed call fails the test.
 */
export const FAILURES: Record<string, string[]> = {
  'docs/start.md': ['INVALID_REFRESH_TOKEN'],
};
