import type { Database, PersonalData, StoredRows } from '@app/database';
import { ApiError } from '@app/errors';
import type { EventLog } from '@app/events';
import type { AdminRank } from '../access/admin-rank.js';
import type { Administrator } from '../access/administrator.js';
import { type Owner, ownTables, PersonalDataService, type PersonTables } from './personal-data.js';
import { UserLookup } from './user-search.js';

const UID = '019391a0-0000-7000-8000-000000000000';
const OWNER: Owner = { uid: UID, emailProved: true, seesImpersonations: true };

type Row = Record<string, unknown>;

/** The rows of a table that a person gets. */
async function ownRows(table: string, rows: Row[], owner: Partial<Owner> = {}): Promise<Row[]> {
  async function* pages(): PersonTables[string] {
    yield rows;
  }
  const own: Row[] = [];
  for await (const page of ownTables({ [table]: pages() }, { ...OWNER, ...owner })[table] ?? []) own.push(...page);
  return own;
}

const event = (type: string, actor: string, data: Row = {}) => ({ type, actor, ip: '203.0.113.9', client: 'x', data });

it('an event by the person or by a stranger keeps its client, and one by an administrator has none', async () => {
  const actors = [`user:${UID}`, 'anonymous', 'admin:7', 'user:8', 'cli'];
  const own = await ownRows(
    'events',
    actors.map((actor) => event('user.updated', actor)),
  );
  expect(own.map(({ actor, ip }) => [actor, ip])).toEqual([
    [`user:${UID}`, '203.0.113.9'],
    ['anonymous', '203.0.113.9'],
    ['admin', null],
    ['admin', null],
    ['cli', '203.0.113.9'],
  ]);
  expect(own.map(({ client }) => client)).toEqual(['x', 'x', null, null, 'x']);
});

it('a note of an administrator is left out, and a reason in fixed words is not', async () => {
  const rows = [
    event('mfa.reset_asked', 'admin:7', { reason: 'lost her phone', passkeys: true }),
    event('login.failed', 'anonymous', { reason: 'wrong_password' }),
    event('user.email_changed', `user:${UID}`, { old_email: 'a@example.com' }),
  ];
  const own = await ownRows('events', rows);
  expect(own.map(({ data }) => data)).toEqual([
    { passkeys: true },
    { reason: 'wrong_password' },
    { old_email: 'a@example.com' },
  ]);
});

it('a person who learns of no impersonation sees neither its session nor its event', async () => {
  const sessions = [
    { session_id: '1', impersonator: null, ip: '203.0.113.9', last_used_at: 119 },
    { session_id: '2', impersonator: 'admin:7', ip: '203.0.113.10', last_used_at: 119 },
  ];
  const shown = await ownRows('sessions', sessions);
  expect(shown.map(({ ip, last_used_at }) => [ip, last_used_at])).toEqual([
    ['203.0.113.9', 60],
    [null, 60],
  ]);
  const hidden = { seesImpersonations: false };
  expect((await ownRows('sessions', sessions, hidden)).map(({ session_id }) => session_id)).toEqual(['1']);
  expect(await ownRows('events', [event('user.impersonated', 'admin:7')], hidden)).toEqual([]);
});

it('emails to an address that is not proved are left out, and so are those that were not sent', async () => {
  const messages = [
    { id: '1', status: 'sent' },
    { id: '2', status: 'decoy' },
  ];
  expect((await ownRows('messages', messages)).map(({ id }) => id)).toEqual(['1']);
  expect(await ownRows('messages', messages, { emailProved: false })).toEqual([]);
  const links = [
    { purpose: 'magic_link', uid: null },
    { purpose: 'reset_password', uid: UID },
  ];
  const own = await ownRows('one_time_tokens', links, { emailProved: false });
  expect(own.map(({ purpose }) => purpose)).toEqual(['reset_password']);
});

it('a table that is not listed is left out', () => {
  expect(Object.keys(ownTables({ webhook_deliveries: undefined as never }, OWNER))).toEqual([]);
});

const BY = { name: 'Support' } as Administrator;

/** An administrator who has the right for so many checks. */
function rankFor(checks: number): AdminRank {
  let left = checks;
  const requireStill = async (by: unknown) => {
    expect(by).toBe(BY);
    left -= 1;
    if (left < 0) throw new ApiError('NOT_AUTHENTICATED', { reason: 'revoked' });
  };
  return { requireStill } as unknown as AdminRank;
}

const database = { transaction: (work: () => unknown) => work() } as unknown as Database;
const events = { record: async () => undefined } as unknown as EventLog;

/** What arrives before the failure. */
async function readUntilRefused<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = [];
  const all = (async () => {
    for await (const page of pages) read.push(page);
  })();
  await expect(all).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' });
  return read;
}

it('a list of users as CSV reads no further page after the administrator has lost the right', async () => {
  const list = jest.fn(async () => ({ rows: [], nextCursor: 'more' }));
  const lookup = Object.assign(Object.create(UserLookup.prototype), { database, events, rank: rankFor(3), list });
  await readUntilRefused(await lookup.csv({ active: true }, undefined, BY));
  expect(list).toHaveBeenCalledTimes(3);
});

it('an export of a person reads no further page after the administrator has lost the right', async () => {
  async function* rows(): StoredRows {
    for (let row = 1; ; row++) yield [{ row }];
  }
  const lookup = { get: async () => ({ uid: '7' }) } as unknown as UserLookup;
  const library: PersonalData = { of: () => ({ events: rows() }) };
  const parts = { database, lookup, events, rank: rankFor(2), libraries: [library] };
  const service: PersonalDataService = Object.assign(Object.create(PersonalDataService.prototype), parts);
  const { events: pages } = await service.export('7', BY);
  expect(await readUntilRefused(pages as StoredRows)).toEqual([[{ row: 1 }], [{ row: 2 }]]);
});
