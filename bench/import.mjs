// Measures how fast users are imported and exported, and how much memory that needs: node bench/import.mjs [users]
// (after npm run build).
// Runs the service on a private MySQL or MariaDB with enough memory for the imported data, or on the one at
// TEST_MYSQL_URL, in a separate database that is removed afterwards. With less memory, such as the default of 128 MB of
// MariaDB, the last tenth measures the disk: imported uids are scattered over the whole table.
// The file is created while it is sent; its hashes only have the form of bcrypt hashes.
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_TOKEN, withMysql, withService } from './support/service.mjs';

const USERS = Number(process.argv[2] ?? 200_000);
const LINES_PER_CHUNK = 100;
const POLL_MS = 100;

const ENOUGH_MEMORY = ['--innodb-buffer-pool-size=1G', '--innodb-log-file-size=1G'];

await withMysql((url) => withService(url, {}, measure), ENOUGH_MEMORY);

async function measure(service, database) {
  console.log(`idle: peak RSS ${service.peakMegabytes()} MB`);
  const marks = follow(database);
  const started = performance.now();
  const { created, failed } = JSON.parse(await post(service.port, lines()));
  const seconds = (performance.now() - started) / 1_000;
  const { first, last } = await marks;
  console.log(
    `import: ${created} created, ${failed} failed, ${seconds.toFixed(1)} s, ${rate(created, seconds)} users/s`,
  );
  console.log(`        first 10 %: ${first} users/s, last 10 %: ${last} users/s, ratio ${(last / first).toFixed(2)}`);
  console.log(`        peak RSS ${service.peakMegabytes()} MB`);
  await read(service.base);
  console.log(`        peak RSS ${service.peakMegabytes()} MB`);
}

function* lines() {
  for (let index = 0; index < USERS; ) {
    let chunk = '';
    for (let count = 0; count < LINES_PER_CHUNK && index < USERS; count++, index++) chunk += `${line(index)}\n`;
    yield chunk;
  }
}

function line(index) {
  const password_hash = `$2b$10$${'abcdefghijklmnopqrstu'}u${randomBytes(15).toString('hex')}u`;
  const metadata = JSON.stringify({ name: `User ${index}`, plan: index % 3 ? 'free' : 'pro' });
  const created_at = 1_600_000_000 + index;
  const email = `user${index}.${randomBytes(3).toString('hex')}@example.com`;
  return JSON.stringify({ uid: randomUUID(), email, password_hash, email_verified: true, metadata, created_at });
}

async function post(port, chunks) {
  const outgoing = request({
    port,
    method: 'POST',
    path: '/api/admin/import',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/x-ndjson' },
  });
  Readable.from(chunks).pipe(outgoing);
  const [answer] = await once(outgoing, 'response');
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  if (answer.statusCode !== 200) throw new Error(`import answered ${answer.statusCode} ${text}`);
  return text;
}

/** The rates in the first and in the last tenth. */
async function follow(database) {
  const seen = [{ at: performance.now(), count: 0 }];
  while (seen.at(-1).count < USERS) {
    await sleep(POLL_MS);
    const [{ count }] = await database.query('SELECT COUNT(*) AS count FROM users');
    seen.push({ at: performance.now(), count });
  }
  const whenAt = (share) => seen.find(({ count }) => count >= share * USERS);
  const between = (from, to) => rate(to.count - from.count, (to.at - from.at) / 1_000);
  return { first: between(seen[0], whenAt(0.1)), last: between(whenAt(0.9), whenAt(1)) };
}

async function read(base) {
  const started = performance.now();
  const answer = await fetch(`${base}/api/admin/export?include_hashes=true`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  let count = 0;
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) count++;
  }
  const seconds = (performance.now() - started) / 1_000;
  console.log(
    `export: ${count} users, ${(bytes / 1e6).toFixed(0)} MB, ${seconds.toFixed(1)} s, ${rate(count, seconds)} users/s`,
  );
}

function rate(count, seconds) {
  return Math.round(count / seconds);
}
