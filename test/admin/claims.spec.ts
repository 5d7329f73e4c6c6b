import { about, expectFailure, readToken } from '../support/http/http.js';
import { exportText, importLines } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, newEmail, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';
import { readList } from '../support/service/tokens.js';

const app = useApp();

const EDITOR = '{ "roles": ["editor"], "plan": {"seats": 5} }';
const READER = '{"roles":["reader"]}';

const patch = (uid: string, claims: unknown, more = {}) => app.admin('PATCH', `/users/${uid}`, { claims, ...more });
const show = async (uid: string) => (await app.admin('GET', `/users/${uid}`)).json;
const appOf = (token: string) => readToken(token).claims.app;

/** A user with these claims, signed in. */
async function signIn(claims?: string): Promise<SignedUp> {
  const email = newEmail();
  const { uid } = (await app.admin('POST', '/users', { email, password: PASSWORD, claims })).json;
  return { uid, email, password: PASSWORD, ...(await app.login(email, PASSWORD)).json };
}

/** The events of a user about claims and sessions. */
async function eventsOf(uid: string): Promise<unknown[][]> {
  const events = await app.events(uid);
  return events.filter(({ type }) => /updated|claims|revoked/.test(String(type))).map(({ type, data }) => [type, data]);
}

/** What decides about the tokens of a user at other services. */
const voidUntil = async (uid: string) => (await readList(app)).users[uid];

it('claims are {} by default, and then leave access tokens as they are', async () => {
  const user = await app.signUp();
  expect((await show(user.uid)).claims).toBe('{}');
  expect(readToken(user.token).claims).not.toHaveProperty('app');
  await patch(user.uid, ' { } ');
  expect((await show(user.uid)).claims).toBe(' { } ');
  const { access_token } = (await app.refresh(user.refresh_token)).json;
  expect(readToken(access_token).claims).not.toHaveProperty('app');
  expect(await voidUntil(user.uid)).toBeUndefined();
});

it('POST /users keeps claims byte for byte, and each sign-in and refresh puts them into the access token', async () => {
  const user = await signIn(EDITOR);
  expect((await show(user.uid)).claims).toBe(EDITOR);
  expect((await app.admin('GET', `/users?email=${user.email}`)).json.users[0].claims).toBe(EDITOR);
  const refreshed = (await app.refresh(user.refresh_token)).json;
  for (const token of [user.token, refreshed.access_token]) expect(appOf(token)).toEqual(JSON.parse(EDITOR));
  expect(await eventsOf(user.uid)).toEqual([]);
  expect(await voidUntil(user.uid)).toBeUndefined();
});

it('GET /api/auth/user and the answers to a sign-in do not have the claims', async () => {
  const user = await signIn(EDITOR);
  expect((await app.get('/api/auth/user', user)).text).not.toContain('claims');
  expect((await app.login(user.email, PASSWORD)).json).not.toHaveProperty('claims');
});

it('claims with a number that a token would round are refused, and the message names the place', async () => {
  const { uid } = await signIn();
  for (const [claims, place] of [
    ['{"id":1983516295378495150}', 'claims.id'],
    ['{"limits":{"max":[1,1e999]}}', 'claims.limits.max[1]'],
    ['{"a b":-9007199254740993}', 'claims["a b"]'],
  ]) {
    const answers = [
      await app.admin('POST', '/users', { email: newEmail(), claims }),
      await patch(uid, claims),
      (await importLines(app, [{ email: newEmail(), claims }])).json.results[0],
    ];
    for (const answer of answers) {
      expect(answer.code).toBe('INVALID_CLAIMS');
      expect((answer.json ?? answer).message).toContain(`${place} is a number`);
    }
  }
  expect((await show(uid)).claims).toBe('{}');
  const exact = '{"a":[0.1,-0,1e2,1.50,9007199254740992],"id":"1983516295378495150"}';
  expect((await patch(uid, exact)).status).toBe(200);
  expect((await show(uid)).claims).toBe(exact);
});

it('a user cannot change claims', async () => {
  const user = await signIn(READER);
  await app.put('/api/auth/user', { claims: EDITOR, metadata: EDITOR }, user);
  expect((await show(user.uid)).claims).toBe(READER);
  expect((await app.signUp({ claims: EDITOR })).token).toBeDefined();
});

