// Compares the speed of the service with the same work written by hand on this machine, one request at a time: npm run
// bench.
// Runs on the MySQL or MariaDB of the tests, in a separate database that is removed afterwards. The service and the
// floor are measured alternately, so that other work of the machine affects both; the result is their ratio.
// DATABASE=postgres runs on a private PostgreSQL instead, DATABASE=postgres,mysql on the first, and measures the same
// service on the second in the same turns, as OTHER does with another build.
// SECONDS=… and ROUNDS=… set other lengths, USERS=… another number of users, ONLY=… some of the operations, with
// commas. OTHER=…/dist/latchkey.js measures another build in the same turns, in a database of its own, in place of the last tables.
// The last tables have what the floor does not have: refreshes by a cookie beside those by the body, and the same sign-ins
// and sign-ups with PASSWORD_HASH=argon2id.
import { setTimeout as sleep } from 'node:timers/promises';
import { hash } from '@node-rs/bcrypt';
import { freePort } from '../test/support/run/machine.mjs';
import { quantile, rounded } from './support/figures.mjs';
import { hashingRate } from './support/hashing-floor.mjs';
import { load, requestText } from './support/load.mjs';
import { BASE_URL, createDatabase, startProcess, startService, withMysql, withPostgres } from './support/service.mjs';

const SECONDS = Number(process.env.SECONDS ?? 4);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const USERS = Number(process.env.USERS ?? 10_000);
const ONLY = process.env.ONLY?.split(',');
const OTHER = process.env.OTHER;
const [KIND, OTHER_KIND] = (process.env.DATABASE ?? 'mysql').split(',');
const SERVERS = { mysql: withMysql, postgres: withPostgres };
const CONNECTIONS = (process.env.CONNECTIONS ?? '1,32,256').split(',').map(Number);
// With fewer users, two connections would use the same refresh token, and the second use would end the session.
if (USERS < 4 * Math.max(...CONNECTIONS))
  throw new Error('USERS must be at least four times the number of connections.');
const COST = 10;
const WARM_UP_SECONDS = 5;
const FLOOR = new URL('./support/floor.mjs', import.meta.url).pathname;
const PASSWORD = 'plover-quince-71';
const HASHING_SECONDS = 6;
/** More measurements in each round for operations whose results differ by a few per cent only. */
const HASHING_TURNS = 3;
const HASHING_CONNECTIONS = 32;
/** Many short turns: other work of the machine then affects both alike. */
const COOKIE_TURNS = 15;
const COOKIE_SECONDS = 1;
const COOKIE_CONNECTIONS = 32;
/** `hash_steps` of argon2id with 19,456 KiB and 2 passes. */
const ARGON2ID_STEPS = 1_946;

const wanted = (name) => ONLY === undefined || ONLY.includes(name);

let created = 0;
const newUser = () => ({ email: `user${created++}@example.com`, password: PASSWORD, login: true });

/** Each client uses its newest refresh token. */
const refreshes = (clients, headers = []) => {
  let turn = 0;
  return () => {
    const client = clients[turn++ % clients.length];
    const { refresh_token } = client;
    const done = (body) => Object.assign(client, { refresh_token: JSON.parse(body).refresh_token });
    return { text: requestText('POST', '/api/auth/user/refresh', { body: { refresh_token }, headers }), done };
  };
};

/** The next requests of the clients of an operation; each client has one user of its own at a time. */
const OPERATIONS = {
  'get-user': (clients) => () => {
    const client = clients[Math.floor(Math.random() * clients.length)];
    client.read ??= requestText('GET', '/api/auth/user', client);
    return { text: client.read };
  },
  refresh: (clients) => refreshes(clients.filter(({ isProduct }) => !isProduct)),
  login: (clients) => {
    let turn = 0;
    const login = ({ email }) => requestText('POST', '/api/auth/user/login', { body: { email, password: PASSWORD } });
    return () => ({ text: login(clients[turn++ % clients.length]) });
  },
  create: () => () => ({ text: requestText('POST', '/api/auth/user/create', { body: newUser() }) }),
};

