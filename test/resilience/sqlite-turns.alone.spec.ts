import { setTimeout as sleep } from 'node:timers/promises';
import { DATABASE, type Row } from '../support/database/database.js';
import { queriesOn } from '../support/database/inspection.js';
import type { Answer } from '../support/http/http.js';
import { App, newEmail, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';

/** A request, its expected result, and a check whether its effect is in the database. */
interface Change {
  send(): Promise<Answer>;
  outcome: 200 | 'EMAIL_ALREADY_IN_USE' | 'INTERNAL_ERROR';
  isStored(state: State): boolean;
}

interface State {
  users: Row[];
  sessions: Row[];
}

/** A sign-in with this user agent fails when its session is written, in the middle of its transaction. */
const BROKEN = 'breaks in the middle';

const BREAK =
  DATABASE === 'mysql'
    ? `CREATE TRIGGER breaking BEFORE INSERT ON sessions FOR EACH ROW
       IF NEW.user_agent = '${BROKEN}' THEN SIGNAL SQLSTATE '45000'; END IF`
    : `CREATE TRIGGER breaking BEFORE INSERT ON sessions WHEN NEW.user_agent = '${BROKEN}'
       BEGIN SELECT RAISE(ABORT, 'broken'); END`;

/** Longer than a statement waits for the lock of another process. */
const HELD_MS = 300;

const app = useApp({ REFRESH_GRACE: '0', PASSWORD_MIN_SCORE: '0' });
beforeAll(() => app.sql(BREAK));

const state = async (): Promise<State> => ({
  users: await app.sql('SELECT uid, email, metadata FROM users'),
  sessions: await app.sql('SELECT session_id, uid, generation FROM sessions WHERE ended_at IS NULL'),
});

const sessionOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;

const create = (email: string, metadata: string, headers?: Record<string, string>) => () =>
  app.post('/api/auth/user/create', { email, password: PASSWORD, login: true, metadata }, { headers });

/** Eight requests of different kinds; each user belongs to one of them only. */
async function changes(round: number): Promise<Change[]> {
  const users = await Promise.all(Array.from({ length: 6 }, () => app.signUp()));
  const [put, login, refresh, end, owner, spare] = users as [
    SignedUp,
    SignedUp,
    SignedUp,
    SignedUp,
    SignedUp,
    SignedUp,
  ];
  const [fresh, broken] = [newEmail(), newEmail()];
  const metadata = `{"round":${round}}`;
  const has = (rows: Row[], wanted: Row) =>
    rows.some((row) => Object.entries(wanted).every(([name, value]) => row[name] === value));
  return [
    {
      send: create(fresh, metadata),
      outcome: 200,
      isStored: ({ users, sessions }) =>
        has(users, { email: fresh, metadata }) &&
        has(sessions, { uid: users.find(({ email }) => email === fresh)?.uid }),
    },
    {
      send: create(owner.email, metadata),
      outcome: 'EMAIL_ALREADY_IN_USE',
      isStored: ({ users }) => has(users, { email: owner.email, metadata }),
    },
    {
      send: create(broken, metadata, { 'user-agent': BROKEN }),
      outcome: 'INTERNAL_ERROR',
      isStored: ({ users }) => has(users, { email: broken }),
    },
    {
      send: () => app.put('/api/auth/user', { metadata }, { token: put.token }),
      outcome: 200,
      isStored: ({ users }) => has(users, { uid: put.uid, metadata }),
    },
    {
      send: () => app.put('/api/auth/user', { metadata, email: spare.email }, { token: owner.token }),
      outcome: 'EMAIL_ALREADY_IN_USE',
      isStored: ({ users }) =>
        has(users, { uid: owner.uid, metadata }) || !has(users, { uid: owner.uid, email: owner.email }),
    },
    {
      send: () => app.login(login.email, PASSWORD),
      outcome: 200,
      isStored: ({ sessions }) => sessions.filter(({ uid }) => uid === login.uid).length === 2,
    },
    {
      send: () => app.refresh(refresh.refresh_token),
      outcome: 200,
      isStored: ({ sessions }) => has(sessions, { uid: refresh.uid, generation: 1 }),
    },
    {
      send: () => app.delete(`/api/auth/user/sessions/${sessionOf(end.refresh_token)}`, { token: end.token }),
      outcome: 200,
      isStored: ({ sessions }) => !has(sessions, { uid: end.uid }),
    },
  ];
}

/** So many requests of each kind. */
async function manyChanges(count: number): Promise<Change[]> {
  const rounds = await Promise.all(Array.from({ length: count }, (_none, round) => changes(round)));
  return rounds.flat();
}

it('200 requests at once lose no acknowledged write, and a failed request leaves nothing behind', async () => {
  const all = await manyChanges(25);
  const before = await state();
  const answers = await Promise.all(all.map(({ send }) => send()));
  expect(answers.map(({ code, status }) => code ?? status)).toEqual(all.map(({ outcome }) => outcome));
  const after = await state();
  expect(all.map(({ isStored }) => isStored(after))).toEqual(all.map(({ outcome }) => outcome === 200));
  expect(after.users).toHaveLength(before.users.length + 25);
  expect(after.sessions).toHaveLength(before.sessions.length + 25 + 25 - 25);
});

it('a process that is killed during 96 requests has stored all that it acknowledged', async () => {
  const all = await manyChanges(12);
  let answered = 0;
  const killAt = 40;
  const outcomes = await Promise.all(
    all.map(async ({ send }) => {
      const answer = await send().catch(() => undefined);
      answered += 1;
      if (answered === killAt) await app.service.stop('SIGKILL');
      return answer && (answer.code ?? answer.status);
    }),
  );
  expect(outcomes.filter((outcome) => outcome !== undefined).length).toBeGreaterThanOrEqual(killAt);
  expect(outcomes).toContain(undefined);
  const next = await app.replica();
  const after = await state();
  const contradicted = all.filter(
    ({ isStored, outcome }, index) =>
      (outcomes[index] === 200 && !isStored(after)) || (outcome !== 200 && isStored(after)),
  );
  expect(contradicted).toEqual([]);
  expect(await app.sql('SELECT session_id FROM sessions WHERE uid NOT IN (SELECT uid FROM users)')).toEqual([]);
  const body = { email: newEmail(), password: PASSWORD };
  expect((await next.call('POST', '/api/auth/user/create', { body })).status).toBe(200);
  await next.stop();
});

it('a commit is on the disk before it is acknowledged, and foreign keys are enabled', async () => {
  const watched = await App.start({}, ['statements.mjs']);
  expect((await watched.service.ask({ pragma: 'journal_mode' })).value).toBe('wal');
  expect((await watched.service.ask({ pragma: 'synchronous' })).value).toBe(2);
  expect((await watched.service.ask({ pragma: 'foreign_keys' })).value).toBe(1);
  await watched.stop();
});

it('a transaction that waits for another process does its work once', async () => {
  const watched = await App.start({}, ['statements.mjs']);
  const { uid } = await watched.signUp();
  const change = async (metadata: string) => {
    expect((await watched.admin('PATCH', `/users/${uid}`, { metadata })).status).toBe(200);
  };
  const queriesOf = async (work: () => Promise<void>) => {
    await queriesOn(watched, ['users']);
    await work();
    return (await queriesOn(watched, ['users'])).map(({ sql }) => sql);
  };
  const usual = await queriesOf(() => change('1'));
  expect(usual.length).toBeGreaterThan(0);
  const late = await queriesOf(async () => {
    const commit = await watched.database.hold('UPDATE users SET created_at = 1 WHERE uid = ?', [uid]);
    const changed = change('2');
    await sleep(HELD_MS);
    await commit();
    await changed;
  });
  expect(late).toEqual(usual);
  await watched.stop();
});
