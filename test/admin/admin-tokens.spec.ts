import { about, expectFailure, expectNothing } from '../support/http/http.js';
import { exportText, HASH, importLines } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, App, newEmail, PASSWORD, useApp } from '../support/service/app.js';
import { Cli } from '../support/service/cli.js';

const app = useApp({ LOG_LEVEL: 'debug' });

describe('an admin token', () => {
  const now = () => Math.floor(Date.now() / 1000);

  it('the token in ADMIN_TOKEN has all scopes, and is stored only as its SHA-256', async () => {
    const { tokens } = (await app.admin('GET', '/tokens')).json;
    expect(tokens.at(-1)).toMatchObject({
      name: 'ADMIN_TOKEN',
      scopes: ['read', 'write', 'export', 'providers', 'webhooks', 'impersonate', 'admins', 'clients'],
      created_by: 'env',
      expires_at: null,
    });
    expect(tokens.at(-1).last_used_at).toEqual(about(now()));
    expect(JSON.stringify(await app.sql('SELECT * FROM admin_tokens'))).not.toContain(ADMIN_TOKEN);
  });

  it('an admin token is shown once, works, and is listed newest first without its value', async () => {
    const { id, token } = await app.adminToken(['read', 'write'], { name: 'Back office', expires_at: now() + 600 });
    expect(token).toMatch(/^adm_[\w-]{43}$/);
    const { status, text, json } = await app.admin('GET', '/tokens', undefined, token);
    expect(status).toBe(200);
    expect(json.tokens[0]).toEqual({
      id,
      name: 'Back office',
      scopes: ['read', 'write'],
      created_by: expect.stringMatching(/^admin:/),
      created_at: about(now()),
      expires_at: about(now() + 600),
      last_used_at: about(now()),
    });
    expect(text).not.toContain(token);
    expect(JSON.stringify(await app.sql('SELECT * FROM admin_tokens'))).not.toContain(token);
  });

  it.each([
    ['no name', { scopes: ['read'] }, 'name'],
    ['an empty name', { name: '', scopes: ['read'] }, 'name'],
    ['a long name', { name: 'x'.repeat(101), scopes: ['read'] }, 'name'],
    ['a name that breaks the line', { name: 'x\ny', scopes: ['read'] }, 'name'],
    ['a name that steers a terminal', { name: '\u001b[31mx', scopes: ['read'] }, 'name'],
    ['a lone surrogate', { name: '\ud800', scopes: ['read'] }, 'name'],
    ['no scopes', { name: 'x' }, 'scopes'],
    ['an empty list of scopes', { name: 'x', scopes: [] }, 'scopes'],
    ['a scope twice', { name: 'x', scopes: ['read', 'read'] }, 'scopes'],
    ['an unknown scope', { name: 'x', scopes: ['read', 'root'] }, 'scopes'],
    ['a scope in a list', { name: 'x', scopes: [['read']] }, 'scopes'],
    ['a scope outside a list', { name: 'x', scopes: 'read' }, 'scopes'],
    ['a scope named null', { name: 'x', scopes: [null] }, 'scopes'],
    ['an expiry that is past', { name: 'x', scopes: ['read'], expires_at: 1 }, 'expires_at'],
    ['an expiry of null', { name: 'x', scopes: ['read'], expires_at: null }, 'expires_at'],
    ['an expiry in words', { name: 'x', scopes: ['read'], expires_at: '2030-01-01' }, 'expires_at'],
  ])(
    'the creation of an admin token fails with INVALID_REQUEST that names the field, for %s',
    async (_what, body, field) => {
      const answer = await app.admin('POST', '/tokens', body);
      expectFailure(answer, 'INVALID_REQUEST');
      expect(answer.json.message).toContain(field);
    },
  );

  it('an admin token without the scope export cannot create a token with it', async () => {
    const { token } = await app.adminToken(['write']);
    expectFailure(await app.admin('POST', '/tokens', { name: 'x', scopes: ['export'] }, token), 'NOT_AUTHORIZED');
    expect((await app.admin('POST', '/tokens', { name: 'x', scopes: ['read'] }, token)).status).toBe(200);
  });

  it('an admin token cannot create a token that expires later than itself', async () => {
    const { token } = await app.adminToken(['read', 'write'], { expires_at: now() + 60 });
    const make = (expires_at?: number) =>
      app.admin('POST', '/tokens', { name: 'x', scopes: ['read'], expires_at }, token);
    expectFailure(await make(), 'NOT_AUTHORIZED');
    expectFailure(await make(now() + 120), 'NOT_AUTHORIZED');
    expect((await make(now() + 30)).status).toBe(200);
  });

  it('a revoked admin token does not work, is not listed and cannot be revoked again', async () => {
    const { id, token } = await app.adminToken(['read']);
    expectNothing(await app.admin('DELETE', `/tokens/${id.toUpperCase()}`));
    expectFailure(await app.admin('GET', '/tokens', undefined, token), 'NOT_AUTHENTICATED');
    const { tokens } = (await app.admin('GET', '/tokens?limit=200')).json;
    expect(tokens.map((shown: { id: string }) => shown.id)).not.toContain(id);
    expectFailure(await app.admin('DELETE', `/tokens/${id}`), 'TOKEN_NOT_FOUND');
  });

  describe('an admin token', () => {
    const revoke = (id: string, token: string) => app.admin('DELETE', `/tokens/${id}`, undefined, token);

    it.each([
      [['write'], ['read', 'write', 'export']],
      [['write'], ['write', 'export']],
      [['write'], ['read']],
      [['read', 'write'], ['export']],
    ])('with the scopes %j cannot revoke a token with %j', async (own, others) => {
      const { token } = await app.adminToken(own);
      const other = await app.adminToken(others);
      expectFailure(await revoke(other.id, token), 'NOT_AUTHORIZED');
      expect((await app.admin('GET', '/tokens', undefined, other.token)).code).not.toBe('NOT_AUTHENTICATED');
      const events = (await app.admin('GET', '/events?type=admin.token_revoked&limit=200')).json.events;
      expect(JSON.stringify(events)).not.toContain(other.id);
      expectNothing(await app.admin('DELETE', `/tokens/${other.id}`));
      expectFailure(await revoke(other.id, token), 'TOKEN_NOT_FOUND');
    });

    it.each([
      [['write'], ['write']],
      [
        ['read', 'write'],
        ['write', 'read'],
      ],
      [
        ['write', 'export'],
        ['export', 'write'],
      ],
    ])('with the scopes %j can revoke a token with %j', async (own, others) => {
      const { token } = await app.adminToken(own);
      const other = await app.adminToken(others);
      expectNothing(await revoke(other.id, token));
      expectFailure(await app.admin('GET', '/tokens', undefined, other.token), 'NOT_AUTHENTICATED');
    });

    it('can revoke a token that it created', async () => {
      const { token } = await app.adminToken(['write']);
      const made = (await app.admin('POST', '/tokens', { name: 'Made', scopes: ['read', 'write'] }, token)).json;
      expectNothing(await revoke(made.id, token));
      expectFailure(await app.admin('GET', '/tokens', undefined, made.token), 'NOT_AUTHENTICATED');
    });

    it('can revoke itself', async () => {
      const { id, token } = await app.adminToken(['write']);
      expectNothing(await revoke(id, token));
      expectFailure(await revoke(id, token), 'NOT_AUTHENTICATED');
    });
  });

  it.each(['x', '0', '019391a0-0000-7000-8000-000000000000', '%00', "' OR 1=1 --"])(
    'the revocation of an admin token fails with TOKEN_NOT_FOUND for the id %s',
    async (id) => {
      expectFailure(await app.admin('DELETE', `/tokens/${encodeURIComponent(id)}`), 'TOKEN_NOT_FOUND');
    },
  );

  it('an admin token works until the second in which it expires', async () => {
    const own = await App.start();
    const { token } = await own.adminToken(['read'], { expires_at: now() + 60 });
    await own.advance(50);
    expect((await own.admin('GET', '/tokens', undefined, token)).status).toBe(200);
    await own.advance(10);
    expectFailure(await own.admin('GET', '/tokens', undefined, token), 'NOT_AUTHENTICATED');
    await own.stop();
  });

  it('an admin token is not accepted as an access token, nor an access token as an admin token', async () => {
    const user = await app.signUp();
    expectFailure(await app.get('/api/auth/user', { token: ADMIN_TOKEN }), 'NOT_AUTHENTICATED');
    expectFailure(await app.admin('GET', '/tokens', undefined, user.token), 'NOT_AUTHENTICATED');
  });

  it('the event log names the admin tokens that created and revoked a token', async () => {
    const { id, token } = await app.adminToken(['write'], { name: 'Maker' });
    const made = (await app.admin('POST', '/tokens', { name: 'Made', scopes: ['read'] }, token)).json;
    await app.admin('DELETE', `/tokens/${made.id}`, undefined, token);
    const rows = await app.sql('SELECT type, actor, ip, data FROM events WHERE actor = ? ORDER BY id', [`admin:${id}`]);
    expect(rows).toEqual([
      { type: 'admin.token_created', actor: `admin:${id}`, ip: '127.0.0.1', data: expect.stringContaining(made.id) },
      { type: 'admin.token_revoked', actor: `admin:${id}`, ip: '127.0.0.1', data: expect.stringContaining(made.id) },
    ]);
    expect(JSON.stringify(rows)).not.toContain(made.token);
  });
});

