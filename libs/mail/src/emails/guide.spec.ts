import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { builtInHtml, builtInText } from './built-in/built-in-template.js';
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

it.each([
  ['txt', builtInText],
  ['html', builtInHtml],
])('the guide on emails shows the template reset-password.%s.hbs of the service', (format, template) => {
  const shown = guide.split(`cat > emails/reset-password.${format}.hbs <<'END'\n`)[1]?.split(/^END$/m)[0];
  expect(shown).toBe(template('reset-password', 'en'));
});
