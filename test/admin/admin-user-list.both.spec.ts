import { expectFailure } from '../support/http/expect.js';
import { useApp } from '../support/service/app.js';

const app = useApp();
beforeEach(() => app.sql('DELETE FROM users'));

interface Listed {
  uid: string;
  email: string;
  created_at: number;
  active: boolean;
  email_verified: boolean;
}

const list = (query: string) => app.admin('GET', `/users?${query}`);
const emails = async (query: string) => (await list(query)).json.users.map(({ email }: Listed) => email);

async function create(email: string, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await app.admin('POST', '/users', { email, ...more });
  expect(answer.status).toBe(200);
  return answer.json.uid;
}

/** All pages of a list; `between` runs after each page. */
async function readPages(query: string, between: (page: number) => Promise<unknown> = async () => undefined) {
  const seen: Listed[] = [];
  let cursor = '';
  for (let page = 1; ; page++) {
    const { users, has_more, next_cursor } = (await list(`${query}${cursor}`)).json;
    seen.push(...users);
    expect(has_more).toBe(next_cursor !== null);
    if (!has_more) return seen;
    cursor = `&cursor=${next_cursor}`;
    await between(page);
  }
}

it('an empty list of users has no next page', async () => {
  expect((await list('')).json).toEqual({ users: [], has_more: false, next_cursor: null });
});

it('the list of users can be filtered by email, prefix, state and time, and by all of them together', async () => {
  await create('ada@example.com', { created_at: 1000, email_verified: true });
  await create('adam@example.com', { created_at: 2000, active: false });
  await create('a_b@example.com', { created_at: 3000, email_verified: true, active: false });
  await create('a%b@example.com', { created_at: 4000 });
  await create('bob@example.com', { created_at: 5000 });
  const all = ['bob', 'a%b', 'a_b', 'adam', 'ada'].map((name) => `${name}@example.com`);
  const some = (...names: string[]) => names.map((name) => `${name}@example.com`);
  expect(await emails('')).toEqual(all);
  expect(await emails('order=-created_at')).toEqual(all);
  expect(await emails('order=created_at')).toEqual(all.toReversed());
  expect(await emails('email=%20ADA@Example.com%20')).toEqual(some('ada'));
  expect(await emails('email=nobody@example.com')).toEqual([]);
  expect(await emails('search=ADA')).toEqual(some('ada', 'adam'));
  expect(await emails('search=a')).toEqual(some('a%b', 'a_b', 'ada', 'adam'));
  expect(await emails('search=a&order=-created_at')).toEqual(some('a%b', 'a_b', 'adam', 'ada'));
  expect(await emails('search=a_')).toEqual(some('a_b'));
  expect(await emails('search=a%25')).toEqual(some('a%b'));
  expect(await emails('search=%25')).toEqual([]);
  expect(await emails('search=_')).toEqual([]);
  expect(await emails('search=%5C')).toEqual([]);
  expect(await emails("search=a'%20OR".replace('%20', ''))).toEqual([]);
  expect(await emails('search=bob@example.com')).toEqual(some('bob'));
  expect(await emails('search=bob@example.com~')).toEqual([]);
  expect(await emails('active=false')).toEqual(some('a_b', 'adam'));
  expect(await emails('active=true')).toEqual(some('bob', 'a%b', 'ada'));
  expect(await emails('email_verified=true')).toEqual(some('a_b', 'ada'));
  expect(await emails('email_verified=false&order=created_at')).toEqual(some('adam', 'a%b', 'bob'));
  expect(await emails('created_after=2000&created_before=4000')).toEqual(some('a_b', 'adam'));
  expect(await emails('created_after=5001')).toEqual([]);
  expect(await emails('active=false&email_verified=true&search=a&created_after=2500')).toEqual(some('a_b'));
  expect(await emails('email=ada@example.com&active=false')).toEqual([]);
});

