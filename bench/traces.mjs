// Measures what traces cost: npm run build && node bench/traces.mjs. Reads and refreshes of a service with a collector
// beside those of one without, in short turns, of which each begins with another one, so that other work of the machine affects
// all alike. BASE=… names the dist/latchkey.js of another build, which is measured, too. SECONDS=… and TURNS=… set other lengths.
import { createServer } from 'node:http';
import { median, rounded } from './support/figures.mjs';
import { load, requestText } from './support/load.mjs';
import { createDatabase, startService, withMysql } from './support/service.mjs';

const SECONDS = Number(process.env.SECONDS ?? 1);
const TURNS = Number(process.env.TURNS ?? 30);
const USERS = 300;
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 4;
const PASSWORD = 'plover-quince-71';

const OPERATIONS = {
  'get-user': (clients) => () => {
    const client = clients[Math.floor(Math.random() * clients.length)];
    client.read ??= requestText('GET', '/api/auth/user', client);
    return { text: client.read };
  },
  refresh: (clients) => {
    let turn = 0;
    return () => {
      const client = clients[turn++ % clients.length];
      const { refresh_token } = client;
      const done = (body) => Object.assign(client, { refresh_token: JSON.parse(body).refresh_token });
      return { text: requestText('POST', '/api/auth/user/refresh', { body: { refresh_token } }), done };
    };
  },
};

/** A collector that reads all and keeps nothing. */
let spans = 0;
const collector = createServer((request, response) => {
  spans += 1;
  request.resume().on('end', () => response.end('{}'));
});
await new Promise((done) => collector.listen(0, '127.0.0.1', done));
const endpoint = `http://127.0.0.1:${collector.address().port}`;

const rows = await withMysql(async (mysql) => {
  const database = await createDatabase(mysql);
  const servers = [];
  try {
    const kinds = {
      ...(process.env.BASE && { base: { main: process.env.BASE } }),
      off: {},
      on: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
    };
    for (const [kind, { main, ...settings }] of Object.entries(kinds)) {
      const service = await startService(database, { BCRYPT_COST: '4', ...settings }, main);
      servers.push({ kind, ...service, clients: await signUps(service) });
    }
    const measured = [];
    for (const operation of Object.keys(OPERATIONS)) measured.push(...(await compare(operation, servers)));
    return measured;
  } finally {
    for (const server of servers) await server.stop();
    await database.remove();
  }
});
collector.close();
console.table(rows);
console.log(`${spans} batches of spans have arrived.`);

async function signUps({ port, base }) {
  const clients = [];
  let created = 0;
  const next = () => {
    if (created >= USERS) return undefined;
    created += 1;
    const user = { email: `user${created}.${new URL(base).port}@example.com`, password: PASSWORD, login: true };
    return {
      text: requestText('POST', '/api/auth/user/create', { body: user }),
      done: (body) => clients.push(JSON.parse(body)),
    };
  };
  await load({ port, connections: 8, next });
  return clients;
}

/** The medians of all turns, and of the ratios to the first server. */
async function compare(operation, servers) {
  const nexts = servers.map(({ clients }) => OPERATIONS[operation](clients));
  const turns = [];
  for (const [index] of servers.entries()) await measure(servers[index], nexts[index], WARM_UP_SECONDS);
  for (let turn = 0; turn < TURNS; turn++) {
    const results = [];
    for (let step = 0; step < servers.length; step++) {
      const index = (turn + step) % servers.length;
      results[index] = await measure(servers[index], nexts[index], SECONDS);
    }
    turns.push(results);
  }
  return servers.map(({ kind }, index) => {
    const of = (figure) => median(turns.map((results) => figure(results[index], results[0])));
    return {
      operation,
      kind,
      'requests/s': rounded(
        of(({ rate }) => rate),
        0,
      ),
      'CPU (µs)': rounded(
        of(({ cpu }) => cpu),
        1,
      ),
      'ratio of the rate': rounded(
        of(({ rate }, first) => rate / first.rate),
        3,
      ),
      'ratio of CPU': rounded(
        of(({ cpu }, first) => cpu / first.cpu),
        3,
      ),
    };
  });
}

async function measure(server, next, seconds) {
  const spent = server.cpuMs();
  const result = await load({ port: server.port, connections: CONNECTIONS, seconds, next });
  return { ...result, cpu: ((server.cpuMs() - spent) * 1_000) / result.count };
}
