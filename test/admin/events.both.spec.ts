import bcryptjs from 'bcryptjs';
import { ADMIN_TOKEN, App, newEmail, PASSWORD, type SignedUp } from '../support/app.js';
import { DATABASE, type Row } from '../support/database.js';
import { expectFailure } from '../support/expect.js';
import type { Answer } from '../support/http.js';
import { readToken } from '../support/jwt.js';
import { linkIn, tokenIn } from '../support/mail-server.js';
import { useMail } from '../support/use-mail.js';

const NEW_PASSWORD = 'another horse, another battery';
const WRONG_PASSWORD = 'wrong horse, wrong battery';
const NOBODY = '019391a0-0000-7000-8000-000000000000';

const { app, mail } = useMail({ REFRESH_GRACE: '0' });

/** All that the log says of what is done meanwhile, oldest first. */
async function logged(act: () => Promise<unknown>): Promise<Row[]> {
  const [newest] = (await app.admin('GET', '/events?order=-at&limit=1')).json.events;
  await act();
  return (await app.admin('GET', `/events?after=${newest?.id ?? NOBODY}&limit=200`)).json.events;
}

const started = Math.floor(Date.now() / 1000);

/** A time since the test began. */
const ofThisTest = {
  asymmetricMatch: (time: unknown) => Number(time) >= started && Number(time) <= Math.ceil(Date.now() / 1000),
  toString: () => `a time since ${started}`,
};

/** A line of the log: what a user does about themselves, unless more is said. */
const line = (type: string, uid: string | null, more: Row = {}): Row => ({
  id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
  type,
  at: ofThisTest,
  actor: `user:${uid}`,
  uid,
  session_id: null,
  ip: '127.0.0.1',
  data: {},
  ...more,
});

const sessionOf = (token: string): string => readToken(token).claims.sid;
const signIn = async ({ email }: { email: string }): Promise<SignedUp> => (await app.login(email, PASSWORD)).json;
const create = (body: Row) => app.post('/api/auth/user/create', { email: newEmail(), password: PASSWORD, ...body });
const put = ({ token }: SignedUp, body: Row) => app.put('/api/auth/user', body, { token });
const changePassword = (body: Row, token?: string) => app.patch('/api/auth/user/change-password', body, { token });

const magicLink = (email: string) =>
  mail.linkAfter(email, () => app.post('/api/auth/magic-link', { email, sign_up: true, next_url: app.service.url }));
const verification = ({ email, token }: SignedUp) =>
  mail.linkAfter(email, () => app.post('/api/auth/user/verify-email', {}, { token }));
const resetToken = (email: string) => mail.tokenAfter(email, () => app.post('/api/auth/reset-password', { email }));

describe('a sign-up', () => {
  it('is one line, without its email', async () => {
    let uid = '';
    const lines = await logged(async () => {
      uid = (await create({})).json.uid;
    });
    expect(lines).toEqual([line('user.created', uid, { data: { method: 'sign_up' } })]);
  });

  it('that signs in is another line', async () => {
    let user = {} as SignedUp;
    const lines = await logged(async () => {
      user = await app.signUp();
    });
    const data = { method: 'sign_up' };
    expect(lines).toEqual([
      line('user.created', user.uid, { data }),
      line('login.succeeded', user.uid, { session_id: sessionOf(user.token), data }),
    ]);
  });

  it('that fails is none', async () => {
    const { email } = await app.signUp();
    const lines = await logged(async () => {
      expectFailure(await create({ email, login: true }), 'EMAIL_ALREADY_IN_USE');
      expectFailure(await create({ password: 'short' }), 'WEAK_PASSWORD');
    });
    expect(lines).toEqual([]);
  });
});

