// Writes src/schema.ts, the types of the OpenAPI document: npm run client:types. With the URL of a running service it prints
// them instead.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { freePort } from '../../test/support/run/machine.mjs';

const MAIN = fileURLToPath(new URL('../../dist/latchkey.js', import.meta.url));
const SCHEMA = fileURLToPath(new URL('src/schema.ts', import.meta.url));
const START_TIMEOUT_MS = 60_000;
const HEADER =
  '// Made from the OpenAPI document of the service by `npm run client:types`. Change the service, not this file.\n\n';

const [running] = process.argv.slice(2);
if (running) process.stdout.write(await typesOf(running));
else writeFileSync(SCHEMA, await withService(typesOf));

async function typesOf(url) {
  const answer = await fetch(new URL('/openapi.json', url));
  return HEADER + astToString(await openapiTS(await answer.json(), { defaultNonNullable: false }));
}

/** Runs the built service in an empty folder while `work` runs. */
async function withService(work) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-types-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    AUTH_SECRET: randomBytes(32).toString('hex'),
    HOST: '127.0.0.1',
    PORT: new URL(url).port,
    DATABASE_URL: 'sqlite::memory:',
    SMTP_URL: 'none',
  };
  const child = fork(MAIN, { cwd: folder, env, silent: true });
  const ended = once(child, 'close');
  try {
    await untilReady(url, child);
    return await work(url);
  } finally {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true });
  }
}

async function untilReady(url, child) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  const ready = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await ready())) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('The service did not start.');
    await new Promise((next) => setTimeout(next, 50));
  }
}
