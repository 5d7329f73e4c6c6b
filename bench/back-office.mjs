// Measures whether the pages of the console stay as fast when the tables grow: node bench/back-office.mjs (after npm
// run build).
// Fills a database with 1,000 users and 5,000 events and one with 1,000,000 users and 5,000,000 events, starts a service
// on each, and requests each list of the admin API from both in turn. Fails when a median is more than 1.5 times as
// long on the large one, except for one known case.
// Runs on SQLite, and on a private MySQL or MariaDB or the one at TEST_MYSQL_URL; the databases are removed afterwards.
// SIZES=…,… sets other numbers of users, ROUNDS=… the number of requests, DATABASE=sqlite or mysql only one database.
// The large one needs 4 GB of disk and some minutes to fill.
import { emailOf, fill, RARE, uuid } from './support/back-office-rows.mjs';
import { median, rounded, shuffled } from './support/figures.mjs';
import { ADMIN_TOKEN, createDatabase, startService, withMysql } from './support/service.mjs';

const SIZES = (process.env.SIZES ?? '1000,1000000').split(',').map(Number);
const ROUNDS = Number(process.env.ROUNDS ?? 100);
const WARM_UP = 10;
const MAX_RATIO = 1.5;
const MEMORY = ['--innodb-buffer-pool-size=3G', '--innodb-log-file-size=1G', '--innodb-flush-log-at-trx-commit=2'];

const cursor = (...parts) => Buffer.from(JSON.stringify(parts)).toString('base64url');

/** What the pages of the console ask for, on a database with this many users. */
function callsOf(users, createdAt) {
  const any = (round) => RARE + ((round * 7919) % (users - RARE));
  const middle = Math.floor(users / 2);
  const at = createdAt[middle];
  const deep = `cursor=${cursor('createdAt uid desc', at, uuid(middle))}`;
  const filters = {
    newest: '',
    oldest: 'order=created_at',
    active: 'active=true',
    disabled: 'active=false',
    verified: 'email_verified=true',
    unverified: 'email_verified=false',
    'disabled, unverified': 'active=false&email_verified=false',
    'created from': `created_after=${at}`,
    'created before': `created_before=${at}`,
    'created before, disabled': `created_before=${at}&active=false`,
  };
  const lists = Object.entries(filters).map(([name, query]) => [`users: ${name}`, () => `users?${query}`]);
  return {
    ...Object.fromEntries(lists),
    'users: newest, deep': () => `users?${deep}`,
    'users: disabled, deep': () => `users?active=false&${deep}`,
    'users: exact email': (round) => `users?email=${emailOf(any(round))}`,
    'users: search one': (round) => `users?search=${emailOf(any(round))}`,
    'users: search many': () => 'users?search=user',
    'users: search many, disabled': () => 'users?search=user&active=false',
    'users: search none': () => 'users?search=zz',
    'a user': (round) => `users/${uuid(any(round))}`,
    'a user: sessions': (round) => `users/${uuid(any(round))}/sessions?`,
    'a user: factors': (round) => `users/${uuid(any(round))}/factors?`,
    'a user: identities': (round) => `users/${uuid(any(round))}/identities?`,
    'a user: events': (round) => `events?uid=${uuid(any(round))}&order=-at`,
    'a user: emails': (round) => `messages?recipient=${emailOf(any(round))}`,
    'events: newest': () => 'events?order=-at',
    'events: deep': () => `events?order=-at&after=${uuid(middle * 5)}`,
    'events: common type': () => 'events?order=-at&type=login.failed',
    'events: rare type': () => 'events?order=-at&type=user.deleted',
    'events: user and type': (round) => `events?order=-at&uid=${uuid(any(round))}&type=login.failed`,
    'emails: newest': () => 'messages?',
    'emails: deep': () => `messages?cursor=${cursor('id desc', uuid(middle))}`,
    'emails: sent': () => 'messages?status=sent',
    'emails: failed': () => 'messages?status=failed',
    'emails: queued': () => 'messages?status=queued',
    'overview: days': () => 'stats?series=day',
    'overview: hours': () => 'stats?series=hour',
    'overview: totals': () => 'stats',
  };
}

async function timed(base, path) {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const start = performance.now();
  const answer = await fetch(`${base}/api/admin/${path}`, { headers });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${text}`);
  return performance.now() - start;
}

/** A filled database with a service. */
async function prepare(server, users) {
  const database = await createDatabase(server);
  // Creates the tables.
  await (await startService(database)).stop();
  const start = performance.now();
  await fill(database, users);
  const seconds = Math.round((performance.now() - start) / 1_000);
  console.log(`${database.name}: ${users} users, ${users * 5} events, ${users} emails after ${seconds} s`);
  const rows = await database.query('SELECT created_at FROM users ORDER BY uid');
  const service = await startService(database);
  const calls = callsOf(
    users,
    rows.map((row) => row.created_at),
  );
  return { database, service, calls, times: Object.fromEntries(Object.keys(calls).map((name) => [name, []])) };
}

async function compare(server) {
  const sides = [];
  try {
    for (const users of SIZES) sides.push(await prepare(server, users));
    const names = Object.keys(sides[0].calls);
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      for (const name of shuffled(names)) {
        for (const { service, calls, times } of shuffled(sides)) {
          const time = await timed(service.base, calls[name](round));
          if (round >= WARM_UP) times[name].push(time);
        }
      }
    }
    return names.map((name) => {
      const [small, large] = sides.map(({ times }) => median(times[name]));
      return {
        name,
        'small (ms)': rounded(small, 2),
        'large (ms)': rounded(large, 2),
        ratio: rounded(large / small, 2),
      };
    });
  } finally {
    for (const { service, database } of sides) {
      await service.stop();
      await database.remove();
    }
  }
}

function report(rows) {
  console.table(rows);
  const slow = rows.filter(({ ratio }) => ratio > MAX_RATIO);
  console.log(`${slow.length} of ${rows.length} have a ratio above ${MAX_RATIO}.`);
  if (slow.length > 0) process.exitCode = 1;
}

if (process.env.DATABASE !== 'mysql') report(await compare());
if (process.env.DATABASE !== 'sqlite') await withMysql(async (url) => report(await compare(url)), MEMORY);
