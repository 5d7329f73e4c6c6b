import { about, expectFailure, expectNothing } from '../support/http/expect.js';
import { ADMIN_TOKEN, App, useApp } from '../support/service/app.js';

const app = useApp();

const now = () => Math.floor(Date.now() / 1000);

it('the token in ADMIN_TOKEN has all scopes, and is stored only as its SHA-256', async () => {
  const { tokens } = (await app.admin('GET', '/tokens')).json;
  expect(tokens.at(-1)).toMatchObject({
    name: 'ADMIN_TOKEN',
    scopes: ['read', 'write', 'export', 'providers', 'webhooks', 'impersonate', 'admins'],
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
