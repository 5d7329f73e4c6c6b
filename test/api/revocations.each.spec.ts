import { verify } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { expectFailure, readToken } from '../support/http/http.js';
import { useApp } from '../support/service/app.js';
import { LIST, readList, readPage, sessionOf } from '../support/service/tokens.js';

const app = useApp();
/** How far the clock of the service is ahead, in seconds. */
let ahead = 0;

async function advance(seconds: number): Promise<void> {
  await app.advance(seconds);
  ahead += seconds;
}

const now = () => Date.now() + ahead * 1_000;

/** Writes events like a transaction that began that many seconds ago and is committed now. Returns their sessions. */
async function commitLate(seconds: number, count = 1): Promise<string[]> {
  const at = now() - seconds * 1_000;
  const events = Array.from({ length: count }, (_, index) => ({ id: uuidv7({ msecs: at + index }), sid: uuidv7() }));
  for (let first = 0; first < count; first += 500) {
    const rows = events.slice(first, first + 500);
    const values = rows.flatMap(({ id, sid }) => [id, Math.floor(at / 1_000), sid]);
    const places = rows.map(() => "(?, 'session.revoked', ?, 'system', ?, '{}')").join();
    await app.sql(`INSERT INTO events (id, type, at, actor, session_id, data) VALUES ${places}`, values);
  }
  return events.map(({ sid }) => sid);
}

async function signedOut(): Promise<string> {
  const { token } = await app.signUp();
  await app.post('/api/auth/user/logout', undefined, { token });
  return sessionOf(token);
}

it('the list of revocations is a token with the type revocations, signed with the key of access tokens, valid for a minute', async () => {
  const id = await signedOut();
  const { token, cursor, ...more } = (await app.get(LIST)).json;
  expect([typeof cursor, more]).toEqual(['string', {}]);
  const { header, claims, signature } = readToken(token);
  const { keys } = (await app.get('/.well-known/jwks.json')).json;
  const key = keys.find(({ kid }: { kid: string }) => kid === header.kid);
  const by = { key, format: 'jwk', dsaEncoding: 'ieee-p1363' } as const;
  const signed = Buffer.from(token.slice(0, token.lastIndexOf('.')));
  expect(verify('sha256', signed, by as never, Buffer.from(signature, 'base64url'))).toBe(true);
  expect(header.alg).toBe('ES256');
  expect(claims).toEqual({
    iss: app.service.url.replace('127.0.0.1', 'localhost'),
    iat: expect.any(Number),
    exp: claims.iat + 60,
    typ: 'revocations',
    sessions: expect.arrayContaining([id]),
    users: expect.any(Object),
    after: '',
  });
});

it('the list of revocations says after which cursor it comes', async () => {
  const { cursor } = (await app.get(LIST)).json;
  const { token } = (await app.get(`${LIST}?after=${cursor}`)).json;
  expect(readToken(token).claims.after).toBe(cursor);
});

it('the list of revocations is not accepted as an access token', async () => {
  const { token } = (await app.get(LIST)).json;
  expectFailure(await app.get('/api/auth/user', { token }), 'NOT_AUTHENTICATED');
});

it('the list of revocations contains a session as long as an access token of it could be valid', async () => {
  const id = await signedOut();
  await advance(895);
  expect((await readList(app)).sessions).toContain(id);
  await advance(20);
  expect((await readList(app)).sessions).not.toContain(id);
});

it('the list of revocations has no older sessions for an old cursor', async () => {
  const { cursor } = await readList(app);
  const old = await signedOut();
  await advance(1_000);
  const id = await signedOut();
  const { sessions } = await readList(app, cursor);
  expect(sessions).toContain(id);
  expect(sessions).not.toContain(old);
});

it('the list of revocations keeps a session after ACCESS_TOKEN_TTL was shortened: its tokens still live longer', async () => {
  const id = await signedOut();
  const short = await app.replica({ ACCESS_TOKEN_TTL: '30' });
  await advance(60);
  await short.advance(ahead);
  const answer = await short.call('GET', LIST);
  expect(readToken(answer.json.token).claims.sessions).toContain(id);
});

