// Replaces replicas one by one under load, and counts the requests that fail: node bench/rotation.mjs (after npm run build).
// On the MySQL or MariaDB of the tests, behind nginx (if it is installed) and behind a naive proxy.
// ROUNDS=… and REQUESTS=… set how many rotations and requests each proxy gets at least, REPLICAS=… and DELAY=… the number of
// replicas and their SHUTDOWN_DELAY in seconds.
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../test/support/run/machine.mjs';
import { rounded } from './support/figures.mjs';
import { hasNginx, startNaiveProxy, startNginx } from './support/proxies.mjs';
import { createDatabase, startService, withMysql } from './support/service.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 10);
const REQUESTS = Number(process.env.REQUESTS ?? 100_000);
const REPLICAS = Number(process.env.REPLICAS ?? 4);
const DELAY = process.env.DELAY ?? '3';
const CLIENTS = 16;
const AUTH = '/api/auth/user';
/** Of so many requests of a client, one changes something: a proxy must not repeat it. */
const TURN = 5;
/** So many failures are shown one by one. */
const SHOWN = 10;

/** The status and the body of an answer, on a connection of its own: a reload of nginx closes idle ones at any moment; the code of the error instead of the status when there is none. */
async function send(port, method, path, { token, body } = {}) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': text.length }),
  };
  try {
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false }).end(text);
    const [answer] = await once(outgoing, 'response');
    let received = '';
    for await (const chunk of answer.setEncoding('utf8')) received += chunk;
    return { status: answer.statusCode, received };
  } catch (error) {
    return { status: error.code ?? error.message, received: '' };
  }
}

/** One client, which reads its user, and refreshes its session now and then. */
async function client(port, tally) {
  const count = async (...call) => {
    const answer = await send(port, ...call);
    tally.requests += 1;
    if (answer.status === 200) return JSON.parse(answer.received);
    tally.failures += 1;
    if (tally.failures <= SHOWN) console.log(`  ${call[0]} ${call[1]}: ${answer.status} ${answer.received}`);
    return undefined;
  };
  const body = { email: `user-${port}-${tally.next++}@example.com`, password: 'plover-quince-71', login: true };
  let tokens = await count('POST', `${AUTH}/create`, { body });
  for (let turn = 1; !tally.ended; turn++) {
    const { refresh_token, access_token: token = tokens.token } = tokens;
    if (turn % TURN > 0) await count('GET', AUTH, { token });
    else tokens = (await count('POST', `${AUTH}/refresh`, { body: { refresh_token } })) ?? tokens;
  }
}

/** Rotates the replicas under load until there were enough rounds and requests. */
async function rotate(name, startProxy, database) {
  const ports = await Promise.all(Array.from({ length: REPLICAS }, () => freePort()));
  const start = (port) => startService(database, { PORT: String(port), SHUTDOWN_DELAY: DELAY, BCRYPT_COST: '4' });
  const replicas = [];
  for (const port of ports) replicas.push(await start(port));
  const proxy = await startProxy(ports);
  const tally = { requests: 0, failures: 0, next: 0, ended: false };
  const begun = performance.now();
  const clients = Array.from({ length: CLIENTS }, () => client(proxy.port, tally));
  let rounds = 0;
  for (; rounds < ROUNDS || tally.requests < REQUESTS; rounds++) {
    for (const [index, port] of ports.entries()) {
      await proxy.mark(port);
      await replicas[index].stop();
      replicas[index] = await start(port);
      await proxy.mark();
      await sleep(1_000);
    }
  }
  tally.ended = true;
  await Promise.all(clients);
  await proxy.stop();
  await Promise.all(replicas.map((replica) => replica.stop()));
  const { requests, failures } = tally;
  return { proxy: name, rounds, requests, failures, seconds: rounded((performance.now() - begun) / 1_000, 0) };
}

await withMysql(async (server) => {
  const database = await createDatabase(server);
  const rows = [];
  if (hasNginx()) rows.push(await rotate('nginx', startNginx, database));
  else console.log('nginx is not installed: skipped');
  rows.push(await rotate('naive', startNaiveProxy, database));
  console.table(rows);
  await database.remove();
  if (rows.some(({ failures }) => failures > 0)) process.exitCode = 1;
});
