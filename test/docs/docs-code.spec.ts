import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCOPES } from '@app/admin';
import { Env } from '@app/config';
import { ERRORS } from '@app/errors';
import { DOCUMENTS, ROOT, read } from '../support/docs/documents.js';
import { useApp } from '../support/service/app.js';

const app = useApp();

const METHODS = '(?:(?:GET|POST|PUT|PATCH|DELETE)(?:, )?)+';
const ENDPOINT = new RegExp(`\`(${METHODS})\\s+([^\`]+)\``, 'g');
/** The paths of the service itself; all other ones in the documents are below the admin API. */
const OWN = /^\/(api|oauth2|\.well-known|health|metrics)\b/;

/** The endpoints that a text names in code, as `GET /path`. In a row of a table, `…` repeats the last path without it. */
function endpointsIn(text: string): string[] {
  return text.split(/\n(?=\|)|\n\n/).flatMap((part) => {
    let full = '';
    return [...part.matchAll(ENDPOINT)].flatMap(([, methods = '', written = '']) => {
      const path = written.replace(/\?.*/s, '').replace(/^…/, full);
      if (!written.startsWith('…')) full = path;
      // `GET /api/admin/…` means all of them.
      if (path.endsWith('…')) return [];
      return methods.split(', ').map((method) => normal(method, OWN.test(path) ? path : `/api/admin${path}`));
    });
  });
}

/** The names of parameters differ. */
const normal = (method: string, path: string) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`;

async function operations(): Promise<string[]> {
  const { paths } = (await app.get('/openapi.json')).json as { paths: Record<string, object> };
  return Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => normal(method, path)));
}

/** The page of all endpoints, which is made from the code. */
const ENDPOINTS = 'docs/reference/endpoints.md';

/** The rows of the table that a heading of a column begins. */
function firstColumn(document: string, heading: string): string[] {
  const [, table = ''] = read(document).split(new RegExp(`^\\| ${heading} +\\|.*\\n`, 'm'));
  const [rows = ''] = table.split('\n\n');
  return rows.split('\n').map((row) => row.split('|')[1]?.trim() ?? '');
}

it('the reference names each endpoint of the OpenAPI document', async () => {
  const described = new Set(endpointsIn(read(ENDPOINTS)));
  expect((await operations()).filter((operation) => !described.has(operation))).toEqual([]);
});

it('the OpenAPI document has each endpoint of the reference', async () => {
  const known = await operations();
  expect(endpointsIn(read(ENDPOINTS)).filter((endpoint) => !known.includes(endpoint))).toEqual([]);
});

it.each(DOCUMENTS)('the OpenAPI document has each endpoint below /api of %s', async (document) => {
  const known = await operations();
  const spans = [...read(document).matchAll(ENDPOINT)]
    .map(([span]) => span)
    .filter((span) => / \/api\/(auth|admin)\//.test(span));
  expect(endpointsIn(spans.join(' ')).filter((endpoint) => !known.includes(endpoint))).toEqual([]);
});

it.each([
  ['docs/glossary.md', (document: string) => /^\| scope +\|(.*)\|$/m.exec(read(document))?.[1] ?? ''],
  ['docs/back-office.md', (document: string) => firstColumn(document, 'scope').join()],
])('%s lists the scopes of admin tokens', (document, textOf) => {
  const words = [...textOf(document).matchAll(/`(\w+)`/g)].map(([, scope]) => scope);
  expect(words).toEqual([...SCOPES]);
});

/** Names of other programs, of the code, of the tests and of the examples, and the codes of the command line and of the packages alone. */
const FOREIGN = new Set([
  ...[
    ...['NPM_REGISTRY', 'NPM_TOKEN'],
    ...['REGISTRY', 'IMAGE', 'USER', 'TOKEN'].map((name) => `CONTAINER_${name}`),
    'NODE_EXTRA_CA_CERTS',
    'NODE_OPTIONS',
    ...['HEADERS', 'COMPRESSION', 'CERTIFICATE'].map((name) => `OTEL_EXPORTER_OTLP_${name}`),
    ...['OTEL_SERVICE_NAME', 'OTEL_RESOURCE_ATTRIBUTES'],
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'APP_GUARD',
    'GET_LOCK',
    'TEST_MYSQL_URL',
    'TEST_POSTGRES_URL',
    'TEST_POSTGRES_POOLER',
    'AUTH_AUDIENCE',
    'REPORTED_TO_TARGET',
    'PART_OF',
  ],
  ...[
    'DATABASE_NOT_FOUND',
    'PENDING_MIGRATIONS',
    'UNRELEASED_SCHEMA',
    'FOREIGN_TABLES',
    'INCOMPLETE_SCHEMA',
    'INVALID_SETTINGS',
    'FILE_UNUSABLE',
    ...['NEWER_SCHEMA', 'UNFINISHED_COPY', 'DATABASE_NOT_EMPTY', 'SOURCE_CHANGED', 'ROW_REFUSED', 'COPY_DIFFERS'],
    'OTHER_SECRET',
  ],
  ...['NOT_CONFIRMED', 'NETWORK_ERROR', 'UNEXPECTED_ANSWER', 'LINK_NOT_REQUESTED', 'REVOCATIONS_UNAVAILABLE'],
  // The keys of messages that the sign-in pages show for a field.
  ...['EMAIL_MISSING', 'PASSWORD_MISSING', 'PASSWORD_TOO_SHORT', 'CODE_MISSING', 'PASSKEY_CANCELLED', 'PASSKEY_FAILED'],
]);

it.each(DOCUMENTS.filter((document) => document !== 'CHANGELOG.md'))(
  '%s names only settings and error codes that there are',
  (document) => {
    const settings = new Env({ NODE_ENV: 'test', AUTH_SECRET: 'a secret for tests, long enough to be one' }).inForce;
    const known = new Set([...settings.map(({ name }) => name), ...Object.keys(ERRORS), ...FOREIGN]);
    const names = [...read(document).matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])(?:=[^`]*)?`/g)].map(
      ([, name = '']) => name,
    );
    expect([...new Set(names)].filter((name) => !known.has(name))).toEqual([]);
  },
);

describe('the command line with a file of settings, as the guide to operation calls it', () => {
  const guide = read('docs/operating.md') + read('docs/upgrading.md');
  const COMMAND = /node (--env-file=latchkey\.env )?dist\/cli\.js/g;

  it('is always given the file', () => {
    const commands = [...guide.matchAll(COMMAND)];
    expect(commands.length).toBeGreaterThan(3);
    expect(commands.filter(([, file]) => file === undefined)).toEqual([]);
  });

  it('acts on the database of the file, which it does not read by itself', () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-env-file-'));
    writeFileSync(
      join(folder, 'latchkey.env'),
      'AUTH_SECRET=0123456789abcdefghijklmnopqrstuv\nDATABASE_URL=sqlite:./own.sqlite\n',
    );
    const run = (...words: string[]) =>
      spawnSync(process.execPath, [...words, join(ROOT, 'dist/cli.js'), 'migrate'], {
        cwd: folder,
        env: { PATH: process.env.PATH },
        encoding: 'utf8',
      });
    expect(run('--env-file=latchkey.env').stderr).toContain('own.sqlite');
    expect(readdirSync(folder).sort()).toEqual(['latchkey.env', 'own.sqlite']);
    expect(run().stderr).not.toContain('own.sqlite');
    rmSync(folder, { recursive: true, force: true });
  });
});