it('the list of revocations after a cursor has only new sessions, and nothing when there are none', async () => {
  const before = await signedOut();
  await advance(20);
  const { cursor } = await readList(app);
  expect((await readList(app, cursor)).sessions).not.toContain(before);
  const id = await signedOut();
  expect((await readList(app, cursor)).sessions).toEqual([id]);
  await advance(20);
  const list = await readList(app, cursor);
  expect(list.sessions).toEqual([id]);
  expect(await readList(app, list.cursor)).toEqual({ sessions: [], users: {}, cursor: list.cursor, pages: 1 });
});

it('the list of revocations includes an event that is committed after a later event', async () => {
  const later = await signedOut();
  const { sessions, cursor } = await readList(app);
  expect(sessions).toContain(later);
  const late = await commitLate(8);
  expect((await readList(app, cursor)).sessions).toEqual(expect.arrayContaining(late));
});

it('the list of revocations is read page by page, and misses no session that is added during the read', async () => {
  await advance(1_000);
  const many = await commitLate(5, 2_500);
  const first = await readPage(app);
  expect([first.sessions.length, first.more]).toEqual([1_000, true]);
  const second = await readPage(app, first.cursor);
  const late = await commitLate(9);
  await advance(8);
  const third = await readPage(app, second.cursor);
  expect([second.sessions, third.sessions].map(({ length }) => length)).toEqual([1_000, 500]);
  expect(third.more).toBe(false);
  expect(new Set([...first.sessions, ...second.sessions, ...third.sessions])).toEqual(new Set(many));
  expect((await readList(app, third.cursor)).sessions).toEqual(expect.arrayContaining(late));
});

it('the list of revocations has a last page also when more than a page was just written', async () => {
  await advance(1_000);
  const many = await commitLate(0, 2_100);
  const list = await readList(app);
  expect(list.pages).toBe(3);
  expect(new Set(list.sessions)).toEqual(new Set(many));
});

it('the list of revocations can be cached for a second, and is not sent again while it is unchanged', async () => {
  await advance(1_000);
  const id = await signedOut();
  const unchanged = async () => {
    const known = await app.get(LIST);
    expect(known.headers.get('cache-control')).toBe('public, max-age=1');
    const etag = known.headers.get('etag') ?? '';
    return [etag, await app.get(LIST, { headers: { 'if-none-match': `"other", ${etag}` } })] as const;
  };
  let [etag, again] = await unchanged();
  // The list is signed again twice a minute, possibly between these two requests.
  if (again.status === 200) [etag, again] = await unchanged();
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
  const other = await signedOut();
  const changed = await app.get(LIST, { headers: { 'if-none-match': etag } });
  expect(changed.status).toBe(200);
  expect(readToken(changed.json.token).claims.sessions).toEqual(expect.arrayContaining([id, other]));
});

it('the list of revocations is sent again before a cached copy has expired', async () => {
  const known = await app.get(LIST);
  await advance(31);
  const answer = await app.get(LIST, { headers: { 'if-none-match': known.headers.get('etag') ?? '' } });
  expect(answer.status).toBe(200);
});

const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const ID = '01930000-0000-7000-8000-000000000000';

