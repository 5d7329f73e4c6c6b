// Measures whether the time of a failed login reveals anything about an account: node bench/login-timing.mjs (after npm
// run build).
// Runs the service on SQLite and on the MySQL or MariaDB of the tests, each with a separate database that is removed
// afterwards. ROUNDS=… sets another number of requests of each kind.
import { loadavg } from 'node:os';
import { median, quantile, rounded, shuffled } from './support/figures.mjs';
import { timedPost, withMysql, withService } from './support/service.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 300);
const WARM_UP = 30;
const ALLOWED = 0.05;

/** Kinds of accounts, and how to create each from an ordinary account. Two kinds of known ones show the noise. */
const KINDS = {
  known: undefined,
  control: undefined,
  unknown: 'DELETE FROM users WHERE email = ?',
  disabled: 'UPDATE users SET active = 0 WHERE email = ?',
  passwordless: 'UPDATE users SET password_hash = NULL WHERE email = ?',
};
const emailOf = (kind) => `${kind}@example.com`;

async function post(url, body, expected) {
  const { time, status, text } = await timedPost(url, body);
  if (!text.includes(expected)) throw new Error(`${url} answered ${status} ${text}`);
  return time;
}

async function measure(base) {
  const times = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, []]));
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const kind of shuffled(Object.keys(KINDS))) {
      const body = { email: emailOf(kind), password: `wrong password ${round}` };
      times[kind].push(await post(`${base}/api/auth/user/login`, body, 'INVALID_CREDENTIALS'));
    }
  }
  return Object.fromEntries(Object.entries(times).map(([kind, all]) => [kind, summary(all.slice(WARM_UP))]));
}

/** The median and the fastest tenth: on a busy machine the latter is the time of a login itself. */
function summary(times) {
  return { middle: median(times), fast: quantile(times, 0.1) };
}

async function run({ base }, database) {
  for (const [kind, change] of Object.entries(KINDS)) {
    const email = emailOf(kind);
    await post(`${base}/api/auth/user/create`, { email, password: 'correct horse battery staple' }, 'uid');
    if (change) await database.query(change, [email]);
  }
  const all = await measure(base);
  return Object.entries(all).map(([kind, { middle, fast }]) => ({
    database: database.name,
    account: kind === 'control' ? 'known (noise)' : kind,
    'median (ms)': rounded(middle, 3),
    'ratio to known': rounded(middle / all.known.middle, 3),
    within: Math.abs(middle / all.known.middle - 1) <= ALLOWED,
    'fast tenth (ms)': rounded(fast, 3),
    'its ratio': rounded(fast / all.known.fast, 3),
  }));
}

await withMysql(async (mysql) => {
  const rows = [];
  for (const url of [undefined, mysql]) rows.push(...(await withService(url, { BCRYPT_COST: '10' }, run)));
  console.table(rows);
  console.log(`${ROUNDS} requests of each kind; load of this machine ${loadavg()[0].toFixed(1)}`);
});
