// Measures whether a list of users costs the same on each page: node bench/admin-lists.mjs [USERS] (after npm run
// build).
// Fills a separate database on the MySQL or MariaDB of the tests with 1,000,000 users, or with the given number, and
// requests pages of 50 users from the service. Removes the database afterwards. DATABASE=postgres runs on a private
// PostgreSQL instead.
import { quantile, rounded, shuffled } from './support/figures.mjs';
import { ADMIN_TOKEN, withMysql, withPostgres, withService } from './support/service.mjs';
import { sqlOf } from './support/sql.mjs';

const USERS = Number(process.argv[2] ?? 1_000_000);
const ON_POSTGRES = process.env.DATABASE === 'postgres';
const CHUNK = 100_000;
const LIMIT = 50;
const PAGE = 10_000;
const ROUNDS = 300;
const WARM_UP = 30;
const MAX_RATIO = 2;

const NAMES = ['anna', 'ben', 'carla', 'david', 'emma', 'felix', 'greta', 'hugo', 'ida', 'jonas'];
const NAME = `CASE i % 10 ${NAMES.map((name, digit) => `WHEN ${digit} THEN '${name}'`).join(' ')} END`;
/** Three users a minute. */
const made = (index) => `1600000000 + (${index} - (${index}) % 3) * 20`;

async function fill(database) {
  const { numbers, uuid } = sqlOf(database);
  for (let first = 0; first < USERS; first += CHUNK) {
    const index = `i + ${first}`;
    await database.query(
      `INSERT INTO users (uid, email, password_version, active, email_verified, metadata, created_at, updated_at)
       SELECT ${uuid(`1000 * (${made(index)}) + i % 3`)}, CONCAT(${NAME}, '.', ${index}, '@example.com'), 0, i % 10 > 0, i % 2 = 1, '{}',
         ${made(index)}, ${made(index)} FROM ${numbers(Math.min(CHUNK, USERS - first))}`,
    );
  }
  await database.query(
    `INSERT INTO sessions (session_id, uid, generation, method, ip, user_agent, created_at, last_used_at, expires_at)
     SELECT ${uuid('1000 * created_at')}, uid, 0, 'password', '192.0.2.1', 'Mozilla/5.0', created_at, created_at, 4000000000
     FROM users WHERE created_at % 10 = 0 AND active`,
  );
}

/**
 * The cursor at the end of the previous page: computed here, since it would take too long to read all pages before it.
 */
async function cursorOf(database, page) {
  const offset = Math.min((page - 1) * LIMIT, USERS - LIMIT) - 1;
  const order = 'ORDER BY created_at DESC, uid DESC';
  const [row] = await database.query(`SELECT created_at, uid FROM users ${order} LIMIT 1 OFFSET ${offset}`);
  return Buffer.from(JSON.stringify(['createdAt uid desc', row.created_at, row.uid])).toString('base64url');
}

async function measure(base, lists) {
  const times = Object.fromEntries(Object.keys(lists).map((name) => [name, []]));
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const rows = {};
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const name of shuffled(Object.keys(lists))) {
      const start = performance.now();
      const answer = await fetch(`${base}/api/admin/users?limit=${LIMIT}&${lists[name](round)}`, { headers });
      const text = await answer.text();
      if (round >= WARM_UP) times[name].push(performance.now() - start);
      if (answer.status !== 200) throw new Error(`${name} answered ${answer.status} ${text}`);
      rows[name] = JSON.parse(text).users.length;
    }
  }
  const first = quantile(Object.values(times)[0], 0.5);
  return Object.entries(times).map(([list, all]) => {
    const [p50, p99] = [0.5, 0.99].map((share) => rounded(quantile(all, share), 2));
    return { list, rows: rows[list], 'p50 (ms)': p50, 'p99 (ms)': p99, ratio: rounded(p50 / first, 2) };
  });
}

async function run({ base }, database) {
  const start = performance.now();
  await fill(database);
  console.log(`${USERS} users after ${Math.round((performance.now() - start) / 1000)} s`);
  const cursor = await cursorOf(database, PAGE);
  const any = (round) => (round * 7919) % USERS;
  const name = (index) => NAMES[index % 10];
  const lists = {
    'first page': () => '',
    [`page ${PAGE}`]: () => `cursor=${cursor}`,
    'exact email': (round) => `email=${name(any(round))}.${any(round)}@example.com`,
    'prefix, selective': (round) => `search=${name(any(round))}.${String(any(round)).slice(0, 4)}`,
    'prefix, common': () => 'search=a',
  };
  // As PostgreSQL is shortly after many rows have been added.
  if (ON_POSTGRES) await report('without statistics', base, lists);
  await database.query(sqlOf(database).analyze('users, sessions'));
  await report('with statistics', base, lists);
}

async function report(state, base, lists) {
  const results = await measure(base, lists);
  console.log(state);
  console.table(results);
  const medians = results.map(({ 'p50 (ms)': p50 }) => p50);
  const spread = Math.max(...medians) / Math.min(...medians);
  console.log(
    `The slowest takes ${rounded(spread, 2)} times as long as the fastest; at most ${MAX_RATIO} are allowed.`,
  );
  if (spread > MAX_RATIO) process.exitCode = 1;
}

const onServer = (url) => withService(url, {}, run);
await (ON_POSTGRES ? withPostgres(onServer, ['autovacuum=off']) : withMysql(onServer));
