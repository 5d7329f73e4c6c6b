// After bundle.mjs: runs each program once, on a database of its own, and keeps the code that V8 compiles for it.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepCode } from './compiled.mjs';

const DIST = resolve(import.meta.dirname, '../../dist');
const START_SECONDS = 60;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const UNKNOWN_ID = '019391a0-0000-7000-8000-000000000000';

/** What each program does: most of its functions are compiled when they are called first. */
const PROGRAMS = {
  cli: async () => {
    process.argv = [...process.argv.slice(0, 2), 'migrate'];
    keepCode(join(DIST, 'cli.cjs')).main();
  },
  latchkey: async () => {
    keepCode(join(DIST, 'latchkey.cjs')).main();
    const url = `http://127.0.0.1:${process.env.PORT}`;
    for (let waited = 0; !(await isReady(url)); waited += 0.02) {
      if (waited > START_SECONDS) throw new Error('The service does not start.');
      await sleep(20);
    }
    await useService(`${url}/api/auth/user`);
    await callAll(url);
    process.exit();
  },
};

const isReady = (url) =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

async function useService(url) {
  const call = async (path, body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const account = { email: 'user@example.com', password: randomBytes(12).toString('hex') };
  await call('/create', account);
  const { refresh_token } = await call('/login', account);
  const { access_token } = await call('/refresh', { refresh_token });
  await fetch(url, { headers: { authorization: `Bearer ${access_token}` } });
}

/** Calls each operation of the API once, as an administrator. Most answer that something is missing. */
async function callAll(url) {
  const { paths } = await (await fetch(`${url}/openapi.json`)).json();
  const headers = { authorization: `Bearer ${process.env.ADMIN_TOKEN}` };
  for (const [path, operations] of Object.entries(paths)) {
    for (const method of Object.keys(operations).filter((name) => METHODS.includes(name))) {
      const body = method === 'get' ? undefined : '{}';
      const type = body && { 'content-type': 'application/json' };
      const answer = await fetch(url + path.replace(/\{.*?\}/g, UNKNOWN_ID), {
        method: method.toUpperCase(),
        headers: { ...headers, ...type },
        body,
        redirect: 'manual',
      });
      await answer.text();
    }
  }
}

async function runAll() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-build-'));
  try {
    const codes = await Promise.all(Object.keys(PROGRAMS).map((name) => start(name, folder)));
    if (codes.some((code) => code !== 0)) throw new Error('A program does not run, so no compiled code is kept.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function start(name, folder) {
  const templates = join(folder, `${name}-emails`);
  mkdirSync(templates);
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: await freePort(),
    AUTH_SECRET: randomBytes(48).toString('base64'),
    DATABASE_URL: `sqlite:${join(folder, name)}.sqlite`,
    BCRYPT_COST: '4',
    SMTP_URL: 'none',
    RATE_LIMIT: 'off',
    ADMIN_TOKEN: `adm_${randomBytes(24).toString('hex')}`,
    // With a folder of templates, the start reads and fills in all of them.
    MAIL_TEMPLATES_DIR: templates,
  };
  const stdio = ['ignore', 'ignore', 'pipe', 'ipc'];
  const child = fork(import.meta.filename, [name], { cwd: folder, env, stdio });
  const errors = child.stderr.toArray();
  const [code] = await once(child, 'exit');
  if (code !== 0) process.stderr.write(Buffer.concat(await errors));
  return code;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

const [name] = process.argv.slice(2);
if (name) {
  await PROGRAMS[name]();
} else {
  await runAll();
}
