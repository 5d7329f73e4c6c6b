// Measures whether each filter of the list of users costs with 1,000,000 users what it costs with 1,000:
// node bench/user-filters.mjs [USERS] [mysql|sqlite|postgres] (after npm run build).
// Fills two databases of each kind, and requests the first and the hundredth page of 30 users from a service on each, in turn.
import { createHash } from 'node:crypto';
import { median, rounded, shuffled } from './support/figures.mjs';
import { ADMIN_TOKEN, withMysql, withPostgres, withService } from './support/service.mjs';
import { sqlOf } from './support/sql.mjs';

const USERS = Number(process.argv[2] ?? 1_000_000);
const KINDS = process.argv[3] ? [process.argv[3]] : ['sqlite', 'mysql', 'postgres'];
const FEW = 1_000;
const CHUNK = 1_000;
const LIMIT = 30;
const PAGE = 100;
const ROUNDS = 60;
const WARM_UP = 10;
const MAX_RATIO = 1.5;
/** With room for all data, as docs/scale.md says; only reads are measured. */
const MYSQL_OPTIONS = ['--innodb-buffer-pool-size=4G', '--innodb-flush-log-at-trx-commit=0'];
const POSTGRES_OPTIONS = ['shared_buffers=4GB', 'fsync=off', 'max_wal_size=4GB', 'autovacuum=off'];

const START = 1_600_000_000;
const ROLE = createHash('sha256').update('editor').digest('hex');

