import { IS_SERVER, itOnServer } from '../support/database/database.js';
import { fromPage, PAGE } from '../support/http/clients.js';
import { type Answer, about, type Call, countOutcomes, expectFailure, readToken } from '../support/http/http.js';
import { newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';
import { readList } from '../support/service/tokens.js';

const { app } = useMail({ REFRESH_GRACE: '600', APP_URL: PAGE });
const LONG = process.env.LONG === '1';

describe('races of users', () => {
  /** How often each of eight parallel clients repeats a race. LONG=1 is the large budget, of `npm run test:long`. */
  const ROUNDS = LONG ? 3 : 2;
  /** The default, in seconds. */
  const REAUTH_MAX_AGE = 600;
  const OTHER_PASSWORD = 'another horse, another battery';

  const inParallel = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_none, index) => make(index)));

  /** This many users, signed up a few at a time: a slow machine refuses sign-ups that would wait too long. */
  async function signUps(count: number): Promise<SignedUp[]> {
    const users: SignedUp[] = [];
    while (users.length < count) {
      users.push(...(await inParallel(Math.min(6, count - users.length), () => app.signUp())));
    }
    return users;
  }

  const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

  const sessionsOf = (uid: string) =>
    app.sql('SELECT session_id, generation FROM sessions WHERE uid = ? AND ended_at IS NULL', [uid]);

  const change = (user: SignedUp, old_password: string, new_password: string) =>
    app.patch('/api/auth/user/change-password', { old_password, new_password }, { token: user.token });

  const setEmail = (user: SignedUp, email: string) => app.put('/api/auth/user', { email }, { token: user.token });

  const emailOf = async (user: SignedUp) => (await app.get('/api/auth/user', { token: user.token })).json.email;

  describe('one email', () => {
    it('creates one account when 20 sign up with it at once, each in another case', async () => {
      const email = newEmail();
      const spell = (index: number) =>
        email.replace(/[a-z]/g, (letter, at) => ((index >> (at % 6)) & 1 ? letter.toUpperCase() : letter));
      const answers = await inParallel(20, (index) =>
        app.post('/api/auth/user/create', { email: spell(index), password: PASSWORD, login: index % 2 === 0 }),
      );
      expect(countOutcomes(answers)).toEqual({ 200: 1, EMAIL_ALREADY_IN_USE: 19 });
      const winner = answers.find(({ status }) => status === 200)?.json;
      expect(await app.sql('SELECT uid, email FROM users WHERE LOWER(email) = ?', [email])).toEqual([
        { uid: winner.uid, email },
      ]);
      expect(await sessionsOf(winner.uid)).toHaveLength(winner.token ? 1 : 0);
    });

    it('belongs to one of many clients that claim it by PUT and by sign-up at once', async () => {
      const users = await signUps(10);
      const email = newEmail();
      const answers = await Promise.all([
        ...users.map((user) => setEmail(user, email.toUpperCase())),
        ...users.map(() => app.post('/api/auth/user/create', { email, password: PASSWORD })),
      ]);
      expect(countOutcomes(answers)).toEqual({ 200: 1, EMAIL_ALREADY_IN_USE: 19 });
      for (const [index, user] of users.entries()) {
        expect(await emailOf(user)).toBe(answers[index]?.status === 200 ? email : user.email);
      }
      expect(await app.sql('SELECT email FROM users WHERE email = ?', [email])).toHaveLength(1);
    });

    it('is not swapped with another email in use, however often both users try at once', async () => {
      const [one, other] = [await app.signUp(), await app.signUp()];
      const answers = await inParallel(20, (index) =>
        index % 2 ? setEmail(one, other.email) : setEmail(other, one.email.toUpperCase()),
      );
      expect(countOutcomes(answers)).toEqual({ EMAIL_ALREADY_IN_USE: 20 });
      expect([await emailOf(one), await emailOf(other)]).toEqual([one.email, other.email]);
    });
  });

  describe('one refresh token, sent 30 times at once', () => {
    it('rotates the session once, and all answers contain tokens that work', async () => {
      const user = await app.signUp();
      const answers = await inParallel(30, () => app.refresh(user.refresh_token));
      expect(countOutcomes(answers)).toEqual({ 200: 30 });
      const { sid } = claimsOf(user.refresh_token);
      expect(await sessionsOf(user.uid)).toEqual([{ session_id: sid, generation: 1 }]);
      for (const { json } of answers) {
        expect(claimsOf(json.refresh_token)).toMatchObject({ sid, gen: 1 });
        expect((await app.get('/api/auth/user', { token: json.access_token })).status).toBe(200);
        expect((await app.refresh(json.refresh_token)).status).toBe(200);
      }
      expect(await sessionsOf(user.uid)).toEqual([{ session_id: sid, generation: 2 }]);
    });

    it('is accepted once without a grace period, and ends the session as stolen', async () => {
      const strict = await app.replica({ REFRESH_GRACE: '0' });
      const user = await app.signUp();
      const refresh = (refresh_token: string) =>
        strict.call('POST', '/api/auth/user/refresh', { body: { refresh_token } });
      const answers = await inParallel(30, () => refresh(user.refresh_token));
      expect(countOutcomes(answers)).toEqual({ 200: 1, INVALID_REFRESH_TOKEN: 29 });
      expect(await sessionsOf(user.uid)).toEqual([]);
      const bought = answers.find(({ status }) => status === 200)?.json.refresh_token;
      expect((await refresh(bought)).code).toBe('INVALID_REFRESH_TOKEN');
    });
  });

  it('sessions that are refreshed at once rotate independently, and a refused refresh delays no other', async () => {
    const users = await signUps(LONG ? 48 : 24);
    const [stale = [], disabled = [], ended = [], sound = []] = [0, 1, 2, 3].map((part) =>
      users.filter((_user, index) => index % 12 === part || (part === 3 && index % 12 > 3)),
    );
    for (const user of stale) user.refresh_token = `${user.refresh_token.slice(0, -4)}AAAA`;
    for (const { uid } of disabled) await app.disable(uid);
    for (const { uid } of ended) await app.sql('DELETE FROM sessions WHERE uid = ?', [uid]);
    const answers = await inParallel(2 * users.length, (index) =>
      app.refresh(users[index % users.length]?.refresh_token ?? ''),
    );
    expect(countOutcomes(answers)).toEqual({
      200: 2 * sound.length,
      INVALID_REFRESH_TOKEN: 2 * (users.length - sound.length),
    });
    for (const [index, { uid, refresh_token }] of users.entries()) {
      const { sid } = claimsOf(refresh_token);
      const moved = sound.some((user) => user.uid === uid);
      const there = ![...ended, ...disabled].some((user) => user.uid === uid);
      expect(await sessionsOf(uid)).toEqual(there ? [{ session_id: sid, generation: moved ? 1 : 0 }] : []);
      const { json } = answers[index] as Answer;
      if (moved) expect(claimsOf(json.refresh_token)).toMatchObject({ sid, gen: 1, sub: uid });
      if (moved) expect(claimsOf(json.access_token)).toMatchObject({ sid, sub: uid });
    }
  });

  // SQLite locks no rows.
  itOnServer(
    'a session row that another transaction has locked delays only the refreshes of that session',
    async () => {
      const users = await signUps(24);
      const [held, alsoHeld, ...free] = users;
      const both = [held?.uid, alsoHeld?.uid];
      const release = await app.database.hold('SELECT * FROM sessions WHERE uid IN (?, ?) FOR UPDATE', both);
      const waiting = [held, alsoHeld].map((user) => app.refresh(user?.refresh_token ?? ''));
      for (const part of [free.slice(0, 11), free.slice(11)]) {
        const answers = await Promise.all(part.map((user) => app.refresh(user.refresh_token)));
        expect(countOutcomes(answers)).toEqual({ 200: part.length });
      }
      expect(await sessionsOf(held?.uid ?? '')).toMatchObject([{ generation: 0 }]);
      await release();
      expect(countOutcomes(await Promise.all(waiting))).toEqual({ 200: 2 });
    },
  );

  // More than the pool has connections.
  const FLOOD = 40;
  const floods: [string, (user: SignedUp) => Promise<Answer>][] = [
    ['changes of the account', ({ token }) => app.delete('/api/auth/user/email', { token })],
    [
      'sign-outs',
      ({ refresh_token }) => app.post('/api/auth/user/logout', {}, { headers: fromPage(`latchkey=${refresh_token}`) }),
    ],
    ['new second factors', ({ token }) => app.post('/api/auth/user/mfa/totp', {}, { token })],
  ];

  for (const [name, request] of IS_SERVER ? floods : []) {
    it(`many ${name} of one user that wait for each other leave connections for the other users`, async () => {
      const [flooding, other] = await signUps(2);
      if (!flooding || !other) throw new Error('Nobody has signed up.');
      const release = await app.database.hold('SELECT uid FROM users WHERE uid = ? FOR UPDATE', [flooding.uid]);
      let answered = 0;
      const waiting = Array.from({ length: FLOOD }, () => request(flooding).finally(() => answered++));
      const answers = await Promise.all([
        app.refresh(other.refresh_token),
        app.put('/api/auth/user', { metadata: '{}' }, { token: other.token }),
        app.login(other.email, PASSWORD),
      ]);
      expect(answered).toBe(0);
      await release();
      expect(countOutcomes(answers)).toEqual({ 200: 3 });
      const outcomes = countOutcomes(await Promise.all(waiting));
      expect(Object.keys(outcomes).filter((outcome) => /^5|UNAVAILABLE/.test(outcome))).toEqual([]);
    });
  }

  it('a deleted user has no session, however logins and refreshes race with the deletion', async () => {
    const outcomes = await inParallel(8, async () => {
      const answers: Answer[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const user = await app.signUp();
        const racing = await Promise.all([
          app.login(user.email, PASSWORD),
          app.refresh(user.refresh_token),
          app.login(user.email, PASSWORD),
          app.delete('/api/auth/user', { token: user.token }),
          app.refresh(user.refresh_token),
          app.login(user.email, PASSWORD),
        ]);
        answers.push(...racing);
        expect(racing[3]?.status).toBe(200);
        expect(await sessionsOf(user.uid)).toEqual([]);
        expect((await app.get('/api/auth/user', { token: user.token })).code).toBe('USER_NOT_FOUND');
      }
      return answers;
    });
    const documented = ['200', 'INVALID_CREDENTIALS', 'INVALID_REFRESH_TOKEN'];
    expect(documented).toEqual(expect.arrayContaining(Object.keys(countOutcomes(outcomes.flat()))));
    expect(await app.sql('SELECT session_id FROM sessions WHERE uid NOT IN (SELECT uid FROM users)')).toEqual([]);
  });

  it('a magic link redirects to its target also for a user who is disabled or changed at that moment', async () => {
    const answers = await inParallel(8, async () => {
      const followed: Answer[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const { uid, email } = await app.signUp({ email_verified: true });
        const { link } = (await app.admin('POST', '/links', { type: 'magic_link', email })).json;
        const change = round % 2 ? { password: `${PASSWORD} ${round}` } : { active: false };
        const [answer] = await Promise.all([app.follow(link), app.admin('PATCH', `/users/${uid}`, change)]);
        followed.push(answer);
        if (!change.password) expect(await sessionsOf(uid)).toEqual([]);
      }
      return followed;
    });
    for (const { status, headers } of answers.flat()) {
      expect(status).toBe(302);
      expect(headers.get('location')).toMatch(/[?&](rt=|error=(USER_DISABLED|LINK_EXPIRED)&)/);
    }
  });

  it('a logout of all devices ends every session that exists, also one that is being refreshed', async () => {
    await inParallel(8, async () => {
      const user = await app.signUp();
      const logins = await inParallel(3, () => app.login(user.email, PASSWORD));
      const before = [user.refresh_token, ...logins.map(({ json }) => json.refresh_token)];
      const [logout, newcomer, ...refreshed] = await Promise.all([
        app.post('/api/auth/user/logout', {}, { token: user.token }),
        app.login(user.email, PASSWORD),
        ...before.map((token) => app.refresh(token)),
        ...before.map((token) => app.refresh(token)),
      ]);
      expect([logout?.status, newcomer?.status]).toEqual([200, 200]);
      expect(['200', 'INVALID_REFRESH_TOKEN']).toEqual(expect.arrayContaining(Object.keys(countOutcomes(refreshed))));
      const bought = refreshed.filter(({ status }) => status === 200).map(({ json }) => json.refresh_token);
      for (const token of [...before, ...bought]) expect((await app.refresh(token)).code).toBe('INVALID_REFRESH_TOKEN');
      const left = await sessionsOf(user.uid);
      const stays = (await app.refresh(newcomer?.json.refresh_token)).status === 200;
      expect(left).toHaveLength(stays ? 1 : 0);
    });
  });

  describe('change-password', () => {
    it('succeeds once when it is sent 10 times at once with one old password', async () => {
      const user = await app.signUp();
      const answers = await inParallel(10, (index) => change(user, PASSWORD, `${OTHER_PASSWORD} ${index}`));
      expect(countOutcomes(answers)).toEqual({ 200: 1, INVALID_PASSWORD: 9 });
      const winner = answers.findIndex(({ status }) => status === 200);
      const logins = await inParallel(10, (index) => app.login(user.email, `${OTHER_PASSWORD} ${index}`));
      expect(countOutcomes(logins)).toEqual({ 200: 1, INVALID_CREDENTIALS: 9 });
      expect(logins[winner]?.status).toBe(200);
    });

    it('leaves no session of the old password, however many logins with it come at that moment', async () => {
      await inParallel(5, async () => {
        const user = await app.signUp();
        const racing = await Promise.all([
          app.login(user.email, PASSWORD),
          app.login(user.email, PASSWORD),
          change(user, PASSWORD, OTHER_PASSWORD),
          ...Array.from({ length: 6 }, () => app.login(user.email, PASSWORD)),
        ]);
        const [changed] = racing.splice(2, 1);
        expect(changed?.status).toBe(200);
        expect(['200', 'INVALID_CREDENTIALS']).toEqual(expect.arrayContaining(Object.keys(countOutcomes(racing))));
        for (const { json } of racing.filter(({ status }) => status === 200)) {
          expect((await app.refresh(json.refresh_token)).code).toBe('INVALID_REFRESH_TOKEN');
        }
        const { sid } = claimsOf(user.refresh_token);
        expect(await sessionsOf(user.uid)).toEqual([{ session_id: sid, generation: 0 }]);
        expect((await app.login(user.email, PASSWORD)).code).toBe('INVALID_CREDENTIALS');
      });
    });
  });

  it.each<[string, (call: Call) => Promise<Answer>]>([
    ['a changed email', (call) => app.service.call('PUT', '/api/auth/user', call)],
    ['a deletion', (call) => app.service.call('DELETE', '/api/auth/user', call)],
  ])('%s is refused when the password changes after its comparison', async (_what, attempt) => {
    const { uid, email, refresh_token } = await app.signUp();
    await app.advance(REAUTH_MAX_AGE + 1);
    const { access_token: token } = (await app.refresh(refresh_token)).json;
    const commit = await app.database.hold('UPDATE users SET password_version = password_version + 1 WHERE uid = ?', [
      uid,
    ]);
    const answer = attempt({ token, body: { email: newEmail(), password: PASSWORD } });
    await app.untilStatementWaits();
    await commit();
    expectFailure(await answer, 'INVALID_PASSWORD');
    expect(await app.sql('SELECT email FROM users WHERE uid = ?', [uid])).toEqual([{ email }]);
  });

  describe('a login with the right password', () => {
    it('fails with USER_DISABLED when the user is disabled during the comparison', async () => {
      const { uid, email } = await app.signUp();
      const before = await sessionsOf(uid);
      const commit = await app.database.hold('UPDATE users SET active = 0 WHERE uid = ?', [uid]);
      const login = app.login(email, PASSWORD);
      await app.untilStatementWaits();
      await commit();
      expectFailure(await login, 'USER_DISABLED');
      expect(await sessionsOf(uid)).toEqual(before);
    });

    it('leaves no session when an administrator disables the user at that moment', async () => {
      for (const { uid, email } of await signUps(4 * ROUNDS)) {
        const [login] = await Promise.all([app.login(email, PASSWORD), app.disable(uid)]);
        expect(['200', 'USER_DISABLED']).toEqual(expect.arrayContaining(Object.keys(countOutcomes([login]))));
        expect(await sessionsOf(uid)).toEqual([]);
      }
    });
  });

  describe('a request for a link for a user who is deleted at that moment', () => {
    it.each([
      ['reset-password', 200],
      ['magic-link', 'USER_NOT_FOUND'],
      ['user/verify-email', 'USER_NOT_FOUND'],
    ])('sends no email: %s answers %s', async (path, outcome) => {
      const { uid, email, token } = await app.signUp();
      const commit = await app.database.hold('DELETE FROM users WHERE uid = ?', [uid]);
      const asked = app.post(`/api/auth/${path}`, { email }, { token });
      await app.untilStatementWaits();
      await commit();
      const { status, code } = await asked;
      expect(code ?? status).toBe(outcome);
      expect(await app.sql('SELECT * FROM messages WHERE recipient = ?', [email])).toEqual([]);
    });
  });
});

