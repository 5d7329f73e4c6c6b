import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { FAULTS } from '../test/support/faults/list.mjs';

const ROOT = resolve(__dirname, '..');

it('each fault to seed finds its text in the code once', () => {
  const lost = FAULTS.filter(([, file, text]) => readFileSync(resolve(ROOT, file), 'utf8').split(text).length !== 2);
  expect(lost.map(([what]) => what)).toEqual([]);
});

it('at least 15 of them only MySQL shows, and 10 only SQLite', () => {
  const countOn = (database: string) => FAULTS.filter(([, , , , , only]) => only === database).length;
  expect(countOn('mysql')).toBeGreaterThanOrEqual(15);
  expect(countOn('sqlite')).toBeGreaterThanOrEqual(10);
});
