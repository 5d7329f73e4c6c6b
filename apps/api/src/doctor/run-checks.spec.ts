import { Env, type Inspection } from '@app/config';
import { type CheckResult, runChecks } from './run-checks.js';

const NEEDED = { AUTH_SECRET: 'a secret for tests, long enough to be one', DATABASE_URL: 'sqlite::memory:' };

const inspection = (settings: Record<string, string> = {}): Inspection => ({
  env: new Env({ ...NEEDED, NODE_ENV: 'test', SMTP_URL: 'none', BASE_URL: 'http://localhost:9', ...settings }),
  problems: [],
  misspelt: [],
  secretKnown: true,
  nodeEnvSet: true,
});

/** What the check of the console finds with these settings. */
async function consoleWith(settings: Record<string, string>): Promise<CheckResult[]> {
  return (await runChecks(inspection(settings))).filter(({ name }) => name === 'console');
}

it('checks that have no time left are skipped, and named', async () => {
  const [first, ...others] = await runChecks(inspection(), 0);
  expect(first).toMatchObject({ name: 'settings', status: 'ok' });
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 'skip'));
  expect(others.map(({ name }) => name)).toEqual(expect.arrayContaining(['database', 'mail', 'console', 'proxies']));
  expect(others[0]?.found).toContain('took all the time');
});

const PUBLIC = { NODE_ENV: 'production', CONSOLE: 'on' };

it.each([
  ['off', { CONSOLE: 'off' }, ['ok']],
  ['on in development', { CONSOLE: 'on' }, ['ok']],
  ['on in production with https', { ...PUBLIC, BASE_URL: 'https://localhost:9' }, ['ok']],
  ['on in production without https', { ...PUBLIC, BASE_URL: 'http://localhost:9' }, ['warn']],
  ['off in production without https', { NODE_ENV: 'production', BASE_URL: 'http://localhost:9' }, ['ok']],
  ['on below a path', { CONSOLE: 'on', BASE_URL: 'http://localhost:9/auth' }, ['warn']],
] as [string, Record<string, string>, string[]][])(
  'the check of the console, when it is %s, finds %j: %j',
  async (_when, settings, statuses) => {
    const found = await consoleWith(settings);
    expect(found.map(({ status }) => status)).toEqual(statuses);
    for (const { status, cure } of found) expect(cure === undefined).toBe(status === 'ok');
  },
);
