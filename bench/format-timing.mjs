// Measures whether the time of a wrong password reveals the format of the password hash of an account: node
// bench/format-timing.mjs (after npm run build). Creates one user for each format on SQLite. ROUNDS=… sets another number of
// requests of each kind.
import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { median, quantile, rounded, shuffled } from './support/figures.mjs';
import { ADMIN_TOKEN, timedPost, withService } from './support/service.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 40);
const WARM_UP = 3;
const ALLOWED = 0.1;

const base64 = (bytes) => randomBytes(bytes).toString('base64');
const bare = (bytes) => base64(bytes).replaceAll('=', '');
const hex = (bytes) => randomBytes(bytes).toString('hex');
const bcrypt = (kind = '2b') => `$${kind}$10$abcdefghijklmnopqrstuu${hex(15)}u`;

/** The Base64 of a byte 1, three numbers (HMAC-SHA512, iterations, bytes of the salt), the salt and the key. */
function aspNetV3() {
  const header = Buffer.alloc(13);
  header.writeUInt8(1);
  [2, 100_000, 16].forEach((number, index) => void header.writeUInt32BE(number, 1 + 4 * index));
  return Buffer.concat([header, randomBytes(48)]).toString('base64');
}

/** A hash of each row of the table of formats that fits no password, with a usual cost. */
const HASHES = {
  bcrypt: bcrypt(),
  argon2: `$argon2id$v=19$m=19456,t=2,p=1$${bare(16)}$${bare(32)}`,
  'wrapped digest': `wrapped:md5:::${bcrypt()}`,
  PBKDF2: `$pbkdf2-sha256$i=27500$${base64(16)}$${base64(32)}`,
  'PBKDF2 of Django': `pbkdf2_sha256$100000$${hex(11)}$${base64(32)}`,
  'PBKDF2 with any salt': `any-salt:pbkdf2_sha256$30000$${hex(11)}$${base64(32)}`,
  'ASP.NET Identity v3': aspNetV3(),
  'ASP.NET Identity v2': Buffer.concat([Buffer.alloc(1), randomBytes(48)]).toString('base64'),
  scrypt: `$scrypt$ln=14,r=8,p=1$${bare(16)}$${bare(32)}`,
  'scrypt of Django': `scrypt$16384$${hex(11)}$8$1$${base64(64)}`,
  'Better Auth': `${hex(16)}:${hex(64)}`,
  'Firebase with the signer key': `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=${base64(64)}$${base64(16)}$${base64(64)}`,
  Firebase: `$fbscrypt-stream$n=14,r=8,p=1,ss=Bw==$${base64(16)}$${base64(64)}`,
  'SHA-crypt': `$6$rounds=5000$${hex(8)}$${hex(43)}`,
  'SHA-crypt of Kratos': `$sha512-crypt$rounds=5000$${hex(8)}$${hex(43)}`,
  PHPass: `$P$B${hex(15)}`,
  'bcrypt of a digest': `sha512-base64:${bcrypt()}`,
  'bcrypt_sha256 of Django': `bcrypt_sha256$${bcrypt()}`,
  'bcrypt-sha256 of Passlib': `$bcrypt-sha256$v=2,t=2b,r=10$abcdefghijklmnopqrstuu$${hex(15)}u`,
  'WordPress 6.8': `$wp${bcrypt('2y')}`,
  'bcrypt of Django': `bcrypt$${bcrypt()}`,
  'argon2 of Django': `argon2$argon2id$v=19$m=19456,t=2,p=1$${bare(16)}$${bare(32)}`,
  'LDAP digest': `{SSHA}${base64(28)}`,
  'digest of Django': `md5$${hex(6)}$${hex(16)}`,
  'digest of Kratos': `$sha256$${base64(32)}`,
};
const KINDS = [...Object.keys(HASHES), 'bcrypt (again, noise)', 'no password', 'unknown address'];
const emailOf = (kind) => `user${KINDS.indexOf(kind)}@example.com`;
const hashOf = (kind) => HASHES[kind] ?? (kind.startsWith('bcrypt') ? bcrypt() : undefined);

async function createUser(base, kind) {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ email: emailOf(kind), password_hash: hashOf(kind) });
  const answer = await fetch(`${base}/api/admin/users`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`${kind}: ${answer.status} ${await answer.text()}`);
}

async function login(base, kind, round) {
  const body = { email: emailOf(kind), password: `wrong password ${round}` };
  const { time, status, text } = await timedPost(`${base}/api/auth/user/login`, body);
  if (!text.includes('INVALID_CREDENTIALS')) throw new Error(`${kind}: ${status} ${text}`);
  return time;
}

const times = new Map(KINDS.map((kind) => [kind, []]));
/** The times as shares of the median of their rounds. */
const shares = new Map(KINDS.map((kind) => [kind, []]));
await withService(undefined, { BCRYPT_COST: '10' }, async ({ base }) => {
  for (const kind of KINDS.slice(0, -1)) await createUser(base, kind);
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const order = shuffled(KINDS);
    const measured = [];
    for (const kind of order) measured.push(await login(base, kind, round));
    if (round < WARM_UP) continue;
    order.forEach((kind, index) => void times.get(kind).push(measured[index]));
    // A refused login takes longer on a busy machine, for every account: only the times of one round can be compared.
    order.forEach((kind, index) => void shares.get(kind).push(measured[index] / median(measured)));
  }
});
const share = (kind) => median(shares.get(kind));
const rows = KINDS.map((kind) => {
  const [toUnknown, toBcrypt] = ['unknown address', 'bcrypt'].map((other) => share(kind) / share(other));
  return {
    'hash of the account': kind,
    'median (ms)': rounded(median(times.get(kind)), 1),
    'to unknown': rounded(toUnknown, 3),
    'to bcrypt': rounded(toBcrypt, 3),
    within: [toUnknown, toBcrypt].every((ratio) => Math.abs(ratio - 1) <= ALLOWED),
    'fast tenth (ms)': rounded(quantile(times.get(kind), 0.1), 1),
  };
});
console.table(rows);
console.log(`${ROUNDS} requests of each kind; load of this machine ${loadavg()[0].toFixed(1)}`);
