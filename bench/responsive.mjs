// Measures how quickly the service answers other requests while it hashes passwords, and how many logins it serves, with each
// kind of hash: `npm run build && node bench/responsive.mjs`.
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile, rounded } from './support/figures.mjs';
import { withService } from './support/service.mjs';

/** Of more logins for one account at a time, the service refuses some with the slowest engine. */
const PARALLEL = 12;
const IDLE_SECONDS = 3;
const LOAD_SECONDS = 10;
const ADA = { email: 'ada@example.com', password: 'correct horse battery staple' };

const ENGINES = {
  'bcrypt, js': { BCRYPT_COST: '10', BCRYPT_ENGINE: 'js' },
  'bcrypt, native': { BCRYPT_COST: '10', BCRYPT_ENGINE: 'native' },
  argon2id: { PASSWORD_HASH: 'argon2id' },
};

const rows = [];
for (const [engine, settings] of Object.entries(ENGINES)) {
  rows.push(...(await withService(undefined, settings, ({ base }) => measure(base, engine))));
}
console.table(rows);

async function measure(base, engine) {
  const call = caller(base);
  await call('POST', '/api/auth/user/create', ADA);
  await logIn(call);
  const { token } = await logIn(call);
  const idle = await poll(call, token, sleep(IDLE_SECONDS * 1000));
  const started = performance.now();
  const load = waves(call, started + LOAD_SECONDS * 1000);
  const busy = await poll(call, token, load);
  const rate = (await load) / ((performance.now() - started) / 1000);
  return [
    { engine, state: 'idle', 'logins/s': 0, ...idle },
    { engine, state: `${PARALLEL} logins`, 'logins/s': Math.round(rate), ...busy },
  ];
}

/** A client whose calls fail when the answer is not 200. */
function caller(base) {
  return async (method, path, body, token) => {
    const answer = await fetch(base + path, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status} ${text}`);
    return text && JSON.parse(text);
  };
}

function logIn(call) {
  return call('POST', '/api/auth/user/login', ADA);
}

/** One wave of logins after another until the time is over; returns the number of logins. */
async function waves(call, end) {
  let count = 0;
  while (performance.now() < end) {
    await Promise.all(Array.from({ length: PARALLEL }, () => logIn(call)));
    count += PARALLEL;
  }
  return count;
}

/**
 * One client that reads, one request after the other, until the other work is done; returns the milliseconds of each.
 */
async function poll(call, token, over) {
  const times = { live: [], user: [] };
  let running = true;
  over.finally(() => {
    running = false;
  });
  while (running) {
    times.live.push(await timed(() => call('GET', '/health/live')));
    times.user.push(await timed(() => call('GET', '/api/auth/user', undefined, token)));
    await sleep(5);
  }
  return {
    'live p50': rounded(quantile(times.live, 0.5)),
    'live p99': rounded(quantile(times.live, 0.99)),
    'user p50': rounded(quantile(times.user, 0.5)),
    'user p99': rounded(quantile(times.user, 0.99)),
  };
}

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
