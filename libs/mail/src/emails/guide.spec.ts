import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { builtInHtml, builtInText } from '../built-in-emails.js';
import { COMMON_VALUES, EMAILS, KINDS, LAYOUT_VALUES, SAMPLES } from '../email-kinds.js';

const read = (name: string) => readFileSync(resolve(__dirname, '../../../../docs', name), 'utf8');

/** The names in code style in the cells of the table of a guide, by row. */
const rowsOf = (guide: string) =>
  guide
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => [...cell.matchAll(/`(\w[\w-]*)`/g)].map(([, name]) => name)),
    );

it('the guide on emails lists each email with its variables', () => {
  const emails = rowsOf(read('emails.md')).map(([name, , variables]) => [name?.[0], variables]);
  expect(emails).toEqual(KINDS.map((kind) => [kind, [...EMAILS[kind].values, ...EMAILS[kind].optional]]));
});

it('the guide on templates explains each variable', () => {
  const explained = rowsOf(read('email-templates.md')).flatMap(([names]) => names);
  expect(explained.sort()).toEqual([...COMMON_VALUES, ...Object.keys(SAMPLES), ...LAYOUT_VALUES].sort());
});

it.each([
  ['txt', builtInText],
  ['html', builtInHtml],
])('the guide on templates shows the template reset-password.%s.hbs of the service', (format, template) => {
  const shown = read('email-templates.md')
    .split(`cat > emails/reset-password.${format}.hbs <<'END'\n`)[1]
    ?.split(/^END$/m)[0];
  expect(shown).toBe(template('reset-password', 'en'));
});
