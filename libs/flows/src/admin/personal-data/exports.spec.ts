import type { Database, PersonalData, StoredRows } from '@app/database';
import { ApiError } from '@app/errors';
import type { EventLog } from '@app/events';
import type { AdminRank } from '../../access/admin-rank.js';
import type { Administrator } from '../../access/administrator.js';
import { PersonalDataService } from '../personal-data.js';
import { UserLookup } from '../user-search.js';

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
