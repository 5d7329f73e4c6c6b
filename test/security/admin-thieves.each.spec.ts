import { DATABASE } from '../support/database/database.js';
import { postgresTrigger } from '../support/database/postgres.js';
import { fencedUser, nowOf } from '../support/factors/factors.js';
import { administrator, grant, lateConsole, makerOfToken, signedIn, signInAgain } from '../support/http/console.js';
import { type Answer, expectFailure, expectNothing } from '../support/http/http.js';
import { HASH, importLines, NDJSON } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, newEmail, PASSWORD } from '../support/service/app.js';
import { linkIn, useMail } from '../support/service/mail.js';

const { app, mail } = useMail({ IMPERSONATION: 'on', MFA_RESET_DELAY: '3600' });

const ALL = ['read', 'write', 'export', 'providers', 'webhooks', 'impersonate', 'admins', 'clients'];
const NOTHING = { clients: [], providers: [], webhooks: [], users: [], scopes: [], tokens: [] };
const REASON = 'Ticket 4711: the phone is lost';

const provider = (id: string) => ({
  id,
  kind: 'oidc',
  name: 'C',
  issuer: 'https://c.example',
  client_id: 'us',
  client_secret: 'x',
});
const stolen = (id: string) => app.admin('DELETE', `/tokens/${id}`, { stolen: true });

let count = 0;

/** What a thief makes with a token. */
async function loot(token: string) {
  const make = async (path: string, body: object): Promise<Answer['json']> => {
    return (await app.admin('POST', path, body, token)).ok().json;
  };
  count += 1;
  const given = await fencedUser(app);
  await app.admin('PATCH', `/users/${given.uid}`, { admin_scopes: ['read'] }, token);
  const email = newEmail();
  return {
    client: (await make('/clients', { name: 'C', scopes: ['a'], audiences: ['b'] })).client_id,
    provider: (await make('/providers', provider(`thief-${count}`))).id,
    webhook: (await make('/webhooks', { url: 'http://127.0.0.1:9/', types: ['*'] })).webhook_id,
    user: (await make('/users', { email, password: PASSWORD })).uid,
    open: (await make('/users', { email: newEmail() })).uid,
    child: (await make('/tokens', { name: 'Child', scopes: ['read'] })).id,
    link: (await make('/links', { type: 'magic_link', email: (await app.signUp()).email })).link,
    given: given.uid,
    email,
  };
}

