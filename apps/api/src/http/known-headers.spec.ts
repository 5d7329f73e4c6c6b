import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MESSAGE_HEADERS, REQUEST_HEADERS, RESPONSE_HEADERS } from './headers.js';

const SOURCES = resolve(__dirname, '..');

const text = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|known-headers\.ts$/.test(file))
  .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
  .join('\n');

/** The names, in lower case, that these expressions find in the sources of the service. */
function namesBy(...expressions: RegExp[]): string[] {
  const found = expressions.flatMap((expression) => [...text.matchAll(expression)].map(([, name = '']) => name));
  return [...new Set(found.map((name) => name.toLowerCase()))].sort();
}

const knownIn = (headers: Readonly<Record<string, string>>) => Object.keys(headers).map((name) => name.toLowerCase());

it('the reference has each header that the service reads', () => {
  const read = namesBy(/\bheaders\['([\w-]+)'\]/g, /\bheaders\.(authorization|cookie|origin|host|accept)\b/g);
  expect(read.length).toBeGreaterThan(10);
  expect(read.filter((name) => !knownIn(REQUEST_HEADERS).includes(name))).toEqual([]);
});

it('the reference has each header that the service sets', () => {
  const set = namesBy(/\.header\(\s*'([\w-]+)'/g, /@Header\(\s*'([\w-]+)'/g);
  expect(set.length).toBeGreaterThan(8);
  expect(set.filter((name) => !knownIn(RESPONSE_HEADERS).includes(name))).toEqual([]);
});

it('no header of the reference has a name twice', () => {
  for (const headers of [REQUEST_HEADERS, RESPONSE_HEADERS, MESSAGE_HEADERS]) {
    expect(new Set(knownIn(headers)).size).toBe(Object.keys(headers).length);
  }
});
