// Measures whether a list of users costs the same on each page: node bench/admin-lists.mjs [USERS] (after npm run
// build).
// Fills a separate database on the MySQL or MariaDB of the tests with 1,000,000 users, or with the given number, and
// requests pages of 50 users from the service. Removes the database afterwards.
import { quantile, rounded, shuffled } from './support/figures.mjs';
import { ADMIN_TOKEN, withMysql, withService } from './support/service.mjs';

const USERS = Number(process.argv[2] ?? 1_000_000);
const CHUNK = 100_000;
const LIMIT = 50;
const PAGE = 10_000;
const ROUNDS = 300;
const WARM_UP = 30;
const MAX_RATIO = 2;

/** The numbers from 0 to CHUNK - 1. */
const NUMBERS = `(SELECT a.d + 10 * b.d + 100 * c.d + 1000 * d.d + 10000 * e.d AS i FROM ${['a', 'b', 'c', 'd', 'e']
  .map((name) => `(${Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ')}) ${name}`)
  .join(', ')}) numbers`;

const hex = (value, length) => `LPAD(HEX(${value}), ${length}, '0')`;
const random = (digits) => hex(`FLOOR(RAND() * ${16 ** digits})`, digits);
/** A UUID of version 7 for a time in milliseconds. */
const uuid = (ms) =>
  `LOWER(CONCAT(${hex(`(${ms}) >> 16`, 8)}, '-', ${hex(`(${ms}) & 65535`, 4)}, '-7', ${random(3)}, '-8', ${random(3)}, '-', ${random(12)}))`;
/** Three users a minute, with ten different names. */
const made = (index) => `1600000000 + (${index}) DIV 3 * 60`;
const NAME = "ELT(1 + i % 10, 'anna', 'ben', 'carla', 'david', 'emma', 'felix', 'greta', 'hugo', 'ida', 'jonas')";

async function fill(database) {
  for (let first = 0; first < USERS; first += CHUNK) {
    const index = `i + ${first}`;
    await database.query(
      `INSERT INTO users (uid, email, password_version, active, email_verified, metadata, created_at, updated_at)
       SELECT ${uuid(`1000 * (${made(index)}) + i % 3`)}, CONCAT(${NAME}, '.', ${index}, '@example.com'), 0, i % 10 > 0, i % 2, '{}',
         ${made(index)}, ${made(index)} FROM ${NUMBERS} WHERE ${index} < ${USERS}`,
    );
  }
  await database.query(
    `INSERT INTO sessions (session_id, uid, generation, method, ip, user_agent, created_at, last_used_at, expires_at)
     SELECT ${uuid('1000 * created_at')}, uid, 0, 'password', '192.0.2.1', 'Mozilla/5.0', created_at, created_at, 4000000000
     FROM users WHERE created_at % 10 = 0 AND active`,
  );
  await database.query('ANALYZE TABLE users, sessions');
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
  const name = (index) =>
    ['anna', 'ben', 'carla', 'david', 'emma', 'felix', 'greta', 'hugo', 'ida', 'jonas'][index % 10];
  const results = await measure(base, {
    'first page': () => '',
    [`page ${PAGE}`]: () => `cursor=${cursor}`,
    'exact email': (round) => `email=${name(any(round))}.${any(round)}@example.com`,
    'prefix, selective': (round) => `search=${name(any(round))}.${String(any(round)).slice(0, 4)}`,
    'prefix, common': () => 'search=a',
  });
  console.table(results);
  const ratios = results.map(({ 'p50 (ms)': p50 }) => p50);
  const spread = Math.max(...ratios) / Math.min(...ratios);
  console.log(
    `The slowest takes ${rounded(spread, 2)} times as long as the fastest; at most ${MAX_RATIO} are allowed.`,
  );
  if (spread > MAX_RATIO) process.exitCode = 1;
}

await withMysql((url) => withService(url, {}, run));