describe('an admin token that was stolen', () => {
  it('takes along what it has made, and the answer and the event list it', async () => {
    const { id, token } = await app.adminToken(ALL);
    const made = await loot(token);
    const { json } = await stolen(id);
    const taken = {
      clients: [made.client],
      providers: [made.provider],
      webhooks: [made.webhook],
      users: [made.user],
      scopes: [made.given],
      tokens: [made.child],
    };
    expect(json).toEqual(taken);
    const { events } = (await app.admin('GET', '/events?type=admin.token_stolen&order=-at')).json;
    expect(events[0].data).toEqual({ token_id: id, ...taken });
    expect((await app.admin('GET', `/clients/${made.client}`)).json.active).toBe(false);
    expect((await app.admin('GET', `/providers/${made.provider}`)).json.enabled).toBe(false);
    expect((await app.admin('GET', `/webhooks/${made.webhook}`)).json.active).toBe(false);
    expect((await app.admin('GET', `/users/${made.user}`)).json.active).toBe(false);
    expect((await app.admin('GET', `/users/${made.open}`)).json.active).toBe(true);
    expect((await app.admin('GET', `/users/${made.given}`)).json.admin_scopes).toEqual([]);
    expect((await app.follow(made.link)).parameter('error')).toBe('LINK_EXPIRED');
    expectFailure(await app.login(made.email, PASSWORD), 'USER_DISABLED');
    expect((await stolen(id)).json).toEqual(NOTHING);
  });

  it.each<[when: string, before: (id: string) => Promise<unknown>]>([
    ['was revoked before', (id) => app.admin('DELETE', `/tokens/${id}`)],
    ['has expired', (id) => app.sql('UPDATE admin_tokens SET expires_at = 1 WHERE id = ?', [id])],
  ])('takes it along when it %s', async (_when, before) => {
    const { id, token } = await app.adminToken(ALL);
    const made = await loot(token);
    await before(id);
    const { json } = await stolen(id);
    expect(json).toMatchObject({
      clients: [made.client],
      webhooks: [made.webhook],
      users: [made.user],
      scopes: [made.given],
    });
  });

  it('takes along what its tokens and the users with scopes by it have made since then', async () => {
    const { id, token } = await app.adminToken(ALL);
    const child = (await app.admin('POST', '/tokens', { name: 'Child', scopes: ALL }, token)).json;
    const byChild = await loot(child.token);
    const accomplice = await fencedUser(app);
    await app.admin('PATCH', `/users/${accomplice.uid}`, { admin_scopes: ['clients'] }, token);
    await app.advance(1);
    const browser = await signedIn(app, (await signInAgain(app, accomplice)).token);
    const made = await browser.call('POST', '/clients', { name: 'C', scopes: ['a'], audiences: ['b'] });
    expect(made.status).toBe(200);
    const { json } = await stolen(id);
    expect(json.clients.sort()).toEqual([byChild.client, made.json.client_id].sort());
    expect(json.scopes.sort()).toEqual([byChild.given, accomplice.uid].sort());
    expect(json.users).toEqual([byChild.user]);
  });

  it('takes along users that it has imported with hashes, and no others', async () => {
    const { id, token } = await app.adminToken(ALL);
    const [open, closed] = [newEmail(), newEmail()];
    await importLines(app, [{ email: open, password_hash: HASH }, { email: closed }], '', token);
    const { users } = (await stolen(id)).json;
    const rows = await app.sql('SELECT uid FROM users WHERE email = ?', [open]);
    expect(users).toEqual(rows.map(({ uid }) => uid));
  });

  it('ends what a user whom it has made began as an administrator', async () => {
    const { id } = await app.adminToken(ALL);
    const { user, token } = await makerOfToken(app);
    await app.sql('UPDATE users SET made_by = ?, made_open_at = 1 WHERE uid = ?', [`admin:${id}`, user.uid]);
    expect((await stolen(id)).json.users).toEqual([user.uid]);
    expect((await app.admin('PATCH', `/users/${user.uid}`, { active: true })).status).toBe(200);
    expectFailure(await app.admin('GET', '/users', undefined, token), 'NOT_AUTHENTICATED');
  });

  it('takes after a failure along what a user has made whose scopes are gone already', async () => {
    const { id, token } = await app.adminToken(ALL);
    const accomplice = await fencedUser(app);
    await app.admin('PATCH', `/users/${accomplice.uid}`, { admin_scopes: ['write'] }, token);
    await app.advance(1);
    const browser = await signedIn(app, (await signInAgain(app, accomplice)).token);
    const { uid } = (await browser.call('POST', '/users', { email: newEmail(), password: PASSWORD })).json;
    expect((await stolen(id)).json.users).toEqual([uid]);
    const undone = () => app.sql('UPDATE users SET active = 1 WHERE uid = ?', [uid]);
    await undone();
    expect((await stolen(id)).json).toEqual({ ...NOTHING, users: [uid] });
    // Who gets scopes by another administrator keeps them, but what was made before stays the work of the thief.
    await grant(app, accomplice, ['write']);
    await undone();
    expect((await stolen(id)).json).toEqual({ ...NOTHING, users: [uid] });
    expect((await app.admin('GET', `/users/${accomplice.uid}`)).json.admin_scopes).toEqual(['write']);
  });

  it('ends the sessions of a provider that it has switched off itself', async () => {
    const { id, token } = await app.adminToken(ALL);
    const made = await loot(token);
    expect((await app.admin('PATCH', `/providers/${made.provider}`, { enabled: false }, token)).status).toBe(200);
    const { uid } = await app.signUp();
    await app.sql('UPDATE sessions SET idp = ? WHERE uid = ?', [made.provider, uid]);
    expect((await stolen(id)).json.providers).toEqual([]);
    expect(await app.sql('SELECT 1 FROM sessions WHERE uid = ? AND ended_at IS NULL', [uid])).toEqual([]);
  });

  it('leaves users of a higher rank than who revokes it', async () => {
    const { id, token } = await app.adminToken(['write']);
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    const body = { email: newEmail(), email_verified: true, password: PASSWORD, totp: [{ secret }], mfa_enabled: true };
    const made = await app.admin('POST', '/users', body, token);
    expect(made.status).toBe(200);
    const granted = await app.admin('PATCH', `/users/${made.json.uid}`, { admin_scopes: ['export'] });
    expect(granted.status).toBe(200);
    const other = await app.adminToken(['write']);
    const { json } = await app.admin('DELETE', `/tokens/${id}`, { stolen: true }, other.token);
    expect(json.users).toEqual([]);
    expect((await stolen(id)).json.users).toEqual([made.json.uid]);
  });

  it('is no business of an administrator without its scopes', async () => {
    const { id } = await app.adminToken(['write', 'clients']);
    const other = await app.adminToken(['write']);
    expectFailure(await app.admin('DELETE', `/tokens/${id}`, { stolen: true }, other.token), 'NOT_AUTHORIZED');
    await app.admin('DELETE', `/tokens/${id}`);
    expectFailure(await app.admin('DELETE', `/tokens/${id}`, { stolen: true }, other.token), 'NOT_AUTHORIZED');
    expectFailure(await app.admin('DELETE', `/tokens/${id}`), 'TOKEN_NOT_FOUND');
  });

  it('is no business of its maker without its scopes', async () => {
    const { user, browser, id } = await makerOfToken(app, ['read', 'write']);
    await app.sql('UPDATE admin_tokens SET scopes = ? WHERE id = ?', ['read,write,clients', id]);
    expect((await browser.read()).json.uid).toBe(user.uid);
    expectFailure(await browser.call('DELETE', `/tokens/${id}`, { stolen: true }), 'NOT_AUTHORIZED');
    expectNothing(await browser.call('DELETE', `/tokens/${id}`));
  });
});

