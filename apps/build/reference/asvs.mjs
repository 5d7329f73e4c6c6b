import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { page, table } from './markdown.mjs';

const { standard, chapters, rows } = JSON.parse(
  readFileSync(new URL('../../../docs/security/asvs.json', import.meta.url), 'utf8'),
);

const STATES = {
  met: 'the service meets the requirement with its defaults, or does not need a setting for it',
  partly: 'a part is missing, or a default is weaker; the row says which after "Missing"',
  'not met': 'the project does not meet the requirement',
  "operator's part": 'only the operator can meet it; the row says how',
  'not applicable': 'the service does not have what the requirement is about',
};

const INTRODUCTION = `The requirements of the levels 1 and 2, each in our own short words, with the state of this version, where the service
meets it, and its tests (without \`.spec.ts\`). The maintainers have checked the rows; no external auditor has. Read the
[standard](https://github.com/OWASP/ASVS/tree/v5.0.0_release/5.0/en) for the full text of a requirement.

The data of this page are in [asvs.json](asvs.json).`;

/** The path of a test file without its ending. */
const nameOf = (path) => `\`${path.replace(/\.spec\.ts$/, '')}\``;

const LEVELS = [1, 2];
const of = (state, level) => rows.filter((row) => row.state === state && row.level === level);

const counts = Object.entries(STATES).map(([state, meaning]) => [
  state,
  ...LEVELS.map((level) => String(of(state, level).length)),
  meaning,
]);

const numbers = (state, level) => {
  const found = of(state, level).map(({ number }) => number);
  return found.length === 0 ? 'none' : found.join(', ');
};

/** Which rows keep a level from being met in full. */
const verdicts = LEVELS.map((level) => {
  const [missing, parts] = [numbers('not met', level), numbers('partly', level)];
  const verdict = missing === 'none' && parts === 'none' ? 'is met' : 'is **not met in full**';
  return `- Level ${level} ${verdict}. Not met: ${missing}. Partly: ${parts}.`;
}).join('\n');

/** Links to the documents that a text names by their paths. */
const linked = (text) =>
  text.replace(/\bdocs\/([\w/-]+)\.md/g, (path, page) => `[${path}](${posix.relative('security', page)}.md)`);

function chapter([id, name]) {
  const cells = rows
    .filter(({ number }) => `V${number.split('.')[0]}` === id)
    .map(({ number, level, requirement, state, where, tests }) => [
      number,
      String(level),
      requirement,
      state,
      linked(where),
      tests.map(nameOf).join(', '),
    ]);
  return [`## ${id} ${name}`, table(['number', 'level', 'requirement', 'state', 'where', 'tests'], cells)];
}

export const asvs = page(
  standard,
  INTRODUCTION,
  table(['state', ...LEVELS.map((level) => `level ${level}`), 'meaning'], counts),
  'By this self-assessment, with the defaults of the service and without the part of the operator:',
  verdicts,
  Object.entries(chapters).map(chapter),
);
