// Measures whether the time of a reset-password answer reveals if an address is known: node bench/reset-timing.mjs
// (after npm run build).
// Runs the service on SQLite and on the MySQL or MariaDB of the tests, each with a separate database that is removed
// afterwards, and with a mail server that accepts every email.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { median, rounded, shuffled } from './support/figures.mjs';
import { timedPost, withMysql, withService } from './support/service.mjs';

const ROUNDS = 200;
const WARM_UP = 30;
const KNOWN = 'known@example.com';

async function startMailServer() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onData: (stream, _session, done) => stream.on('end', done).resume(),
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return { url: `smtp://127.0.0.1:${listening.address().port}`, stop: () => server.close() };
}

async function post(url, body) {
  const { time, status, text } = await timedPost(url, body);
  if (status !== 200) throw new Error(`${url} answered ${status} ${text}`);
  return time;
}

/** Two kinds of unknown addresses show the noise. */
async function measure(base) {
  const times = { known: [], unknown: [], control: [] };
  for (let index = 0; index < WARM_UP + ROUNDS; index++) {
    for (const kind of shuffled(Object.keys(times))) {
      const email = kind === 'known' ? KNOWN : `${kind}${index}@example.com`;
      times[kind].push(await post(`${base}/api/auth/reset-password`, { email }));
      // One email is sent before the next one is requested.
      await sleep(100 + Math.random() * 20);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([kind, all]) => [kind, median(all.slice(WARM_UP))]));
}

async function run({ base }, database) {
  await post(`${base}/api/auth/user/create`, { email: KNOWN, password: 'correct horse battery staple' });
  const { known, unknown, control } = await measure(base);
  return {
    database: database.name,
    'known (ms)': rounded(known, 3),
    'unknown (ms)': rounded(unknown, 3),
    ratio: rounded(known / unknown, 3),
    'noise (ratio of unknown ones)': rounded(control / unknown, 3),
  };
}

const mail = await startMailServer();
try {
  await withMysql(async (mysql) => {
    const rows = [];
    for (const url of [undefined, mysql]) rows.push(await withService(url, { SMTP_URL: mail.url }, run));
    console.table(rows);
  });
} finally {
  mail.stop();
}
