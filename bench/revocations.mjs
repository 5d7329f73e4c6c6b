// Measures how soon services with the guard of NestJS, and with the verifier in Express and Fastify, refuse the tokens of
// machines after a change: `npm run build && node bench/revocations.mjs`. The time counts from the answer to the change until
// all three refuse. It fails if one takes longer than LIMIT_SECONDS. COUNT (200) machines are read again and again meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../test/support/run/machine.mjs';
import { quantile, rounded } from './support/figures.mjs';
import { send } from './support/send.mjs';
import { ADMIN_TOKEN, BASE_URL, startProcess, withService } from './support/service.mjs';

const COUNT = Number(process.env.COUNT ?? 200);
const PAUSE_MS = 250;
const LIMIT_SECONDS = 4;
const TIMEOUT_MS = 60_000;
const AUDIENCE = 'https://orders.example.com';
const SCOPES = ['orders:read', 'orders:write'];
const PASSWORD = 'plover-quince-71';
const GUARDED = new URL('./support/guarded-machines.mjs', import.meta.url).pathname;
const FRAMEWORKS = ['nest', 'express', 'fastify'];

/** The changes: each makes a token of `machine`, and ends it. */
const CHANGES = {
  'key revoked': { make: apiKey, end: ({ owner, keyId }) => own('DELETE', `/user/api-keys/${keyId}`, owner.token) },
  'owner disabled': { make: apiKey, end: ({ owner }) => admin('PATCH', `/users/${owner.uid}`, { active: false }) },
  'owner deleted': { make: apiKey, end: ({ owner }) => admin('DELETE', `/users/${owner.uid}`) },
  'client disabled': { make: client, end: ({ id }) => admin('PATCH', `/clients/${id}`, { active: false }) },
  'scope taken': { make: client, end: ({ id }) => admin('PATCH', `/clients/${id}`, { scopes: ['orders:write'] }) },
};

let base = '';
const settings = { BCRYPT_COST: '4', API_KEY_SCOPES: SCOPES.join(), API_KEY_AUDIENCES: AUDIENCE };
const rows = await withService(undefined, settings, async (service) => {
  base = service.base;
  const services = await Promise.all(FRAMEWORKS.map(start));
  try {
    return await measure(services.map(({ url }) => url));
  } finally {
    for (const { stop } of services) await stop();
  }
});
console.table(rows);
if (rows.some((row) => row['longest (s)'] > LIMIT_SECONDS)) {
  console.error(`A token was accepted for more than ${LIMIT_SECONDS} seconds.`);
  process.exitCode = 1;
}

async function measure(urls) {
  const machines = [];
  for (let index = 0; index < COUNT; index++) {
    const names = Object.keys(CHANGES);
    const change = names[index % names.length];
    machines.push({ change, ...(await CHANGES[change].make(index)) });
  }
  const statuses = ({ token }) => Promise.all(urls.map(async (url) => (await send('GET', url, { token })).status));
  for (const machine of machines) await until(async () => (await statuses(machine)).every((status) => status === 200));
  const times = await Promise.all(
    machines.map(async (machine) => {
      await CHANGES[machine.change].end(machine);
      const begun = performance.now();
      await until(async () => (await statuses(machine)).every((status) => status === 401));
      return performance.now() - begun;
    }),
  );
  return Object.keys(CHANGES).map((change) => {
    const own = times.filter((_time, index) => machines[index].change === change);
    const seconds = (share) => rounded(quantile(own, share) / 1_000, 2);
    return { change, tokens: own.length, 'median (s)': seconds(0.5), 'longest (s)': seconds(1) };
  });
}

async function until(holds) {
  const begun = performance.now();
  while (!(await holds())) {
    if (performance.now() - begun > TIMEOUT_MS) throw new Error('It took more than a minute.');
    await sleep(PAUSE_MS);
  }
}

async function start(FRAMEWORK) {
  const port = String(await freePort());
  const env = { PATH: process.env.PATH, PORT: port, FRAMEWORK, AUDIENCE, AUTH_ISSUER: BASE_URL };
  const service = startProcess([GUARDED], { ...env, JWKS_URI: `${base}/.well-known/jwks.json` });
  const url = `http://127.0.0.1:${port}/orders`;
  await until(() => fetch(url).then(Boolean, () => false));
  return { ...service, url };
}

async function apiKey(index) {
  const body = { email: `user${index}@example.com`, password: PASSWORD, login: true };
  const { json: owner } = await good(send('POST', `${base}/api/auth/user/create`, { body }));
  const facts = { name: 'Script', scopes: SCOPES, audiences: [AUDIENCE], expires_in: 86_400 };
  const { key, key_id: keyId } = await own('POST', '/user/api-keys', owner.token, facts);
  return { owner, keyId, token: (await own('POST', '/api-keys/token', undefined, { key })).access_token };
}

async function client(index) {
  const facts = { name: `Client ${index}`, scopes: SCOPES, audiences: [AUDIENCE] };
  const { client_id: id, client_secret: secret } = await admin('POST', '/clients', facts);
  const headers = { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const answer = await fetch(`${base}/oauth2/token`, { method: 'POST', headers, body });
  return { id, token: (await answer.json()).access_token };
}

async function admin(method, path, body) {
  return (await good(send(method, `${base}/api/admin${path}`, { token: ADMIN_TOKEN, body }))).json;
}

async function own(method, path, token, body) {
  return (await good(send(method, `${base}/api/auth${path}`, { token, body }))).json;
}

async function good(sent) {
  const answer = await sent;
  if (answer.status !== 200) throw new Error(`The service answered ${answer.status} ${JSON.stringify(answer.json)}.`);
  return answer;
}
