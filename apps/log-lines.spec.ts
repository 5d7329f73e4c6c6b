import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ERRORS } from '@app/errors';

const ROOT = resolve(__dirname, '..');
const PAGES = ['docs/runbook.md', 'docs/security/incidents.md'];

interface LogLine {
  msg: string;
  context?: string;
  code?: string;
}

const shown = PAGES.flatMap((page) =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^\{"level".*\}$/gm)].map(
    ([line]) => JSON.parse(line) as LogLine,
  ),
);

const sources = ['apps/api/src', 'libs']
  .flatMap((top) => readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' }).map((file) => join(top, file)))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.includes('node_modules'))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'));

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The messages that the code logs, as patterns: a part that is computed matches any text. */
const patterns = sources.flatMap((text) =>
  [...text.matchAll(/logger\.(?:log|warn|error)\(\s*(?:`([^`]*)`|'([^']*)')/g)].map(
    ([, template = '', plain = '']) =>
      new RegExp(
        `^${(template || plain)
          .split(/\$\{[^}]*\}/)
          .map(escaped)
          .join('.+')}$`,
      ),
  ),
);

it('the documents for an emergency show lines of the log', () => {
  expect(shown.length).toBeGreaterThan(4);
  expect(patterns.length).toBeGreaterThan(20);
});

it('each line of the log in the documents for an emergency has a message that the code logs', () => {
  // The stack of an error that is not ours, and the line of a request.
  const own = shown.filter(({ context, msg }) => context !== 'Errors' && msg !== 'request');
  expect(own.map(({ msg }) => msg).filter((msg) => !patterns.some((pattern) => pattern.test(msg)))).toEqual([]);
});

it('each line of the log in the documents for an emergency has a context and a code that there are', () => {
  const contexts = sources.flatMap((text) =>
    [...text.matchAll(/new Logger\((?:'(\w+)'|(\w+)\.name)/g)].map(([, name, type]) => name ?? type),
  );
  expect(shown.flatMap(({ context = [] }) => context).filter((context) => !contexts.includes(context))).toEqual([]);
  expect(shown.flatMap(({ code = [] }) => code).filter((code) => !(code in ERRORS))).toEqual([]);
});