/** Refreshes in sessions of a product, which live in sessions of the sign-in pages. */
OPERATIONS['product-refresh'] = (clients) => {
  const products = clients.filter(({ isProduct }) => isProduct);
  // The floor knows sessions of one kind only.
  return refreshes(products.length > 0 ? products : clients);
};

/** The numbers of each kind in a hundred requests. */
const MIX = { 'get-user': 80, refresh: 15, login: 4, create: 1 };

/** What a browser adds to a call of a page. */
const PAGE = [`origin: ${BASE_URL}`];

/** Refreshes by the cookie of a session, of clients with the tokens of a sign-in. */
const refreshByCookie = (clients) => {
  let turn = 0;
  return () => {
    const client = clients[turn++ % clients.length];
    const headers = [...PAGE, 'x-latchkey-session: cookie', `cookie: latchkey=${client.refresh_token}`];
    const done = (_body, head) => {
      client.refresh_token = /\r\nset-cookie: latchkey=([^;]+)/i.exec(head)[1];
    };
    return { text: requestText('POST', '/api/auth/user/refresh', { body: {}, headers }), done };
  };
};

OPERATIONS.mixed = (clients) => {
  const all = Object.entries(MIX).flatMap(([name, share]) => Array(share).fill(OPERATIONS[name](clients)));
  return () => all[Math.floor(Math.random() * all.length)]();
};

const table = [];

/**
 * Users who are signed in, created by the service itself: with a cheap hash at first, since their passwords are not
 * used yet.
 */
async function createClients(database, main) {
  const service = await startService(database, { BCRYPT_COST: '4' }, main);
  created = 0;
  const clients = [];
  const next = () => {
    if (created >= USERS) return undefined;
    const user = newUser();
    const done = (body) => clients.push({ email: user.email, ...JSON.parse(body) });
    return { text: requestText('POST', '/api/auth/user/create', { body: user }), done };
  };
  await load({ port: service.port, connections: 32, next });
  if (wanted('product-refresh')) await addProducts(service, database, clients);
  await service.stop();
  await database.query('UPDATE users SET password_hash = ?', [await hash(PASSWORD, { cost: COST })]);
  return clients;
}

const sessionOf = ({ token }) => JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).sid;

/** A second session of each third user, which lives in the first one, as that of a product. */
async function addProducts({ port }, database, clients) {
  const parents = clients.filter((_, index) => index % 3 === 0);
  const products = [];
  const next = () => {
    const parent = parents.pop();
    if (parent === undefined) return undefined;
    const { email } = parent;
    const text = requestText('POST', '/api/auth/user/login', { body: { email, password: PASSWORD } });
    const done = (body) => products.push({ email, ...JSON.parse(body), isProduct: true, parent: sessionOf(parent) });
    return { text, done };
  };
  await load({ port, connections: 32, next });
  for (const { parent, ...product } of products) {
    await database.query('UPDATE sessions SET parent_id = ? WHERE session_id = ?', [parent, sessionOf(product)]);
    clients.push(product);
  }
}

