import bcryptjs from 'bcryptjs';
import { DATABASE, type Row } from '../support/database/database.js';
import { postgresTrigger } from '../support/database/postgres.js';
import { type Answer, expectFailure, readToken } from '../support/http/http.js';
import { ADMIN_TOKEN, newEmail, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';
import { linkIn, tokenIn, useMail } from '../support/service/mail.js';

const NEW_PASSWORD = 'another horse, another battery';
const WRONG_PASSWORD = 'wrong horse, wrong battery';
const UNKNOWN_ID = '019391a0-0000-7000-8000-000000000000';

const { app, mail } = useMail({ REFRESH_GRACE: '0' });

/** All events that are recorded while `act` runs, oldest first. */
async function logged(act: () => Promise<unknown>): Promise<Row[]> {
  const [newest] = (await app.admin('GET', '/events?order=-at&limit=1')).json.events;
  await act();
  return (await app.admin('GET', `/events?after=${newest?.id ?? UNKNOWN_ID}&limit=200`)).json.events;
}

const started = Math.floor(Date.now() / 1000);

/** A time since the start of this file. */
const ofThisTest = {
  asymmetricMatch: (time: unknown) => Number(time) >= started && Number(time) <= Math.ceil(Date.now() / 1000),
  toString: () => `a time since ${started}`,
};

/** An event of the log: by default, one that a user has caused for their own account. */
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
  it('is recorded as one event, without the email', async () => {
    let uid = '';
    const lines = await logged(async () => {
      uid = (await create({})).json.uid;
    });
    expect(lines).toEqual([line('user.created', uid, { data: { method: 'sign_up' } })]);
  });

  it('is recorded as two events when it signs the user in', async () => {
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

  it('is not recorded when it fails', async () => {
    const { email } = await app.signUp();
    const lines = await logged(async () => {
      expectFailure(await create({ email, login: true }), 'EMAIL_ALREADY_IN_USE');
      expectFailure(await create({ password: 'short' }), 'WEAK_PASSWORD');
    });
    expect(lines).toEqual([]);
  });
});

describe('a login', () => {
  it('is recorded as one event, with its session', async () => {
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
  ])('is recorded as one event with the actor anonymous: %s', async (_what, reason, find, password) => {
    const { uid, email } = await find();
    const lines = await logged(() => app.login(email.toUpperCase(), password));
    expect(lines).toEqual([line('login.failed', uid, { actor: 'anonymous', data: { reason } })]);
  });

  it.each([
    ['of an unknown account', () => newEmail()],
    ['with a value that is not an email', () => "' OR 1=1 --"],
    ['with letters outside ASCII', () => 'k\u00F6nig@example.com'],
    ['by a very long email', () => `${'x'.repeat(10_000)}@example.com`],
  ])('is recorded as one event without a user: %s', async (_what, email) => {
    const lines = await logged(() => app.login(email(), WRONG_PASSWORD));
    expect(lines).toEqual([line('login.failed', null, { actor: 'anonymous', data: { reason: 'unknown_email' } })]);
  });

  it('is recorded with the actor anonymous when it fails, also with the access token of another user', async () => {
    const other = await app.signUp();
    const { uid, email } = await app.signUp();
    const body = { email, password: WRONG_PASSWORD };
    const lines = await logged(() => app.post('/api/auth/user/login', body, { token: other.token }));
    expect(lines).toEqual([line('login.failed', uid, { actor: 'anonymous', data: { reason: 'wrong_password' } })]);
  });

  it('is not recorded when its fields have wrong types', async () => {
    const { email } = await app.signUp();
    const bodies = [{}, { email }, { email, password: 1 }, { email, password: '' }, { email: [email], password: 'x' }];
    const lines = await logged(async () => {
      for (const body of bodies) {
        expectFailure(await app.post('/api/auth/user/login', body), 'INVALID_CREDENTIALS');
      }
    });
    expect(lines).toEqual([]);
  });

  it.each([
    ['one failure when the password changes to another one during it', WRONG_PASSWORD],
    ['a success when only its version changes during it', PASSWORD],
  ])('is recorded as %s', async (_result, newPassword) => {
    const user = await app.signUp();
    // The login replaces a hash of another cost after it has compared it: at that moment the password changes here.
    const [stale, changed] = [bcryptjs.hashSync(PASSWORD, 5), bcryptjs.hashSync(newPassword, 4)];
    await app.sql('UPDATE users SET password_hash = ? WHERE uid = ?', [stale, user.uid]);
    await app.sql(
      {
        mysql: `CREATE TRIGGER racing BEFORE UPDATE ON users FOR EACH ROW
           IF OLD.password_version = 0 AND NEW.password_hash <> OLD.password_hash THEN
             SET NEW.password_version = 1, NEW.password_hash = '${changed}'; END IF`,
        sqlite: `CREATE TRIGGER racing AFTER UPDATE OF password_hash ON users
           WHEN OLD.password_version = 0
           BEGIN UPDATE users SET password_version = 1, password_hash = '${changed}' WHERE uid = NEW.uid; END`,
        postgres: postgresTrigger(
          'racing',
          `BEFORE UPDATE OF password_hash ON users FOR EACH ROW WHEN (OLD.password_version = 0)`,
          `BEGIN NEW.password_version = 1; NEW.password_hash = '${changed}'; RETURN NEW; END`,
        ),
      }[DATABASE],
    );
    const answer = await app.login(user.email, PASSWORD);
    await app.sql('DROP TRIGGER racing');
    const lines = (await app.events(user.uid)).slice(2);
    if (newPassword === PASSWORD) {
      expect(answer.status).toBe(200);
      expect(lines).toEqual([expect.objectContaining({ type: 'login.succeeded' })]);
    } else {
      expectFailure(answer, 'INVALID_CREDENTIALS');
      expect(lines).toEqual([line('login.failed', user.uid, { actor: 'anonymous', data: { reason: 'changed' } })]);
    }
  });

  it('is recorded as one event each, when 20 valid and 20 invalid ones come at once', async () => {
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
  it('is not recorded', async () => {
    const { refresh_token } = await app.signUp();
    const lines = await logged(async () => expect((await app.refresh(refresh_token)).status).toBe(200));
    expect(lines).toEqual([]);
  });

  it('is recorded once for a stolen token, also when it is sent several times at once and again', async () => {
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

  it('is not recorded for a token that the service did not issue', async () => {
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

  it('is recorded once for a logout', async () => {
    expect(await logged(() => logOut(other.refresh_token))).toEqual(ended('logout', other.token));
    expect(await logged(async () => expect((await logOut(other.refresh_token)).status).toBe(200))).toEqual([]);
  });

  it('is recorded once for each session at a logout everywhere', async () => {
    const lines = await logged(() => logOut());
    expect(lines).toHaveLength(2);
    expect(lines).toEqual(expect.arrayContaining(ended('logout', user.token, other.token)));
    expect(await logged(() => logOut())).toEqual([]);
  });

  it('is recorded once for the end by its id', async () => {
    expect(await logged(() => end(sessionOf(other.token).toUpperCase()))).toEqual(ended('ended', other.token));
    expect(await logged(() => end(sessionOf(other.token)))).toEqual([]);
  });

  it('is not recorded when the session is of another user', async () => {
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
  const moved = () =>
    line('user.email_changed', user.uid, { data: { old_email: user.email, new_email: expect.any(String) } });

  it.each<[string, () => Row, () => Row[]]>([
    ['of the metadata', () => ({ metadata: '{"a": 1}' }), () => [updated()]],
    ['of the email', () => ({ email: newEmail() }), () => [moved()]],
    ['of both', () => ({ email: newEmail(), metadata: '2' }), () => [updated(), moved()]],
    ['of nothing', () => ({}), () => []],
    ['to the same values', () => ({ email: user.email.toUpperCase(), metadata: '{"a":1}' }), () => []],
  ])('is recorded with no value but the emails, and only when a value differs: %s', async (_what, body, lines) => {
    expect(await logged(() => put(user, body()))).toEqual(lines());
  });

  it('is not recorded when it fails', async () => {
    const { email } = await app.signUp();
    const lines = await logged(async () =>
      expectFailure(await put(user, { email, metadata: '2' }), 'EMAIL_ALREADY_IN_USE'),
    );
    expect(lines).toEqual([]);
  });

  it('is recorded for a deletion, and the earlier events stay', async () => {
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

  const revoked = ({ token }: SignedUp, reason = 'password') =>
    line('session.revoked', user.uid, { session_id: sessionOf(token), data: { reason } });

  it('is recorded, with the sessions that it ended', async () => {
    const body = { old_password: PASSWORD, new_password: NEW_PASSWORD };
    const lines = await logged(() => changePassword(body, user.token));
    const changed = line('user.password_changed', user.uid, { session_id: sessionOf(user.token) });
    expect(lines).toEqual([changed, revoked(other)]);
  });

  it.each([
    ['a wrong old password', { old_password: WRONG_PASSWORD, new_password: NEW_PASSWORD }],
    ['a weak new password', { old_password: PASSWORD, new_password: 'password' }],
  ])('is not recorded when it fails by %s', async (_what, body) => {
    const lines = await logged(async () => expect((await changePassword(body, user.token)).status).toBe(400));
    expect(lines).toEqual([]);
  });

  it.each<[string, () => string | undefined]>([
    ['alone', () => undefined],
    ['beside an access token', () => user.token],
    ['beside a bad access token', () => 'x'],
  ])('is recorded once by a reset token %s, with the user as its actor', async (_what, token) => {
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
    expect(lines.slice(2)).toEqual(expect.arrayContaining([revoked(user, 'password'), revoked(other, 'password')]));
    expect(lines).toHaveLength(4);
    expect(await logged(change)).toEqual([]);
  });

  it('writes as many rows for a reset request of an unknown address as of a known one', async () => {
    const counts = async () => {
      const tables = ['one_time_tokens', 'messages', 'events'];
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

  /** Asks for a link and follows it. Returns the events of both steps and the parameters of the redirect. */
  async function requestAndFollow(email: string) {
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

  it('is recorded with all that it did when it creates a user', async () => {
    const { link, sent, followed, uid, token } = await requestAndFollow(newEmail());
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

  it('is recorded with the proof of the address and the sessions that end', async () => {
    const user = await app.signUp();
    const { sent, followed, token } = await requestAndFollow(user.email);
    expect(sent).toEqual([line('link.sent', user.uid, { actor: 'anonymous', data })]);
    expect(followed).toEqual([
      line('link.used', user.uid, { data }),
      line('user.email_verified', user.uid, { data: { password: 'void' } }),
      line('session.revoked', user.uid, { session_id: sessionOf(user.token), data: { reason: 'address' } }),
      line('link.sent', user.uid, { data: { purpose: 'reset_password' } }),
      login(user.uid, token),
    ]);
  });

  it('is recorded with the sign-in when the address is already proved', async () => {
    const user = await app.signUp();
    await app.prove(user.uid);
    const { followed, token } = await requestAndFollow(user.email);
    expect(followed).toEqual([line('link.used', user.uid, { data }), login(user.uid, token)]);
  });

  it('is not recorded when it is not mailed or is refused', async () => {
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

  it('creates one user when two links to a new address are followed at once', async () => {
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

  it('is recorded, and a second use of its link is not', async () => {
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

  it('is not recorded for a disabled user', async () => {
    const user = await app.signUp();
    const link = await verification(user);
    await app.disable(user.uid);
    const lines = await logged(async () => expect((await app.follow(link)).parameter('error')).toBe('USER_DISABLED'));
    expect(lines).toEqual([]);
  });
});

describe('a change', () => {
  const own = useApp(() => ({ SMTP_URL: mail.url }));

  it('is not recorded when a sign-up fails in the middle', async () => {
    await own.sql('ALTER TABLE sessions RENAME TO visits');
    const body = { email: newEmail(), password: PASSWORD, login: true };
    expectFailure(await own.post('/api/auth/user/create', body), 'INTERNAL_ERROR', 500);
    await own.sql('ALTER TABLE visits RENAME TO sessions');
    expect(await own.sql('SELECT * FROM users')).toEqual([]);
    expect(await own.sql("SELECT * FROM events WHERE type LIKE 'user%' OR type LIKE 'login%'")).toEqual([]);
  });

  it('is rolled back when its event cannot be written', async () => {
    const user = await own.signUp();
    const state = async () => [
      await own.sql('SELECT * FROM users'),
      await own.sql('SELECT * FROM sessions'),
      await own.sql('SELECT * FROM one_time_tokens'),
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
  });
});

/** Must be the last test of this file: it checks the events of all others. */
it('no event contains a secret, and only a change of email contains an email address', async () => {
  const rows = await app.sql("SELECT * FROM events WHERE type <> 'user.email_changed'");
  expect(new Set(rows.map(({ type }) => type)).size).toBeGreaterThanOrEqual(14);
  const text = JSON.stringify(rows);
  const links = mail.messages.filter((message) => linkIn(message).includes('token=')).map(tokenIn);
  expect(links.length).toBeGreaterThan(10);
  const passwords = [PASSWORD, NEW_PASSWORD, WRONG_PASSWORD, 'short'];
  // The first characters of tokens and hashes.
  for (const secret of [...passwords, ...links, ADMIN_TOKEN, '@', 'eyJ', '$2b$', 'adm_']) {
    expect(text).not.toContain(secret);
  }
});