describe('the console without a factor of late', () => {
  it('revokes a token, but not as a stolen one', async () => {
    const { id } = await app.adminToken(['read']);
    const browser = await lateConsole(app, ['read', 'write']);
    expectFailure(await browser.call('DELETE', `/tokens/${id}`, { stolen: true }), 'REAUTHENTICATION_REQUIRED');
    expectNothing(await browser.call('DELETE', `/tokens/${id}`));
  });

  it('creates a user with a password, but not with a hash, factors or identities', async () => {
    const browser = await lateConsole(app, ['read', 'write']);
    const create = (more: object) => browser.call('POST', '/users', { email: newEmail(), ...more });
    const totp = [{ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }];
    for (const more of [{ password_hash: HASH }, { password: PASSWORD, totp, mfa_enabled: true }])
      expectFailure(await create(more), 'REAUTHENTICATION_REQUIRED');
    for (const more of [{}, { password: PASSWORD }]) expect((await create(more)).status).toBe(200);
  });

  it('imports no hashes, and leaves no import that has created nobody', async () => {
    const browser = await lateConsole(app, ['read', 'write']);
    const imports = async () => (await browser.call('GET', '/import')).json.imports;
    const before = await imports();
    const raw = `${JSON.stringify({ email: newEmail(), password_hash: HASH })}\n`;
    const headers = { ...browser.headers(), 'content-type': NDJSON };
    expectFailure(await app.post('/api/admin/import', undefined, { raw, headers }), 'REAUTHENTICATION_REQUIRED');
    expect(await imports()).toEqual(before);
  });
});

describe('admin scopes', () => {
  it('that are taken while they rest end what was made by them', async () => {
    const { user, token } = await makerOfToken(app, ['read']);
    const off = await app.replica({ MFA: 'off' });
    const body = { admin_scopes: [] };
    expect((await off.call('PATCH', `/api/admin/users/${user.uid}`, { token: ADMIN_TOKEN, body })).status).toBe(200);
    await grant(app, user, ['read']);
    expectFailure(await app.admin('GET', '/users', undefined, token), 'NOT_AUTHENTICATED');
  });

  it('that a stolen token has given end with the sessions that have them', async () => {
    const { id, token } = await app.adminToken(ALL);
    const user = await fencedUser(app);
    await app.admin('PATCH', `/users/${user.uid}`, { admin_scopes: ['read'] }, token);
    const { refresh_token } = await signInAgain(app, user);
    expect((await stolen(id)).json.scopes).toEqual([user.uid]);
    expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
  });
});