it.each([
  ['email=x', 'email'],
  ['email=', 'email'],
  ['email=a@example.com&email=b@example.com', 'email'],
  ['search=', 'search'],
  [`search=${'x'.repeat(255)}`, 'search'],
  ['search=a%20b', 'search'],
  ['search=%C3%A4', 'search'],
  ['search=%00', 'search'],
  ['search=%7F', 'search'],
  ['search=%ff', 'search'],
  ['search=a%', 'search'],
  ['search=%zz', 'search'],
  ['email=%ff@example.com', 'email'],
  ['active=%', 'active'],
  ['created_after=%', 'created_after'],
  ['order=%', 'order'],
  ['cursor=%E0%A4%A', 'cursor'],
  ['search=a&search=b', 'search'],
  ['search[x]=a&search=a&search=b', 'search'],
  ['active=1', 'active'],
  ['active=', 'active'],
  ['active=TRUE', 'active'],
  ['email_verified=no', 'email_verified'],
  ['created_after=-1', 'created_after'],
  ['created_after=2020-01-01', 'created_after'],
  ['created_before=1.5', 'created_before'],
  ['created_before=99999999999', 'created_before'],
  ['order=email', 'order'],
  ['order=created_at;DROP', 'order'],
  ['order=', 'order'],
  ['limit=0', 'limit'],
  ['limit=201', 'limit'],
  ['limit=x', 'limit'],
  ['cursor=', 'cursor'],
  ['cursor=x', 'cursor'],
  [`cursor=${Buffer.from('["createdAt uid desc",{"a":1},"x"]').toString('base64url')}`, 'cursor'],
  [`cursor=${Buffer.from('["createdAt uid desc",1]').toString('base64url')}`, 'cursor'],
])('the list of users fails with INVALID_REQUEST that names the parameter, for %.60s', async (query, named) => {
  const answer = await list(query);
  expectFailure(answer, 'INVALID_REQUEST');
  expect(answer.json.message).toContain(named);
});

it('a cursor of the list of users works only with the order that it was created for', async () => {
  for (const name of ['a1', 'a2', 'a3']) await create(`${name}@example.com`);
  const orders = ['order=created_at', 'order=-created_at', 'search=a'];
  for (const order of orders) {
    const { next_cursor } = (await list(`${order}&limit=1`)).json;
    for (const other of orders) {
      const answer = await list(`${other}&limit=1&cursor=${next_cursor}`);
      if (other === order) expect(answer.json.users).toHaveLength(1);
      else expectFailure(answer, 'INVALID_REQUEST');
    }
  }
});

it.each([
  'order=created_at',
  'order=-created_at',
  'search=u',
  'active=true',
  'email_verified=false',
  'search=u&order=created_at',
])(
  'the pages of the list with %s have each user once, also with many users of one second, while users are created and deleted',
  async (query) => {
    const kept: string[] = [];
    const passing: string[] = [];
    for (let index = 0; index < 40; index++) {
      const uid = await create(`u${index}@example.com`, { created_at: 1000 + Math.floor(index / 15) });
      (index % 8 === 5 ? passing : kept).push(uid);
    }
    const seen = await readPages(`${query}&limit=3`, async (page) => {
      const leaving = passing.pop();
      if (leaving) await app.admin('DELETE', `/users/${leaving}`);
      await create(`u-new-${page}@example.com`, { created_at: 1000 + (page % 3) });
    });
    const uids = seen.map(({ uid }) => uid);
    expect(new Set(uids).size).toBe(uids.length);
    expect(kept.filter((uid) => !uids.includes(uid))).toEqual([]);
  },
);

it.each([1, 7, 39, 40, 41, 200])('the pages of %i users together are the whole list, in order', async (limit) => {
  for (let index = 0; index < 40; index++) {
    await create(`u${index}@example.com`, { created_at: 1000 + (index % 4) });
  }
  const whole = (await list('limit=200&order=created_at')).json.users as Listed[];
  const key = ({ created_at, uid }: Listed) => `${created_at} ${uid}`;
  expect(whole.map(key)).toEqual(whole.map(key).toSorted());
  expect(await readPages(`limit=${limit}&order=created_at`)).toEqual(whole);
  expect(await readPages(`limit=${limit}`)).toEqual(whole.toReversed());
});
