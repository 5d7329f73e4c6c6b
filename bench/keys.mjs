// Measures how many access tokens for machines the service issues in a second, by API keys and by secrets of clients, beside
// a bare node:http that does the same reads and the same signature: node bench/keys.mjs, after npm run build.
// Each measures alternately, so that other work of the machine affects both; the figures are medians. Fails if the service
// issues no more than 1,000 tokens in a second, or less than half of the other.
// SECONDS=… and ROUNDS=… set other lengths, ON=mysql or sqlite one database, KEYS=… another number of keys and clients.
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/support/run/machine.mjs';
import { quantile, rounded } from './support/figures.mjs';
import { load } from './support/load.mjs';
import { ADMIN_TOKEN, createDatabase, startProcess, startService, withMysql } from './support/service.mjs';

const SECONDS = Number(process.env.SECONDS ?? 4);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const KEYS = Number(process.env.KEYS ?? 50);
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 2;
const FLOOR = fileURLToPath(new URL('./support/key-floor.mjs', import.meta.url));
const LEAST_RATIO = 0.5;
const LEAST_RATE = 1_000;
const AUDIENCE = 'https://api.example.com';
const SETTINGS = { API_KEY_SCOPES: 'orders:read,orders:write', API_KEY_AUDIENCES: AUDIENCE, BCRYPT_COST: '4' };
const FACTS = { name: 'Bench', scopes: ['orders:read', 'orders:write'], audiences: [AUDIENCE] };

async function call(service, path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(service.base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const textOf = (path, type, body, more = []) =>
  [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `content-type: ${type}`,
    `content-length: ${Buffer.byteLength(body)}`,
    ...more,
    '',
    body,
  ].join('\r\n');

/** A request with an API key of a user of its own. */
async function keyRequest(service, index) {
  const user = { email: `user${index}@example.com`, password: 'plover-quince-71', login: true };
  const { token } = await call(service, '/api/auth/user/create', user);
  const { key } = await call(service, '/api/auth/user/api-keys', { ...FACTS, expires_in: 86_400 }, token);
  return textOf('/api/auth/api-keys/token', 'application/json', JSON.stringify({ key }));
}

/** A request with the secret of a client. */
async function clientRequest(service) {
  const { client_id: id, client_secret: secret } = await call(service, '/api/admin/clients', FACTS, ADMIN_TOKEN);
  const basic = `authorization: Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const form = 'grant_type=client_credentials';
  return textOf('/oauth2/token', 'application/x-www-form-urlencoded', form, [basic]);
}

async function startFloor({ url }) {
  const port = await freePort();
  const floor = startProcess([FLOOR], { PATH: process.env.PATH, PORT: String(port), DATABASE_URL: url });
  await once(floor.child, 'message');
  return { ...floor, port };
}

/** Sends the requests in turn. The CPU time is that of the server for a request, in microseconds. */
async function measure({ port, cpuMs }, texts, seconds) {
  let turn = 0;
  const spent = cpuMs();
  const next = () => ({ text: texts[turn++ % texts.length] });
  const result = await load({ port, connections: CONNECTIONS, seconds, next });
  return { ...result, cpu: ((cpuMs() - spent) * 1_000) / result.count };
}

async function compare(what, texts, service, floor) {
  const results = { ours: [], bare: [] };
  for (const each of [service, floor]) await measure(each, texts, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round++) {
    results.ours.push(await measure(service, texts, SECONDS));
    results.bare.push(await measure(floor, texts, SECONDS));
  }
  const median = (of, name) =>
    quantile(
      results[of].map((result) => result[name]),
      0.5,
    );
  const [rate, bare] = [median('ours', 'rate'), median('bare', 'rate')];
  const good = rate / bare >= LEAST_RATIO && rate > LEAST_RATE;
  if (!good) process.exitCode = 1;
  return {
    exchange: what,
    'tokens/s': rounded(rate),
    'bare/s': rounded(bare),
    ratio: rounded(rate / bare, 2),
    'p50 (ms)': rounded(median('ours', 'p50'), 2),
    'p99 (ms)': rounded(median('ours', 'p99'), 2),
    'bare p99': rounded(median('bare', 'p99'), 2),
    'CPU (µs)': rounded(median('ours', 'cpu'), 0),
    'bare CPU': rounded(median('bare', 'cpu'), 0),
    enough: good,
  };
}

async function run(server) {
  const database = await createDatabase(server);
  const running = [];
  try {
    const service = await startService(database, SETTINGS);
    running.push(service);
    const of = { keys: [], clients: [] };
    for (let index = 0; index < KEYS; index++) {
      of.keys.push(await keyRequest(service, index));
      of.clients.push(await clientRequest(service));
    }
    const floor = await startFloor(database);
    running.push(floor);
    console.log(`${database.name}, ${CONNECTIONS} connections:`);
    console.table([
      await compare(`${KEYS} API keys`, of.keys, service, floor),
      await compare('one API key', of.keys.slice(0, 1), service, floor),
      await compare(`${KEYS} clients`, of.clients, service, floor),
      await compare('one client', of.clients.slice(0, 1), service, floor),
    ]);
  } finally {
    for (const each of running) await each.stop();
    await database.remove();
  }
}

if (process.env.ON !== 'sqlite') await withMysql(run);
if (process.env.ON !== 'mysql') await run();