describe('an admin token that is only replaced', () => {
  it('ends with its tokens and leaves what it has made, begun and sent', async () => {
    const { id, token } = await app.adminToken(ALL);
    const made = await loot(token);
    expectNothing(await app.admin('DELETE', `/tokens/${id}`));
    expect((await app.admin('GET', `/clients/${made.client}`)).json.active).toBe(true);
    expect((await app.admin('GET', `/users/${made.given}`)).json.admin_scopes).toEqual(['read']);
    expect((await app.follow(made.link)).parameter('error')).toBe(null);
    const { tokens } = (await app.admin('GET', '/tokens')).json;
    expect(tokens.map((each: { id: string }) => each.id)).not.toContain(made.child);
  });

  it('expires sooner, and never later', async () => {
    const expires_at = Math.floor(Date.now() / 1_000) + 7_200;
    const { id, token } = await app.adminToken(['read']);
    const change = (at: number) => app.admin('PATCH', `/tokens/${id}`, { expires_at: at });
    expect((await change(expires_at)).json).toMatchObject({ id, expires_at });
    expectFailure(await change(expires_at + 1), 'INVALID_REQUEST');
    expectFailure(await change(1), 'INVALID_REQUEST');
    expectFailure(await app.admin('PATCH', `/tokens/${id}`, {}), 'INVALID_REQUEST');
    expect((await change(expires_at - 60)).json.expires_at).toBe(expires_at - 60);
    await app.advance(7_200);
    expectFailure(await app.admin('GET', '/users', undefined, token), 'NOT_AUTHENTICATED');
  });

  it('ends impersonations that would outlive its new time, also by its tokens', async () => {
    const { id, token } = await app.adminToken(ALL);
    const child = (await app.admin('POST', '/tokens', { name: 'Child', scopes: ALL }, token)).json.token;
    const { uid } = await app.signUp();
    for (const by of [token, child])
      expect((await app.admin('POST', `/users/${uid}/impersonate`, { reason: REASON }, by)).status).toBe(200);
    const open = async () => {
      const living = 'SELECT 1 FROM sessions WHERE uid = ? AND impersonator IS NOT NULL AND ended_at IS NULL';
      return (await app.sql(living, [uid])).length;
    };
    const change = async (seconds: number) =>
      app.admin('PATCH', `/tokens/${id}`, { expires_at: (await nowOf(app)) + seconds });
    expect((await change(7_200)).status).toBe(200);
    expect(await open()).toBe(2);
    expect((await change(60)).status).toBe(200);
    expect(await open()).toBe(0);
  });
});

describe('what lasts', () => {
  it('names its maker', async () => {
    const { id, token } = await app.adminToken(ALL);
    const made = await loot(token);
    const maker = `admin:${id}`;
    expect((await app.admin('GET', `/clients/${made.client}`)).json.created_by).toBe(maker);
    expect((await app.admin('GET', `/providers/${made.provider}`)).json.made_by).toBe(maker);
    expect((await app.admin('GET', `/webhooks/${made.webhook}`)).json.made_by).toBe(maker);
    expect((await app.admin('GET', `/users/${made.user}`)).json.made_by).toBe(maker);
    expect((await app.admin('GET', `/users/${made.given}`)).json).toMatchObject({
      made_by: null,
      admin_scopes_by: maker,
    });
  });
});

describe('an export', () => {
  it('leaves out hashes and factors of a user with a scope that the reader lacks, and says so', async () => {
    const [above, below] = [await administrator(app, ['providers']), await fencedUser(app)];
    const { token } = await app.adminToken(['export']);
    const read = async (by: string) => {
      const { text } = await app.get('/api/admin/export?include_hashes=true&include_factors=true', { token: by });
      const lines = text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
      return (uid: string) => lines.find((line) => line.uid === uid);
    };
    const [mine, all] = [await read(token), await read(ADMIN_TOKEN)];
    expect(mine(above.uid)).toMatchObject({ left_out: ['password_hash', 'factors'] });
    expect(mine(above.uid)).not.toHaveProperty('password_hash');
    expect(mine(above.uid)).not.toHaveProperty('totp');
    expect(mine(below.uid)).toEqual(all(below.uid));
    expect(all(above.uid)).toHaveProperty('password_hash');
    expect(all(above.uid)).not.toHaveProperty('left_out');
  });
});

