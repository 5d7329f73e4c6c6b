import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { COMMON_VALUES, EMAILS, KINDS, LAYOUT_VALUES, SAMPLES } from './email-kinds.js';

const guide = readFileSync(resolve(__dirname, '../../../../docs/emails.md'), 'utf8');

/** The names in code style in the cells of the tables of the guide, by row. */
const rows = guide
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => [...cell.matchAll(/`(\w[\w-]*)`/g)].map(([, name]) => name)),
  );

it('the guide on emails lists each email with its variables', () => {
  const emails = rows.filter((cells) => cells.length === 3).map(([name, , variables]) => [name?.[0], variables]);
  expect(emails).toEqual(KINDS.map((kind) => [kind, [...EMAILS[kind].values, ...EMAILS[kind].optional]]));
});

it('the guide on emails explains each variable', () => {
  const explained = rows.filter((cells) => cells.length === 2).flatMap(([names]) => names);
  expect(explained.sort()).toEqual([...COMMON_VALUES, ...Object.keys(SAMPLES), ...LAYOUT_VALUES].sort());
});
