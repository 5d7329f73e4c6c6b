import { about } from '../support/http/expect.js';
import type { Answer } from '../support/http/http.js';
import { readToken } from '../support/http/jwt.js';
import { type SignedUp, useApp } from '../support/service/app.js';
import { readList } from '../support/service/revocations.js';

const app = useApp({ REFRESH_GRACE: '600' });

/** Statements that lock rows and change nothing. */
const LOCK_USER = 'UPDATE users SET active = active WHERE uid = ?';
const LOCK_SESSIONS = 'UPDATE sessions SET uid = uid WHERE uid = ?';

const patch = (uid: string, version: number) =>
  app.admin('PATCH', `/users/${uid}`, { claims: JSON.stringify({ version }) });

const timeOf = async (uid: string) => Number((await readList(app)).users[uid]);

/** The version of the claims in a token, and its time. */
function readVersion(answer: Answer): { version: number; iat: number } {
  const { access_token, token } = answer.json;
  const { iat, app: claims } = readToken(access_token ?? token).claims;
  return { version: claims?.version ?? 0, iat };
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
  const wrong = answers
    .map(readVersion)
    .filter(({ version, iat }) => iat <= (times[version] as number) || iat > (times[version + 1] ?? iat));
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
  for (let version = 1; version <= 25; version++) {
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
    for (const lock of [LOCK_USER, LOCK_SESSIONS]) {
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

it('of 20 changes of claims at once each is decided, and the newest time voids all tokens but those after it', async () => {
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
  for (let version = 1; version <= 40; version++) expect((await patch(user.uid, version)).status).toBe(200);
  const { exp, iat, auth_time: start } = readToken((await app.refresh(user.refresh_token)).json.access_token).claims;
  expect(iat).toBe((await timeOf(user.uid)) + 1);
  expect(exp).toEqual(about(start + 900));
});
