import { DATABASE } from '../support/database/database.js';
import { about, expectFailure } from '../support/http/expect.js';
import { sendRaw } from '../support/http/raw.js';
import { countUsers, HASH, importLines, NDJSON, ndjson } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, newEmail, PASSWORD, useApp } from '../support/service/app.js';

const app = useApp();

describe('an import', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const UID = '0190a0b0-c0d0-7000-8000-00000000000';

  /** The columns of a user without second factors. */
  const NO_FACTORS = {
    mfa_enabled: 0,
    mfa: 'optional',
    mfa_due_at: null,
    factor_version: 0,
    factor_failures: 0,
    passkey_handle: null,
    email_claimed: 0,
  };
  const NO_CLAIMS = { claims: '{}', claims_changed_at: 0 };

  it('an import creates accounts from lines with every field, and from lines with an email only', async () => {
    const [full, bare] = [newEmail(), newEmail()];
    const answer = await importLines(app, [
      {
        uid: `${UID}A`,
        email: ` ${full.toUpperCase()} `,
        password_hash: HASH,
        email_verified: true,
        active: false,
        metadata: '{ "a":1,\n"ü":"\\u0000𝄞" }',
        created_at: 1_000_000_000,
      },
      { email: bare },
    ]);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { batch_id } = answer.json;
    expect(answer.json).toEqual({
      batch_id: expect.stringMatching(/^[\da-f-]{36}$/),
      created: 2,
      failed: 0,
      results: [],
    });
    const rows = await app.sql('SELECT * FROM users WHERE batch_id = ? ORDER BY created_at', [batch_id]);
    expect(
      rows.map((row) => ({
        ...row,
        active: Number(row.active),
        email_verified: Number(row.email_verified),
        email_proved: Number(row.email_proved),
        mfa_enabled: Number(row.mfa_enabled),
      })),
    ).toEqual([
      {
        uid: `${UID}a`,
        email: full,
        password_hash: HASH,
        password_version: 0,
        sign_ins: 0,
        ...NO_FACTORS,
        ...NO_CLAIMS,
        email_verified: 1,
        email_proved: 1,
        hash_steps: expect.any(Number),
        list_password: 1,
        active: 0,
        admin_scopes: '',
        list_admin: 0,
        list_passkey: 0,
        metadata: '{ "a":1,\n"ü":"\\u0000𝄞" }',
        created_at: 1_000_000_000,
        updated_at: about(now()),
        last_login: null,
        batch_id,
      },
      {
        uid: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7/),
        email: bare,
        password_hash: null,
        password_version: 0,
        sign_ins: 0,
        ...NO_FACTORS,
        ...NO_CLAIMS,
        email_verified: 0,
        email_proved: 0,
        hash_steps: null,
        list_password: 0,
        active: 1,
        admin_scopes: '',
        list_admin: 0,
        list_passkey: 0,
        metadata: '{}',
        created_at: about(now()),
        updated_at: about(now()),
        last_login: null,
        batch_id,
      },
    ]);
  });

  it('an import reports each failed line by its number and code, in order, and imports the others', async () => {
    const { email } = await app.signUp();
    const good = newEmail();
    const lines = [
      'nonsense',
      { email },
      '',
      { email: 'none' },
      '   \t',
      { email: good, password: PASSWORD },
      { email: newEmail(), password: 'short' },
      { email: newEmail(), password_hash: 'md5' },
      { email: newEmail(), password_hash: HASH, password: PASSWORD },
      { email: newEmail(), metadata: '{' },
      { email: newEmail(), uid: 'x' },
      { email: newEmail(), uid: `${UID}b` },
      { email: newEmail(), uid: `${UID}B` },
      { email: good.toUpperCase() },
      { email: newEmail(), active: 'yes' },
      { email: newEmail(), created_at: -1 },
      { email: newEmail(), password: null },
      {},
      '[]',
      'null',
      '"text"',
      { email: newEmail(), batch_id: 'of an export' },
      { email: newEmail(), login: true },
    ];
    const dry = (await importLines(app, lines, '?dry_run=true')).json;
    const { batch_id, ...answer } = (await importLines(app, lines, '?dry_run=false')).json;
    expect(answer).toEqual({ created: 3, failed: 18, results: expect.any(Array) });
    expect(answer.results.map(({ line, code }: { line: number; code: string }) => `${line} ${code}`)).toEqual([
      '1 INVALID_REQUEST',
      '2 EMAIL_ALREADY_IN_USE',
      '4 INVALID_EMAIL',
      '7 WEAK_PASSWORD',
      '8 INVALID_HASH',
      '9 INVALID_REQUEST',
      '10 INVALID_METADATA',
      '11 INVALID_REQUEST',
      '13 UID_ALREADY_IN_USE',
      '14 EMAIL_ALREADY_IN_USE',
      '15 INVALID_REQUEST',
      '16 INVALID_REQUEST',
      '17 WEAK_PASSWORD',
      '18 INVALID_EMAIL',
      '19 INVALID_REQUEST',
      '20 INVALID_REQUEST',
      '21 INVALID_REQUEST',
      '23 INVALID_REQUEST',
    ]);
    for (const result of answer.results) {
      expect(result).toEqual({
        line: expect.any(Number),
        code: expect.any(String),
        message: expect.stringMatching(/\S/),
      });
    }
    expect(dry).toEqual({ ...answer, batch_id: null });
    expect((await app.login(good, PASSWORD)).status).toBe(200);
  });

  it('an import records one event for each account, with the batch and the admin token', async () => {
    const { id, token } = await app.adminToken(['write']);
    const lines = Array.from({ length: 300 }, () => ({ email: newEmail() }));
    const { batch_id } = (await importLines(app, lines, '', token)).json;
    const events = await app.sql("SELECT * FROM events WHERE type = 'user.imported' AND actor = ?", [`admin:${id}`]);
    const users = await app.sql('SELECT uid FROM users WHERE batch_id = ?', [batch_id]);
    expect(events.map(({ uid }) => uid).sort()).toEqual(users.map(({ uid }) => uid).sort());
    for (const { data, ip } of events) expect([data, ip]).toEqual([JSON.stringify({ batch_id }), '127.0.0.1']);
    expect(await app.sql('SELECT created_by FROM import_batches WHERE batch_id = ?', [batch_id])).toEqual([
      { created_by: `admin:${id}` },
    ]);
  });

  it.each([
    ['in the first batch and the next', 10, 260],
    ['within one batch', 100, 101],
    ['far apart', 0, 899],
  ])('the first of several lines with the same email or uid is imported: %s', async (_what, one, other) => {
    const lines: Record<string, unknown>[] = Array.from({ length: 900 }, () => ({ email: newEmail() }));
    Object.assign(lines[one] ?? {}, { uid: crypto.randomUUID() });
    Object.assign(lines[other] ?? {}, { uid: lines[one]?.uid });
    const same = { email: lines[one]?.email };
    for (const query of ['?dry_run=true', '']) {
      expect((await importLines(app, [...lines, same], query)).json).toMatchObject({
        created: 899,
        failed: 2,
        results: [
          { line: other + 1, code: 'UID_ALREADY_IN_USE' },
          { line: 901, code: 'EMAIL_ALREADY_IN_USE' },
        ],
      });
    }
  });

  it('an import accepts the largest metadata and many roles in each line', async () => {
    // A database doubles each quote and backslash in a statement.
    const metadata = JSON.stringify('"'.repeat(8_000));
    const claims = JSON.stringify({ roles: Array.from({ length: 190 }, (_none, index) => index.toString(36)) });
    const lines = Array.from({ length: 100 }, () => ({ email: newEmail(), metadata, claims }));
    expect((await importLines(app, lines)).json).toMatchObject({ created: 100, failed: 0 });
  });

  it('the email and the uid of a failed line can be used by later lines', async () => {
    const [email, uid] = [newEmail(), crypto.randomUUID()];
    const taken = await app.signUp();
    const lines = [
      { email, uid: taken.uid },
      { email: taken.email, uid },
      { email, uid },
    ];
    for (const query of ['?dry_run=true', '']) {
      expect((await importLines(app, lines, query)).json).toMatchObject({
        created: 1,
        results: [
          { line: 1, code: 'UID_ALREADY_IN_USE' },
          { line: 2, code: 'EMAIL_ALREADY_IN_USE' },
        ],
      });
    }
  });

  it('a dry run of an import changes nothing', async () => {
    const tables = ['users', 'events', 'import_batches'];
    const counts = () => Promise.all(tables.map((table) => app.sql(`SELECT COUNT(*) AS n FROM ${table}`)));
    const before = await counts();
    const lines = Array.from({ length: 600 }, (_, index) => ({
      email: newEmail(),
      ...(index % 30 === 0 ? { password: PASSWORD } : {}),
    }));
    expect((await importLines(app, lines, '?dry_run=true')).json).toEqual({
      batch_id: null,
      created: 600,
      failed: 0,
      results: [],
    });
    expect(await counts()).toEqual(before);
  });

  it.each(['', 'yes', '1', 'TRUE', 'true&dry_run=true'])(
    'an import with dry_run=%s fails with INVALID_REQUEST that names the parameter',
    async (value) => {
      const answer = await importLines(app, [{ email: newEmail() }], `?dry_run=${value}`);
      expectFailure(answer, 'INVALID_REQUEST');
      expect(answer.json.message).toContain('dry_run');
    },
  );

  it.each([
    ['nothing', ''],
    ['blank lines', '\n\r\n  \n\ufeff'],
    ['only invalid lines', 'x\n'],
  ])('an import creates a batch without accounts from %s', async (_what, raw) => {
    const call = { token: ADMIN_TOKEN, raw, headers: { 'content-type': NDJSON } };
    const answer = await app.post('/api/admin/import', undefined, call);
    expect(answer.json).toMatchObject({ created: 0 });
    expect((await app.admin('DELETE', `/import/${answer.json.batch_id}`)).json).toEqual({ removed: 0, kept: 0 });
  });

  describe('the media type of an import', () => {
    const send = (type: string, more = {}) => {
      const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': type, ...more };
      return sendRaw(app.service.url, 'POST', '/api/admin/import', {
        headers,
        chunks: [ndjson([{ email: newEmail() }])],
      });
    };

    it.each([
      'application/x-ndjson',
      'application/ndjson',
      'Application/JSONL',
      'application/x-ndjson; charset=utf-8',
      'application/x-ndjson;charset="UTF-8"; header=present',
    ])('can be %s', async (type) => {
      expect((await send(type)).json).toMatchObject({ created: 1 });
    });

    it.each([
      'application/json',
      'text/plain',
      'application/x-ndjsonx',
      'multipart/form-data; boundary=x',
      'application/x-ndjson; charset=latin1',
      'nonsense',
      '',
    ])('cannot be %j', async (type) => {
      expectFailure(await send(type), 'UNSUPPORTED_MEDIA_TYPE', 415);
    });

    it.each(['gzip', 'br', 'x'])('cannot be compressed with %s', async (encoding) => {
      expectFailure(await send(NDJSON, { 'content-encoding': encoding }), 'UNSUPPORTED_MEDIA_TYPE', 415);
    });
  });

  it('an import needs an admin token with the scope write, and is refused otherwise before its body is read', async () => {
    const { token: user } = await app.signUp();
    const before = await countUsers(app);
    expectFailure(await importLines(app, [{ email: newEmail() }], '', user), 'NOT_AUTHENTICATED');
    expectFailure(await importLines(app, [{ email: newEmail() }], '?dry_run=x', 'adm_x'), 'NOT_AUTHENTICATED');
    for (const scope of ['read', 'export']) {
      const { token } = await app.adminToken([scope]);
      expectFailure(await importLines(app, [{ email: newEmail() }], '', token), 'NOT_AUTHORIZED');
      expectFailure(await app.admin('DELETE', '/import/x', undefined, token), 'NOT_AUTHORIZED');
    }
    expect(await countUsers(app)).toBe(before);
  });

  it('the response and the log of an import have neither an email nor a password', async () => {
    const email = newEmail();
    const secret = 'hunter2hunter2hunter2';
    const lines = [
      { email, password: secret, metadata: '{' },
      { email: `${email}@`, password: secret },
      { email, password: email },
      `{"email":"${email}","password":"${secret}"`,
      { email, password_hash: secret },
    ];
    const answer = await importLines(app, lines);
    expect(answer.json.failed).toBe(5);
    for (const text of [answer.text, app.service.log]) {
      expect(text).not.toContain(email);
      expect(text).not.toContain(secret);
    }
  });
});