describe('races of claims', () => {
  /** Statements that lock rows and change nothing. */
  const LOCK_USER = 'UPDATE users SET active = active WHERE uid = ?';
  const LOCK_SESSIONS = 'UPDATE sessions SET uid = uid WHERE uid = ?';
  /** On SQLite each of them locks the whole file. */
  const LOCKS = IS_SERVER ? [LOCK_USER, LOCK_SESSIONS] : [LOCK_USER];
  const CHANGES = LONG ? 25 : 15;

  const patch = (uid: string, version: number) =>
    app.admin('PATCH', `/users/${uid}`, { claims: JSON.stringify({ version }) });

  const timeOf = async (uid: string) => Number((await readList(app)).users[uid]);

  /** The version of the claims in a token, its time, and how long it lives. */
  function readVersion(answer: Answer): { version: number; iat: number; life: number } {
    const { access_token, token } = answer.json;
    const { iat, exp, app: claims } = readToken(access_token ?? token).claims;
    return { version: claims?.version ?? 0, iat, life: exp - iat };
  }

  /** Repeats a request that SQLite has refused after waiting too long for the lock of the test. */
  async function served(send: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const answer = await send();
      if (answer.status !== 503) return answer;
    }
  }

  /** The seconds go by while a test runs. Returns a function that stops them. */
  function passTime(): () => Promise<void> {
    let running = true;
    const passing = (async () => {
      while (running) {
        await app.advance(1);
        await new Promise((next) => setTimeout(next, 15));
      }
    })();
    return () => {
      running = false;
      return passing;
    };
  }

  /** Checks that no token with earlier claims is newer than the change after them, and no other is older. */
  function expectNoStaleToken(answers: Answer[], times: number[]): void {
    expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(200));
    const wrong = answers.map(readVersion).filter(({ version, iat, life }) => {
      const [from, until = iat] = times.slice(version) as [number, number?];
      // Changes of one second share their time: a token from between them is newer, and lives for seconds only.
      return iat <= from || (iat > until && !(until === from && life <= 5));
    });
    expect(wrong).toEqual([]);
  }

  it('no refresh that runs beside a change of claims issues a token with the earlier claims that passes', async () => {
    const user = await app.signUp();
    const times = [0];
    const answers: Answer[] = [];
    let changing = true;
    const stop = passTime();
    const sessions = [user, (await app.login(user.email, user.password)).json];
    const refreshing = sessions.map(async ({ refresh_token: first }) => {
      for (let token = first; changing; ) {
        // One of them rotates the session; the other one comes within the grace period.
        const both = await Promise.all([app.refresh(token), app.refresh(token)]);
        answers.push(...both);
        token = both[0].json.refresh_token;
      }
    });
    const others = [
      () => app.login(user.email, user.password),
      () => app.post('/api/auth/user/reauthenticate', { password: user.password }, user),
    ].map(async (send) => {
      while (changing) answers.push(await send());
    });
    for (let version = 1; version <= CHANGES; version++) {
      expect((await patch(user.uid, version)).status).toBe(200);
      times[version] = await timeOf(user.uid);
    }
    changing = false;
    await Promise.all([...refreshing, ...others]);
    await stop();
    expectNoStaleToken(answers, times);
    expect(new Set(answers.map((answer) => readVersion(answer).version)).size).toBeGreaterThan(5);
  });

  it.each<[string, (user: SignedUp) => Promise<Answer>]>([
    ['a refresh', ({ refresh_token }) => app.refresh(refresh_token)],
    ['a sign-in', ({ email, password }) => app.login(email, password)],
    ['a new proof', (user) => app.post('/api/auth/user/reauthenticate', { password: user.password }, user)],
  ])('%s that waits with a change of claims for locked rows issues no stale token', async (_what, send) => {
    for (const first of ['change', 'token'] as const) {
      for (const lock of LOCKS) {
        const user = await app.signUp();
        const release = await app.database.hold(lock, [user.uid]);
        const change = () => served(() => patch(user.uid, 1));
        const ask = () => served(() => send(user));
        const requests = first === 'change' ? [change(), ask()] : [ask(), change()];
        await app.untilStatementWaits();
        await app.advance(2);
        await release();
        const answers = await Promise.all(requests);
        const until = await timeOf(user.uid);
        expectNoStaleToken([answers[first === 'change' ? 1 : 0] as Answer], [0, until]);
      }
    }
  });

  it('a token from the grace period, asked for while a change of claims holds the session, has the new claims', async () => {
    const user = await app.signUp();
    await app.refresh(user.refresh_token);
    const release = await app.database.hold(LOCK_SESSIONS, [user.uid]);
    const requests = [served(() => patch(user.uid, 1)), served(() => app.refresh(user.refresh_token))];
    await app.untilStatementWaits();
    await app.advance(2);
    await release();
    const [, refreshed] = await Promise.all(requests);
    expectNoStaleToken([refreshed as Answer], [0, await timeOf(user.uid)]);
  });

  it('of 20 changes of claims at once each is decided, and the newest time invalidates all tokens but those after it', async () => {
    const user = await app.signUp();
    const answers = await Promise.all(Array.from({ length: 20 }, (_none, index) => patch(user.uid, index + 1)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const events = (await app.events(user.uid)).filter(({ type }) => type === 'user.claims_changed');
    expect(events).toHaveLength(20);
    const { version, iat } = readVersion(await app.refresh(user.refresh_token));
    const { claims } = (await app.admin('GET', `/users/${user.uid}`)).json;
    expect(JSON.parse(claims)).toEqual({ version });
    expect(iat).toBeGreaterThan(await timeOf(user.uid));
  });

  it('many changes of claims at once do not let a token live on after services forget them', async () => {
    const user = await app.signUp();
    const begun = Date.now();
    for (let version = 1; version <= 20; version++) expect((await patch(user.uid, version)).status).toBe(200);
    const { exp, iat, auth_time: start } = readToken((await app.refresh(user.refresh_token)).json.access_token).claims;
    expect(iat).toBe((await timeOf(user.uid)) + 1);
    // A token from before the time of the newest change lives for seconds only.
    if (exp - iat > 5) expect(exp).toEqual(about(start + 900));
    expect(exp).toBeLessThanOrEqual(start + 903 + Math.floor((Date.now() - begun) / 1_000));
  });
});

it('right passwords that meet changes of the policy sign in, and none counts as a failed login', async () => {
  const user = await app.signUp();
  await app.prove(user.uid);
  const policies = Array.from({ length: 12 }, (_, index) => ({ mfa: index % 2 === 0 ? 'required' : 'optional' }));
  const change = async () => {
    for (const policy of policies) await app.admin('PATCH', `/users/${user.uid}`, policy);
  };
  const logins = Array.from({ length: 24 }, () => app.login(user.email, PASSWORD));
  const [answers] = await Promise.all([Promise.all(logins), change()]);
  const codes = new Set(answers.map(({ code }) => code));
  expect([...codes].filter((code) => code !== undefined && code !== 'MFA_ENROLMENT_REQUIRED')).toEqual([]);
  expect((await app.events(user.uid)).filter(({ type }) => type === 'login.failed')).toEqual([]);
});