describe('a field', () => {
  const copy = useApp();

  const NAMED = '"emial" is not a known field.';
  const user = (more: Record<string, unknown> = {}) => ({ email: newEmail(), password: PASSWORD, ...more });
  const isThere = async (email: string) => (await app.admin('GET', `/users?email=${email}`)).json.users.length === 1;

  describe('an unknown field', () => {
    it('is ignored in a request of a user, and logged by its name, without its value', async () => {
      const { email } = user();
      const body = {
        email,
        password: PASSWORD,
        'Emial\u001b[2J': 'Unlogged value',
        nested: { deep: 'Unlogged value' },
      };
      expect((await app.post('/api/auth/user/create', body)).status).toBe(200);
      await app.service.logged('"Emial'.replaceAll('"', '\\"'));
      const [line = ''] = app.service.log.split('\n').filter((text) => text.includes('Emial'));
      expect(JSON.parse(line)).toMatchObject({
        level: 'debug',
        msg: 'Unknown fields of CreateUserRequest ignored: "Emial\\u001b[2J", "nested"',
      });
      expect(app.service.log).not.toContain('Unlogged value');
    });

    it('in the query of a URL is logged by its name, too', async () => {
      expect((await app.admin('GET', '/users?limit=1&Lmit=Unlogged+value')).status).toBe(200);
      await app.service.logged('Lmit');
      expect(app.service.log).not.toContain('Unlogged');
    });

    it('is not logged at the level info', async () => {
      expect((await copy.post('/api/auth/user/create', user({ Emial: 1 }))).status).toBe(200);
      await copy.get('/.well-known/jwks.json');
      await copy.service.logged('/.well-known/jwks.json');
      expect(copy.service.log).not.toContain('Emial');
    });

    it('is refused by POST /api/admin/users, which names it and creates no user', async () => {
      const body = user({ emial: 'Unlogged value' });
      const answer = await app.admin('POST', '/users', body);
      expect([answer.status, answer.json]).toEqual([400, { code: 'INVALID_REQUEST', message: NAMED }]);
      expect(await isThere(body.email)).toBe(false);
    });

    it('is refused by POST /api/admin/users also if an import would accept it', async () => {
      const { json } = await app.admin('POST', '/users', user({ batch_id: null }));
      expect(json).toEqual({ code: 'INVALID_REQUEST', message: '"batch_id" is not a known field.' });
    });

    it.each(['', '?dry_run=true'])(
      'fails its line of an import%s, which names it, and no other line',
      async (query) => {
        const [wrong, right] = [user({ emial: 'x' }), user()];
        const { json } = await importLines(app, [wrong, right], query);
        expect(json).toMatchObject({ created: 1, failed: 1 });
        expect(json.results).toEqual([{ line: 1, code: 'INVALID_REQUEST', message: NAMED }]);
        expect(await isThere(wrong.email)).toBe(false);
        expect(await isThere(right.email)).toBe(query === '');
      },
    );

    it.each([[], ['--dry-run']])(
      'fails its line of an import on the command line %j, which names it',
      async (...more) => {
        const cli = new Cli({ DATABASE_URL: app.database.url });
        try {
          const { code, stdout } = await cli.run(['import', '-', ...more], {
            input: JSON.stringify(user({ emial: 1 })),
          });
          expect(code).toBe(1);
          expect(stdout).toContain(`line 1: INVALID_REQUEST: ${NAMED}`);
        } finally {
          cli.remove();
        }
      },
    );
  });

  it.each(['', '?include_hashes=true'])('an import accepts every field that an export%s writes', async (query) => {
    const emails = [newEmail(), newEmail(), newEmail(), newEmail()];
    const [hashed, unproved, bare, signedUp] = emails;
    const facts = { active: false, metadata: '{"a":1}', created_at: 7 };
    const rows = [
      { email: hashed, password_hash: HASH, email_verified: true, ...facts },
      { email: unproved, email_verified: true, email_proved: false },
      { email: bare },
    ];
    expect((await importLines(app, rows)).json.failed).toBe(0);
    await app.post('/api/auth/user/create', { email: signedUp, password: PASSWORD });
    const exported = (await exportText(app, query)).split('\n').filter((line) => emails.some((e) => line.includes(e)));
    const names = new Set(exported.flatMap((line) => Object.keys(JSON.parse(line))));
    const always = ['active', 'batch_id', 'created_at', 'email', 'email_proved', 'email_verified', 'metadata', 'uid'];
    expect([...names].sort()).toEqual([...always, query ? 'password_hash' : 'migration_closed'].sort());
    const { json } = await importLines(copy, exported);
    expect(json).toMatchObject({ created: 4, failed: 0 });
    const again = (await exportText(copy, query)).split('\n').filter((line) => emails.some((e) => line.includes(e)));
    const withoutBatch = (line: string) => ({ ...JSON.parse(line), batch_id: null });
    expect(again.map(withoutBatch)).toEqual(exported.map(withoutBatch));
  });
});