describe('a login', () => {
  it('is one line, with its session', async () => {
    const user = await app.signUp();
    let token = '';
    const lines = await logged(async () => {
      token = (await signIn(user)).token;
    });
    const facts = { session_id: sessionOf(token), data: { method: 'password' } };
    expect(lines).toEqual([line('login.succeeded', user.uid, facts)]);
  });

  const known = async (change?: string): Promise<SignedUp> => {
    const user = await app.signUp();
    if (change) await app.sql(`UPDATE users SET ${change} WHERE uid = ?`, [user.uid]);
    return user;
  };

  it.each<[string, string, () => Promise<SignedUp>, string]>([
    ['with a wrong password', 'wrong_password', () => known(), WRONG_PASSWORD],
    ['of an account without a password', 'no_password', () => known('password_hash = NULL'), PASSWORD],
    ['of a disabled account', 'disabled', () => known('active = 0'), PASSWORD],
    ['of a disabled account with a wrong password', 'wrong_password', () => known('active = 0'), WRONG_PASSWORD],
  ])('%s is one event with the actor anonymous', async (_what, reason, find, password) => {
    const { uid, email } = await find();
    const lines = await logged(() => app.login(email.toUpperCase(), password));
    expect(lines).toEqual([line('login.failed', uid, { actor: 'anonymous', data: { reason } })]);
  });

  it.each([
    ['of an unknown account', () => newEmail()],
    ['by what is no email', () => "' OR 1=1 --"],
    ['by letters that are not ASCII', () => 'k\u00F6nig@example.com'],
    ['by a very long email', () => `${'x'.repeat(10_000)}@example.com`],
  ])('%s is one event without a user', async (_what, email) => {
    const lines = await logged(() => app.login(email(), WRONG_PASSWORD));
    expect(lines).toEqual([line('login.failed', null, { actor: 'anonymous', data: { reason: 'unknown_email' } })]);
  });

  it('with the access token of another user has the actor anonymous, too', async () => {
    const other = await app.signUp();
    const { uid, email } = await app.signUp();
    const body = { email, password: WRONG_PASSWORD };
    const lines = await logged(() => app.post('/api/auth/user/login', body, { token: other.token }));
    expect(lines).toEqual([line('login.failed', uid, { actor: 'anonymous', data: { reason: 'wrong_password' } })]);
  });

  it('with wrongly typed fields is none', async () => {
    const { email } = await app.signUp();
    const bodies = [{}, { email }, { email, password: 1 }, { email, password: '' }, { email: [email], password: 'x' }];
    const lines = await logged(async () => {
      for (const body of bodies) {
        expectFailure(await app.post('/api/auth/user/login', body), 'INVALID_CREDENTIALS');
      }
    });
    expect(lines).toEqual([]);
  });

  it('that loses a race against a change of the password is one line, after its rollback', async () => {
    const own = await App.start();
    const user = await own.signUp();
    // A hash of another cost is replaced after it was compared: the moment at which the password changes here.
    const stale = bcryptjs.hashSync(PASSWORD, 5);
    await own.sql('UPDATE users SET password_hash = ? WHERE uid = ?', [stale, user.uid]);
    await own.sql(
      DATABASE === 'mysql'
        ? `CREATE TRIGGER racing BEFORE UPDATE ON users FOR EACH ROW
           IF NEW.password_hash <> OLD.password_hash THEN SET NEW.password_version = OLD.password_version + 1; END IF`
        : `CREATE TRIGGER racing AFTER UPDATE OF password_hash ON users
           BEGIN UPDATE users SET password_version = password_version + 1 WHERE uid = NEW.uid; END`,
    );
    expectFailure(await own.login(user.email, PASSWORD), 'INVALID_CREDENTIALS');
    const lines = (await own.events(user.uid)).slice(2);
    expect(lines).toEqual([line('login.failed', user.uid, { actor: 'anonymous', data: { reason: 'changed' } })]);
    await own.stop();
  });

  it('is one line each, of 20 good and 20 bad ones at once', async () => {
    const user = await app.signUp();
    const lines = await logged(() =>
      Promise.all(
        Array.from({ length: 40 }, (_none, index) => app.login(user.email, index % 2 ? PASSWORD : WRONG_PASSWORD)),
      ),
    );
    expect(lines.filter(({ type }) => type === 'login.failed')).toHaveLength(20);
    const sessions = lines.filter(({ type }) => type === 'login.succeeded').map(({ session_id }) => session_id);
    expect(new Set(sessions).size).toBe(20);
    expect(lines).toHaveLength(40);
  });
});

describe('a refresh', () => {
  it('is no line', async () => {
    const { refresh_token } = await app.signUp();
    const lines = await logged(async () => expect((await app.refresh(refresh_token)).status).toBe(200));
    expect(lines).toEqual([]);
  });

  it('of a stolen token is one line, also when several come at once and again', async () => {
    const { uid, token, refresh_token } = await app.signUp();
    await app.refresh(refresh_token);
    const lines = await logged(async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => app.refresh(refresh_token)));
      for (const answer of [...answers, await app.refresh(refresh_token)]) {
        expectFailure(answer, 'INVALID_REFRESH_TOKEN');
      }
    });
    const facts = { actor: 'anonymous', session_id: sessionOf(token) };
    expect(lines).toEqual([line('session.reuse_detected', uid, facts)]);
    expect(await app.sql('SELECT end_reason FROM sessions WHERE uid = ?', [uid])).toEqual([{ end_reason: 'stolen' }]);
  });

  it('with no token of ours is no line', async () => {
    const lines = await logged(() => app.refresh('x'));
    expect(lines).toEqual([]);
  });
});

