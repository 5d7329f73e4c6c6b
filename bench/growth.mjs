// Measures whether reads and refreshes stay as fast when the tables grow: node bench/growth.mjs (after npm run build).
// Fills one database for each number of users, with ten sessions each, by statements that create the rows in the
// server; then the services are measured alternately, and the result is the ratio to the smallest.
// Runs on a private MySQL or MariaDB with 8 GB of buffer pool, or on the one at TEST_MYSQL_URL. SIZES=… sets other
// numbers of users, with commas, SECONDS=… and ROUNDS=… other lengths. Five million users need 20 GB of disk, and a
// quarter of an hour to create.
import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { RefreshTokens } from '../dist/libs/tokens/src/tokens.js';
import { quantile, rounded } from './support/figures.mjs';
import { load, requestText } from './support/load.mjs';
import { AUTH_SECRET, createDatabase, startService, withMysql } from './support/service.mjs';

const SIZES = (process.env.SIZES ?? '1000,100000,5000000').split(',').map(Number);
const SECONDS = Number(process.env.SECONDS ?? 4);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 3;
const SESSIONS = 10;
/** All requests use this many sessions, from all over the table: equally many in a small and in a large table. */
const CLIENTS = 10_000;
/** So few pages to write do not affect the result. */
const SETTLED_PAGES = 1_000;
/** How many users one statement creates. */
const CHUNK = 100_000;
const MEMORY = ['--innodb-buffer-pool-size=8G', '--innodb-log-file-size=4G'];
const DISK = ['--innodb-io-capacity=20000', '--innodb-io-capacity-max=40000'];

const now = () => Math.floor(Date.now() / 1_000);
const HASH = `$2b$10$${'abcdefghijklmnopqrstu'}u${'x'.repeat(30)}u`;
const EXPIRES = now() + 30 * 86_400;

/** The UUID of a number, in SQL and here: greater UUIDs for greater numbers, like those of version 7. */
const uuidSql = (number) =>
  `CONCAT(LPAD(LOWER(HEX((${number}) DIV 65536)), 8, '0'), '-', LPAD(LOWER(HEX((${number}) % 65536)), 4, '0'), '-7000-8000-000000000000')`;
const uuid = (number) => {
  const hex = number.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};

async function fill(database, users) {
  await database.query('CREATE TABLE digits (d INT PRIMARY KEY) SELECT 0 AS d');
  await database.query('INSERT INTO digits VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9)');
  await database.query('SET SESSION foreign_key_checks = 0, unique_checks = 0');
  const numbers = `(SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d AS n
    FROM digits a, digits b, digits c, digits e, digits f) AS numbers`;
  for (let first = 0; first < users; first += CHUNK) {
    const count = Math.min(CHUNK, users - first);
    const user = `(${first} + n)`;
    await database.query(
      `INSERT INTO users (uid, email, password_hash, password_version, active, email_verified, metadata, created_at, updated_at, last_login)
       SELECT ${uuidSql(user)}, CONCAT('user', LPAD(${user}, 8, '0'), '@example.com'), ?, 0, 1, 1, '{"plan":"pro"}', ${user}, ${user}, ${user}
       FROM ${numbers} WHERE n < ${count} ORDER BY n`,
      [HASH],
    );
    await database.query(
      `INSERT INTO sessions (session_id, uid, generation, method, ip, user_agent, created_at, last_used_at, expires_at)
       SELECT ${uuidSql(`${user} * ${SESSIONS} + digits.d`)}, ${uuidSql(user)}, 0, 'password', '192.0.2.1', 'Mozilla/5.0', ?, ?, ?
       FROM ${numbers}, digits WHERE n < ${count} ORDER BY n, digits.d`,
      [now(), now(), EXPIRES],
    );
  }
}

/** Clients with sessions from all over the table, and their tokens: a refresh of each returns the access token. */
async function clientsOf(service, users) {
  const tokens = new RefreshTokens({ authSecret: AUTH_SECRET }, { now });
  const sessions = users * SESSIONS;
  const count = Math.min(CLIENTS, sessions);
  const clients = Array.from({ length: count }, (_none, index) => {
    const session = Math.floor((index * sessions) / count);
    const user = Math.floor(session / SESSIONS);
    const facts = { uid: uuid(user), sessionId: uuid(session), generation: 0, expiresAt: EXPIRES };
    return { refresh_token: tokens.issue(facts) };
  });
  const asking = clients.values();
  const next = () => {
    const { value: client } = asking.next();
    return client && refreshOf(client);
  };
  await load({ port: service.port, connections: CONNECTIONS, next });
  return clients;
}

function refreshOf(client) {
  const { refresh_token } = client;
  const done = (body) => {
    const answer = JSON.parse(body);
    Object.assign(client, { refresh_token: answer.refresh_token, token: answer.access_token });
  };
  return { text: requestText('POST', '/api/auth/user/refresh', { body: { refresh_token } }), done };
}

const OPERATIONS = {
  'get-user': (clients) => () => ({
    text: requestText('GET', '/api/auth/user', clients[Math.floor(Math.random() * clients.length)]),
  }),
  refresh: (clients) => {
    let turn = 0;
    return () => refreshOf(clients[turn++ % clients.length]);
  },
};

/** Waits until the new rows are written to the disk. */
async function settle(database) {
  await database.query('SET GLOBAL innodb_max_dirty_pages_pct = 0');
  for (let dirty = Number.POSITIVE_INFINITY; dirty > SETTLED_PAGES; ) {
    await sleep(1_000);
    const [{ Value }] = await database.query("SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_pages_dirty'");
    dirty = Number(Value);
  }
  await database.query('SET GLOBAL innodb_max_dirty_pages_pct = 90');
}

async function compare(operation, services) {
  const nexts = services.map(({ clients }) => OPERATIONS[operation](clients));
  const measure = async (index, seconds) =>
    (await load({ port: services[index].port, connections: CONNECTIONS, seconds, next: nexts[index] })).rate;
  const rates = services.map(() => []);
  for (const index of services.keys()) await measure(index, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round++) {
    for (const index of services.keys()) rates[index].push(await measure(index, SECONDS));
  }
  return services.map(({ users }, index) => {
    const ratios = rates[index].map((rate, round) => rate / rates[0][round]);
    const [rate, ratio] = [quantile(rates[index], 0.5), quantile(ratios, 0.5)];
    return { operation, users, 'requests/s': rounded(rate), ratio: rounded(ratio, 2) };
  });
}

async function run(mysql) {
  const undo = [];
  try {
    const services = [];
    for (const users of SIZES) {
      const database = await createDatabase(mysql);
      undo.unshift(() => database.remove());
      const service = await startService(database);
      undo.unshift(() => service.stop());
      const begun = performance.now();
      await fill(database, users);
      await settle(database);
      console.log(`${users} users: made in ${rounded((performance.now() - begun) / 1_000)} s`);
      services.push({ ...service, users });
    }
    // Only when all rows exist: access tokens would expire before.
    for (const service of services) service.clients = await clientsOf(service, service.users);
    const rows = [];
    for (const operation of Object.keys(OPERATIONS)) rows.push(...(await compare(operation, services)));
    console.table(rows);
  } finally {
    for (const step of undo) await step();
  }
}

await withMysql(run, [...MEMORY, ...DISK]);