describe('the list of revocations', () => {
  it.each<[string, string]>([
    ['for an empty cursor', 'after='],
    ['for an overlong cursor', `after=${'x'.repeat(600)}`],
    ['for an overlong cursor of the right form', `after=${written([ID, 1]).padEnd(600, 'A')}`],
    ['for two cursors', `after=${written([ID])}&after=${written([ID])}`],
    ['for a cursor that is not JSON', 'after=%00%ff'],
    ['for a cursor of null', `after=${written(null)}`],
    ['for a cursor that is a number', `after=${written(1)}`],
    ['for a cursor that is an object', `after=${written({ id: ID })}`],
    ['for a cursor with too many values', `after=${written([ID, 1, 1])}`],
    ['for a cursor with an id of another UUID version', `after=${written(['01930000-0000-4000-8000-000000000000'])}`],
    ['for a cursor with an id that is not a string', `after=${written([[ID]])}`],
    ['for a cursor with an id that contains SQL', `after=${written([`${ID}' OR 1=1 --`])}`],
    ['for a cursor with a time that is not a number', `after=${written([ID, '1'])}`],
    ['for a cursor with a negative time', `after=${written([ID, -1])}`],
    ['for a cursor with a time that is not an integer', `after=${written([ID, 0.5])}`],
    ['for a plain id', `after=${ID}`],
  ])('fails with INVALID_REQUEST that names the parameter, %s', async (_what, query) => {
    const answer = await app.get(`${LIST}?${query}`);
    expectFailure(answer, 'INVALID_REQUEST');
    expect(answer.json.message).toMatch(/^after /);
  });
});

it.each([0, 2 ** 53 - 1])(
  'the list of revocations continues after a cursor of a pass that began at %d',
  async (begun) => {
    const { cursor } = await readList(app, written([ID, begun]));
    expect((await readList(app, cursor)).pages).toBe(1);
  },
);

it('the list of revocations still shows new sessions after a forged cursor of the future', async () => {
  const { cursor } = await readList(app, written(['ffffffff-ffff-7fff-bfff-ffffffffffff']));
  const id = await signedOut();
  expect((await readList(app, cursor)).sessions).toContain(id);
});

describe('many changes of claims in a second', () => {
  const CHANGES = 40;
  const seconds = () => Math.floor(now() / 1_000);
  const patch = (uid: string, version: number) => app.admin('PATCH', `/users/${uid}`, { claims: `{"v":${version}}` });

  it('date no entry and no token more than 2 seconds ahead, and leave no token with other claims', async () => {
    const user = await app.signUp();
    const between: string[] = [];
    let { refresh_token } = user;
    for (let version = 1; version <= CHANGES; version++) {
      expect((await patch(user.uid, version)).status).toBe(200);
      const { users } = await readList(app);
      const next = (await app.refresh(refresh_token)).json;
      const { iat } = readToken(next.access_token).claims;
      expect(users[user.uid]).toBeLessThanOrEqual(seconds() + 2);
      expect(iat).toBeLessThanOrEqual(seconds() + 2);
      expect(iat).toBeGreaterThan(users[user.uid] as number);
      refresh_token = next.refresh_token;
      between.push(next.access_token);
    }
    const { users } = await readList(app);
    // What the last entry is before ends by itself within seconds.
    for (const token of between.slice(0, -1)) {
      const { iat, exp } = readToken(token).claims;
      expect(iat <= (users[user.uid] as number) || exp - iat <= 5).toBe(true);
    }
    await advance(3);
    const { claims } = readToken((await app.refresh(refresh_token)).json.access_token);
    expect([claims.app, claims.exp - claims.iat]).toEqual([{ v: CHANGES }, 900]);
  });

  it('go by the clock that is ahead, also with a replica that is a second behind', async () => {
    const fast = await app.replica();
    await fast.advance(ahead + 1);
    const user = await app.signUp();
    let { refresh_token } = user;
    for (let version = 1; version <= CHANGES; version++) {
      await patch(user.uid, version);
      const by = version % 2 ? fast : app.service;
      const next = (await by.call('POST', '/api/auth/user/refresh', { body: { refresh_token } })).json;
      const { iat } = readToken(next.access_token).claims;
      const until = (await readList(app)).users[user.uid] as number;
      expect(until).toBeLessThanOrEqual(seconds() + 1 + 2);
      expect(iat).toBeLessThanOrEqual(seconds() + 1 + 2);
      expect(iat).toBeGreaterThan(until);
      refresh_token = next.refresh_token;
    }
    await fast.stop();
  });

  it('leave no token of a deleted user that its entry does not cover', async () => {
    const user = await app.signUp();
    for (let version = 1; version <= 10; version++) await patch(user.uid, version);
    const { access_token } = (await app.refresh(user.refresh_token)).json;
    await app.admin('DELETE', `/users/${user.uid}`);
    const until = (await readList(app)).users[user.uid] as number;
    expect(until).toBeGreaterThanOrEqual(readToken(access_token).claims.iat);
    expect(until).toBeLessThanOrEqual(seconds() + 2);
  });
});
