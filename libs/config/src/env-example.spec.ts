import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { Env, RENAMED } from './env.js';

const ROOT = resolve(__dirname, '../../..');
const example = parseEnv(readFileSync(resolve(ROOT, '.env.example'), 'utf8'));
const AUTH_SECRET = 'a secret for tests, long enough to be one';

/** The variables that the settings are read from: whatever is looked up in a source without any. */
function variablesOfEnv(): string[] {
  const asked = new Set<string>();
  const source = new Proxy<Record<string, string>>(
    {},
    {
      get: (_target, name) => {
        asked.add(String(name));
        return { AUTH_SECRET, NODE_ENV: 'test' }[String(name)];
      },
    },
  );
  new Env(source);
  return [...asked].filter((variable) => !(variable in RENAMED));
}

it('lists exactly the variables that the service reads', () => {
  expect(Object.keys(example).sort()).toEqual(variablesOfEnv().sort());
});

it('shows the defaults', () => {
  const needed = { AUTH_SECRET, BASE_URL: 'http://localhost:3000' };
  expect(new Env({ ...example, ...needed })).toEqual(new Env(needed));
});