describe('the end of a session', () => {
  let user: SignedUp;
  let other: SignedUp;
  beforeEach(async () => {
    user = await app.signUp();
    other = await signIn(user);
  });

  const ended = (reason: string, ...tokens: string[]) =>
    tokens.map((token) => line('session.revoked', user.uid, { session_id: sessionOf(token), data: { reason } }));
  const logOut = (refresh_token?: string) => app.post('/api/auth/user/logout', { refresh_token }, user);
  const end = (id: string) => app.delete(`/api/auth/user/sessions/${id}`, user);

  it('by logging out is one line, once', async () => {
    expect(await logged(() => logOut(other.refresh_token))).toEqual(ended('logout', other.token));
    expect(await logged(async () => expect((await logOut(other.refresh_token)).status).toBe(200))).toEqual([]);
  });

  it('by logging out everywhere is a line for each', async () => {
    const lines = await logged(() => logOut());
    expect(lines).toHaveLength(2);
    expect(lines).toEqual(expect.arrayContaining(ended('logout', user.token, other.token)));
    expect(await logged(() => logOut())).toEqual([]);
  });

  it('by its id is one line, once', async () => {
    expect(await logged(() => end(sessionOf(other.token).toUpperCase()))).toEqual(ended('ended', other.token));
    expect(await logged(() => end(sessionOf(other.token)))).toEqual([]);
  });

  it('of somebody else is none', async () => {
    const stranger = await app.signUp();
    const lines = await logged(async () => {
      expectFailure(await end(sessionOf(stranger.token)), 'SESSION_NOT_FOUND');
      expectFailure(await logOut(stranger.refresh_token), 'INVALID_REFRESH_TOKEN');
    });
    expect(lines).toEqual([]);
  });
});

describe('a change of the user', () => {
  let user: SignedUp;
  beforeEach(async () => {
    user = await app.signUp({ metadata: '{"a":1}' });
  });

  const updated = () => line('user.updated', user.uid, { data: { fields: ['metadata'] } });
  const moved = () => line('user.email_changed', user.uid);

  it.each<[string, () => Row, () => Row[]]>([
    ['of the metadata', () => ({ metadata: '{"a": 1}' }), () => [updated()]],
    ['of the email', () => ({ email: newEmail() }), () => [moved()]],
    ['of both', () => ({ email: newEmail(), metadata: '2' }), () => [updated(), moved()]],
    ['of nothing', () => ({}), () => []],
    ['to the same values', () => ({ email: user.email.toUpperCase(), metadata: '{"a":1}' }), () => []],
  ])('%s is recorded, without its values', async (_what, body, lines) => {
    expect(await logged(() => put(user, body()))).toEqual(lines());
  });

  it('that fails is not recorded', async () => {
    const { email } = await app.signUp();
    const lines = await logged(async () =>
      expectFailure(await put(user, { email, metadata: '2' }), 'EMAIL_ALREADY_IN_USE'),
    );
    expect(lines).toEqual([]);
  });

  it('into a deleted user is recorded, and the earlier events stay', async () => {
    const before = await app.events(user.uid);
    const lines = await logged(() => app.delete('/api/auth/user', user));
    expect(lines).toEqual([line('user.deleted', user.uid)]);
    expect(await app.events(user.uid)).toEqual([...before, ...lines]);
  });
});

