import { randomUUID } from 'node:crypto';
import type { Row } from '../support/database/database.js';
import { expectFailure } from '../support/http/http.js';
import { importLines } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, newEmail, useApp } from '../support/service/app.js';
import { Cli } from '../support/service/cli.js';

/** In `npm run test:long`, as many as a company has. */
const USERS = process.env.LONG === undefined ? 120 : 100_000;
/** So many are disabled when the process is killed. */
const SOME = Math.min(USERS / 4, 5_000);
/** Between two counts, which read all users. */
const PAUSE_MS = Math.max(USERS / 1_000, 5);
const CHUNK = 20_000;

const app = useApp({ RATE_LIMIT: 'off', LOG_LEVEL: 'warn' });

let cli: Cli;
beforeAll(() => {
  cli = new Cli({ DATABASE_URL: app.database.url });
});
afterAll(() => cli.remove());

const newRole = () => `role-${randomUUID()}`;
const claimsOf = (role: string) => JSON.stringify({ roles: [role] });

async function withRole(role: string, count: number, more: object = {}): Promise<void> {
  for (let first = 0; first < count; first += CHUNK) {
    const lines = Array.from({ length: Math.min(CHUNK, count - first) }, () => ({
      email: newEmail(),
      claims: claimsOf(role),
      ...more,
    }));
    const { json } = await importLines(app, lines);
    if (json.failed > 0) throw new Error(JSON.stringify(json.results[0]));
  }
}

const bulk = (body: object, token = ADMIN_TOKEN) => app.admin('POST', '/users/bulk', body, token);
const count = async (where: string) => Number((await app.sql(`SELECT COUNT(*) AS n FROM ${where}`))[0]?.n);

/** All slices of a bulk action. */
async function bulkAll(body: object, token = ADMIN_TOKEN): Promise<Row[]> {
  const slices: Row[] = [];
  for (let cursor: string | undefined; ; ) {
    const answer = (await bulk({ ...body, cursor }, token)).ok();
    slices.push(answer.json);
    expect(answer.json.has_more).toBe(answer.json.next_cursor !== null);
    if (!answer.json.has_more) return slices;
    cursor = answer.json.next_cursor;
  }
}

describe('POST /users/bulk', () => {
  it('ends the sessions of all users of a filter', async () => {
    const role = newRole();
    const [first, second, other] = [await app.signUp(), await app.signUp(), await app.signUp()];
    for (const { uid } of [first, second]) await app.admin('PATCH', `/users/${uid}`, { claims: claimsOf(role) });
    expect((await bulk({ action: 'end_sessions', role, dry_run: true })).json).toMatchObject({ changed: 2 });
    expect((await bulk({ action: 'end_sessions', role })).json).toEqual({
      changed: 2,
      unchanged: 0,
      skipped: 0,
      has_more: false,
      next_cursor: null,
    });
    expectFailure(await app.refresh(first.refresh_token), 'INVALID_REFRESH_TOKEN');
    expect((await app.refresh(other.refresh_token)).status).toBe(200);
    expect((await bulk({ action: 'end_sessions', role })).json).toMatchObject({ changed: 0, unchanged: 2 });
  });

  it('requires a second factor, disables, or enables, slice by slice, and counts users who are so already', async () => {
    const role = newRole();
    await withRole(role, 25);
    for (const [action, changed] of [
      ['require_mfa', { mfa: 'required' }],
      ['disable', { active: false }],
      ['enable', { active: true }],
    ] as const) {
      const dry = await bulkAll({ action, role, limit: 10, dry_run: true });
      expect(dry.map((slice) => slice.changed)).toEqual([10, 10, 5]);
      const done = await bulkAll({ action, role, limit: 10 });
      expect(done.map((slice) => slice.changed)).toEqual([10, 10, 5]);
      const { users } = (await app.admin('GET', `/users?role=${role}`)).json;
      for (const each of users) expect(each).toMatchObject(changed);
      expect(await bulkAll({ action, role })).toMatchObject([{ changed: 0, unchanged: 25 }]);
    }
    for (const type of ['user.disabled', 'user.enabled'])
      expect(await count(`events WHERE type = '${type}'`)).toBeGreaterThanOrEqual(25);
  });

  it('goes on behind users who leave the filter by the action', async () => {
    const role = newRole();
    await withRole(role, 12);
    const slices = await bulkAll({ action: 'disable', role, active: true, limit: 5 });
    expect(slices.map(({ changed }) => changed)).toEqual([5, 5, 2]);
    expect(await bulkAll({ action: 'disable', role, active: true })).toMatchObject([{ changed: 0, unchanged: 0 }]);
  });

  it('two runs at once change each user once', async () => {
    const role = newRole();
    await withRole(role, 40);
    const runs = await Promise.all([0, 1, 2].map(() => bulkAll({ action: 'disable', role, limit: 10 })));
    expect(runs.flat().reduce((sum, { changed }) => sum + Number(changed), 0)).toBe(40);
    const disabled = `events JOIN user_roles ON user_roles.uid = events.uid JOIN users ON users.uid = events.uid
      WHERE type = 'user.disabled' AND claims = '${claimsOf(role)}'`;
    expect(await count(disabled)).toBe(40);
  });
});

describe('latchkey user bulk', () => {
  it(
    'loses no user when its process is killed, and the same command finishes the rest',
    async () => {
      const role = newRole();
      await withRole(role, USERS);
      const words = ['user', 'bulk', 'disable', '--role', role, '--yes', '--json'];
      const disabled = () => count(`users WHERE active = 0 AND claims = '${claimsOf(role)}'`);
      const child = cli.spawn(words);
      await app.service.until(async () => (await disabled()) > SOME, PAUSE_MS);
      child.kill('SIGKILL');
      const before = await disabled();
      expect(before).toBeLessThan(USERS);
      const { json } = await cli.run(words);
      expect(json.changed + json.unchanged).toBe(USERS);
      expect(await disabled()).toBe(USERS);
      const events = `events JOIN users ON users.uid = events.uid WHERE type = 'user.disabled' AND claims = '${claimsOf(role)}'`;
      expect(await count(events)).toBe(USERS);
      expect(await count(`(SELECT events.uid FROM ${events} GROUP BY events.uid) disabled`)).toBe(USERS);
    },
    30 * 60_000,
  );
});
