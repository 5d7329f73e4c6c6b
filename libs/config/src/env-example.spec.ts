import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { Env } from './env.js';

const ROOT = resolve(__dirname, '../../..');
const text = readFileSync(resolve(ROOT, '.env.example'), 'utf8');
const example = parseEnv(text);
const AUTH_SECRET = 'a secret for tests, long enough to be one';

/** The variables that `Env` reads from an almost empty source. */
function variablesOfEnv(): string[] {
  const readVariables = new Set<string>();
  const source = new Proxy<Record<string, string>>(
    {},
    {
      get: (_target, name) => {
        readVariables.add(String(name));
        return { AUTH_SECRET, NODE_ENV: 'test' }[String(name)];
      },
    },
  );
  new Env(source);
  return [...readVariables];
}

it('.env.example lists exactly the variables that the service reads', () => {
  expect(Object.keys(example).sort()).toEqual(variablesOfEnv().sort());
});

it('.env.example has each variable once', () => {
  const names = [...text.matchAll(/^(\w+)=/gm)].map((match) => match[1]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it.each([
  ['production', 'spec'],
  ['production', 'strict'],
  ['development', 'strict'],
])('.env.example contains the default values, in %s with SECURITY_PROFILE=%s', (NODE_ENV, SECURITY_PROFILE) => {
  const needed = { AUTH_SECRET, BASE_URL: 'https://auth.example.com', NODE_ENV, SECURITY_PROFILE };
  expect(new Env({ ...example, ...needed })).toEqual(new Env(needed));
});
