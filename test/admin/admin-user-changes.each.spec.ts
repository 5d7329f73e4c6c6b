import { randomUUID } from 'node:crypto';
import { about, expectFailure } from '../support/http/http.js';
import { importLines } from '../support/imports/ndjson.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';

const app = useApp();

describe('the list of users', () => {
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

  /** 40 users, made by one request. Returns their uids. */
  async function createMany(createdAt: (index: number) => number): Promise<string[]> {
    const lines = Array.from({ length: 40 }, (_, index) => ({
      uid: randomUUID(),
      email: `u${index}@example.com`,
      created_at: createdAt(index),
    }));
    expect((await importLines(app, lines)).json).toMatchObject({ created: 40 });
    return lines.map(({ uid }) => uid);
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
    'order=created_at',
    'order=-created_at',
    'search=u',
    'active=true',
    'email_verified=false',
    'search=u&order=created_at',
  ])(
    'the pages of the list with %s have each user once, also with many users of one second, while users are created and deleted',
    async (query) => {
      const made = await createMany((index) => 1000 + Math.floor(index / 15));
      const passing = made.filter((_uid, index) => index % 8 === 5);
      const kept = made.filter((uid) => !passing.includes(uid));
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
    await createMany((index) => 1000 + (index % 4));
    const whole = (await list('limit=200&order=created_at')).json.users as Listed[];
    const key = ({ created_at, uid }: Listed) => `${created_at} ${uid}`;
    expect(whole.map(key)).toEqual(whole.map(key).toSorted());
    expect(await readPages(`limit=${limit}&order=created_at`)).toEqual(whole);
    expect(await readPages(`limit=${limit}`)).toEqual(whole.toReversed());
  });
});

describe('a change of a user', () => {
  const NEW_PASSWORD = 'incorrect donkey capacitor pin';

  const change = (uid: string, body: Record<string, unknown>, token?: string) =>
    app.admin('PATCH', `/users/${uid}`, body, token);
  const sessionsOf = (uid: string) =>
    app.sql('SELECT session_id FROM sessions WHERE uid = ? AND ended_at IS NULL', [uid]);

  /** The events of a user since the account was created. */
  async function eventsOf(uid: string): Promise<unknown[][]> {
    const rows = await app.sql('SELECT type, data FROM events WHERE uid = ? ORDER BY id', [uid]);
    const later = rows.filter(
      ({ type }) => !['user.created', 'login.succeeded', 'login.failed'].includes(String(type)),
    );
    return later.map(({ type, data }) => [type, JSON.parse(String(data))]);
  }

  it('PATCH /users changes the given fields, keeps the others, and answers with the changed user', async () => {
    const user = await app.signUp({ metadata: '{"a":1}' });
    const before = (await app.admin('GET', `/users/${user.uid}`)).json;
    await app.advance(60);
    const answer = await change(user.uid.toUpperCase(), { metadata: '{"a": 2}' });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ ...before, metadata: '{"a": 2}', updated_at: about(before.updated_at + 60) });
    expect((await app.admin('GET', `/users/${user.uid}`)).json).toEqual(answer.json);
    expect(await eventsOf(user.uid)).toEqual([['user.updated', { fields: ['metadata'] }]]);
  });

  it('PATCH /users changes nothing when the values are the same as before', async () => {
    const user = await app.signUp();
    const before = (await app.admin('GET', `/users/${user.uid}`)).json;
    await app.advance(60);
    const same = { email: ` ${user.email.toUpperCase()}`, email_verified: false, active: true, metadata: '{}' };
    for (const body of [{}, same]) expect((await change(user.uid, body)).json).toEqual(before);
    expect(await eventsOf(user.uid)).toEqual([]);
  });

  describe('PATCH /users with an email', () => {
    it('fails with EMAIL_ALREADY_IN_USE for the email of another user, and changes no other field', async () => {
      const [user, other] = [await app.signUp(), await app.signUp()];
      const answer = await change(user.uid, { active: false, email: other.email, metadata: '[]' });
      expectFailure(answer, 'EMAIL_ALREADY_IN_USE');
      expect((await app.admin('GET', `/users/${user.uid}`)).json).toMatchObject({ active: true, metadata: '{}' });
      expect(await eventsOf(user.uid)).toEqual([]);
      expect((await app.refresh(user.refresh_token)).status).toBe(200);
    });

    it('gives an email to one user when two requests for two users come at once', async () => {
      const users = [await app.signUp(), await app.signUp()];
      const email = newEmail();
      const answers = await Promise.all(users.map(({ uid }) => change(uid, { email })));
      expect(answers.map(({ code }) => code ?? '').sort()).toEqual(['', 'EMAIL_ALREADY_IN_USE']);
    });
  });

  describe('PATCH /users with active', () => {
    it('leaves no session alive when users sign in and refresh during the request', async () => {
      for (let round = 0; round < 5; round++) {
        const user = await app.signUp();
        const [answer] = await Promise.all([
          change(user.uid, { active: false }),
          ...Array.from({ length: 8 }, () => app.login(user.email, PASSWORD)),
          ...Array.from({ length: 8 }, () => app.refresh(user.refresh_token)),
        ]);
        expect(answer?.status).toBe(200);
        expect(await sessionsOf(user.uid)).toEqual([]);
      }
    });
  });

  describe('PATCH /users with a password', () => {
    it('leaves no session of the old password alive when logins with it come during the request', async () => {
      for (let round = 0; round < 5; round++) {
        const user = await app.signUp();
        await Promise.all([
          change(user.uid, { password: NEW_PASSWORD }),
          ...Array.from({ length: 8 }, () => app.login(user.email, PASSWORD)),
        ]);
        expect(await sessionsOf(user.uid)).toEqual([]);
      }
    });
  });

  it('many changes of a user at once all succeed, and the last value of each field stays', async () => {
    const { uid } = await app.signUp();
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, index) => change(uid, { metadata: String(index) })),
      change(uid, { email_verified: true }),
      change(uid, { password: NEW_PASSWORD }),
      change(uid, { active: false }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const user = (await app.admin('GET', `/users/${uid}`)).json;
    expect(user).toMatchObject({ email_verified: true, active: false, metadata: expect.stringMatching(/^[0-5]$/) });
    const types = (await eventsOf(uid)).map(([type]) => type);
    expect(types.filter((type) => type === 'user.updated')).toHaveLength(6);
  });
});
