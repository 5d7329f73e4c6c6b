// Measures whether webhooks slow sign-ins down: `npm run build && node bench/webhooks.mjs`, with the argument `mysql` for the
// MySQL or MariaDB of the tests. Three services on databases of their own are measured by turns: without webhooks; with ten
// that receive other events; and with ten that receive each sign-in, of which one leads to a closed port and one to a
// receiver that never answers. Each result is compared with the service without webhooks in the same round.
// SECONDS=… and ROUNDS=… set other lengths, CONNECTIONS=… another number of clients.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../test/support/run/machine.mjs';
import { median, rounded } from './support/figures.mjs';
import { load, requestText } from './support/load.mjs';
import { ADMIN_TOKEN, createDatabase, startProcess, startService, withMysql } from './support/service.mjs';

const SECONDS = Number(process.env.SECONDS ?? 6);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const CONNECTIONS = Number(process.env.CONNECTIONS ?? 16);
const WEBHOOKS = 10;
const USERS = 200;
const PASSWORD = 'plover-quince-71';
const HEALTHY = 'SELECT COUNT(*) AS count FROM webhook_deliveries WHERE last_error IS NULL AND status';

/** A receiver in a process of its own, or one that never answers. */
async function startReceiver(answers) {
  const port = await freePort();
  const args = [new URL(import.meta.url).pathname, 'receiver', String(port), answers ? 'answers' : 'hangs'];
  const receiver = startProcess(args, { PATH: process.env.PATH });
  const listens = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
  while (!(await listens())) await sleep(50);
  return { ...receiver, url: `http://127.0.0.1:${port}/` };
}

/** GET is answered always, so that the start can be seen. */
async function receive(port, answers) {
  const server = createServer((request, response) => {
    request.resume();
    if (answers || request.method === 'GET') request.on('end', () => response.writeHead(204).end());
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
}

async function startMeasured(name, mysql, types, urls) {
  const database = await createDatabase(mysql);
  const service = await startService(database, { WEBHOOK_NETWORKS: '127.0.0.1' });
  for (const url of types === undefined ? [] : urls) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` };
    const body = JSON.stringify({ url, types: [types] });
    const answer = await fetch(`${service.base}/api/admin/webhooks`, { method: 'POST', headers, body });
    if (answer.status !== 200) throw new Error(await answer.text());
  }
  let created = 0;
  const next = () => {
    if (created >= USERS) return undefined;
    const body = { email: `user${created++}@example.com`, password: PASSWORD };
    return { text: requestText('POST', '/api/auth/user/create', { body }) };
  };
  await load({ port: service.port, connections: CONNECTIONS, next });
  return { name, database, service, results: [] };
}

/** Sign-ins for some seconds, and the CPU time until their messages are sent, too. */
async function measure({ service, database, results }, seconds) {
  let turn = 0;
  const next = () => {
    const body = { email: `user${turn++ % USERS}@example.com`, password: PASSWORD };
    return { text: requestText('POST', '/api/auth/user/login', { body }) };
  };
  const spent = service.cpuMs();
  const result = await load({ port: service.port, connections: CONNECTIONS, seconds, next });
  const during = service.cpuMs() - spent;
  const count = async (status) => Number((await database.query(`${HEALTHY} = '${status}'`))[0].count);
  const waiting = await count('waiting');
  // A message that was never tried waits also when its receiver is dead, behind another one of the same user.
  for (let left = -1, now = waiting; now !== left && now > 0; [left, now] = [now, await count('waiting')])
    await sleep(2_000);
  const [cpu, cpuWithMessages] = [during / result.count, (service.cpuMs() - spent) / result.count];
  results.push({ rate: result.rate, p50: result.p50, p99: result.p99, cpu, cpuWithMessages });
}

async function run(mysql) {
  const [good, hung] = [await startReceiver(true), await startReceiver(false)];
  const closed = `http://127.0.0.1:${await freePort()}/`;
  const urls = [closed, hung.url, ...Array(WEBHOOKS - 2).fill(good.url)];
  const measured = [];
  try {
    measured.push(await startMeasured('none', mysql));
    measured.push(await startMeasured('ten, for other events', mysql, 'mfa.*', urls));
    measured.push(await startMeasured('ten, for each sign-in', mysql, 'login.*', urls));
    for (const each of measured) await measure(each, 3);
    for (const each of measured) each.results.length = 0;
    for (let round = 0; round < ROUNDS; round++) for (const each of measured) await measure(each, SECONDS);
    const [none] = measured;
    const rows = measured.map(({ name, results }) => {
      const middle = (field) => median(results.map((result) => result[field]));
      const ratio = (field) => median(results.map((result, round) => result[field] / none.results[round][field]));
      return {
        webhooks: name,
        'sign-ins/s': rounded(middle('rate')),
        ratio: rounded(ratio('rate'), 2),
        'p50 (ms)': rounded(middle('p50')),
        'p99 (ms)': rounded(middle('p99')),
        'p99 ratio': rounded(ratio('p99'), 2),
        'CPU (ms)': rounded(middle('cpu')),
        'CPU ratio': rounded(ratio('cpu'), 2),
        'CPU with messages': rounded(middle('cpuWithMessages')),
      };
    });
    console.log(measured[0].database.name);
    console.table(rows);
  } finally {
    for (const { service, database } of measured) {
      await service.stop();
      await database.remove();
    }
    for (const receiver of [good, hung]) await receiver.stop();
  }
}

const [command, port, behaviour] = process.argv.slice(2);
if (command === 'receiver') await receive(Number(port), behaviour === 'answers');
else if (command === 'mysql') await withMysql(run);
else await run();
