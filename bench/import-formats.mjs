// Compares the import of users with password hashes of many formats to the import of users with bcrypt hashes: `npm run build &&
// node bench/import-formats.mjs [users]`. The imports alternate, each in a new database on a private MySQL or MariaDB, with
// lines that are made before. A hundredth of the users have weak digests, which the import hashes again. Then users with
// hashes of four formats sign in for the first time, which replaces their hashes.
import { pbkdf2Sync, randomBytes, randomUUID, scryptSync } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { rounded } from './support/figures.mjs';
import { ADMIN_TOKEN, timedPost, withMysql, withService } from './support/service.mjs';

const USERS = Number(process.argv[2] ?? 200_000);
const ROUNDS = Number(process.env.ROUNDS ?? 2);
const SIGN_INS = 1_000;
const SIGN_INS_AT_A_TIME = 8;
const LINES_PER_CHUNK = 100;
const PASSWORD = 'plover-quince-71';
const OWN = /^(hmac-sha256:)?\$2b\$10\$/;

const base64 = (bytes) => bytes.toString('base64');
const hex = (bytes) => randomBytes(bytes).toString('hex');
const random = (bytes) => base64(randomBytes(bytes));
const bare = (bytes) => base64(bytes).replaceAll('=', '');

const bcrypt = () => `$2b$10$abcdefghijklmnopqrstuu${hex(15)}u`;
/** Texts with the form of hashes, which no password fits. */
const FORMS = [
  bcrypt,
  () => `$pbkdf2-sha256$i=27500$${random(16)}$${random(32)}`,
  () => `pbkdf2_sha256$600000$${hex(11)}$${random(32)}`,
  () => `$scrypt$ln=14,r=8,p=1$${bare(randomBytes(16))}$${bare(randomBytes(32))}`,
  () => `$argon2id$v=19$m=19456,t=2,p=1$${bare(randomBytes(16))}$${bare(randomBytes(32))}`,
  () => `$6$rounds=5000$${hex(8)}$${hex(43)}`,
  () => `${hex(16)}:${hex(64)}`,
  () => `$P$D${hex(15).slice(0, 30)}`,
];
const WEAK = [() => `{SSHA}${random(28)}`, () => `md5$${hex(6)}$${hex(16)}`, () => `$sha256$${random(32)}`];
/** Hashes of the password. */
const GENUINE = [
  () => pbkdf2('sha256', 27_500),
  () => pbkdf2('sha512', 27_500),
  () => {
    const salt = randomBytes(16);
    return `$scrypt$ln=14,r=8,p=1$${bare(salt)}$${bare(scryptSync(PASSWORD, salt, 32, { N: 2 ** 14, r: 8, p: 1 }))}`;
  },
  () => {
    const salt = hex(8);
    const digest = pbkdf2Sync(PASSWORD, salt, 30_000, 32, 'sha256');
    return `pbkdf2_sha256$30000$${salt}$${base64(digest)}`;
  },
];
const KINDS = [
  ['bcrypt', [bcrypt], USERS],
  ['mixed', FORMS, USERS],
  ['weak', WEAK, Math.ceil(USERS / 100)],
];

function pbkdf2(digest, iterations) {
  const salt = randomBytes(16);
  const key = pbkdf2Sync(PASSWORD, salt, iterations, digest === 'sha512' ? 64 : 32, digest);
  return `$pbkdf2-${digest}$i=${iterations}$${base64(salt)}$${base64(key)}`;
}

const line = (index, hashes) =>
  `${JSON.stringify({ uid: randomUUID(), email: emailOf(index), password_hash: hashes[index % hashes.length](), email_verified: true })}\n`;
const emailOf = (index) => `user${index}@example.com`;

function* lines(count, hashes) {
  for (let index = 0; index < count; ) {
    let chunk = '';
    for (let size = 0; size < LINES_PER_CHUNK && index < count; size++, index++) chunk += line(index, hashes);
    yield chunk;
  }
}

/** The users in a second, the CPU time of the service for a user, and how many cores it kept busy. */
async function importUsers({ port, cpuMs }, count, hashes) {
  // The bench runs on the same cores: longer lines must not take their time from the service.
  const prepared = [...lines(count, hashes)];
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/x-ndjson' };
  const outgoing = request({ port, method: 'POST', path: '/api/admin/import', headers });
  const [begun, usedBefore] = [performance.now(), cpuMs()];
  Readable.from(prepared).pipe(outgoing);
  const [answer] = await once(outgoing, 'response');
  const { created, failed, results } = JSON.parse(await new Response(Readable.toWeb(answer)).text());
  if (failed > 0) throw new Error(`Line ${results[0].line}: ${results[0].message}`);
  const [elapsed, used] = [performance.now() - begun, cpuMs() - usedBefore];
  return {
    users: created,
    'users/s': Math.round(created / (elapsed / 1_000)),
    'CPU (µs/user)': Math.round((used * 1_000) / created),
    'cores busy': rounded(used / elapsed, 2),
  };
}

async function signIn({ base }) {
  let next = 0;
  const begun = performance.now();
  const client = async () => {
    while (next < SIGN_INS) {
      const body = { email: emailOf(next++), password: PASSWORD };
      const { status, text } = await timedPost(`${base}/api/auth/user/login`, body);
      if (status !== 200) throw new Error(`The sign-in answered ${status} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: SIGN_INS_AT_A_TIME }, client));
  return SIGN_INS / ((performance.now() - begun) / 1_000);
}

await withMysql(
  async (url) => {
    const rows = [];
    for (let round = 1; round <= ROUNDS; round++) {
      for (const [hashes, forms, users] of KINDS) {
        rows.push(
          await withService(url, {}, async (service) => {
            const measured = await importUsers(service, users, forms);
            return { round, hashes, ...measured, 'peak RSS (MB)': service.peakMegabytes() };
          }),
        );
      }
    }
    console.table(rows);
    await withService(url, {}, async (service, database) => {
      await importUsers(service, SIGN_INS, GENUINE);
      const [first, second] = [await signIn(service), await signIn(service)];
      const stored = await database.query('SELECT password_hash FROM users');
      const replaced = stored.filter(({ password_hash }) => OWN.test(password_hash)).length;
      console.table([{ 'sign-ins': SIGN_INS, replaced, 'first (/s)': rounded(first), 'second (/s)': rounded(second) }]);
    });
  },
  ['--innodb-buffer-pool-size=1G', '--innodb-log-file-size=1G'],
);
