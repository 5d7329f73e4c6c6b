import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, expectFailure } from '../support/http/http.js';
import { importLines } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, newEmail, useApp } from '../support/service/app.js';

const app = useApp();

let ofEmpty: Answer;
beforeAll(async () => {
  ofEmpty = await app.get('/api/admin/export', { token: ADMIN_TOKEN });
  // Enough for an export of several pages of 100.
  await importLines(
    app,
    Array.from({ length: 300 }, (_, index) => ({ email: newEmail(), metadata: `{"index":${index}}` })),
  );
});

it('an export of an empty service is empty', () => {
  expect([ofEmpty.status, ofEmpty.text]).toEqual([200, '']);
});

it('an export is an NDJSON file that must not be cached', async () => {
  const { headers } = await app.get('/api/admin/export', { token: ADMIN_TOKEN });
  expect(headers.get('content-type')).toBe('application/x-ndjson');
  expect(headers.get('content-disposition')).toBe('attachment; filename="users.ndjson"');
  expect(headers.get('cache-control')).toBe('no-store');
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
  expect((await app.get('/.well-known/jwks.json', { headers: { 'x-request-id': 'later' } })).status).toBe(200);
  await app.service.until(() => app.service.requests.some(({ request_id }) => request_id === 'later'));
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
