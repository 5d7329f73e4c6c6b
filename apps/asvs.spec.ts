import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..');

interface AsvsRow {
  number: string;
  level: number;
  requirement: string;
  state: string;
  where: string;
  tests: string[];
}

const { chapters, rows } = JSON.parse(readFileSync(join(ROOT, 'docs/security/asvs.json'), 'utf8')) as {
  chapters: Record<string, string>;
  rows: AsvsRow[];
};

const numbersOf = (wrong: AsvsRow[]) => wrong.map(({ number }) => number);

it('the data of the ASVS has the requirements of the levels 1 and 2 of all chapters, each once', () => {
  expect(Object.keys(chapters)).toEqual(Array.from({ length: 17 }, (_, index) => `V${index + 1}`));
  expect(new Set(numbersOf(rows)).size).toBe(rows.length);
  // ASVS 5.0.0 has 70 requirements of level 1 and 183 of level 2.
  expect([1, 2].map((level) => rows.filter((row) => row.level === level).length)).toEqual([70, 183]);
});

it('each row of the ASVS has a known state and says where or why', () => {
  const known = ['met', 'partly', 'not met', "operator's part", 'not applicable'];
  expect(numbersOf(rows.filter(({ state, where }) => !known.includes(state) || where === ''))).toEqual([]);
});

it('a row of the ASVS says what is missing exactly if the requirement is met partly', () => {
  expect(numbersOf(rows.filter(({ state, where }) => (state === 'partly') !== where.includes('Missing: ')))).toEqual(
    [],
  );
});

it('each test file that a row of the ASVS names exists', () => {
  const missing = rows.flatMap(({ tests }) => tests.filter((path) => !existsSync(join(ROOT, path))));
  expect(missing).toEqual([]);
});

/** Requirements for documents: a reader checks them. */
const WITHOUT_TESTS = ['11.1.2', '13.1.1'];

it('a requirement of the ASVS that is met names a test', () => {
  const bare = rows.filter(({ state, tests }) => ['met', 'partly'].includes(state) && tests.length === 0);
  expect(numbersOf(bare)).toEqual(WITHOUT_TESTS);
});
