import { about, expectFailure } from '../support/http/http.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';

const app = useApp({ SIGNUP_EMAIL_VERIFIED: 'ignore', REFRESH_TOKEN_TTL: '3600' });

const BCRYPT = '$2b$04$Jbgp57pthk.GAD7ppORxrOy6WkioCrUEO8Nbt3xZS3o1PVVJ2fbtu';
const UID = '019391A0-0000-4ABC-8000-00000000000F';

const now = () => Math.floor(Date.now() / 1000);
const create = (body: Record<string, unknown> = {}) => app.admin('POST', '/users', { email: newEmail(), ...body });
const read = async (uid: string) => (await app.admin('GET', `/users/${uid}`)).json;

describe('POST /users', () => {
  it('creates an account with an email only, and answers with its uid', async () => {
    const email = newEmail();
    const answer = await create({ email: ` ${email.toUpperCase()} ` });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ uid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/) });
    expect(await read(answer.json.uid)).toEqual({
      uid: answer.json.uid,
      email,
      created_at: about(now()),
      updated_at: about(now()),
      last_login: null,
      active: true,
      email_verified: false,
      metadata: '{}',
      has_password: false,
      email_proved: false,
      email_pending: null,
      session_count: 0,
      batch_id: null,
      admin_scopes: [],
      admin_scopes_by: null,
      made_by: expect.stringMatching(/^admin:/),
      claims: '{}',
      mfa_enabled: false,
      mfa: 'optional',
    });
  });

  it('creates an account with every field', async () => {
    const email = newEmail();
    const facts = { email_verified: true, active: false, metadata: '{"a":1}', uid: UID, created_at: 1_000_000_000 };
    const answer = await create({ email, password: PASSWORD, ...facts });
    expect(answer.json).toEqual({ uid: UID.toLowerCase() });
    expect(await read(UID)).toMatchObject({ ...facts, uid: UID.toLowerCase(), email, has_password: true });
    expectFailure(await app.login(email, PASSWORD), 'USER_DISABLED');
  });

  it('creates an account that can sign in with the given password', async () => {
    const email = newEmail();
    await create({ email, password: PASSWORD });
    expect((await app.login(email, PASSWORD)).status).toBe(200);
    expectFailure(await app.login(email, `${PASSWORD}!`), 'INVALID_CREDENTIALS');
  });

  it.each(['2a', '2b', '2y'])('creates an account that can sign in with an imported hash of $%s$', async (variant) => {
    const email = newEmail();
    await create({ email, password_hash: BCRYPT.replace('2b', variant) });
    expect((await app.login(email, 'hunter2 hunter2')).status).toBe(200);
  });

  it.each([
    ['no email', { email: undefined }, 'INVALID_EMAIL', ''],
    ['an email of null', { email: null }, 'INVALID_EMAIL', ''],
    ['a malformed email', { email: 'x' }, 'INVALID_EMAIL', ''],
    [
      'an email that a Unicode case mapping would turn into ASCII',
      { email: '\u212A@example.com' },
      'INVALID_EMAIL',
      '',
    ],
    ['a weak password', { password: 'password' }, 'WEAK_PASSWORD', ''],
    ['a password of null', { password: null }, 'WEAK_PASSWORD', ''],
    ['a number as a password', { password: 1234567890 }, 'WEAK_PASSWORD', ''],
    ['a password and a hash', { password: PASSWORD, password_hash: BCRYPT }, 'INVALID_REQUEST', 'password_hash'],
    ['a hash of null', { password_hash: null }, 'INVALID_HASH', ''],
    ['an empty hash', { password_hash: '' }, 'INVALID_HASH', ''],
    ['a hash that is not one', { password_hash: PASSWORD }, 'INVALID_HASH', ''],
    ['a hash of MD5', { password_hash: '5f4dcc3b5aa765d61d8327deb882cf99' }, 'INVALID_HASH', ''],
    ['a hash cut short', { password_hash: BCRYPT.slice(0, -1) }, 'INVALID_HASH', ''],
    ['a hash with extra characters at the end', { password_hash: `${BCRYPT}\n` }, 'INVALID_HASH', ''],
    ['a hash that would take a day to compute', { password_hash: BCRYPT.replace('$04$', '$31$') }, 'INVALID_HASH', ''],
    ['a hash of cost 16', { password_hash: BCRYPT.replace('$04$', '$16$') }, 'INVALID_HASH', ''],
    ['metadata that is no JSON', { metadata: '{' }, 'INVALID_METADATA', ''],
    ['metadata as an object', { metadata: {} }, 'INVALID_METADATA', ''],
    ['a uid that is not a UUID', { uid: 'ada' }, 'INVALID_REQUEST', 'uid'],
    ['a uid in braces', { uid: `{${UID}}` }, 'INVALID_REQUEST', 'uid'],
    ['a number as a uid', { uid: 7 }, 'INVALID_REQUEST', 'uid'],
    ['a uid of null', { uid: null }, 'INVALID_REQUEST', 'uid'],
    ['active in words', { active: 'false' }, 'INVALID_REQUEST', 'active'],
    ['active of null', { active: null }, 'INVALID_REQUEST', 'active'],
    ['email_verified as a number', { email_verified: 1 }, 'INVALID_REQUEST', 'email_verified'],
    ['a negative created_at', { created_at: -1 }, 'INVALID_REQUEST', 'created_at'],
    ['created_at in milliseconds', { created_at: Date.now() }, 'INVALID_REQUEST', 'created_at'],
    ['created_at in two days', { created_at: now() + 2 * 86_400 }, 'INVALID_REQUEST', 'created_at'],
    ['created_at as a fraction', { created_at: 1.5 }, 'INVALID_REQUEST', 'created_at'],
    ['created_at in words', { created_at: '2020-01-01' }, 'INVALID_REQUEST', 'created_at'],
  ])('refuses %s', async (_what, body, code, named) => {
    const before = await app.sql('SELECT COUNT(*) AS count FROM users');
    const answer = await create(body);
    expectFailure(answer, code);
    expect(answer.json.message).toContain(named);
    expect(await app.sql('SELECT COUNT(*) AS count FROM users')).toEqual(before);
  });
});