describe('the scopes of a token', () => {
  const UNKNOWN_ID = '019391a0-0000-7000-8000-000000000000';
  const NDJSON = { headers: { 'content-type': 'application/x-ndjson' }, raw: '\n' };

  /** Every route of the admin API, and the scope that it requires. */
  const ROUTES: [method: string, path: string, scope: string][] = [
    ['GET', '/users', 'read'],
    ['GET', '/users.csv', 'export'],
    ['POST', '/users/bulk', 'write'],
    ['POST', '/users', 'write'],
    ['GET', '/users/{uid}', 'read'],
    ['PATCH', '/users/{uid}', 'write'],
    ['DELETE', '/users/{uid}', 'write'],
    ['GET', '/users/{uid}/export', 'export'],
    ['GET', '/users/{uid}/sessions', 'read'],
    ['DELETE', '/users/{uid}/sessions', 'write'],
    ['DELETE', '/users/{uid}/sessions/{session_id}', 'write'],
    ['POST', '/users/{uid}/impersonate', 'impersonate'],
    ['GET', '/users/{uid}/api-keys', 'read'],
    ['DELETE', '/users/{uid}/api-keys/{key_id}', 'write'],
    ['GET', '/api-keys', 'read'],
    ['GET', '/clients', 'clients'],
    ['POST', '/clients', 'clients'],
    ['GET', '/clients/{client_id}', 'clients'],
    ['PATCH', '/clients/{client_id}', 'clients'],
    ['DELETE', '/clients/{client_id}', 'clients'],
    ['POST', '/clients/{client_id}/secrets', 'clients'],
    ['DELETE', '/clients/{client_id}/secrets/{secret_id}', 'clients'],
    ['GET', '/users/{uid}/factors', 'read'],
    ['POST', '/users/{uid}/factors/reset', 'write'],
    ['DELETE', '/users/{uid}/factors/reset', 'write'],
    ['GET', '/users/{uid}/identities', 'read'],
    ['DELETE', '/users/{uid}/identities/{identity_id}', 'write'],
    ['GET', '/users/{uid}/passkeys', 'read'],
    ['DELETE', '/users/{uid}/passkeys/{passkey_id}', 'write'],
    ['POST', '/links', 'write'],
    ['GET', '/import', 'read'],
    ['POST', '/import', 'write'],
    ['POST', '/import/file', 'write'],
    ['POST', '/import/preview', 'write'],
    ['DELETE', '/import/{batch_id}', 'write'],
    ['GET', '/export', 'export'],
    ['GET', '/events', 'read'],
    ['GET', '/messages', 'read'],
    ['POST', '/messages/{id}/retry', 'write'],
    ['GET', '/templates', 'read'],
    ['GET', '/templates/{kind}', 'read'],
    ['GET', '/templates/{kind}/page', 'read'],
    ['GET', '/checks', 'read'],
    ['GET', '/settings', 'read'],
    ['GET', '/webhooks', 'webhooks'],
    ['POST', '/webhooks', 'webhooks'],
    ['GET', '/webhooks/{id}', 'webhooks'],
    ['PATCH', '/webhooks/{id}', 'webhooks'],
    ['DELETE', '/webhooks/{id}', 'webhooks'],
    ['POST', '/webhooks/{id}/secret', 'webhooks'],
    ['POST', '/webhooks/{id}/test', 'webhooks'],
    ['POST', '/webhooks/{id}/replay', 'webhooks'],
    ['GET', '/webhooks/{id}/deliveries', 'webhooks'],
    ['POST', '/webhooks/{id}/deliveries/{delivery_id}/retry', 'webhooks'],
    ['GET', '/tokens', 'read'],
    ['POST', '/tokens', 'write'],
    ['PATCH', '/tokens/{id}', 'write'],
    ['DELETE', '/tokens/{id}', 'write'],
    ['GET', '/keys', 'read'],
    ['POST', '/keys/rotate', 'write'],
    ['GET', '/stats', 'read'],
    ['GET', '/providers', 'providers'],
    ['POST', '/providers', 'providers'],
    ['GET', '/providers/{id}', 'providers'],
    ['PATCH', '/providers/{id}', 'providers'],
    ['DELETE', '/providers/{id}', 'providers'],
    ['POST', '/providers/{id}/test', 'providers'],
  ];

  /** The scopes of each bearer; undefined where it is not a valid admin token. */
  const BEARERS: Record<string, string[] | undefined> = {
    'no token': undefined,
    'an unknown token': undefined,
    'a revoked token': undefined,
    'an expired token': undefined,
    'a user': undefined,
    'a user beside an admin': undefined,
    'a reader': ['read'],
    'a writer': ['write'],
    'an exporter': ['export'],
    'one for providers': ['providers'],
    'one for webhooks': ['webhooks'],
    'one for impersonation': ['impersonate'],
    'one with all scopes': ['read', 'write', 'export', 'providers', 'webhooks', 'impersonate', 'admins', 'clients'],
  };
  const bearers = new Map<string, string | undefined>();
  beforeAll(async () => {
    const everything = ['read', 'write', 'export', 'webhooks'];
    const revoked = await app.adminToken(everything);
    await app.admin('DELETE', `/tokens/${revoked.id}`);
    const expired = await app.adminToken(everything, { expires_at: Math.floor(Date.now() / 1000) + 100 });
    await app.advance(200);
    bearers.set('no token', undefined);
    bearers.set('an unknown token', `${ADMIN_TOKEN.slice(0, -1)}x`);
    bearers.set('a revoked token', revoked.token);
    bearers.set('an expired token', expired.token);
    bearers.set('a user', (await app.signUp()).token);
    bearers.set('a user beside an admin', `${(await app.signUp()).token} ${ADMIN_TOKEN}`);
    bearers.set('a reader', (await app.adminToken(['read'])).token);
    bearers.set('a writer', (await app.adminToken(['write'])).token);
    bearers.set('an exporter', (await app.adminToken(['export'])).token);
    bearers.set('one for providers', (await app.adminToken(['providers'])).token);
    bearers.set('one for webhooks', (await app.adminToken(['webhooks'])).token);
    bearers.set('one for impersonation', (await app.adminToken(['impersonate'])).token);
    bearers.set('one with all scopes', ADMIN_TOKEN);
  });

  const addressOf = (path: string) => `/api/admin${path.replace(/\{\w+\}/g, UNKNOWN_ID)}`;

  it('the table of this test lists every admin route of the OpenAPI document, and no other', async () => {
    const { paths } = (await app.get('/openapi.json')).json;
    const documented = Object.entries<object>(paths)
      // The session of the console needs no scope: console.spec.ts.
      .filter(([path]) => path.startsWith('/api/admin') && path !== '/api/admin/session')
      .flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice('/api/admin'.length)}`),
      );
    expect(documented.sort()).toEqual(ROUTES.map(([method, path]) => `${method} ${path}`).sort());
  });

  describe.each(ROUTES)('%s %s', (method, path, scope) => {
    it.each(Object.entries(BEARERS))('checks the scopes of the bearer: %s', async (bearer, scopes) => {
      const body = path === '/import' ? NDJSON : {};
      const answer = await app.service.call(method, addressOf(path), { token: bearers.get(bearer), ...body });
      if (scopes === undefined) expectFailure(answer, 'NOT_AUTHENTICATED');
      else if (!scopes.includes(scope)) expectFailure(answer, 'NOT_AUTHORIZED');
      else expect(['NOT_AUTHENTICATED', 'NOT_AUTHORIZED', 'INTERNAL_ERROR', 'NOT_FOUND']).not.toContain(answer.code);
    });

    it('refuses a request before it reads the body', async () => {
      if (method === 'GET') return;
      const huge = { headers: { 'content-type': 'text/xml' }, raw: 'x'.repeat(100_000) };
      expectFailure(await app.service.call(method, addressOf(path), huge), 'NOT_AUTHENTICATED');
      const other = bearers.get(scope === 'write' ? 'a reader' : 'a writer');
      expectFailure(await app.service.call(method, addressOf(path), { token: other, ...huge }), 'NOT_AUTHORIZED');
    });
  });

  it('an admin token is accepted in the Authorization header only', async () => {
    expectFailure(
      await app.get(`/api/admin/users?token=${ADMIN_TOKEN}&access_token=${ADMIN_TOKEN}`),
      'NOT_AUTHENTICATED',
    );
    const answer = await app.get('/api/admin/users', { headers: { authorization: `Basic ${ADMIN_TOKEN}` } });
    expectFailure(answer, 'NOT_AUTHENTICATED');
    expectFailure(await app.get('/api/admin/users', { headers: { authorization: ADMIN_TOKEN } }), 'NOT_AUTHENTICATED');
  });
});