/** The floor in a separate process, and its tokens for some of the users. */
async function startFloor({ url }, emails) {
  const port = await freePort();
  const floor = startProcess([FLOOR], { PATH: process.env.PATH, PORT: String(port), DATABASE_URL: url });
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/tokens`).catch(() => undefined);
    if (answer) return { ...floor, port, clients: (await answer.json()).filter(({ email }) => emails.has(email)) };
    if (floor.ended()) throw new Error('The floor did not start.');
    await sleep(20);
  }
}

/** One measurement: the rate, the times, and the CPU time of the server per request, in microseconds. */
async function measure(server, next, connections, seconds) {
  const spent = server.cpuMs();
  const result = await load({ port: server.port, connections, seconds, next });
  return { ...result, cpu: ((server.cpuMs() - spent) * 1_000) / result.count };
}

/** The median of several measurements, for each figure separately. */
function medianOf(results, names) {
  const of = (name) => results.map((result) => result[name]);
  return Object.fromEntries(names.map((name) => [name, quantile(of(name), 0.5)]));
}

async function compare(operation, connections, servers) {
  const results = servers.map(() => []);
  const nexts = servers.map(({ clients }) => OPERATIONS[operation](clients));
  for (let round = 0; round < ROUNDS; round++) {
    // What is measured after the floor finds the database busier: each other turn goes the other way.
    const turn = [...servers.entries()];
    for (const [index, server] of round % 2 === 0 ? turn : turn.reverse()) {
      results[index].push(await measure(server, nexts[index], connections, SECONDS));
    }
  }
  const [ours, floor, other] = results.map((all) => medianOf(all, ['rate', 'p50', 'p99', 'cpu']));
  // The median of the ratios of each turn: other work of the machine affects both halves of a turn alike.
  const beside = (name) =>
    quantile(
      results[0].map((result, turn) => result[name] / results[2][turn][name]),
      0.5,
    );
  table.push({
    operation,
    connections,
    'requests/s': rounded(ours.rate),
    ...(other && {
      'other/s': rounded(other.rate),
      'to other': rounded(beside('rate'), 3),
      'CPU to other': rounded(beside('cpu'), 3),
    }),
    'floor/s': rounded(floor.rate),
    ratio: rounded(ours.rate / floor.rate, 2),
    'p50 (ms)': rounded(ours.p50, 2),
    'p99 (ms)': rounded(ours.p99, 2),
    'floor p99': rounded(floor.p99, 2),
    'CPU (µs)': rounded(ours.cpu, 0),
    'floor CPU': rounded(floor.cpu, 0),
  });
}

/** Compares refreshes of pages by a cookie with those by the body, in turns, of which each begins with the other one. */
async function compareCookies(service) {
  const half = service.clients.length / 2;
  const nexts = {
    body: refreshes(service.clients.slice(0, half), PAGE),
    cookie: refreshByCookie(service.clients.slice(half)),
  };
  for (const next of Object.values(nexts)) await measure(service, next, COOKIE_CONNECTIONS, WARM_UP_SECONDS);
  const results = [];
  for (let turn = 0; turn < COOKIE_TURNS * ROUNDS; turn++) {
    const rates = {};
    for (const by of turn % 2 === 0 ? ['body', 'cookie'] : ['cookie', 'body'])
      rates[by] = await measure(service, nexts[by], COOKIE_CONNECTIONS, COOKIE_SECONDS);
    const { body, cookie } = rates;
    const ratios = { ratio: cookie.rate / body.rate, cpuRatio: cookie.cpu / body.cpu };
    results.push({ body: body.rate, cookie: cookie.rate, bodyCpu: body.cpu, cookieCpu: cookie.cpu, ...ratios });
  }
  const names = ['body', 'cookie', 'ratio', 'bodyCpu', 'cookieCpu', 'cpuRatio'];
  const { body, cookie, ratio, bodyCpu, cookieCpu, cpuRatio } = medianOf(results, names);
  return {
    'by the body/s': rounded(body),
    'by a cookie/s': rounded(cookie),
    ratio: rounded(ratio, 3),
    'CPU by the body (µs)': rounded(bodyCpu, 0),
    'CPU by a cookie (µs)': rounded(cookieCpu, 0),
    'ratio of CPU': rounded(cpuRatio, 3),
  };
}

/** Compares sign-ins and sign-ups with the hashing rate of the cores without any other work: no database, no client. */
async function compareHashing(operation, [service, floor]) {
  const results = [];
  const rateOf = async (server) =>
    (await measure(server, OPERATIONS[operation](server.clients), HASHING_CONNECTIONS, HASHING_SECONDS)).rate;
  for (let turn = 0; turn < HASHING_TURNS * ROUNDS; turn++) {
    const limit = await hashingRate(COST, HASHING_SECONDS);
    const [rate, least] = [await rateOf(service), await rateOf(floor)];
    results.push({ limit, rate, ratio: rate / limit, floor: least / limit });
  }
  const { rate, limit, ratio, floor: best } = medianOf(results, ['rate', 'limit', 'ratio', 'floor']);
  return {
    operation,
    'requests/s': rounded(rate),
    'hashes/s': rounded(limit),
    ratio: rounded(ratio, 2),
    'ratio of the floor': rounded(best, 2),
  };
}

/** The rates with argon2id and its default cost. A sign-in of one user writes the hash, which all users then get. */
async function measureArgon2id(database, clients) {
  const service = await startService(database, { PASSWORD_HASH: 'argon2id' });
  try {
    const email = clients[0].email;
    await load({ port: service.port, connections: 1, seconds: 1, next: OPERATIONS.login([{ email }]) });
    const [{ password_hash }] = await database.query('SELECT password_hash FROM users WHERE email = ?', [email]);
    await database.query('UPDATE users SET password_hash = ?, hash_steps = ?', [password_hash, ARGON2ID_STEPS]);
    const rows = [];
    for (const operation of ['login', 'create'].filter(wanted)) {
      const results = [];
      for (let round = 0; round < ROUNDS; round++)
        results.push(await measure(service, OPERATIONS[operation](clients), HASHING_CONNECTIONS, HASHING_SECONDS));
      const { rate, p50, p99 } = medianOf(results, ['rate', 'p50', 'p99']);
      rows.push({
        operation: `${operation}, argon2id`,
        'requests/s': rounded(rate),
        'p50 (ms)': rounded(p50),
        'p99 (ms)': rounded(p99),
      });
    }
    if (rows.length > 0) console.table(rows);
  } finally {
    await service.stop();
  }
}

/** Starts all, measures them alternately, and prints the tables. @param beside the server of what is measured in the same turns */
async function run(server, beside) {
  const database = await createDatabase(server);
  const otherDatabase = beside && (await createDatabase(beside));
  const running = [];
  try {
    const otherClients = otherDatabase && (await createClients(otherDatabase, OTHER));
    const clients = await createClients(database);
    // Each has half of the users: a session that one of them has rotated cannot be used by the other.
    const isOurs = ({ email }) => Number(/\d+/.exec(email)) % 2 === 0;
    const ours = clients.filter(isOurs);
    const emails = new Set(clients.filter((client) => !isOurs(client)).map(({ email }) => email));
    const service = { ...(await startService(database, { BCRYPT_COST: String(COST) })), clients: ours };
    running.push(service);
    const idle = service.megabytes();
    const floor = await startFloor(database, emails);
    running.push(floor);
    const servers = [service, floor];
    if (otherDatabase) {
      const other = await startService(otherDatabase, { BCRYPT_COST: String(COST) }, OTHER);
      servers.push({ ...other, clients: otherClients.filter(isOurs) });
      running.push(other);
    }
    for (const operation of Object.keys(OPERATIONS).filter(wanted)) {
      for (const each of servers) await measure(each, OPERATIONS[operation](each.clients), 32, WARM_UP_SECONDS);
      for (const connections of CONNECTIONS) await compare(operation, connections, servers);
    }
    console.table(table);
    if (!otherDatabase) await measureRest(database, [service, floor]);
    console.log(
      `RSS of the service: ${idle} MB at first, ${service.peakMegabytes()} MB at most; floor ${floor.peakMegabytes()} MB`,
    );
  } finally {
    for (const each of running) await each.stop();
    await database.remove();
    await otherDatabase?.remove();
  }
}

/** What the floor does not have. */
async function measureRest(database, [service, floor]) {
  if (wanted('refresh')) console.table([await compareCookies(service)]);
  const limits = [];
  for (const operation of ['login', 'create'].filter(wanted))
    limits.push(await compareHashing(operation, [service, floor]));
  if (limits.length > 0) console.table(limits);
  await measureArgon2id(database, service.clients);
}

await SERVERS[KIND]((server) => {
  if (OTHER_KIND) return SERVERS[OTHER_KIND]((beside) => run(server, beside));
  return run(server, OTHER && server);
});