/** The time of a user: the later, the greater the index. */
const at = (index) => START + Math.floor(index / 3) * 60;
/** A UUID of version 7. */
const uuid = (index) => {
  const time = (at(index) * 1_000).toString(16).padStart(12, '0');
  const random = createHash('md5').update(String(index)).digest('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`;
};
const is = (condition) => (condition ? 'TRUE' : 'FALSE');

function userRow(index) {
  const editor = index % 10 === 3;
  const claims = editor ? '{"roles":["editor"]}' : '{}';
  const password = index % 10 === 5 ? 'NULL' : "'x'";
  const flags = [is(index % 3 === 0), is(index % 10 !== 5), is(index % 7 === 0), is(index % 10 === 1)];
  const login = index % 5 === 0 ? 'NULL' : START + ((index * 799_999) % 100_000_000);
  return `('${uuid(index)}', 'user${index}@example.com', ${password}, ${is(index % 10 > 0)}, ${is(index % 2)}, '{}', '${claims}', '${
    index % 10 === 1 ? 'read' : ''
  }', ${at(index)}, ${at(index)}, ${flags}, ${login})`;
}

const USER_COLUMNS = `uid, email, password_hash, active, email_verified, metadata, claims, admin_scopes, created_at, updated_at,
  mfa_enabled, list_password, list_passkey, list_admin, last_login`;

async function fill(database, users) {
  for (let first = 0; first < users; first += CHUNK) {
    const indexes = Array.from({ length: Math.min(CHUNK, users - first) }, (_, offset) => first + offset);
    const insert = (into, rows) => database.query(`INSERT INTO ${into} VALUES ${rows.join()}`);
    await insert(`users (${USER_COLUMNS})`, indexes.map(userRow));
    const editors = indexes.filter((index) => index % 10 === 3);
    await insert(
      'user_roles (uid, role_hash, created_at)',
      editors.map((index) => `('${uuid(index)}', '${ROLE}', ${at(index)})`),
    );
    // The service compares `list_passkey` with this table ten minutes after its start.
    const owners = indexes.filter((index) => index % 7 === 0);
    await insert(
      'passkeys (passkey_id, credential_hash, credential_id, uid, public_key, handle, rp_id, backup_eligible, synced, transports, aaguid, name, created_at)',
      owners.map(
        (index) => `('${uuid(index)}', '${index}', 'x', '${uuid(index)}', 'x', 'x', 'x', FALSE, FALSE, '', '', 'x', 1)`,
      ),
    );
    const linked = indexes.filter((index) => index % 4 === 0);
    await insert(
      'identities (identity_id, uid, provider_id, key_hash, subject, created_at, user_created_at)',
      linked.map((index) => `('${uuid(index)}', '${uuid(index)}', 'google', '${index}', 'x', 1, ${at(index)})`),
    );
  }
}

const FILTERS = [
  'order=-created_at',
  'role=editor',
  'admin_scopes=true',
  'admin_scopes=false',
  'mfa_enabled=true',
  'has_password=false',
  'has_passkey=true',
  'provider=google',
  'last_login_before=1650000000',
  'last_login_after=1650000000',
  'role=editor&active=true',
  'mfa_enabled=true&has_passkey=true',
  'mfa_enabled=true&has_password=false',
  'admin_scopes=true&mfa_enabled=false',
  'provider=google&mfa_enabled=true',
  'last_login_before=1650000000&active=true',
];

async function page({ base }, query) {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const start = performance.now();
  const answer = await fetch(`${base}/api/admin/users?limit=${LIMIT}&${query}`, { headers });
  const text = await answer.text();
  const time = performance.now() - start;
  if (answer.status !== 200) throw new Error(`${query} answered ${answer.status} ${text}`);
  return { time, ...JSON.parse(text) };
}

/** The address of a page, behind those before it. */
async function addressOf(service, filter, number) {
  let query = filter;
  for (let walked = 1; walked < number; walked++) {
    const { next_cursor } = await page(service, query);
    if (next_cursor === null) throw new Error(`${filter} has only ${walked} pages.`);
    query = `${filter}&cursor=${next_cursor}`;
  }
  return query;
}

async function measure(few, many) {
  const results = [];
  for (const filter of FILTERS) {
    const calls = {
      few: [few, filter],
      first: [many, filter],
      hundredth: [many, await addressOf(many, filter, PAGE)],
    };
    const times = { few: [], first: [], hundredth: [] };
    const rows = {};
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      for (const name of shuffled(Object.keys(calls))) {
        const { time, users } = await page(...calls[name]);
        rows[name] = users.length;
        if (round >= WARM_UP) times[name].push(time);
      }
    }
    const [base, first, hundredth] = ['few', 'first', 'hundredth'].map((name) => median(times[name]));
    results.push({
      filter,
      rows: Object.values(rows).join(' '),
      [`${FEW} users (ms)`]: rounded(base, 2),
      'first page (ms)': rounded(first, 2),
      [`page ${PAGE} (ms)`]: rounded(hundredth, 2),
      ratio: rounded(Math.max(first, hundredth) / base, 2),
    });
  }
  return results;
}

async function run(server, kind) {
  await withService(server, {}, (few, small) =>
    withService(server, {}, async (many, large) => {
      const start = performance.now();
      await fill(small, FEW);
      await fill(large, USERS);
      console.log(`${kind}: ${USERS} users after ${Math.round((performance.now() - start) / 1_000)} s`);
      // As PostgreSQL is shortly after many rows have been added.
      if (kind === 'postgres') report('postgres without statistics', await measure(few, many));
      if (kind !== 'sqlite')
        for (const each of [small, large]) await each.query(sqlOf(each).analyze('users, user_roles, identities'));
      report(kind, await measure(few, many));
    }),
  );
}

function report(kind, results) {
  console.table(results);
  const worst = Math.max(...results.map(({ ratio }) => ratio));
  console.log(`${kind}: the greatest ratio is ${worst}; less than ${MAX_RATIO} is allowed.`);
  if (worst >= MAX_RATIO) process.exitCode = 1;
}

for (const kind of KINDS) {
  if (kind === 'sqlite') await run(undefined, kind);
  else if (kind === 'postgres') await withPostgres((url) => run(url, kind), POSTGRES_OPTIONS);
  else await withMysql((url) => run(url, kind), MYSQL_OPTIONS);
}