it('PATCH /users records the names of the claims that changed, and moves updated_at', async () => {
  const user = await signIn(EDITOR);
  const before = await show(user.uid);
  await app.advance(60);
  const claims = '{"z":1,"plan":{"seats":5},"roles":["editor","é"]}';
  const answer = await patch(user.uid, claims);
  expect(answer.json).toEqual({ ...before, claims, updated_at: about(before.updated_at + 60) });
  expect(await eventsOf(user.uid)).toEqual([['user.claims_changed', { keys: ['roles', 'z'] }]]);
  expect(await show(user.uid)).toEqual(answer.json);
});

it('PATCH /users without claims keeps them, and with the same claims changes and revokes nothing', async () => {
  const user = await signIn(EDITOR);
  const before = await show(user.uid);
  await app.advance(60);
  expect((await patch(user.uid, undefined)).json).toEqual(before);
  expect((await patch(user.uid, EDITOR)).json).toEqual(before);
  expect(await eventsOf(user.uid)).toEqual([]);
  expect(await voidUntil(user.uid)).toBeUndefined();
});

it('PATCH /users with the same claims in another spelling stores it, and revokes nothing', async () => {
  const user = await signIn(EDITOR);
  const claims = '{"plan":{"seats":5.0},"roles":["editor"]}';
  expect((await patch(user.uid, claims)).json.claims).toBe(claims);
  expect(await eventsOf(user.uid)).toEqual([['user.updated', { fields: ['claims'] }]]);
  expect(await voidUntil(user.uid)).toBeUndefined();
});

it('a change of claims ends no session, and our endpoints still accept the tokens from before', async () => {
  const user = await signIn(EDITOR);
  await patch(user.uid, READER);
  expect((await app.get('/api/auth/user', user)).status).toBe(200);
  expect((await app.put('/api/auth/user', { metadata: '1' }, user)).status).toBe(200);
  expect((await readList(app)).sessions).not.toContain(readToken(user.token).claims.sid);
  expect((await show(user.uid)).session_count).toBe(1);
  expect((await app.refresh(user.refresh_token)).status).toBe(200);
});

describe('after a change of claims', () => {
  it('the list of revocations has the user with a time that includes all earlier tokens, and no later token', async () => {
    const user = await signIn(EDITOR);
    const other = await app.login(user.email, PASSWORD);
    const earlier = [user.token, other.json.token];
    await patch(user.uid, READER);
    // The second of the change lasts: these tokens get the next one.
    const refreshed = (await app.refresh(user.refresh_token)).json;
    const again = (await app.refresh(user.refresh_token)).json;
    const proved = (await app.post('/api/auth/user/reauthenticate', { password: PASSWORD }, user)).json;
    const login = (await app.login(user.email, PASSWORD)).json;
    const until = (await voidUntil(user.uid)) ?? Number.NaN;
    for (const token of earlier) expect(readToken(token).claims.iat).toBeLessThanOrEqual(until);
    for (const token of [refreshed.access_token, again.access_token, proved.access_token, login.token]) {
      const { iat, exp, app: claims } = readToken(token).claims;
      expect(iat).toBeGreaterThan(until);
      // The life of a token begins when it is issued, which may be a second before its `iat`.
      expect([iat + 899, iat + 900]).toContain(exp);
      expect(claims).toEqual(JSON.parse(READER));
      expect((await app.get('/api/auth/user', { token })).status).toBe(200);
    }
    expect(refreshed.expiry).toBe(readToken(refreshed.access_token).claims.exp);
  });

  it('another change in the same second also ends the tokens from between the changes, within seconds', async () => {
    const user = await signIn();
    let refresh = user.refresh_token;
    for (let version = 1; version <= 5; version++) {
      await patch(user.uid, `{"version":${version}}`);
      const { access_token, refresh_token } = (await app.refresh(refresh)).json;
      refresh = refresh_token;
      const { iat, exp } = readToken(access_token).claims;
      expect(appOf(access_token)).toEqual({ version });
      expect(await voidUntil(user.uid)).toBeLessThan(iat);
      await patch(user.uid, `{"version":0,"after":${version}}`);
      const isRefused = ((await voidUntil(user.uid)) ?? 0) >= iat;
      expect(isRefused || exp - iat <= 5).toBe(true);
    }
  });

  it('the list of revocations keeps the time of the newest change, and of a deletion after it', async () => {
    const user = await signIn();
    await patch(user.uid, READER);
    const first = (await voidUntil(user.uid)) ?? Number.NaN;
    await app.advance(5);
    await patch(user.uid, EDITOR);
    const second = (await voidUntil(user.uid)) ?? Number.NaN;
    expect(second).toBeGreaterThanOrEqual(first + 5);
    await app.admin('DELETE', `/users/${user.uid}`);
    expect(await voidUntil(user.uid)).toBeGreaterThanOrEqual(second);
  });

  it('another replica, whose clock is ahead or behind, goes by the same time', async () => {
    const user = await signIn(EDITOR);
    const ahead = await app.replica();
    await ahead.advance(5);
    const body = { refresh_token: user.refresh_token };
    const old = (await ahead.call('POST', '/api/auth/user/refresh', { body })).json;
    await patch(user.uid, READER);
    const until = (await voidUntil(user.uid)) ?? Number.NaN;
    expect(readToken(old.access_token).claims.iat).toBeLessThanOrEqual(until);
    let { refresh_token } = old;
    for (const replica of [app.service, ahead]) {
      const next = (await replica.call('POST', '/api/auth/user/refresh', { body: { refresh_token } })).json;
      expect(readToken(next.access_token).claims).toMatchObject({ app: JSON.parse(READER) });
      expect(readToken(next.access_token).claims.iat).toBeGreaterThan(until);
      refresh_token = next.refresh_token;
    }
    await ahead.stop();
  });
});

