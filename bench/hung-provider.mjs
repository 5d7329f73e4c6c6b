// Measures sign-ins with a password and with a passkey while an external provider hangs, beside the same sign-ins without
// it: `npm run build && node bench/hung-provider.mjs`. The provider accepts connections and never answers; clients start
// external sign-ins all the time. Both states alternate, so that other work of the machine affects both.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile, rounded } from './support/figures.mjs';
import { ADMIN_TOKEN, withMysql, withService } from './support/service.mjs';
import { importTypeScript } from './support/typescript.mjs';

const { SoftPasskey } = await importTypeScript(new URL('../test/support/factors/authenticator.ts', import.meta.url));

const ROUNDS = Number(process.env.ROUNDS ?? 6);
const SECONDS = Number(process.env.SECONDS ?? 4);
const SIGN_INS_AT_A_TIME = 4;
const STARTS_AT_A_TIME = 50;
const ORIGIN = 'https://app.example.com';
const SETTINGS = { APP_URL: ORIGIN, BCRYPT_COST: '10' };
const ADA = { email: 'ada@example.com', password: 'correct horse battery staple', login: true, email_verified: true };

const sockets = new Set();
const provider = createServer((socket) => {
  sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
}).listen(0, '127.0.0.1');
await once(provider, 'listening');

const rows = [];
try {
  rows.push(...(await withService(undefined, SETTINGS, (service) => measure(service, 'SQLite'))));
  await withMysql(async (url) => {
    rows.push(...(await withService(url, SETTINGS, (service) => measure(service, 'MySQL/MariaDB'))));
  });
} finally {
  for (const socket of sockets) socket.destroy();
  provider.close();
}
console.table(rows);

async function measure(service, database) {
  const { base } = service;
  const call = caller(base);
  const passkey = await addPasskey(call);
  await call('/api/admin/providers', {
    token: ADMIN_TOKEN,
    body: {
      id: 'hung',
      kind: 'oidc',
      name: 'Hung',
      issuer: `http://localhost:${provider.address().port}`,
      client_id: 'latchkey',
      client_secret: 'secret',
      scopes: ['openid', 'email'],
    },
  });
  const signIns = {
    password: () => call('/api/auth/user/login', { body: ADA }),
    passkey: async () => {
      const { challenge_id, options } = await call('/api/auth/passkey/options', { body: {} });
      await call('/api/auth/passkey/login', { body: { challenge_id, credential: passkey.get(options) } });
    },
  };
  const states = () => ({ alone: { times: [], cpu: 0 }, hung: { times: [], cpu: 0 } });
  const results = { password: states(), passkey: states() };
  let starts = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (const [method, signIn] of Object.entries(signIns)) {
      await during(service, signIn, results[method].alone);
      const stop = new AbortController();
      const hanging = Array.from({ length: STARTS_AT_A_TIME }, () => startUntil(base, stop.signal));
      await sleep(200);
      await during(service, signIn, results[method].hung);
      stop.abort();
      for (const count of await Promise.all(hanging)) starts += count;
    }
  }
  return Object.entries(results).map(([method, { alone, hung }]) => ({
    database,
    method,
    'p50 alone (ms)': rounded(quantile(alone.times, 0.5)),
    'p50 hung (ms)': rounded(quantile(hung.times, 0.5)),
    'p99 alone (ms)': rounded(quantile(alone.times, 0.99)),
    'p99 hung (ms)': rounded(quantile(hung.times, 0.99)),
    'rate hung/alone': rounded(hung.times.length / alone.times.length, 2),
    'CPU hung/alone': rounded(cpuOf(hung) / cpuOf(alone), 2),
    starts,
  }));
}

/** A client whose calls fail when the answer is not 200. */
function caller(base) {
  return async (path, { body, token }) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${text}`);
    return JSON.parse(text);
  };
}

async function addPasskey(call) {
  const { token } = await call('/api/auth/user/create', { body: ADA });
  const passkey = new SoftPasskey(ORIGIN);
  const { challenge_id, options } = await call('/api/auth/user/passkeys/options', { body: {}, token });
  const credential = passkey.create(options);
  await call('/api/auth/user/passkeys', { body: { challenge_id, credential, name: 'Phone' }, token });
  return passkey;
}

/** The CPU time of the service for one sign-in. */
function cpuOf({ times, cpu }) {
  return cpu / times.length;
}

/** Adds the milliseconds of each sign-in, and the CPU time of the service. */
async function during(service, signIn, result) {
  const spent = service.cpuMs();
  const end = performance.now() + SECONDS * 1_000;
  const client = async () => {
    while (performance.now() < end) {
      const begun = performance.now();
      await signIn();
      result.times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: SIGN_INS_AT_A_TIME }, client));
  result.cpu += service.cpuMs() - spent;
}

/** Starts external sign-ins one after the other; returns their number. */
async function startUntil(base, signal) {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ code_challenge: 'a'.repeat(43), next_url: ORIGIN });
  let count = 0;
  while (!signal.aborted) {
    const asked = fetch(`${base}/api/auth/external/hung/start`, { method: 'POST', headers, body, signal });
    const status = await asked.then(
      async (answer) => [answer.status, await answer.text()],
      () => undefined,
    );
    if (status && !status[1].includes('PROVIDER_ERROR')) throw new Error(`The start answered ${status}`);
    count++;
  }
  return count;
}
