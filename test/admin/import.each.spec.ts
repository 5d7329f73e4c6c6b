import { ANALYZE, itOnServer } from '../support/database/database.js';
import { about, expectFailure } from '../support/http/http.js';
import { countUsers, HASH, importLines } from '../support/imports/ndjson.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';

const app = useApp();

describe('an import', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const UID = '0190a0b0-c0d0-7000-8000-00000000000';

  /** The columns of a user without second factors. */
  const NO_HISTORY = {
    address_version: 0,
    admin_scopes_at: null,
    admin_scopes_by: null,
    email_before: null,
    email_before_until: null,
  };
  const NO_FACTORS = {
    unlinked_providers: null,
    mfa_enabled: 0,
    mfa: 'optional',
    mfa_due_at: null,
    mfa_enabled_at: 0,
    mfa_disabled_at: 0,
    password_set_at: 0,
    rung_1: 0,
    rung_2: 0,
    rung_3: 0,
    rung_4: 0,
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
        ...NO_HISTORY,
        made_by: expect.stringMatching(/^admin:/),
        made_open_at: about(now()),
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
        ...NO_HISTORY,
        made_by: expect.stringMatching(/^admin:/),
        made_open_at: null,
        metadata: '{}',
        created_at: about(now()),
        updated_at: about(now()),
        last_login: null,
        batch_id,
      },
    ]);
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

  it('a list has the imports, newest first, with those who began them and the users that are left', async () => {
    const { id, token } = await app.adminToken(['write'], { name: 'Nightly sync' });
    const created_at = about(now());
    const lines = [{ email: newEmail(), password: PASSWORD, email_verified: true }, { email: newEmail() }];
    const older = (await importLines(app, lines, '', token)).json.batch_id;
    const newer = (await importLines(app, [{ email: newEmail() }])).json.batch_id;
    await app.login(lines[0]?.email ?? '', PASSWORD);
    const first = (await app.admin('GET', '/import?limit=1')).json;
    expect(first).toMatchObject({
      imports: [{ batch_id: newer, created_at, created_by_name: 'ADMIN_TOKEN', users: 1 }],
      has_more: true,
    });
    const second = () => app.admin('GET', `/import?limit=1&cursor=${first.next_cursor}`);
    const listed = {
      ...{ batch_id: older, created_at, users: 2, has_more_users: false },
      ...{ created_by: `admin:${id}`, created_by_name: 'Nightly sync' },
    };
    expect((await second()).json.imports).toEqual([listed]);
    expect((await app.admin('DELETE', `/import/${older}`)).json).toEqual({ removed: 1, kept: 1 });
    expect((await second()).json.imports).toEqual([{ ...listed, users: 1 }]);
    const dry = await importLines(app, [{ email: newEmail() }], '?dry_run=true');
    expect(dry.json.batch_id).toBeNull();
    expect((await app.admin('GET', '/import?limit=1')).json.imports[0].batch_id).toBe(newer);
  });

  it('a list counts a limited number of users', async () => {
    const lines = Array.from({ length: 520 }, () => ({ email: newEmail() }));
    const { batch_id } = (await importLines(app, lines)).json;
    const others = Array.from({ length: 199 }, () => `('${crypto.randomUUID()}', 'cli', 1)`);
    await app.sql(`INSERT INTO import_batches (batch_id, created_by, created_at) VALUES ${others.join()}`);
    const find = async (limit: number) => {
      const { imports } = (await app.admin('GET', `/import?limit=${limit}`)).json;
      return imports.find((each: { batch_id: string }) => each.batch_id === batch_id);
    };
    expect(await find(200)).toMatchObject({ users: 500, has_more_users: true });
    await app.sql("DELETE FROM import_batches WHERE created_by = 'cli' AND created_at = 1");
    expect(await find(50)).toMatchObject({ users: 520, has_more_users: false });
  });

  it.each([
    ['in the first batch and the next', 10, 260],
    ['within one batch', 100, 101],
    ['far apart', 0, 599],
  ])('the first of several lines with the same email or uid is imported: %s', async (_what, one, other) => {
    const lines: Record<string, unknown>[] = Array.from({ length: 600 }, () => ({ email: newEmail() }));
    Object.assign(lines[one] ?? {}, { uid: crypto.randomUUID() });
    Object.assign(lines[other] ?? {}, { uid: lines[one]?.uid });
    const same = { email: lines[one]?.email };
    for (const query of ['?dry_run=true', '']) {
      expect((await importLines(app, [...lines, same], query)).json).toMatchObject({
        created: 599,
        failed: 2,
        results: [
          { line: other + 1, code: 'UID_ALREADY_IN_USE' },
          { line: 601, code: 'EMAIL_ALREADY_IN_USE' },
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
  itOnServer('the removal of a batch does not wait for users of other batches', async () => {
    const lines = Array.from({ length: 500 }, () => ({ email: newEmail() }));
    const [batch, other] = [
      (await importLines(app, lines)).json,
      (await importLines(app, [{ email: newEmail() }])).json,
    ];
    // Most users of the batch have signed in: the database prefers to look for those who never have, of all batches.
    const [never] = await app.sql('SELECT uid FROM users WHERE batch_id = ? LIMIT 1', [batch.batch_id]);
    await app.sql('UPDATE users SET last_login = 1 WHERE batch_id = ? AND uid <> ?', [batch.batch_id, never?.uid]);
    await app.sql(`${ANALYZE} users`);
    const [user] = await app.sql('SELECT uid FROM users WHERE batch_id = ?', [other.batch_id]);
    const release = await app.database.hold('UPDATE users SET updated_at = 1 WHERE uid = ?', [user?.uid]);
    expect((await removeBatch(batch.batch_id)).json).toEqual({ removed: 1, kept: 499 });
    await release();
  });

  it('several removals of one batch at once remove each user once', async () => {
    const { batch_id } = (
      await importLines(
        app,
        Array.from({ length: 600 }, () => ({ email: newEmail() })),
      )
    ).json;
    const answers = await Promise.all([removeBatch(batch_id), removeBatch(batch_id), removeBatch(batch_id)]);
    expect(answers.reduce((sum, { json }) => sum + json.removed, 0)).toBe(600);
    expect(answers.map(({ json }) => json.kept)).toContain(0);
  });
});
