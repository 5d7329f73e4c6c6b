import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT, read } from '../support/docs/documents.js';
import { useApp } from '../support/service/app.js';

const app = useApp({ CORS_ORIGINS: 'https://app.example.com' });

/** What any HTTP server sends. */
const USUAL = ['content-length', 'date', 'keep-alive', 'transfer-encoding'];

/** The headers in a table of the reference, in lower case. */
function headersUnder(heading: string): string[] {
  const [, section = ''] = read('docs/reference/headers-and-cookies.md').split(`## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name = '']) => name.toLowerCase());
}

it('the reference, the page of the ASVS and .env.example are what npm run docs:reference writes', () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['apps/build/reference.mjs', '--check'], {
    cwd: join(ROOT),
    encoding: 'utf8',
  });
  expect({ stdout, stderr, status }).toEqual({ stdout: '', stderr: '', status: 0 });
});

it.each([
  ['of the API', 'GET', '/api/auth/user', {}],
  ['of a preflight', 'OPTIONS', '/api/auth/user', { 'access-control-request-method': 'GET' }],
  ['of the public keys', 'GET', '/.well-known/jwks.json', {}],
  ['of the documentation page', 'GET', '/docs', {}],
  ['of the console', 'GET', '/console', { 'accept-encoding': 'gzip' }],
  ['that is a page', 'GET', '/api/auth/reset-password/page?token=x', { accept: 'text/html' }],
])('the reference lists the headers of an answer %s', async (_which, method, path, headers) => {
  const given = { origin: 'https://app.example.com', ...headers } as Record<string, string>;
  const answer = await fetch(app.service.url + path, { method, headers: given });
  const known = [...headersUnder('Headers of answers'), ...USUAL];
  expect([...answer.headers.keys()].filter((name) => !known.includes(name))).toEqual([]);
});
