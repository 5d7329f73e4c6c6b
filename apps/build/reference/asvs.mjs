import { readFileSync } from 'node:fs';
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

const counts = Object.entries(STATES).map(([state, meaning]) => [
  state,
  String(rows.filter((row) => row.state === state).length),
  meaning,
]);

function chapter([id, name]) {
  const cells = rows
    .filter(({ number }) => `V${number.split('.')[0]}` === id)
    .map(({ number, level, requirement, state, where, tests }) => [
      number,
      String(level),
      requirement,
      state,
      where,
      tests.map(nameOf).join(', '),
    ]);
  return [`## ${id} ${name}`, table(['number', 'level', 'requirement', 'state', 'where', 'tests'], cells)];
}

export const asvs = page(
  standard,
  INTRODUCTION,
  table(['state', 'rows', 'meaning'], counts),
  Object.entries(chapters).map(chapter),
);