describe('claims that are not valid', () => {
  it.each<[string, unknown]>([
    ['null', null],
    ['an object', { roles: [] }],
    ['a list in JSON', '[]'],
    ['no JSON', '{'],
    ['half of a character', '{"a":"\ud800"}'],
    ['more than 1 KiB', `{"a":"${'x'.repeat(1_017)}"}`],
  ])('fail with INVALID_CLAIMS everywhere: %s', async (_what, claims) => {
    const user = await signIn(READER);
    expectFailure(await patch(user.uid, claims, { metadata: '1' }), 'INVALID_CLAIMS');
    expectFailure(await app.admin('POST', '/users', { email: newEmail(), claims }), 'INVALID_CLAIMS');
    const imported = await importLines(app, [{ email: newEmail(), claims }]);
    expect(imported.json).toMatchObject({ created: 0, results: [{ line: 1, code: 'INVALID_CLAIMS' }] });
    expect(await show(user.uid)).toMatchObject({ claims: READER, metadata: '{}' });
    expect(await eventsOf(user.uid)).toEqual([]);
  });
});

it.each([
  '{"__proto__":{"roles":["admin"]},"constructor":{"prototype":{"x":1}}}',
  `{"a":"${'x'.repeat(1_016)}"}`,
  '{"é":"\u{1f600}","toJSON":"x","iss":"x","sub":"x","exp":1}',
])('the claims %s stand in the token as they are, and change nothing else there', async (claims) => {
  const user = await signIn(claims);
  const { app: inToken, ...others } = readToken(user.token).claims;
  expect(JSON.stringify(inToken)).toBe(claims);
  expect(others).toMatchObject({ sub: user.uid, exp: user.expiry });
  expect((await app.get('/api/auth/user', user)).json.uid).toBe(user.uid);
});

it('an export has the claims, and an import of it restores them', async () => {
  const users = [await signIn(EDITOR), await signIn()];
  const lines = (await exportText(app)).trim().split('\n');
  const ofUsers = users.map(({ uid }) => lines.find((line) => line.includes(uid)) ?? '');
  expect(ofUsers.map((line) => JSON.parse(line).claims)).toEqual([EDITOR, undefined]);
  for (const { uid } of users) await app.admin('DELETE', `/users/${uid}`);
  expect((await importLines(app, ofUsers)).json).toMatchObject({ created: 2, failed: 0 });
  expect((await show(users[0]?.uid ?? '')).claims).toBe(EDITOR);
  expect((await show(users[1]?.uid ?? '')).claims).toBe('{}');
  const { token } = (await app.login(users[0]?.email ?? '', PASSWORD)).json;
  expect(appOf(token)).toEqual(JSON.parse(EDITOR));
});

it('the export of a person has the claims', async () => {
  const user = await signIn(EDITOR);
  const { users } = (await app.get(`/api/admin/users/${user.uid}/export`, { token: ADMIN_TOKEN })).json;
  expect(users[0].claims).toBe(EDITOR);
});