describe('POST /users with a value that must be unique', () => {
  it('fails with EMAIL_ALREADY_IN_USE for the email of another user, in any case', async () => {
    const { email } = await app.signUp();
    expectFailure(await create({ email: email.toUpperCase() }), 'EMAIL_ALREADY_IN_USE');
  });

  it('fails with UID_ALREADY_IN_USE for the uid of another user, in any case', async () => {
    const { uid } = await app.signUp();
    expectFailure(await create({ uid: uid.toUpperCase() }), 'UID_ALREADY_IN_USE');
  });

  it('does not mistake an email for the name of a database key', async () => {
    const email = `x'for'key'primary'${newEmail()}`;
    expect((await create({ email })).status).toBe(200);
    expectFailure(await create({ email }), 'EMAIL_ALREADY_IN_USE');
  });

  it.each(['EMAIL_ALREADY_IN_USE', 'UID_ALREADY_IN_USE'])(
    'creates one account for 20 requests at once, and refuses the others with %s',
    async (code) => {
      const same = code === 'EMAIL_ALREADY_IN_USE' ? { email: newEmail() } : { uid: crypto.randomUUID() };
      const answers = await Promise.all(Array.from({ length: 20 }, () => create(same)));
      expect(answers.map((answer) => answer.code ?? 'made').sort()).toEqual([...Array(19).fill(code), 'made'].sort());
      const made = answers.find(({ status }) => status === 200)?.json.uid;
      const events = await app.sql('SELECT type FROM events WHERE uid = ?', [made]);
      expect(events).toEqual([{ type: 'user.created' }]);
    },
  );
});

it('SIGNUP_EMAIL_VERIFIED=ignore does not apply to administrators', async () => {
  const { uid } = (await create({ email_verified: true })).json;
  expect((await read(uid)).email_verified).toBe(true);
});

it('the event of a new account names the admin token, and no field of the account', async () => {
  const { id, token } = await app.adminToken(['write']);
  const { uid } = (await app.admin('POST', '/users', { email: newEmail(), password: PASSWORD }, token)).json;
  expect(await app.sql('SELECT type, actor, ip, data FROM events WHERE uid = ?', [uid])).toEqual([
    { type: 'user.created', actor: `admin:${id}`, ip: '127.0.0.1', data: '{}' },
  ]);
});

