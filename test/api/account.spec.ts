import { type Answer, about, expectFailure, expectNothing } from '../support/http/http.js';
import { App, newEmail, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';

const app = useApp();

describe('the fields of an account', () => {
  const KIB_16 = 16 * 1024;
  let user: SignedUp;
  beforeAll(async () => {
    user = await app.signUp({ metadata: '"as it was"' });
  });

  const create = (body: Record<string, unknown>) =>
    app.post('/api/auth/user/create', { email: newEmail(), password: PASSWORD, ...body });
  const update = (body: Record<string, unknown>) => app.put('/api/auth/user', body, { token: user.token });
  const record = async (token: string) => (await app.get('/api/auth/user', { token })).json;

  /** A valid address of this length; a label of a domain has at most 63 characters. */
  function emailOfLength(length: number): string {
    const local = newEmail().split('@')[0] as string;
    const labels = `${'a'.repeat(60)}.`.repeat(3);
    return `${local}@${labels}${'b'.repeat(length - local.length - 1 - labels.length - 4)}.com`;
  }

  describe('an email', () => {
    it.each([
      ['spaces around it', (email: string) => ` \t${email}\r\n `],
      ['upper case', (email: string) => email.toUpperCase()],
    ])('is trimmed and stored in lower case: %s', async (_title, write) => {
      const email = newEmail();
      expect((await create({ email: write(email) })).status).toBe(200);
      const { token } = (await app.login(write(email), PASSWORD)).json;
      expect(await record(token)).toMatchObject({ email });
    });

    it('can have at most 254 characters', async () => {
      const [longest, tooLong] = [emailOfLength(254), emailOfLength(255)];
      expect([longest.length, tooLong.length]).toEqual([254, 255]);
      expect((await create({ email: `  ${longest}  ` })).status).toBe(200);
      expect((await app.login(longest, PASSWORD)).status).toBe(200);
      expectFailure(await create({ email: tooLong }), 'INVALID_EMAIL');
      expectFailure(await update({ email: tooLong }), 'INVALID_EMAIL');
    });

    it.each(['a.b+tag@example.com', "o'brien@example.com", 'x_y-z@sub.domain.example', '1@2.example'])(
      'is accepted in the form %s',
      async (email) => {
        expect((await create({ email: `${process.pid}${email}` })).status).toBe(200);
      },
    );

    it.each([
      ['an empty text', ''],
      ['only spaces', '   '],
      ['no @', 'user.example.com'],
      ['two @', 'a@b@example.com'],
      ['no local part', '@example.com'],
      ['no domain', 'user@'],
      ['a space inside', 'us er@example.com'],
      ['a space in the domain', 'user@exam ple.com'],
      ['a line break inside', 'user@example.com\nbcc: a@example.com'],
      ['a NUL', 'user\0@example.com'],
      ['two dots', 'user..name@example.com'],
      ['a dot at the start', '.user@example.com'],
      ['a comma', 'user,name@example.com'],
      ['two addresses', 'a@example.com,b@example.com'],
      ['a display name', 'User <user@example.com>'],
      ['a quoted local part', '"user"@example.com'],
      ['a quoted space', '"us er"@example.com'],
      ['a hyphen at the start of the domain', 'user@-example.com'],
      ['the Kelvin sign', '\u212Aelvin@example.com'],
      ['a percent-encoding in an international domain', 'user@b\u00FCcher%2eexample'],
      ['a long s', 'u\u017Fer@example.com'],
      ['a dotless i', 'm\u0131ke@example.com'],
      ['a dotted I', 'm\u0130ke@example.com'],
      ['an umlaut', 'us\u00FCr@example.com'],
      ['a dot at the end of an international domain', 'user@b\u00FCcher.example.'],
      ['a path after an international domain', 'user@b\u00FCcher.example/x'],
      ['a domain that becomes an IP address', 'user@\uFF11\uFF12\uFF17.0.0.1'],
      ['a broken A-label', 'user@xn--a.example'],
      ['an international domain without a dot', 'user@b\u00FCcher'],
      ['fullwidth letters', '\uFF55ser@example.com'],
      ['a Cyrillic letter', 'us\u0435r@example.com'],
      ['an invisible character', 'us\u200Ber@example.com'],
      ['an emoji', '\u{1F600}@example.com'],
      ['a lone surrogate', '\uD800@example.com'],
    ])('is refused with %s', async (_title, email) => {
      expectFailure(await create({ email }), 'INVALID_EMAIL');
      expectFailure(await update({ email }), 'INVALID_EMAIL');
      expect(await record(user.token)).toMatchObject({ email: user.email });
    });
  });

  describe('the metadata', () => {
    /** A JSON text of exactly this many bytes. */
    const sized = (bytes: number, filler: string) => {
      const count = Math.floor((bytes - 2) / Buffer.byteLength(filler));
      const text = `"${filler.repeat(count)}"`;
      return text + ' '.repeat(bytes - Buffer.byteLength(text));
    };

    it.each([
      ['an object', '{"plan":"pro"}'],
      ['keys in any order', '{"b":1,"a":2,"10":3,"9":4}'],
      ['a key that occurs twice', '{"a":1,"a":2}'],
      ['whitespace', ' \n\t{ "a" : [ 1 , 2 ] }\r\n '],
      ['numbers as written', '{"n":1.0,"big":12345678901234567890,"e":1E+2}'],
      ['emoji', '{"\u{1F600}":"\u{1F469}\u200D\u{1F680}"}'],
      ['composed and decomposed letters', '["\u00E9","e\u0301"]'],
      ['escapes as written', '"\\u0041\\n\\/\\ud83d\\ude00\\u0000"'],
      ['an array', '[]'],
      ['a string', '"text"'],
      ['an empty string', '""'],
      ['a number', '0'],
      ['true', 'true'],
      ['null', 'null'],
      ['keys such as __proto__', '{"__proto__":{"admin":true},"constructor":1}'],
      ['8,000 levels of nesting', '['.repeat(8_000) + ']'.repeat(8_000)],
      ['16 KiB', sized(KIB_16, 'x')],
      ['16 KiB of emoji', sized(KIB_16, '\u{1F600}')],
    ])('is stored byte for byte: %s', async (_title, metadata) => {
      const email = newEmail();
      const created = await create({ email, metadata, login: true });
      expect(created.json.metadata).toBe(metadata);
      expect((await record(created.json.token)).metadata).toBe(metadata);
      expect((await app.login(email, PASSWORD)).json.metadata).toBe(metadata);
      const other = await app.signUp();
      expectNothing(await app.put('/api/auth/user', { metadata }, { token: other.token }));
      expect((await record(other.token)).metadata).toBe(metadata);
    });

    it.each([
      ['an empty text', ''],
      ['only spaces', ' '],
      ['plain words', 'hello'],
      ['half an object', '{"a":1'],
      ['two values', '{} {}'],
      ['a trailing comma', '[1,]'],
      ['single quotes', "{'a':1}"],
      ['undefined', 'undefined'],
      ['NaN', 'NaN'],
      ['a comment', '{} // a'],
      ['a byte order mark', '\uFEFF{}'],
      ['a lone surrogate', '"\uD800"'],
      ['two surrogates in the wrong order', '"\uDE00\uD83D"'],
      ['one byte more than 16 KiB', sized(KIB_16 + 1, 'x')],
      ['one byte more than 16 KiB in fewer characters', sized(KIB_16 + 1, '\u{1F600}')],
      ['an object instead of its JSON text', { plan: 'pro' }],
      ['null', null],
    ])('is refused: %s', async (_title, metadata) => {
      const email = newEmail();
      expectFailure(await create({ email, metadata }), 'INVALID_METADATA');
      expectFailure(await app.login(email, PASSWORD), 'INVALID_CREDENTIALS');
      expectFailure(await update({ metadata }), 'INVALID_METADATA');
      expect((await record(user.token)).metadata).toBe('"as it was"');
    });
  });

  describe('with SIGNUP_EMAIL_VERIFIED=ignore', () => {
    let strict: App;
    beforeAll(async () => {
      strict = await App.start({ SIGNUP_EMAIL_VERIFIED: 'ignore' });
    });
    afterAll(() => strict.stop());

    it('every new account starts with an unverified email', async () => {
      const { token, email } = await strict.signUp({ email_verified: true });
      expect((await strict.get('/api/auth/user', { token })).json.email_verified).toBe(false);
      expect((await strict.login(email, PASSWORD)).json.email_verified).toBe(false);
    });

    it('email_verified must still be true or false', async () => {
      const body = { email: newEmail(), password: PASSWORD, email_verified: 'yes' };
      expectFailure(await strict.post('/api/auth/user/create', body), 'INVALID_REQUEST');
    });
  });
});

describe('an account', () => {
  const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  const create = (body: Record<string, unknown>) => app.post('/api/auth/user/create', { password: PASSWORD, ...body });
  const record = async ({ token }: Pick<SignedUp, 'token'>) => (await app.get('/api/auth/user', { token })).json;

  describe('create', () => {
    it.each([{}, { login: false }])('answers with the uid only: %j', async (more) => {
      const answer = await create({ email: newEmail(), ...more });
      expect(answer.json).toEqual({ uid: expect.stringMatching(UUID_V7) });
      expect(answer.status).toBe(200);
    });

    it('answers with tokens, the metadata and email_verified when login is true', async () => {
      const { json, headers } = await create({
        email: newEmail(),
        login: true,
        email_verified: true,
        metadata: '[1]',
      });
      expect(json).toEqual({
        uid: expect.stringMatching(UUID_V7),
        token: expect.any(String),
        expiry: expect.any(Number),
        refresh_token: expect.any(String),
        email_verified: true,
        metadata: '[1]',
      });
      expect(headers.get('cache-control')).toBe('no-store');
    });

    it('creates the account with an unverified email and the metadata {}', async () => {
      expect(await record(await app.signUp())).toMatchObject({ email_verified: false, metadata: '{}', active: true });
    });

    it.each([true, false])('stores email_verified %s', async (email_verified) => {
      expect(await record(await app.signUp({ email_verified }))).toMatchObject({ email_verified });
    });

    it('ignores unknown fields', async () => {
      const user = await app.signUp({ uid: 'mine', active: false, created_at: 1, last_login: 1, passwordHash: 'x' });
      expect(user.uid).toMatch(UUID_V7);
      expect(await record(user)).toMatchObject({ uid: user.uid, active: true });
      expect((await record(user)).created_at).toBeGreaterThan(1);
    });

    it('refuses an email of another account, in any case, and does not change that account', async () => {
      const user = await app.signUp();
      const again = { password: 'quite another secret', metadata: '[2]' };
      expectFailure(await create({ ...again, email: user.email }), 'EMAIL_ALREADY_IN_USE');
      expectFailure(await create({ ...again, email: ` ${user.email.toUpperCase()} ` }), 'EMAIL_ALREADY_IN_USE');
      expect((await app.login(user.email, PASSWORD)).json).toMatchObject({ uid: user.uid, metadata: '{}' });
    });

    it('opens no session without login', async () => {
      const { uid } = (await create({ email: newEmail() })).json;
      expect(await app.sql('SELECT * FROM sessions WHERE uid = ?', [uid])).toEqual([]);
    });
  });

  describe.each(['/api/auth/user', '/api/auth/get-user'])('get %s', (path) => {
    it('answers with the whole user', async () => {
      const user = await app.signUp({ metadata: ' {"b": 1, "a": "ü" } ', email_verified: true });
      const answer = await app.get(path, { token: user.token });
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        uid: user.uid,
        email: user.email,
        created_at: about(user.expiry - 900),
        updated_at: about(user.expiry - 900),
        last_login: about(user.expiry - 900),
        active: true,
        email_verified: true,
        metadata: ' {"b": 1, "a": "ü" } ',
      });
    });

    it('shows active: false for a disabled user', async () => {
      const user = await app.signUp();
      await app.disable(user.uid);
      const answer = await app.get(path, { token: user.token });
      expect({ status: answer.status, ...answer.json }).toMatchObject({ status: 200, uid: user.uid, active: false });
    });

    it('fails with USER_NOT_FOUND for a deleted user', async () => {
      const { token } = await app.signUp();
      await app.delete('/api/auth/user', { token });
      expectFailure(await app.get(path, { token }), 'USER_NOT_FOUND');
    });
  });

  it('last_login is null until the first sign-in, and each sign-in updates it', async () => {
    const email = newEmail();
    const { uid } = (await create({ email })).json;
    const lastLogin = async () => (await app.sql('SELECT last_login FROM users WHERE uid = ?', [uid]))[0]?.last_login;
    expect(await lastLogin()).toBeNull();
    const first = await app.login(email, PASSWORD);
    expect((await record(first.json)).last_login).toEqual(about(first.json.expiry - 900));
    await app.advance(60);
    const second = await app.login(email, PASSWORD);
    expect((await record(second.json)).last_login).toEqual(about(second.json.expiry - 900));
    expect(second.json.expiry).toBeGreaterThanOrEqual(first.json.expiry + 60);
  });

  it('parallel reads each answer with their own user, and with USER_NOT_FOUND for a deleted one', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => app.signUp()));
    const gone = await app.signUp();
    expectNothing(await app.delete('/api/auth/user', { token: gone.token }));
    const all = [...users, gone, ...users];
    const answers = await Promise.all(all.map(({ token }) => app.get('/api/auth/user', { token })));
    expect(answers.map(({ json }) => json.email ?? json.code)).toEqual(
      all.map((user) => (user === gone ? 'USER_NOT_FOUND' : user.email)),
    );
  });

  describe('update', () => {
    const update = ({ token }: SignedUp, body: unknown) => app.put('/api/auth/user', body, { token });

    it.each([{}, { unknown: 1 }])('changes nothing when no field is given: %j', async (body) => {
      const user = await app.signUp({ metadata: '[1]', email_verified: true });
      const before = await record(user);
      await app.advance(5);
      expectNothing(await update(user, body));
      expect(await record(user)).toEqual(before);
    });

    it.each([
      ['the same email', (email: string) => email],
      ['the same email in another case', (email: string) => `\t${email.toUpperCase()}\n`],
    ])('changes nothing for %s', async (_title, write) => {
      const user = await app.signUp({ email_verified: true });
      const before = await record(user);
      await app.advance(5);
      expectNothing(await update(user, { email: write(user.email) }));
      expect(await record(user)).toEqual(before);
    });

    it('makes a changed email unverified, and changes nothing else', async () => {
      const user = await app.signUp({ email_verified: true, metadata: '[1]' });
      const before = await record(user);
      const email = newEmail();
      await app.advance(5);
      expectNothing(await update(user, { email: ` ${email.toUpperCase()} ` }));
      const after = await record(user);
      expect(after).toEqual({ ...before, email, email_verified: false, updated_at: after.updated_at });
      expect(after.updated_at).toBeGreaterThanOrEqual(before.updated_at + 5);
      expectFailure(await app.login(user.email, PASSWORD), 'INVALID_CREDENTIALS');
      expect((await app.login(email, PASSWORD)).json).toMatchObject({ uid: user.uid, email_verified: false });
    });

    it('keeps the email verified when only the metadata change, also when the same email is given', async () => {
      const user = await app.signUp({ email_verified: true });
      const before = await record(user);
      await app.advance(5);
      expectNothing(await update(user, { email: user.email, metadata: '{"a":1}' }));
      const after = await record(user);
      expect(after).toEqual({ ...before, metadata: '{"a":1}', updated_at: after.updated_at });
      expect(after.updated_at).toBeGreaterThanOrEqual(before.updated_at + 5);
    });

    it('stores metadata of 16 KiB, and characters outside the basic plane', async () => {
      const user = await app.signUp();
      const metadata = JSON.stringify('\u{1F600}'.repeat((16 * 1_024 - 2) / 4));
      expectNothing(await update(user, { metadata }));
      expect((await record(user)).metadata).toBe(metadata);
    });

    it('accepts the same metadata twice within a second', async () => {
      const user = await app.signUp();
      for (const _ of [1, 2, 3]) expectNothing(await update(user, { metadata: '[3]' }));
      expect(await record(user)).toMatchObject({ metadata: '[3]' });
    });

    it.each([
      ['EMAIL_ALREADY_IN_USE', async () => ({ email: (await app.signUp()).email.toUpperCase(), metadata: '[2]' })],
      ['INVALID_EMAIL', async () => ({ email: 'nobody', metadata: '[2]' })],
      ['INVALID_METADATA', async () => ({ email: newEmail(), metadata: '{' })],
    ])('changes nothing when it fails with %s', async (code, body) => {
      const user = await app.signUp({ email_verified: true });
      const before = await record(user);
      await app.advance(5);
      expectFailure(await update(user, await body()), code);
      expect(await record(user)).toEqual(before);
    });
  });

  describe('delete', () => {
    it('removes the user and their sessions, and no other user', async () => {
      const [user, other] = [await app.signUp(), await app.signUp()];
      await app.login(user.email, PASSWORD);
      expectNothing(await app.delete('/api/auth/user', { token: user.token }));
      for (const table of ['users', 'sessions']) {
        expect(await app.sql(`SELECT * FROM ${table} WHERE uid = ?`, [user.uid])).toEqual([]);
        expect(await app.sql(`SELECT * FROM ${table} WHERE uid = ?`, [other.uid])).toHaveLength(1);
      }
      expectFailure(await app.login(user.email, PASSWORD), 'INVALID_CREDENTIALS');
      expectFailure(await app.refresh(user.refresh_token), 'INVALID_REFRESH_TOKEN');
    });

    it('makes the email available for another account', async () => {
      const user = await app.signUp();
      await app.delete('/api/auth/user', { token: user.token });
      const { uid } = (await create({ email: user.email })).json;
      expect(uid).toMatch(UUID_V7);
      expect(uid).not.toBe(user.uid);
    });
  });

  describe.each([
    ['deleted', (user: SignedUp) => app.delete('/api/auth/user', { token: user.token })],
    ['disabled', (user: SignedUp) => app.disable(user.uid)],
  ])('the access token of a %s user', (_state, change) => {
    let user: SignedUp;
    beforeAll(async () => {
      user = await app.signUp();
      await change(user);
    });

    it.each<[string, () => Promise<Answer>]>([
      ['PUT user', () => app.put('/api/auth/user', { metadata: '[]' }, { token: user.token })],
      ['DELETE user', () => app.delete('/api/auth/user', { token: user.token })],
      ['logout', () => app.post('/api/auth/user/logout', { refresh_token: user.refresh_token }, { token: user.token })],
      ['logout of all', () => app.post('/api/auth/user/logout', {}, { token: user.token })],
      [
        'change-password',
        () =>
          app.patch(
            '/api/auth/user/change-password',
            { old_password: PASSWORD, new_password: 'quite another secret' },
            { token: user.token },
          ),
      ],
      ['list sessions', () => app.get('/api/auth/user/sessions', { token: user.token })],
      ['end a session', () => app.delete(`/api/auth/user/sessions/${user.uid}`, { token: user.token })],
    ])('is refused by the endpoint: %s', async (_name, request) => {
      const before = await app.sql('SELECT * FROM users WHERE uid = ?', [user.uid]);
      expectFailure(await request(), 'NOT_AUTHENTICATED');
      expect(await app.sql('SELECT * FROM users WHERE uid = ?', [user.uid])).toEqual(before);
    });
  });
});
