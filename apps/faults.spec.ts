import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { FAULTS } from '../test/support/faults/list.mjs';

const ROOT = resolve(__dirname, '..');

it('each fault to seed finds its texts in the code once', () => {
  const isLost = ({ file, text }: { file: string; text: string }) =>
    readFileSync(resolve(ROOT, file), 'utf8').split(text).length !== 2;
  expect(FAULTS.filter(({ changes }) => changes.some(isLost)).map(({ what }) => what)).toEqual([]);
});

it('at least 15 of them only MySQL shows, 12 only PostgreSQL, and 10 only SQLite', () => {
  const countOn = (name: string) => FAULTS.filter(({ database }) => database === name).length;
  expect(countOn('mysql')).toBeGreaterThanOrEqual(15);
  expect(countOn('postgres')).toBeGreaterThanOrEqual(12);
  expect(countOn('sqlite')).toBeGreaterThanOrEqual(10);
});