describe('GET /users/{uid}', () => {
  it.each(['x', '0', '019391a0-0000-7000-8000-0000000000ff', '%00', "' OR 1=1 --", 'x'.repeat(5000), 'me@example.com'])(
    'fails with USER_NOT_FOUND for the uid %.40s',
    async (uid) => {
      for (const [method, path] of [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['GET', '/sessions'],
        ['DELETE', '/sessions'],
        ['DELETE', '/sessions/x'],
      ] as const) {
        const answer = await app.admin(
          method,
          `/users/${encodeURIComponent(uid)}${path}`,
          method === 'PATCH' ? {} : undefined,
        );
        expectFailure(answer, 'USER_NOT_FOUND');
      }
    },
  );

  it('counts the sessions that have not expired', async () => {
    const user = await app.signUp();
    await app.login(user.email, user.password);
    const count = async () => (await app.admin('GET', `/users/${user.uid}`)).json.session_count;
    expect(await count()).toBe(2);
    await app.advance(1800);
    await app.login(user.email, user.password);
    await app.advance(1801);
    expect(await count()).toBe(1);
    expect((await app.admin('GET', `/users?email=${user.email}`)).json.users[0].session_count).toBe(1);
  });

  it('shows an account without a password, and no hash', async () => {
    const { uid } = (await create({ password_hash: BCRYPT })).json;
    const one = await app.admin('GET', `/users/${uid}`);
    const list = await app.admin('GET', '/users?limit=200');
    for (const { text } of [one, list]) expect(text).not.toMatch(/\$2[aby]\$|password_hash|passwordHash/);
    expect(one.json.has_password).toBe(true);
    expect(list.json.users.find((user: { uid: string }) => user.uid === uid)).toEqual(one.json);
  });
});

describe('DELETE /users/{uid}', () => {
  it.each([true, false])('removes a user whose active is %s, with their sessions, links and emails', async (active) => {
    const user = await app.signUp();
    if (!active) await app.disable(user.uid);
    const { id, token } = await app.adminToken(['write']);
    const answer = await app.admin('DELETE', `/users/${user.uid.toUpperCase()}`, undefined, token);
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '' });
    expectFailure(await app.admin('GET', `/users/${user.uid}`), 'USER_NOT_FOUND');
    expectFailure(await app.admin('DELETE', `/users/${user.uid}`), 'USER_NOT_FOUND');
    expectFailure(await app.refresh(user.refresh_token), 'INVALID_REFRESH_TOKEN');
    expectFailure(await app.login(user.email, user.password), 'INVALID_CREDENTIALS');
    expect(await app.sql('SELECT * FROM sessions WHERE uid = ?', [user.uid])).toEqual([]);
    expect(await app.sql("SELECT actor FROM events WHERE uid = ? AND type = 'user.deleted'", [user.uid])).toEqual([
      { actor: `admin:${id}` },
    ]);
  });

  it('removes the user once when 10 requests come at once', async () => {
    const { uid } = await app.signUp();
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.admin('DELETE', `/users/${uid}`)));
    expect(answers.map(({ code }) => code ?? '').sort()).toEqual(['', ...Array(9).fill('USER_NOT_FOUND')]);
    expect(await app.sql("SELECT type FROM events WHERE uid = ? AND type = 'user.deleted'", [uid])).toHaveLength(1);
  });

  it('leaves no email, and no link that could create the account again', async () => {
    const user = await app.signUp();
    const wanted = { type: 'magic_link', email: user.email, sign_up: true };
    const bound = (await app.admin('POST', '/links', wanted)).json.link;
    await app.admin('DELETE', `/users/${user.uid}`);
    const unbound = (await app.admin('POST', '/links', wanted)).json.link;
    const { uid } = (await create({ email: user.email })).json;
    await app.admin('DELETE', `/users/${uid}`);
    expectFailure(await app.follow(bound), 'INVALID_LINK');
    expect((await app.follow(unbound)).parameter('error')).toBe('LINK_EXPIRED');
  });
});
