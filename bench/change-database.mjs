// Measures how long a service pauses that changes its database: USERS=1000000 node bench/change-database.mjs [kind,kind,...]
// (after npm run build). Fills the first database with users, each with a session, five events and an email, and copies it by
// "latchkey import --from-database" into the next one, and so on: by default sqlite,postgres,mysql,sqlite, so that each kind is
// read and written. Prints the time and the highest memory of each command, and tries refresh tokens on each copy.
// Runs on private servers, of which MySQL or MariaDB has enough memory for the data; TEST_MYSQL_URL names another one.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { fill } from './support/back-office-rows.mjs';
import {
  AUTH_SECRET,
  createDatabase,
  startProcess,
  startService,
  timedPost,
  withMysql,
  withPostgres,
} from './support/service.mjs';

const USERS = Number(process.env.USERS ?? 100_000);
const KINDS = (process.argv[2] ?? 'sqlite,postgres,mysql,sqlite').split(',');
/** Users who have signed up by the service, and try their refresh tokens on each copy. */
const TRIED = 50;
const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const ENOUGH_MEMORY = ['--innodb-buffer-pool-size=1G', '--innodb-log-file-size=1G'];
const SAMPLE_MS = 100;
const MINUTE_MS = 60_000;

await withMysql((mysql) => withPostgres((postgres) => measure({ mysql, postgres })), ENOUGH_MEMORY);

async function measure(servers) {
  const made = [];
  try {
    for (const kind of KINDS) made.push(await createDatabase(servers[kind]));
    let tokens = await prepare(made[0]);
    for (const [index, target] of made.slice(1).entries()) {
      await change(made[index], target);
      tokens = await withServiceOn(target, (service) => refreshAll(service, tokens));
    }
  } finally {
    for (const database of made) await database.remove();
  }
}

/** Returns the refresh tokens of some users. */
async function prepare(database) {
  // The first start makes the tables.
  await withServiceOn(database, () => undefined);
  await fill(database, USERS);
  return withServiceOn(database, async ({ base }) => {
    const tokens = [];
    for (let user = 0; user < TRIED; user++) {
      const body = { email: `tried${user}@example.com`, password: 'correct horse battery staple', login: true };
      const { status, text } = await timedPost(`${base}/api/auth/user/create`, body);
      if (status !== 200) throw new Error(`sign-up answered ${status} ${text}`);
      tokens.push(JSON.parse(text).refresh_token);
    }
    return tokens;
  });
}

async function change(from, to) {
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', AUTH_SECRET, DATABASE_URL: to.url };
  const begun = performance.now();
  const command = startProcess([CLI, 'import', '--from-database', from.url], env);
  const ended = once(command.child, 'exit');
  let peak = 0;
  while (!command.ended()) {
    peak = Math.max(peak, peakOf(command));
    await sleep(SAMPLE_MS);
  }
  const [code] = await ended;
  const minutes = (performance.now() - begun) / MINUTE_MS;
  await command.stop();
  if (code !== 0) throw new Error(`The command ended with code ${code}.`);
  const [{ count }] = await to.query('SELECT COUNT(*) AS count FROM users');
  console.log(`${from.name} to ${to.name}: ${count} users, ${minutes.toFixed(2)} minutes, peak RSS ${peak} MB`);
}

/** The process may end between two looks. */
function peakOf(command) {
  try {
    return command.peakMegabytes() || 0;
  } catch {
    return 0;
  }
}

async function withServiceOn(database, work) {
  const service = await startService(database);
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

/** Returns the tokens that take the place of these. */
async function refreshAll({ base }, tokens) {
  const answers = [];
  for (const refresh_token of tokens) answers.push(await timedPost(`${base}/api/auth/user/refresh`, { refresh_token }));
  const good = answers.filter(({ status }) => status === 200);
  console.log(`  ${good.length} of ${tokens.length} refresh tokens work`);
  if (good.length < tokens.length) throw new Error(answers.find(({ status }) => status !== 200).text);
  return good.map(({ text }) => JSON.parse(text).refresh_token);
}
