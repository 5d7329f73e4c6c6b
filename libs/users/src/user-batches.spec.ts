import type { Clock, Database } from '@app/database';
import type { FindManyOptions } from 'typeorm';
import type { UserRoles } from './claims.js';
import type { User } from './user.entity.js';
import { UserBatches } from './user-batches.js';

type Row = Pick<User, 'uid' | 'email' | 'batchId'>;

/** A table of users that answers conditions on one column with a list of values. */
function batchesOf(rows: Row[], conditions: string[][]): UserBatches {
  const find = async ({ where }: FindManyOptions<Row>) => {
    const [[column, { value }]] = Object.entries(where ?? {}) as [[keyof Row, { value: unknown[] }]];
    conditions.push(Object.keys(where ?? {}));
    return rows.filter((row) => value.includes(row[column]));
  };
  return new UserBatches({ repo: () => ({ find }) } as unknown as Database, {} as Clock, {} as UserRoles);
}

it('users of a batch are found by the unique keys alone, so that a large batch does not make it slower', async () => {
  const rows = [
    { uid: '1', email: 'a@b.example', batchId: 'this' },
    { uid: '2', email: 'c@b.example', batchId: 'this' },
    { uid: '3', email: 'd@b.example', batchId: 'other' },
  ];
  const conditions: string[][] = [];
  const accounts = [
    { uid: 'new', email: 'a@b.example' },
    { uid: '2', email: 'new@b.example' },
    { uid: '3', email: 'd@b.example' },
  ];
  const { emails, uids } = await batchesOf(rows, conditions).findOfBatch('this', accounts);
  expect([[...emails], [...uids]]).toEqual([
    ['a@b.example', 'c@b.example'],
    ['1', '2'],
  ]);
  expect(conditions).toEqual([['email'], ['uid']]);
});