describe('a batch of an import', () => {
  const removeBatch = (id: string) => app.admin('DELETE', `/import/${id}`);

  it('the removal of a batch removes the users who never signed in, keeps the others, and does not touch other batches', async () => {
    const before = await countUsers(app);
    const lines = Array.from({ length: 600 }, () => ({ email: newEmail() }));
    const { batch_id } = (await importLines(app, [...lines, { email: newEmail(), active: false }])).json;
    const other = (await importLines(app, [{ email: newEmail() }])).json;
    const signedIn = newEmail();
    const second = (await importLines(app, [{ email: signedIn, password: PASSWORD }, { email: newEmail() }])).json;
    expect((await app.login(signedIn, PASSWORD)).status).toBe(200);
    expect((await removeBatch(batch_id.toUpperCase())).json).toEqual({ removed: 601, kept: 0 });
    expect((await removeBatch(second.batch_id)).json).toEqual({ removed: 1, kept: 1 });
    for (const [id, kept] of [
      [batch_id, 0],
      [second.batch_id, 1],
    ]) {
      expect((await removeBatch(id)).json).toEqual({ removed: 0, kept });
    }
    expect((await app.login(signedIn, PASSWORD)).status).toBe(200);
    expect(await countUsers(app)).toBe(before + 2);
    expect((await removeBatch(other.batch_id)).json).toEqual({ removed: 1, kept: 0 });
  });

  it('the removal of a batch is recorded as one event for each user, and none for sessions', async () => {
    const { id, token } = await app.adminToken(['write']);
    const lines = Array.from({ length: 260 }, () => ({ email: newEmail() }));
    const { batch_id } = (await importLines(app, lines)).json;
    const uids = (await app.sql('SELECT uid FROM users WHERE batch_id = ?', [batch_id])).map(({ uid }) => uid);
    await app.admin('DELETE', `/import/${batch_id}`, undefined, token);
    const events = await app.sql("SELECT uid, data FROM events WHERE type = 'user.deleted' AND actor = ?", [
      `admin:${id}`,
    ]);
    expect(events.map(({ uid }) => uid).sort()).toEqual(uids.sort());
    for (const { data } of events) expect(data).toBe(JSON.stringify({ batch_id }));
  });

  it.each(['x', '0', '019391a0-0000-7000-8000-000000000000', '%00', "' OR 1=1 --", '%25'])(
    'the removal of the batch %s fails with BATCH_NOT_FOUND',
    async (id) => {
      expectFailure(await removeBatch(encodeURIComponent(id)), 'BATCH_NOT_FOUND');
    },
  );

  it('a dry run creates no batch', async () => {
    const before = (await app.sql('SELECT COUNT(*) AS n FROM import_batches'))[0];
    expect((await importLines(app, [{ email: newEmail() }], '?dry_run=true')).json.batch_id).toBeNull();
    expect((await app.sql('SELECT COUNT(*) AS n FROM import_batches'))[0]).toEqual(before);
  });

  it('a user who signs in while the batch is removed is either kept with the session, or removed and refused', async () => {
    const emails = Array.from({ length: 12 }, () => newEmail());
    const crowd = Array.from({ length: 800 }, () => ({ email: newEmail() }));
    const { batch_id } = (await importLines(app, [...crowd, ...emails.map((email) => ({ email, password: PASSWORD }))]))
      .json;
    const [answer, ...logins] = await Promise.all([
      removeBatch(batch_id),
      ...emails.map((email) => app.login(email, PASSWORD)),
    ]);
    const inside = logins.filter(({ status }) => status === 200).length;
    for (const login of logins) if (login.status !== 200) expectFailure(login, 'INVALID_CREDENTIALS');
    expect(answer?.json).toEqual({ removed: 812 - inside, kept: inside });
    const left = await app.sql('SELECT last_login FROM users WHERE batch_id = ?', [batch_id]);
    expect(left).toHaveLength(inside);
    for (const { last_login } of left) expect(last_login).not.toBeNull();
  });

  it('the removal of a batch waits for a sign-in that is not committed yet, and records no removal of its user', async () => {
    const { batch_id } = (await importLines(app, [{ email: newEmail() }, { email: newEmail() }])).json;
    const [user] = await app.sql('SELECT uid FROM users WHERE batch_id = ?', [batch_id]);
    const release = await app.database.hold('UPDATE users SET last_login = 1 WHERE uid = ?', [user?.uid]);
    const removal = removeBatch(batch_id);
    await app.untilStatementWaits();
    await release();
    expect((await removal).json).toEqual({ removed: 1, kept: 1 });
    const types = (await app.events(String(user?.uid))).map(({ type }) => type);
    expect(types).not.toContain('user.deleted');
  });

  // A lock of another process on SQLite is one of the whole file.
  (DATABASE === 'mysql' ? it : it.skip)('the removal of a batch does not wait for users of other batches', async () => {
    const lines = Array.from({ length: 500 }, () => ({ email: newEmail() }));
    const [batch, other] = [
      (await importLines(app, lines)).json,
      (await importLines(app, [{ email: newEmail() }])).json,
    ];
    // Most users of the batch have signed in: the database prefers to look for those who never have, of all batches.
    await app.sql('UPDATE users SET last_login = 1 WHERE batch_id = ? ORDER BY uid LIMIT 499', [batch.batch_id]);
    await app.sql('ANALYZE TABLE users');
    const [user] = await app.sql('SELECT uid FROM users WHERE batch_id = ?', [other.batch_id]);
    const release = await app.database.hold('UPDATE users SET updated_at = 1 WHERE uid = ?', [user?.uid]);
    expect((await removeBatch(batch.batch_id)).json).toEqual({ removed: 1, kept: 499 });
    await release();
  });

  it('several removals of one batch at once remove each user once', async () => {
    const { batch_id } = (
      await importLines(
        app,
        Array.from({ length: 900 }, () => ({ email: newEmail() })),
      )
    ).json;
    const answers = await Promise.all([removeBatch(batch_id), removeBatch(batch_id), removeBatch(batch_id)]);
    expect(answers.reduce((sum, { json }) => sum + json.removed, 0)).toBe(900);
    expect(answers.map(({ json }) => json.kept)).toContain(0);
  });
});