describe('a change of the password', () => {
  let user: SignedUp;
  let other: SignedUp;
  beforeEach(async () => {
    user = await app.signUp();
    other = await signIn(user);
  });

  const revoked = ({ token }: SignedUp) =>
    line('session.revoked', user.uid, { session_id: sessionOf(token), data: { reason: 'password' } });

  it('is recorded, with the sessions that it ended', async () => {
    const body = { old_password: PASSWORD, new_password: NEW_PASSWORD };
    const lines = await logged(() => changePassword(body, user.token));
    const changed = line('user.password_changed', user.uid, { session_id: sessionOf(user.token) });
    expect(lines).toEqual([changed, revoked(other)]);
  });

  it.each([
    ['a wrong old one', { old_password: WRONG_PASSWORD, new_password: NEW_PASSWORD }],
    ['a weak new one', { old_password: PASSWORD, new_password: 'password' }],
  ])('that fails by %s is not', async (_what, body) => {
    const lines = await logged(async () => expect((await changePassword(body, user.token)).status).toBe(400));
    expect(lines).toEqual([]);
  });

  it.each<[string, () => string | undefined]>([
    ['alone', () => undefined],
    ['beside an access token', () => user.token],
    ['beside a bad access token', () => 'x'],
  ])('by a reset token %s is recorded once, with the user as its actor', async (_what, token) => {
    let old_password = '';
    const asked = await logged(async () => {
      old_password = await resetToken(user.email);
    });
    const data = { purpose: 'reset_password' };
    expect(asked).toEqual([line('link.sent', user.uid, { actor: 'anonymous', data })]);
    const change = () => changePassword({ old_password, new_password: NEW_PASSWORD }, token());
    const lines = await logged(change);
    expect(lines[0]).toEqual(line('user.password_reset', user.uid));
    expect(lines[1]).toEqual(line('user.email_verified', user.uid));
    expect(lines.slice(2)).toEqual(expect.arrayContaining([revoked(user), revoked(other)]));
    expect(lines).toHaveLength(4);
    expect(await logged(change)).toEqual([]);
  });

  it('that is asked for writes as much for an unknown address as for a known one', async () => {
    const counts = async () => {
      const tables = ['links', 'messages', 'events'];
      return Promise.all(tables.map(async (table) => (await app.sql(`SELECT * FROM ${table}`)).length));
    };
    const written = async (email: string) => {
      const before = await counts();
      expect((await app.post('/api/auth/reset-password', { email })).status).toBe(200);
      return (await counts()).map((count, index) => count - (before[index] ?? 0));
    };
    expect(await written(user.email)).toEqual([1, 1, 1]);
    expect(await written(newEmail())).toEqual([1, 1, 1]);
    const lines = await logged(() => app.post('/api/auth/reset-password', { email: newEmail() }));
    expect(lines).toEqual([line('link.sent', null, { actor: 'anonymous', data: { purpose: 'reset_password' } })]);
  });
});

describe('a magic link', () => {
  const data = { purpose: 'magic_link' };
  const login = (uid: string, token: string) =>
    line('login.succeeded', uid, { session_id: sessionOf(token), data: { method: 'magic_link' } });

  /** Asks for a link and follows it: what the log says of either, and where it led to. */
  async function walk(email: string) {
    let link = '';
    const sent = await logged(async () => {
      link = await magicLink(email);
    });
    let answer = {} as Answer;
    const followed = await logged(async () => {
      answer = await app.follow(link);
    });
    return { link, sent, followed, uid: answer.parameter('uid') ?? '', token: answer.parameter('at') ?? '' };
  }

  it('that creates a user tells all that it did', async () => {
    const { link, sent, followed, uid, token } = await walk(newEmail());
    expect(sent).toEqual([line('link.sent', null, { actor: 'anonymous', data })]);
    expect(followed).toEqual([
      line('link.used', uid, { data }),
      line('user.created', uid, { data: { method: 'magic_link' } }),
      line('user.email_verified', uid),
      login(uid, token),
    ]);
    expect(await logged(() => app.follow(link))).toEqual([]);
    expect(await logged(() => app.follow(link, 'HEAD'))).toEqual([]);
  });

  it('that proves an address tells of it and of the sessions that end', async () => {
    const user = await app.signUp();
    const { sent, followed, token } = await walk(user.email);
    expect(sent).toEqual([line('link.sent', user.uid, { actor: 'anonymous', data })]);
    expect(followed).toEqual([
      line('link.used', user.uid, { data }),
      line('user.email_verified', user.uid, { data: { password: 'void' } }),
      line('session.revoked', user.uid, { session_id: sessionOf(user.token), data: { reason: 'address' } }),
      line('link.sent', user.uid, { data: { purpose: 'reset_password' } }),
      login(user.uid, token),
    ]);
  });

  it('to a proved address tells of the sign-in', async () => {
    const user = await app.signUp();
    await app.prove(user.uid);
    const { followed, token } = await walk(user.email);
    expect(followed).toEqual([line('link.used', user.uid, { data }), login(user.uid, token)]);
  });

  it('that is not mailed, or is refused, is not recorded', async () => {
    const user = await app.signUp();
    const link = await magicLink(user.email);
    await app.disable(user.uid);
    const lines = await logged(async () => {
      expect((await app.follow(link)).parameter('error')).toBe('USER_DISABLED');
      expectFailure(await app.post('/api/auth/magic-link', { email: newEmail() }), 'USER_NOT_FOUND');
      expectFailure(await app.follow('http://x/api/auth/magic-link/verify?token=x'), 'INVALID_LINK');
    });
    expect(lines).toEqual([]);
  });

  it('of a new address followed twice at once creates one user', async () => {
    const email = newEmail();
    const links = [await magicLink(email), await magicLink(email)];
    const lines = await logged(() => Promise.all(links.map((link) => app.follow(link))));
    const types = lines.map(({ type }) => type).sort();
    expect(types).toEqual(
      ['link.used', 'link.used', 'login.succeeded', 'login.succeeded', 'user.created', 'user.email_verified'].sort(),
    );
  });
});

