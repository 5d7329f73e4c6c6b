import { once } from 'node:events';
import { get } from 'node:http';
import { DATABASE } from '../support/database/database.js';
import type { Answer } from '../support/http/http.js';
import { countUsers, exportText, HASH, importLines } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, newEmail, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';

/** Too small to hold several exports or one import completely. */
const app = useApp({ NODE_OPTIONS: '--max-old-space-size=160' });

/** Users of every kind: enough for an export of several pages of 100. */
const EVERY_KIND = [
  { email: newEmail(), password_hash: HASH, email_verified: true, created_at: 0 },
  { email: newEmail(), active: false, created_at: 4_000 },
  {
    email: newEmail(),
    metadata: '{ "b":1,\t"a":[1.0,1e2,"\\u0000\\ud83d\\ude00\\/ 密码 🔑 \u2028\u2029\u0085\u007f"]}\r\n',
  },
  { email: newEmail(), metadata: ' "just text" ' },
  { email: newEmail(), metadata: 'null' },
  { email: newEmail(), metadata: `"${'\\n'.repeat(8_190)}"` },
  { email: `o'neil+"tag"@example.com`.replaceAll('"', ''), uid: crypto.randomUUID() },
  { email: `!#$%&*/=?^_\`{|}~-@xn--bcher-kva.example`, password_hash: `$2y$04$${'./'.repeat(26)}u` },
  { email: newEmail(), password_hash: '$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA' },
  ...Array.from({ length: 300 }, (_, index) => ({ email: newEmail(), metadata: `{"index":${index}}` })),
];

const withoutBatch = (text: string) => text.replaceAll(/"batch_id":(?:null|"[\da-f-]{36}")\}\n/g, '}\n');

let imported: Answer;
let user: SignedUp;
beforeAll(async () => {
  user = await app.signUp({ metadata: '{"ü":1}' });
  imported = await importLines(app, EVERY_KIND);
});

describe('another service', () => {
  const other = useApp();

  it('exports the same users after it has imported an export, with the batch of that import', async () => {
    expect(imported.json).toMatchObject({ created: EVERY_KIND.length, results: [] });
    const count = await countUsers(app);
    const first = await exportText(app);
    expect(first.match(/\n/g)).toHaveLength(count);
    const { batch_id, ...report } = (await importLines(other, [first.slice(0, -1)])).json;
    expect(report).toEqual({ created: count, failed: 0, results: [] });
    const second = await exportText(other);
    expect(withoutBatch(second) === withoutBatch(first)).toBe(true);
    expect(second.split(`"batch_id":"${batch_id}"`)).toHaveLength(count + 1);
    expect((await other.login(user.email, PASSWORD)).status).toBe(200);
  });
});

it('each line of an export has these fields in this order, and the hash only with include_hashes=true', async () => {
  const [row] = await app.sql('SELECT COUNT(*) AS n FROM users WHERE password_hash IS NOT NULL');
  const all = Number(row?.n);
  expect(all).toBeGreaterThanOrEqual(4);
  for (const [query, hashes] of [
    ['', 0],
    ['?include_hashes=false', 0],
    ['?include_hashes=true', all],
  ] as const) {
    const lines = (await exportText(app, query)).trimEnd().split('\n');
    const users = lines.map((line) => JSON.parse(line));
    for (const user of users) {
      const hash = 'password_hash' in user ? ['password_hash'] : [];
      const closed = 'migration_closed' in user ? ['migration_closed'] : [];
      expect(Object.keys(user)).toEqual([
        'uid',
        'email',
        ...hash,
        'email_verified',
        'active',
        'metadata',
        ...closed,
        'created_at',
        'batch_id',
      ]);
      expect([typeof user.active, typeof user.email_verified, typeof user.created_at]).toEqual([
        'boolean',
        'boolean',
        'number',
      ]);
    }
    expect(users.filter((user) => 'password_hash' in user)).toHaveLength(hashes);
    expect(users.filter((user) => user.migration_closed === true)).toHaveLength(all - hashes);
    expect(users.map(({ uid }) => uid)).toEqual(users.map(({ uid }) => uid).sort());
  }
});

it('an export is recorded with the admin token and with include_hashes', async () => {
  const { id, token } = await app.adminToken(['export']);
  await app.get('/api/admin/export?include_hashes=true', { token });
  await app.get('/api/admin/export', { token });
  const rows = await app.sql('SELECT type, ip, uid, data FROM events WHERE actor = ? ORDER BY id', [`admin:${id}`]);
  const facts = { type: 'admin.exported', ip: '127.0.0.1', uid: null };
  expect(rows).toEqual([
    { ...facts, data: '{"include_hashes":true}' },
    { ...facts, data: '{"include_hashes":false}' },
  ]);
});

// What the service reads ahead does not depend on the database: MySQL, which takes twice as long, with LONG=1 only.
const itOnce = DATABASE === 'sqlite' || process.env.LONG === '1' ? it : it.skip;

itOnce(
  'a small heap is enough for an import with much to escape and for exports that no client reads',
  async () => {
    const before = await countUsers(app);
    const metadata = JSON.stringify('"'.repeat(8_000));
    const users = Array.from({ length: 1_500 }, () => ({ email: newEmail(), metadata }));
    expect((await importLines(app, users)).json).toMatchObject({ created: users.length, failed: 0 });
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const stalled = Array.from({ length: 6 }, () => get(`${app.service.url}/api/admin/export`, { headers }));
    const answers = await Promise.all(stalled.map(async (request) => (await once(request, 'response'))[0]));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
    // The service now holds in memory what it has read ahead for these clients, and still serves one more.
    expect((await exportText(app)).match(/\n/g)).toHaveLength(before + users.length);
    for (const request of stalled) request.destroy();
  },
  240_000,
);
