import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nowOf } from '../support/factors/factors.js';
import { administrator, signedIn } from '../support/http/console.js';
import { type Answer, expectFailure } from '../support/http/http.js';
import { useIdp } from '../support/idp/idp.js';
import { type AddedProvider, addProvider, googleAccount, signInWith } from '../support/idp/providers.js';
import { exportText, HASH, importLines, importStream } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, newEmail, PASSWORD, useApp } from '../support/service/app.js';

const app = useApp();

describe('POST /api/admin/import/file', () => {
  const SOURCES = join(__dirname, '../cli/sources');

  const post = (path: string, raw: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> =>
    app.post(`/api/admin/import/${path}`, undefined, {
      token: ADMIN_TOKEN,
      raw: Buffer.from(raw),
      headers: { 'content-type': 'application/octet-stream', ...headers },
    });
  const mapped = (map: object, more = '') => `file?from=csv&map=${encodeURIComponent(JSON.stringify(map))}${more}`;
  const userOf = async (email: string) => (await app.admin('GET', `/users?email=${email}`)).json.users[0];

  it('imports the mapped columns of a table, and reads no other column', async () => {
    const email = newEmail();
    const table = `mail;Full name;active;hash;\n${email};"Ada; ""Lovelace""";no;${HASH};${HASH}\n`;
    const path = mapped({ email: 'mail', password_hash: 'hash', 'metadata.name': 'Full name' });
    const checked = await post(`${path}&dry_run=true`, table);
    expect(checked.json).toMatchObject({ batch_id: null, created: 1, failed: 0, without_password: 0 });
    expect(await userOf(email)).toBeUndefined();
    const done = await post(path, table);
    expect(done.json).toMatchObject({ created: 1, formats: { bcrypt: 1 }, failures: [], passwordless: [] });
    const user = await userOf(email);
    expect(user).toMatchObject({ active: true, batch_id: done.json.batch_id });
    expect(JSON.parse(user.metadata)).toEqual({ name: 'Ada; "Lovelace"' });
  });

  it('records the administrator as the actor, although it goes on after the beginning of the answer', async () => {
    const { id, token } = await app.adminToken(['read', 'write'], { name: 'Nightly sync' });
    const emails = Array.from({ length: 300 }, () => newEmail());
    const { json } = await app.post('/api/admin/import/file?from=csv', undefined, {
      token,
      raw: Buffer.from(`email\n${emails.join('\n')}\n`),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const listed = (await app.admin('GET', '/import?limit=1')).json.imports[0];
    expect(listed).toMatchObject({
      batch_id: json.batch_id,
      created_by: `admin:${id}`,
      created_by_name: 'Nightly sync',
    });
    const actors = await app.sql(
      "SELECT DISTINCT actor, ip FROM events WHERE type = 'user.imported' AND uid IN (SELECT uid FROM users WHERE batch_id = ?)",
      [json.batch_id],
    );
    expect(actors).toEqual([{ actor: `admin:${id}`, ip: '127.0.0.1' }]);
  });

  it('shows the wrong value in a message, and never one that could be a secret', async () => {
    const hash = '5f4dcc3b5aa765d61d8327deb882cf99';
    const rows = ['a@b.example,ja,', 'c@d.example,,31.02.2024', 'e@bad_host.example,,', `f@g.example,${hash},${hash}`];
    const table = `email,email_verified,created_at\n${rows.join('\n')}\n${hash},,\n`;
    const { json, text } = await post('file?from=csv&dry_run=true', table);
    expect(json.failures.map(({ message }: { message: string }) => message.slice(message.indexOf('It is')))).toEqual([
      'It is "ja".',
      'It is "31.02.2024".',
      'It is "e@bad_host.example".',
      'It is a text of length 32.',
      'It is a text of length 32.',
    ]);
    expect(text).not.toContain(hash);
    const lines = [
      { email: 'g@h.example', created_at: 'yesterday' },
      { email: 'i@j.example', created_at: '2024-02-31' },
    ];
    const { results } = (await importLines(app, lines, '?dry_run=true')).json;
    expect(results.map(({ message }: { message: string }) => message.slice(message.indexOf('It is')))).toEqual([
      'It is a text of length 9.',
      'It is "2024-02-31".',
    ]);
  });

  it('reports the records that fail, and the users without a password, with their places', async () => {
    const email = newEmail();
    const table = `email,password_hash\n${email},no hash\nnot an address,\n${email},${HASH}\n`;
    const { json } = await post('file?from=csv&dry_run=true&assume_verified=true', table);
    expect(json).toMatchObject({
      created: 1,
      failed: 2,
      without_password: 1,
      failures: [
        { at: 'record 2', code: 'INVALID_EMAIL', message: expect.stringContaining('It is a text of length 14.') },
        { at: 'record 3', code: 'EMAIL_ALREADY_IN_USE', message: expect.stringContaining('record 1') },
      ],
      passwordless: [{ at: 'record 1', code: 'INVALID_HASH', sign_in: [] }],
    });
  });

  it.each([
    ['auth0', 'auth0-users.ndjson'],
    ['clerk', 'clerk-users.csv'],
    ['cognito', 'cognito-users.json'],
    ['django', 'django-users.json'],
    ['firebase', 'firebase-users.csv'],
    ['keycloak', 'keycloak-users.json'],
    ['kratos', 'kratos-identities.json'],
    ['supabase', 'supabase-users.ndjson'],
    ['better-auth', 'better-auth-users.json'],
    ['aspnet', 'aspnet-users.csv'],
    ['wordpress', 'wordpress-users.json'],
  ])('reads the file of %s, with %s', async (from, file) => {
    const { status, json } = await post(`file?from=${from}&dry_run=true`, readFileSync(join(SOURCES, file)));
    expect([status, json.created > 0, json.code]).toEqual([200, true, undefined]);
  });

  it('reads the parameters of a Firebase project in a header', async () => {
    const config = readFileSync(join(SOURCES, 'firebase-hash-config.txt'), 'utf8').replace(/\s+/g, ' ');
    const file = readFileSync(join(SOURCES, 'firebase-users.json'));
    const without = await post('file?from=firebase&dry_run=true', file);
    const headers = { 'firebase-hash-config': config };
    const { json } = await post('file?from=firebase&dry_run=true', file, headers);
    expect(json.without_password).toBeLessThan(without.json.without_password);
    expect(Object.keys(json.formats).join()).toContain('Firebase');
  });

  it.each([
    ['file?from=csv', 'id,name\n1,Ada\n', 'The file has no column "email". Map it, such as --map email=<column>.'],
    ['file?from=csv', Buffer.from([0xff, 0xfe, 0x61, 0]), 'it is UTF-16'],
    ['file?from=csv', '', 'it is empty'],
    ['file?from=none', 'email\n', 'from must be supabase'],
    ['file?from=csv&map=[]', 'email\n', 'map must be a JSON object.'],
    ['file?from=csv&map=%7B%22x%22:%22y%22%7D', 'email\n', 'map has the field "x", which does not exist.'],
    ['file?from=csv&map=%7B%22id%22:%22y%22%7D', 'email\n', 'map must have a column for "email".'],
    ['file?from=auth0&map=%7B%22email%22:%22y%22%7D', '[]', 'map is for from=csv only.'],
    ['file?from=csv&rp_id=example.com', 'email\n', 'rp_id is for from=kratos only.'],
    ['file?from=keycloak', 'id,email\n1,a@example.com\n', 'This is not of the chosen source: it has no field'],
    ['file?from=kratos&rp_id=https://a', '[]', 'rp_id must be a host name'],
    ['preview', 'email,email\n', 'The header has the column "email" twice: rename one.'],
    ['preview', `${'a,'.repeat(3)}${Array.from({ length: 201 }, (_, index) => `c${index}`).join()}\n`, 'twice'],
    ['preview', Array.from({ length: 201 }, (_, index) => `c${index}`).join(), 'The header has 201 columns.'],
  ])('%s refuses the file %j', async (path, text, message) => {
    const { json } = await post(path, text);
    expect(json.code).toBe('INVALID_REQUEST');
    expect(json.message).toContain(message);
  });

  it('shows the columns of a table with the fields that they may fill, and its first rows', async () => {
    const cell = 'x'.repeat(200);
    const { json } = await post(
      'preview',
      `UID,E-Mail,password,active,Note,email\n7,a@example.com,${HASH},1,${cell},b\n`,
    );
    expect(json.columns).toEqual([
      { name: 'UID', field: 'id' },
      { name: 'E-Mail', field: 'email' },
      { name: 'password', field: 'password_hash' },
      { name: 'active', field: 'active' },
      { name: 'Note', field: null },
      { name: 'email', field: null },
    ]);
    expect(json.rows).toEqual([['7', 'a@example.com', HASH, '1', 'x'.repeat(100), 'b']]);
  });

  it('refuses a body that is not sent as a file', async () => {
    const { json } = await post('file?from=csv', 'email\n', { 'content-type': 'text/csv' });
    expect(json.code).toBe('UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('the identities of an import', () => {
  const idp = useIdp();

  const TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad';
  const OTHER_TENANT = 'f8cdef31-a31e-4b4a-93e4-5f571e91255a';
  const OID = '0a1b2c3d-1111-4222-8333-444455556666';

  let google: AddedProvider;
  let microsoft: AddedProvider;
  beforeAll(async () => {
    google = await addProvider(app, idp, 'google', { id: 'google' });
    microsoft = await addProvider(app, idp, 'microsoft', { id: 'microsoft' });
    await addProvider(app, idp, 'microsoft', { id: 'listed', fields: { tenants: [TENANT] } });
    await addProvider(app, idp, 'github', { id: 'github' });
  });

  let counter = 0;
  const newSubject = () => {
    counter += 1;
    return `${process.pid}${counter}`;
  };

  const create = (identities: unknown, more = {}) =>
    app.admin('POST', '/users', { email: newEmail(), identities, ...more });
  const identitiesOf = async (uid: string) => (await app.admin('GET', `/users/${uid}/identities`)).json.identities;
  const exported = async (uid: string) => {
    const lines = (await exportText(app, '?include_factors=true')).trim().split('\n');
    return JSON.parse(lines.find((line) => line.includes(uid)) ?? '{}');
  };

  it('a person with an imported identity signs in to the account, whatever the address at the provider', async () => {
    const account = googleAccount(newEmail());
    const email = newEmail();
    const identities = [{ provider: google.id, subject: account.sub, email: 'Old@Example.com' }];
    expect((await importLines(app, [{ email, identities }])).json).toMatchObject({ created: 1, failed: 0 });
    const answer = await signInWith(app, google.id, account);
    expect((await app.get('/api/auth/user', answer.json)).json.email).toBe(email);
    expect(await identitiesOf(answer.json.uid)).toHaveLength(1);
  });

  it('a person of Entra signs in with an identity of the tenant and the oid', async () => {
    const { uid } = (await create([{ provider: microsoft.id, subject: OID.toUpperCase(), tenant: TENANT }])).json;
    const account = { sub: 'pairwise', oid: OID, tid: TENANT, email: newEmail() };
    expect((await signInWith(app, microsoft.id, account)).json.uid).toBe(uid);
  });

  it.each<[string, unknown, string]>([
    ['no list', {}, ''],
    ['a list of texts', ['google'], ''],
    ['null', null, ''],
    ['no provider', [{ subject: '1' }], 'identities[0].provider'],
    ['an unknown provider', [{ provider: 'unknown', subject: '1' }], 'identities[0].provider'],
    ['a malformed provider', [{ provider: '../google', subject: '1' }], 'identities[0].provider'],
    ['no subject', [{ provider: 'google' }], 'identities[0].subject'],
    ['a blank subject', [{ provider: 'google', subject: ' ' }], 'identities[0].subject'],
    ['a number as the subject', [{ provider: 'github', subject: 1 }], 'identities[0].subject'],
    ['a login of GitHub', [{ provider: 'github', subject: 'octocat' }], 'identities[0].subject'],
    ['a tenant of Google', [{ provider: 'google', subject: '1', tenant: TENANT }], 'identities[0].tenant'],
    ['no tenant where the issuer has all', [{ provider: 'microsoft', subject: OID }], 'identities[0].tenant'],
    ['a tenant not in the list', [{ provider: 'listed', subject: OID, tenant: OTHER_TENANT }], 'identities[0].tenant'],
    [
      'a subject of Entra that is no oid',
      [{ provider: 'microsoft', subject: 'x', tenant: TENANT }],
      'identities[0].tenant and subject',
    ],
    ['a malformed email', [{ provider: 'google', subject: '1', email: 'x' }], 'identities[0].email'],
    ['a malformed key', [{ provider: 'google', subject: '1', key: 'x' }], 'identities[0].key'],
    ['an unknown field', [{ provider: 'google', subject: '1', sub: '1' }], 'identities[0]'],
    [
      'an error in the second one',
      [{ provider: 'google', subject: '1' }, { provider: 'google' }],
      'identities[1].subject',
    ],
    ['one identity twice', Array(2).fill({ provider: 'google', subject: 'twice' }), 'identities'],
  ])(
    'a line with %s fails with INVALID_FACTOR that names the field, as POST /users does',
    async (_what, identities, named) => {
      const imported = (await importLines(app, [{ email: newEmail(), identities }])).json;
      expect(imported.results).toEqual([{ line: 1, code: 'INVALID_FACTOR', message: expect.stringContaining(named) }]);
      expectFailure(await create(identities), 'INVALID_FACTOR');
    },
  );

  it('an identity that belongs to an account, or to a line before, fails with IDENTITY_ALREADY_LINKED', async () => {
    const of = (provider: string, subject: string) => [{ provider, subject }];
    const [taken, free] = [newSubject(), newSubject()];
    await create(of('google', taken));
    expectFailure(await create(of('google', taken)), 'IDENTITY_ALREADY_LINKED');
    const emails = Array.from({ length: 5 }, newEmail);
    const rows = [of('google', taken), of('google', free), of('google', free), of('github', free), undefined];
    const lines = rows.map((identities, index) => ({
      email: emails[index],
      identities,
      password: index === 4 ? PASSWORD : undefined,
    }));
    for (const query of ['?dry_run=true', '']) {
      const { created, results } = (await importLines(app, lines, query)).json;
      expect([created, results.map(({ line, code }: { line: number; code: string }) => `${line} ${code}`)]).toEqual([
        3,
        ['1 IDENTITY_ALREADY_LINKED', '3 IDENTITY_ALREADY_LINKED'],
      ]);
    }
  });

  it('an export with factors has the identities as an import reads them, and any other export has none', async () => {
    const subject = newSubject();
    const oid = OID.replace('0a1b', '1a1b');
    const identities = [
      { provider: 'google', subject, email: 'ada@example.com' },
      { provider: 'github', subject },
      { provider: 'listed', subject: oid, tenant: TENANT },
      { provider: 'microsoft', subject: oid, tenant: OTHER_TENANT },
    ];
    const { uid } = (await create(identities)).json;
    const line = await exported(uid);
    // The provider for all tenants does not give the tenant back.
    const unnamed = { provider: 'microsoft', subject: oid, key: expect.stringMatching(/^[\da-f]{64}$/) };
    expect(line.identities).toEqual([...identities.slice(0, 3), unnamed]);
    expect(await exportText(app)).not.toContain(subject);
    const keys = () =>
      app.sql('SELECT provider_id, key_hash, subject, email FROM identities WHERE uid = ? ORDER BY identity_id', [uid]);
    const before = await keys();
    await app.admin('DELETE', `/users/${uid}`);
    expect((await importLines(app, [line])).json).toMatchObject({ created: 1, failed: 0 });
    expect(await keys()).toEqual(before);
  });

  /** Exports a user in this way, and imports the line after the deletion. */
  const moved = async (uid: string, query = '') => {
    const text = await exportText(app, query);
    const line = JSON.parse(text.split('\n').find((each) => each.includes(uid)) ?? '{}');
    await app.admin('DELETE', `/users/${uid}`);
    expect((await importLines(app, [line])).json).toMatchObject({ created: 1, results: [] });
    return line;
  };

  it.each(['', '?include_factors=true'])(
    'an export%s and an import keep of which providers an identity was unlinked',
    async (query) => {
      const [email, account] = [newEmail(), googleAccount(newEmail())];
      const given = ['google', 'github'].map((provider) => ({ provider, subject: newSubject() }));
      const { uid } = (await create(given, { email, email_verified: true })).json;
      for (const { identity_id } of await identitiesOf(uid))
        (await app.admin('DELETE', `/users/${uid}/identities/${identity_id}`)).ok();
      for (let times = 0; times < 2; times++)
        expect((await moved(uid, query)).unlinked_providers.sort()).toEqual(['github', 'google']);
      expectFailure(await signInWith(app, google.id, { ...account, email }), 'EMAIL_CONFIRMATION_REQUIRED');
      expect(await identitiesOf(uid)).toEqual([]);
    },
  );

  it('an export has no unlinked providers of a user who has unlinked none, whose address links an identity after an import', async () => {
    const email = newEmail();
    const { uid } = (await create(undefined, { email, email_verified: true })).json;
    expect(await moved(uid)).not.toHaveProperty('unlinked_providers');
    expect((await signInWith(app, google.id, googleAccount(email))).json.uid).toBe(uid);
  });

  it.each<[string, unknown]>([
    ['no list', 'google'],
    ['null', null],
    ['a number', [1]],
    ['a text that is no id', ['google corp']],
    ['an id twice', ['google', 'google']],
  ])('a line whose unlinked providers have %s fails, as POST /users does', async (_what, unlinked_providers) => {
    const imported = (await importLines(app, [{ email: newEmail(), unlinked_providers }])).json;
    const message = expect.stringContaining('unlinked_providers');
    expect(imported.results).toEqual([{ line: 1, code: 'INVALID_REQUEST', message }]);
    expectFailure(await create(undefined, { unlinked_providers }), 'INVALID_REQUEST');
  });

  it('an export and an import keep that only the client of a sign-up has called the email verified', async () => {
    const claimed = () => app.sql('SELECT uid FROM users WHERE email_claimed AND email_verified AND NOT email_proved');
    const { uid } = await app.signUp({ email_verified: true });
    for (let times = 0; times < 2; times++) {
      expect(await claimed()).toContainEqual({ uid });
      await moved(uid);
    }
    await app.prove(uid);
    expect(await moved(uid)).not.toHaveProperty('email_claimed');
    expect(await claimed()).not.toContainEqual({ uid });
  });

  it('an exported identity of an earlier issuer does not become one of the present issuer', async () => {
    const provider = await addProvider(app, idp, 'google', { id: 'moved' });
    const subject = newSubject();
    const { uid } = (await create([{ provider: provider.id, subject }])).json;
    await app.sql("UPDATE providers SET issuer = 'http://localhost:1/other' WHERE id = ?", [provider.id]);
    expect((await exported(uid)).identities).toEqual([{ provider: 'moved', subject, key: expect.any(String) }]);
  });
});

describe('the lines of an import', () => {
  const line = (more: Record<string, unknown> = {}) => JSON.stringify({ email: newEmail(), ...more });

  /** The codes of the failed lines. */
  async function codes(chunks: (string | Buffer)[], query = ''): Promise<string[]> {
    async function* each() {
      yield* chunks;
    }
    const answer = await importStream(app.service, each(), query);
    return answer.json.results.map((result: { line: number; code: string }) => `${result.line} ${result.code}`);
  }

  it.each<[string, () => (string | Buffer)[], string[]]>([
    [
      'CRLF, a BOM, blank lines and no line break at the end',
      () => [`\ufeff${line()}\r\n\r\n \n${line()}\nx\n${line()}`],
      ['5 INVALID_REQUEST'],
    ],
    ['a BOM that is not at the start', () => [`${line()}\n\ufeff${line()}\n`], ['2 INVALID_REQUEST']],
    ['a line that arrives byte by byte', () => [...`${line()}\n`], []],
    [
      'invalid UTF-8',
      () => [
        line({ metadata: '"?"' }).replace('?', '\u00ff'),
        '\n',
        Buffer.from(line({ metadata: '"?"' }).replace('?', '\u00ff'), 'latin1'),
      ],
      ['2 INVALID_REQUEST'],
    ],
    ['an incomplete UTF-8 character', () => [Buffer.from([0x22, 0xe2, 0x82, 0x0a]), line()], ['1 INVALID_REQUEST']],
    ['the longest line', () => [`${line()}${' '.repeat(65_536 - line().length - 5)}\n`], []],
    ['a line over 64 KiB', () => [`${line()}\n${' '.repeat(65_530)}${line()}\r\n${line()}`], ['2 PAYLOAD_TOO_LARGE']],
    [
      'a line of 20 MiB',
      () => [line(), '\n', Buffer.alloc(20 * 1024 * 1024, 'x'), '\n', line(), '\nx'],
      ['2 PAYLOAD_TOO_LARGE', '4 INVALID_REQUEST'],
    ],
    [
      'NUL bytes',
      () => [
        Buffer.alloc(100),
        '\n',
        line({ metadata: '"\\u0000"' }),
        '\n',
        line({ metadata: '"\0"' }),
        '\n',
        JSON.stringify({ email: `a\0${newEmail()}` }),
      ],
      ['1 INVALID_REQUEST', '3 INVALID_METADATA', '4 INVALID_EMAIL'],
    ],
    [
      'nothing but open brackets',
      () => ['['.repeat(60_000), '\n', '{"a":'.repeat(10_000), '\n', line()],
      ['1 INVALID_REQUEST', '2 INVALID_REQUEST'],
    ],
    [
      'deep nesting',
      () => [
        `{"email":"${newEmail()}","x":${'['.repeat(30_000)}${']'.repeat(30_000)}}\n{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
      ],
      ['1 INVALID_REQUEST', '2 INVALID_EMAIL'],
    ],
    [
      'keys that look like prototypes',
      () => [
        `{"email":"${newEmail()}","__proto__":{"active":"x","uid":1},"constructor":{"prototype":{"active":1}},"toString":null}\n{"__proto__":{"email":"${newEmail()}"}}`,
      ],
      ['1 INVALID_REQUEST', '2 INVALID_REQUEST'],
    ],
    ['two objects on one line', () => [`${line()}${line()}`], ['1 INVALID_REQUEST']],
    ['an object over two lines', () => ['{\n"email":"a@example.com"}'], ['1 INVALID_REQUEST', '2 INVALID_REQUEST']],
    ['lone surrogates', () => [`{"email":"${newEmail()}","metadata":"\\"\\ud800\\""}`], ['1 INVALID_METADATA']],
    [
      'SQL',
      () => [
        JSON.stringify({ email: "x'); DROP TABLE users; --@example.com" }),
        '\n',
        JSON.stringify({ email: newEmail(), uid: "' OR 1=1 --" }),
      ],
      ['1 INVALID_EMAIL', '2 INVALID_REQUEST'],
    ],
    ['line breaks for headers', () => [JSON.stringify({ email: `x\r\nbcc:${newEmail()}` })], ['1 INVALID_EMAIL']],
  ])('an import reports exactly the wrong lines: %s', async (_what, chunks, expected) => {
    const same = chunks();
    expect(await codes(same, '?dry_run=true')).toEqual(expected);
    expect(await codes(same)).toEqual(expected);
  });

  /** The response of an import, and how many other requests were answered one after the other during the import. */
  async function importWhileRequesting(
    lines: AsyncIterable<string>,
    path: string,
  ): Promise<{ answer: Answer; answered: number }> {
    let over = false;
    const importing = importStream(app.service, lines).finally(() => {
      over = true;
    });
    let answered = 0;
    for (; !over; answered++) expect((await app.get(path)).status).toBe(200);
    return { answer: await importing, answered };
  }

  it('40,000 invalid lines are reported one by one, while other requests are answered', async () => {
    async function* garbage() {
      yield 'x\n'.repeat(40_000);
    }
    const { answer, answered } = await importWhileRequesting(garbage(), '/health/live');
    const { created, failed, results } = answer.json;
    expect([created, failed, results.length]).toEqual([0, 40_000, 40_000]);
    expect(
      results.every(
        (result: { line: number; code: string }, index: number) =>
          result.line === index + 1 && result.code === 'INVALID_REQUEST',
      ),
    ).toBe(true);
    // Usually about 300 requests are answered; forty of them while the service reads the body and writes its report.
    expect(answered).toBeGreaterThan(80);
  });

  it('other requests are answered while an import writes to the database', async () => {
    async function* lines() {
      for (let chunk = 0; chunk < 40; chunk++)
        yield Array.from({ length: 100 }, () => `${line({ metadata: `"${'x'.repeat(2_000)}"` })}\n`).join('');
    }
    const { answer, answered } = await importWhileRequesting(lines(), '/health/ready');
    expect(answer.json).toMatchObject({ created: 4_000, failed: 0 });
    // Usually more than 30 requests are answered: after each batch of lines, other requests have their turn.
    expect(answered).toBeGreaterThan(5);
  });

  it('a dry run also reports every line when the report is longer than the memory buffer', async () => {
    const good = { email: newEmail() };
    const lines = Array.from({ length: 3_500 }, (_, index) => (index % 7 === 0 ? good : { email: `bad ${index}` }));
    const { created, failed, results } = (await importLines(app, lines, '?dry_run=true')).json;
    expect([created, failed]).toEqual([1, 3_499]);
    expect(results.map((result: { line: number }) => result.line)).toEqual(
      Array.from({ length: 3_499 }, (_, index) => index + 2),
    );
  });
});

describe('an administrator who loses the right while a body arrives', () => {
  const FILE = '/file?from=csv';
  const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
  const newEmails = (count: number) => Array.from({ length: count }, newEmail);
  const created = async (emails: string[]) => {
    const places = emails.map(() => '?').join();
    return (await app.sql(`SELECT 1 FROM users WHERE email IN (${places})`, emails)).length;
  };
  const untilUsed = async (id: string) => {
    const isUsed = async () => (await app.sql('SELECT last_used_at AS at FROM admin_tokens WHERE id = ?', [id]))[0]?.at;
    while ((await isUsed()) === null) await sleep(5);
  };
  const untilCreated = async (emails: string[]) => {
    while ((await created(emails)) < emails.length) await sleep(5);
  };

  it.each<[string, () => Promise<{ by: Record<string, string>; lose: () => Promise<unknown> }>]>([
    [
      'a revoked token',
      async () => {
        const made = await app.adminToken(['write']);
        return { by: bearer(made), lose: () => app.admin('DELETE', `/tokens/${made.id}`) };
      },
    ],
    [
      'an expired token',
      async () => {
        const made = await app.adminToken(['write'], { expires_at: (await nowOf(app)) + 40 });
        return { by: bearer(made), lose: () => app.advance(50) };
      },
    ],
    [
      'a signed out browser',
      async () => {
        const browser = await signedIn(app);
        return { by: browser.headers(), lose: () => browser.call('DELETE', '/session') };
      },
    ],
    [
      'a user without the scope',
      async () => {
        const user = await administrator(app, ['read', 'write']);
        const browser = await signedIn(app, user.token);
        const lose = () => app.admin('PATCH', `/users/${user.uid}`, { admin_scopes: ['read'] });
        return { by: browser.headers(), lose };
      },
    ],
  ])('ends the import after the lines that were written: %s', async (_who, make) => {
    const { by, lose } = await make();
    const [before, after] = [newEmails(100), newEmails(100)];
    const lines = (emails: string[]) => emails.map((email) => `${JSON.stringify({ email })}\n`).join('');
    async function* body() {
      yield lines(before);
      await untilCreated(before);
      await lose();
      yield lines(after);
    }
    const answer = await importStream(app.service, body(), '', by);
    expectFailure(answer, 'NOT_AUTHENTICATED');
    expect(answer.json.message).toMatch(/Import [\da-f-]{36} ended after 100 lines and 100 accounts\.$/);
    expect(await created([...before, ...after])).toBe(100);
  });

  it.each(['', '?dry_run=true', FILE, `${FILE}&dry_run=true`])(
    'gets no other answer to what came before: /import%s',
    async (path) => {
      const made = await app.adminToken(['write']);
      const emails = newEmails(2);
      const rows = emails.map((email) => (path.startsWith(FILE) ? `${email}\n` : `${JSON.stringify({ email })}\n`));
      async function* body() {
        yield `${path.startsWith(FILE) ? 'email\n' : ''}${rows[0]}`;
        await untilUsed(made.id);
        await app.admin('DELETE', `/tokens/${made.id}`);
        yield String(rows[1]);
      }
      const answer = await importStream(app.service, body(), path, bearer(made));
      expectFailure(answer, 'NOT_AUTHENTICATED');
      expect(await created(emails)).toBe(0);
    },
  );

  it('is refused within the body of a long file', async () => {
    const made = await app.adminToken(['write']);
    const outgoing = request(`${app.service.url}/api/admin/import${FILE}`, {
      method: 'POST',
      headers: { ...bearer(made), 'content-type': 'application/octet-stream' },
    });
    const answered = once(outgoing, 'response');
    outgoing.write(`email\n${`${newEmail()}\n`.repeat(4_000)}`);
    await untilUsed(made.id);
    await app.admin('DELETE', `/tokens/${made.id}`);
    await app.advance(30);
    outgoing.write(`${newEmail()}\n`);
    await app.get('/health/live');
    await app.advance(35);
    outgoing.write(`${newEmail()}\n`);
    const [answer] = await answered;
    expect(JSON.parse(String(await answer.setEncoding('utf8').toArray()))).toMatchObject({ code: 'NOT_AUTHENTICATED' });
    outgoing.destroy();
  });
});
