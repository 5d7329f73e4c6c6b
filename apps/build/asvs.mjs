// Writes docs/security/asvs.md from docs/security/asvs.json. With --check it writes nothing, and fails if the page is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (name) => fileURLToPath(new URL(`../../docs/security/${name}`, import.meta.url));

const STATES = {
  met: 'the service meets the requirement with its defaults, or does not need a setting for it',
  partly: 'a part is missing, or a default is weaker; the row says which after "Missing"',
  'not met': 'the project does not meet the requirement',
  "operator's part": 'only the operator can meet it; the row says how',
  'not applicable': 'the service does not have what the requirement is about',
};

/** The path of a test file without its ending. */
const nameOf = (path) => `\`${path.replace(/\.spec\.ts$/, '')}\``;

function tableOf(head, rows) {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column].length)));
  const lineOf = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [lineOf(head), lineOf(widths.map((width) => '-'.repeat(width))), ...rows.map(lineOf)].join('\n');
}

function chapterOf([chapter, name], rows) {
  const own = rows.filter(({ number }) => `V${number.split('.')[0]}` === chapter);
  const cells = own.map(({ number, level, requirement, state, where, tests }) => [
    number,
    String(level),
    requirement,
    state,
    where,
    tests.map(nameOf).join(', '),
  ]);
  return `## ${chapter} ${name}\n\n${tableOf(['number', 'level', 'requirement', 'state', 'where', 'tests'], cells)}\n`;
}

function pageOf({ standard, chapters, rows }) {
  const counts = Object.entries(STATES).map(([state, meaning]) => [
    state,
    String(rows.filter((row) => row.state === state).length),
    meaning,
  ]);
  return [
    `# ${standard}\n`,
    'The requirements of the levels 1 and 2, each in our own short words, with the state of this version, where the service meets it, and',
    'its tests (without `.spec.ts`). The maintainers have judged the rows; no external auditor has. Read the',
    '[standard](https://github.com/OWASP/ASVS/tree/v5.0.0_release/5.0/en) for the full text of a requirement.\n',
    'This page is generated: change [asvs.json](asvs.json), then run `node apps/build/asvs.mjs`.\n',
    `${tableOf(['state', 'rows', 'meaning'], counts)}\n`,
    ...Object.entries(chapters).map((chapter) => chapterOf(chapter, rows)),
  ].join('\n');
}

const page = pageOf(JSON.parse(readFileSync(at('asvs.json'), 'utf8')));
if (!process.argv.includes('--check')) writeFileSync(at('asvs.md'), page);
else if (readFileSync(at('asvs.md'), 'utf8') !== page) {
  console.error('docs/security/asvs.md is not what asvs.json says. Run: node apps/build/asvs.mjs');
  process.exitCode = 1;
}
