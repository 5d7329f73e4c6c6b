import { expectFailure } from '../support/http/expect.js';
import { sendRaw } from '../support/http/raw.js';
import { useApp } from '../support/service/app.js';

const app = useApp();

const POLICY: Record<string, string> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'frame-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** The path of the script in the page. */
async function scriptOf(): Promise<string> {
  const { text } = await app.get('/console');
  return /src="(\/console\/assets\/[\w.-]+\.js)"/.exec(text)?.[1] ?? '';
}

it.each(['/console', '/console/', '/console/users', '/console/users/019391a0-0000-7000-8000-000000000000?tab=events'])(
  '%s is the page of the console, which cannot be framed and runs only its own scripts',
  async (path) => {
    const { status, headers, text } = await app.get(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const directives = (headers.get('content-security-policy') ?? '')
      .split(';')
      .map((part) => part.trim().split(/ (.*)/));
    expect(Object.fromEntries(directives.map(([name, value]) => [name, value]))).toEqual(POLICY);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-cache',
    });
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=/i);
  },
);

it('a script has a name with a hash and is cached for a year, compressed as the client accepts it', async () => {
  const path = await scriptOf();
  const { status, headers } = await app.get(path, { headers: { 'accept-encoding': 'br' } });
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    vary: 'accept-encoding',
  });
  const plain = await app.get(path, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
});

it('a browser that has the current page gets 304', async () => {
  const etag = String((await app.get('/console')).headers.get('etag'));
  const answer = await app.get('/console', { headers: { 'if-none-match': etag } });
  expect([answer.status, answer.text]).toEqual([304, '']);
});

it.each([
  '/console/../package.json',
  '/console/..%2fpackage.json',
  '/console/%2e%2e/%2e%2e/package.json',
  '/console/..%5c..%5cpackage.json',
  '/console/assets/../../latchkey.js',
  '/console/assets/%2e%2e%2f%2e%2e%2flatchkey.js',
  '/console//etc/passwd.txt',
  '/console/assets/unknown.js',
  '/console/index.html%00.js',
  '/consoles',
])('%s leads to no file', async (path) => {
  expectFailure(await sendRaw(app.service.url, 'GET', path), 'NOT_FOUND', 404);
});

it('a change of a page is not found', async () => {
  expect((await app.post('/console', {})).code).toBe('NOT_FOUND');
});

it('the home page leads to it', async () => {
  const { text } = await app.get('/', { headers: { accept: 'text/html' } });
  expect(text).toContain('href="/console"');
});