describe('a verification', () => {
  const data = { purpose: 'verify_email' };

  it('is recorded, and a second use of the link is not', async () => {
    const user = await app.signUp();
    const links: string[] = [];
    const sent = await logged(async () => {
      for (let count = 0; count < 2; count++) links.push(await verification(user));
    });
    expect(sent).toEqual([line('link.sent', user.uid, { data }), line('link.sent', user.uid, { data })]);
    expect(await logged(() => app.follow(links[0] as string))).toEqual([
      line('link.used', user.uid, { data }),
      line('user.email_verified', user.uid),
    ]);
    expect(await logged(() => app.follow(links[1] as string))).toEqual([line('link.used', user.uid, { data })]);
    expect(await logged(() => app.follow(links[1] as string))).toEqual([]);
  });

  it('of a disabled user is not', async () => {
    const user = await app.signUp();
    const link = await verification(user);
    await app.disable(user.uid);
    const lines = await logged(async () => expect((await app.follow(link)).parameter('error')).toBe('USER_DISABLED'));
    expect(lines).toEqual([]);
  });
});

describe('what does not happen', () => {
  it('a sign-up that breaks in the middle is not recorded', async () => {
    const own = await App.start();
    await own.sql('ALTER TABLE sessions RENAME TO visits');
    const body = { email: newEmail(), password: PASSWORD, login: true };
    expectFailure(await own.post('/api/auth/user/create', body), 'INTERNAL_ERROR', 500);
    await own.sql('ALTER TABLE visits RENAME TO sessions');
    expect(await own.sql('SELECT * FROM users')).toEqual([]);
    expect(await own.sql("SELECT * FROM events WHERE type LIKE 'user%' OR type LIKE 'login%'")).toEqual([]);
    await own.stop();
  });

  it('is a change that the log cannot tell of', async () => {
    const own = await App.start({ SMTP_URL: mail.url });
    const user = await own.signUp();
    const state = async () => [
      await own.sql('SELECT * FROM users'),
      await own.sql('SELECT * FROM sessions'),
      await own.sql('SELECT * FROM links'),
      await own.sql('SELECT * FROM messages'),
    ];
    const before = await state();
    await own.sql('ALTER TABLE events RENAME TO lines_of_the_log');
    const answers = [
      await own.put('/api/auth/user', { metadata: '2' }, user),
      await own.put('/api/auth/user', { email: newEmail() }, user),
      await own.delete('/api/auth/user', user),
      await own.login(user.email, PASSWORD),
      await own.login(user.email, WRONG_PASSWORD),
      await own.post('/api/auth/user/logout', { refresh_token: user.refresh_token }, user),
      await own.post('/api/auth/user/logout', {}, user),
      await own.post('/api/auth/magic-link', { email: user.email }),
      await own.post('/api/auth/reset-password', { email: user.email }),
      await own.post('/api/auth/user/verify-email', {}, user),
      await own.patch('/api/auth/user/change-password', { old_password: PASSWORD, new_password: NEW_PASSWORD }, user),
    ];
    await own.sql('ALTER TABLE lines_of_the_log RENAME TO events');
    for (const answer of answers) expectFailure(answer, 'INTERNAL_ERROR', 500);
    expect(await state()).toEqual(before);
    await own.stop();
  });
});

/** The last test of this file, since it looks at all that the others have left. */
it('no line holds a secret, or an address', async () => {
  const rows = await app.sql('SELECT * FROM events');
  expect(new Set(rows.map(({ type }) => type)).size).toBeGreaterThanOrEqual(14);
  const text = JSON.stringify(rows);
  const links = mail.letters.filter((letter) => linkIn(letter).includes('token=')).map(tokenIn);
  expect(links.length).toBeGreaterThan(10);
  const passwords = [PASSWORD, NEW_PASSWORD, WRONG_PASSWORD, 'short'];
  // Of tokens and hashes: how each of them begins.
  for (const secret of [...passwords, ...links, ADMIN_TOKEN, '@', 'eyJ', '$2b$', 'adm_']) {
    expect(text).not.toContain(secret);
  }
});
