import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { STRICT_DEFAULTS } from './values.js';

it('docs/security/hardening.md shows the defaults of the profile strict', () => {
  const page = readFileSync(resolve(__dirname, '../../../docs/security/hardening.md'), 'utf8');
  const [, table = ''] = page.split(/^\| setting +\| `spec` +\| `strict` +\|.*\n/m);
  const [rows = ''] = table.split('\n\n');
  const shown = [...rows.matchAll(/^\| `(\w+)` +\| `\w+` +\| `(\w+)` +\|/gm)].map(([, name, value]) => [name, value]);
  expect(Object.fromEntries(shown)).toEqual(STRICT_DEFAULTS);
});