describe('a reset of factors that waits', () => {
  const change = (uid: string, body: object) => app.admin('PATCH', `/users/${uid}`, body);
  const ask = (uid: string) => app.admin('POST', `/users/${uid}/factors/reset`, { reason: REASON });
  const dueAt = async (uid: string) => (await app.admin('GET', `/users/${uid}/factors`)).json.reset_due_at;
  const proved = async () => {
    const user = await fencedUser(app);
    await change(user.uid, { email_verified: true });
    return user;
  };

  it.each<[what: string, body: () => object]>([
    ['of the address', () => ({ email: newEmail(), email_verified: true })],
    ['of the address and back', () => ({ email: newEmail(), email_verified: true })],
    ['of its verification', () => ({ email_verified: false })],
  ])('is void after a change %s', async (what, body) => {
    const user = await proved();
    await ask(user.uid);
    expect(await dueAt(user.uid)).not.toBeNull();
    expect((await change(user.uid, body())).status).toBe(200);
    if (what.endsWith('back')) await change(user.uid, { email: user.email, email_verified: true });
    expect(await dueAt(user.uid)).toBeNull();
    await app.advance(3_700);
    await app.service.until(
      async () => (await app.sql('SELECT 1 FROM factor_resets WHERE uid = ?', [user.uid])).length === 0,
    );
    expect((await app.admin('GET', `/users/${user.uid}/factors`)).json.mfa_enabled).toBe(true);
    expect((await app.events(user.uid)).map(({ type }) => type)).toContain('mfa.reset_stopped');
  });

  it('stays after a change that is none, and of other fields', async () => {
    const user = await proved();
    await ask(user.uid);
    await change(user.uid, { email_verified: true, email: user.email, metadata: '{"a":1}' });
    expect(await dueAt(user.uid)).not.toBeNull();
  });

  it('can be stopped from the proved address before, too', async () => {
    const user = await proved();
    const thief = newEmail();
    await change(user.uid, { email: thief, email_verified: true });
    await ask(user.uid);
    expect((await mail.emailWith(user.email, /mfa\/reset\/stop/)).text).toContain('/api/auth/mfa/reset/stop');
    expect((await mail.emailWith(thief, /mfa\/reset\/stop/)).text).toContain('/api/auth/mfa/reset/stop');
  });
});

describe('a provider', () => {
  it('does not send its stored secret to a new issuer', async () => {
    await app.admin('POST', '/providers', provider('moved'));
    const move = (more: object) => app.admin('PATCH', '/providers/moved', { issuer: 'https://thief.example', ...more });
    const refused = await move({});
    expectFailure(refused, 'INVALID_REQUEST');
    expect(refused.json.message).toContain('client_secret');
    expect((await move({ client_secret: 'y' })).status).toBe(200);
    expect((await app.admin('PATCH', '/providers/moved', { issuer: 'https://thief.example', name: 'N' })).status).toBe(
      200,
    );
  });
});

describe('a button that fails half-way', () => {
  const fails = (uid: string) =>
    ({
      mysql: `CREATE TRIGGER broken BEFORE UPDATE ON users FOR EACH ROW
          IF OLD.uid = '${uid}' THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no space left'; END IF`,
      sqlite: `CREATE TRIGGER broken BEFORE UPDATE ON users WHEN OLD.uid = '${uid}' BEGIN SELECT RAISE(FAIL, 'no space left'); END`,
      postgres: postgresTrigger(
        'broken',
        `BEFORE UPDATE ON users FOR EACH ROW WHEN (OLD.uid = '${uid}')`,
        "BEGIN RAISE EXCEPTION 'no space left'; END",
      ),
    })[DATABASE];
  const isActive = async (uid: string) => (await app.admin('GET', `/users/${uid}`)).json.active;

  it.each([
    ['the same link', 0],
    ['another used link', 1],
  ])('is finished by a further press of %s', async (_which, which) => {
    const chief = await administrator(app, ALL);
    await app.advance(1);
    const browser = await signedIn(app, (await signInAgain(app, chief)).token);
    const call = async (path: string, body: object) => (await browser.call('POST', path, body)).ok().json;
    const { uid } = await call('/users', { email: newEmail(), password: PASSWORD });
    const expires_at = (await nowOf(app)) + 86_400;
    for (const name of ['One', 'Two']) await call('/tokens', { name, scopes: ['read'], expires_at });
    const emails = [1, 2].map((number) => mail.emailAbout(chief.email, /^An admin token for/, number));
    const links = (await Promise.all(emails)).map(linkIn) as [string, string];
    await app.sql(fails(uid));
    const failed = [await app.follow(links[0], 'POST'), await app.follow(links[0], 'POST')];
    await app.sql('DROP TRIGGER broken');
    expect(failed.map(({ status }) => status)).toEqual([500, 500]);
    expect(await isActive(uid)).toBe(true);
    const page = await app.follow(links[which as 0 | 1]);
    expect([page.status, page.text.match(/<button/g)]).toEqual([200, [expect.any(String)]]);
    expect((await app.follow(links[which as 0 | 1], 'POST')).linkError).toBeNull();
    expect(await isActive(uid)).toBe(false);
    for (const link of links) expectFailure(await app.follow(link, 'POST'), 'LINK_ALREADY_USED');
    expectFailure(await app.follow(links[0]), 'LINK_ALREADY_USED');
  });
});
