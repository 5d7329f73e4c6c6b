// Measures how soon a service with the guard of the auth library refuses a role that was taken from many users at once:
// `npm run build && node bench/roles.mjs`. Each user reads again and again; the time counts from the answer of the admin API
// to the first refusal. Then every user refreshes: their sessions go on.
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../test/support/run/machine.mjs';
import { quantile, rounded } from './support/figures.mjs';
import { send } from './support/send.mjs';
import { ADMIN_TOKEN, BASE_URL, startProcess, withMysql, withService } from './support/service.mjs';

const USERS = Number(process.env.USERS ?? 200);
const PAUSE_MS = 250;
const TIMEOUT_MS = 60_000;
const PASSWORD = 'plover-quince-71';
const GUARDED = new URL('./support/guarded.mjs', import.meta.url).pathname;

const rows = [await withService(undefined, { BCRYPT_COST: '4' }, (service) => measure(service, 'SQLite'))];
await withMysql(async (url) => {
  rows.push(await withService(url, { BCRYPT_COST: '4' }, (service) => measure(service, 'MySQL/MariaDB')));
});
console.table(rows);

async function measure({ base }, database) {
  const port = await freePort();
  const guarded = startProcess([GUARDED], {
    PATH: process.env.PATH,
    PORT: String(port),
    AUTH_ISSUER: BASE_URL,
    JWKS_URI: `${base}/.well-known/jwks.json`,
  });
  try {
    const users = [];
    for (let index = 0; index < USERS; index++) users.push(await editor(base, index));
    const read = async ({ token }) => (await send('GET', `http://127.0.0.1:${port}/prices`, { token })).status;
    while ((await read(users[0]).catch(() => undefined)) !== 200) await sleep(PAUSE_MS);
    expectAll(200, await Promise.all(users.map(read)));
    const times = await Promise.all(users.map((user) => refusal(base, user, read)));
    const refreshed = await Promise.all(
      users.map(({ refresh_token }) => send('POST', `${base}/api/auth/user/refresh`, { body: { refresh_token } })),
    );
    expectAll(
      200,
      refreshed.map(({ status }) => status),
    );
    expectAll(403, await Promise.all(refreshed.map(({ json }) => read({ token: json.access_token }))));
    const seconds = (share) => rounded(quantile(times, share) / 1_000, 2);
    return { database, users: USERS, 'median (s)': seconds(0.5), 'p99 (s)': seconds(0.99), 'longest (s)': seconds(1) };
  } finally {
    await guarded.stop();
  }
}

/** A user with the role, signed in. */
async function editor(base, index) {
  const email = `user${index}@example.com`;
  const body = { email, password: PASSWORD, claims: '{"roles":["editor"]}' };
  const { json: created } = await send('POST', `${base}/api/admin/users`, { token: ADMIN_TOKEN, body });
  const { json } = await send('POST', `${base}/api/auth/user/login`, { body: { email, password: PASSWORD } });
  return { ...json, uid: created.uid };
}

/** The milliseconds from the answer of the admin API until the guarded service refuses the token. */
async function refusal(base, user, read) {
  const body = { claims: '{"roles":["reader"]}' };
  const { status } = await send('PATCH', `${base}/api/admin/users/${user.uid}`, { token: ADMIN_TOKEN, body });
  expectAll(200, [status]);
  const begun = performance.now();
  while ((await read(user)) !== 401) {
    if (performance.now() - begun > TIMEOUT_MS) throw new Error('The token was not refused.');
    await sleep(PAUSE_MS);
  }
  return performance.now() - begun;
}

function expectAll(status, statuses) {
  const other = statuses.find((one) => one !== status);
  if (other !== undefined) throw new Error(`An answer was ${other} in place of ${status}.`);
}
