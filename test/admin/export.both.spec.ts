import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectFailure } from '../support/http/expect.js';
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

let ofEmpty: Answer;
let imported: Answer;
let user: SignedUp;
beforeAll(async () => {
  ofEmpty = await app.get('/api/admin/export', { token: ADMIN_TOKEN });
  user = await app.signUp({ metadata: '{"ü":1}' });
  imported = await importLines(app, EVERY_KIND);
});

it('an export of an empty service is empty', () => {
  expect([ofEmpty.status, ofEmpty.text]).toEqual([200, '']);
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
      expect(Object.keys(user)).toEqual([
        'uid',
        'email',
        ...hash,
        'email_verified',
        'active',
        'metadata',
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
    expect(users.map(({ uid }) => uid)).toEqual(users.map(({ uid }) => uid).sort());
  }
});

it('an export is an NDJSON file that must not be cached', async () => {
  const { headers } = await app.get('/api/admin/export', { token: ADMIN_TOKEN });
  expect(headers.get('content-type')).toBe('application/x-ndjson');
  expect(headers.get('content-disposition')).toBe('attachment; filename="users.ndjson"');
  expect(headers.get('cache-control')).toBe('no-store');
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

it('an export needs an admin token with the scope export', async () => {
  const { token: user } = await app.signUp();
  expectFailure(await app.get('/api/admin/export'), 'NOT_AUTHENTICATED');
  expectFailure(await app.get('/api/admin/export', { token: user }), 'NOT_AUTHENTICATED');
  for (const scope of ['read', 'write']) {
    const { token } = await app.adminToken([scope]);
    expectFailure(await app.get('/api/admin/export', { token }), 'NOT_AUTHORIZED');
  }
});

it.each(['', 'yes', '1', 'true&include_hashes=false'])(
  'an export with include_hashes=%s is refused with INVALID_REQUEST that names the parameter',
  async (value) => {
    const answer = await app.get(`/api/admin/export?include_hashes=${value}`, { token: ADMIN_TOKEN });
    expectFailure(answer, 'INVALID_REQUEST');
    expect(answer.json.message).toContain('include_hashes');
  },
);

it('a HEAD request for the export has no body and is not recorded', async () => {
  const count = async () => (await app.sql("SELECT COUNT(*) AS n FROM events WHERE type = 'admin.exported'"))[0];
  const before = await count();
  const answer = await app.service.call('HEAD', '/api/admin/export', { token: ADMIN_TOKEN });
  expect(answer.text).toBe('');
  expect(await count()).toEqual(before);
});

it('an export ends when its client disconnects, and the log has one line for it', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `disconnecting-${index}`);
  for (const [pause, id] of ids.entries()) {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'x-request-id': id };
    const request = get(`${app.service.url}/api/admin/export`, { headers, agent: false });
    const [answer] = await once(request, 'response');
    await sleep(pause);
    answer.destroy();
  }
  const lines = () => app.service.requests.filter(({ request_id }) => ids.includes(request_id as string));
  await app.service.until(() => lines().length >= ids.length);
  expect((await app.get('/health/ready', { headers: { 'x-request-id': 'ready' } })).status).toBe(200);
  await app.service.until(() => app.service.requests.some(({ request_id }) => request_id === 'ready'));
  expect(
    lines()
      .map(({ request_id }) => request_id)
      .sort(),
  ).toEqual(ids.sort());
  for (const line of lines()) expect(line).toMatchObject({ level: 'info', status: 200, code: null });
});

it('an export that was paused breaks off after its administrator was revoked, so that no client takes it for complete', async () => {
  const metadata = `"${'x'.repeat(16_000)}"`;
  // The last page of the export.
  const uid = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
  const users = Array.from({ length: 1_000 }, () => ({ email: newEmail(), metadata }));
  await importLines(app, [...users, { email: newEmail(), uid }]);
  const { id, token } = await app.adminToken(['export']);
  const headers = { authorization: `Bearer ${token}`, 'x-request-id': 'revoked-export' };
  const asked = get(`${app.service.url}/api/admin/export?include_hashes=true`, { headers, agent: false });
  const [answer] = await once(asked, 'response');
  await app.admin('DELETE', `/tokens/${id}`);
  let length = 0;
  const readAll = async () => {
    for await (const chunk of answer) length += chunk.length;
  };
  await expect(readAll()).rejects.toThrow(/aborted/);
  expect(length).toBeLessThan(users.length * metadata.length);
  const line = () => app.service.requests.find(({ request_id }) => request_id === 'revoked-export');
  await app.service.until(() => line() !== undefined);
  expect(line()).toMatchObject({ status: 200, reason: 'incomplete' });
  expect(app.service.log).toContain('An answer broke off. The administrator has meanwhile lost the right to do this.');
  await app.admin('DELETE', `/users/${uid}`);
});

it('a small heap is enough for an import with much to escape and for exports that no client reads', async () => {
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
}, 240_000);
