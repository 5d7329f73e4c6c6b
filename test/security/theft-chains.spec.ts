import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addPasskey, fence, fencedUser, nowOf, ORIGIN, passkeyLogin, RP_ID } from '../support/factors/factors.js';
import { administrator, grant, signedIn, signInAgain } from '../support/http/console.js';
import { type Answer, expectFailure, expectNothing } from '../support/http/http.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider, googleAccount, signInWith } from '../support/idp/providers.js';
import { ADMIN_TOKEN, newEmail, PASSWORD } from '../support/service/app.js';
import { linkIn, tokenIn, useMail } from '../support/service/mail.js';
import { Collector } from '../support/service/neighbours.js';

const { app, mail } = useMail({ IMPERSONATION: 'on', PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN });
const idp = useIdp();

const ALL = ['read', 'write', 'export', 'providers', 'webhooks', 'impersonate', 'admins', 'clients'];
const NOTHING = { clients: [], providers: [], webhooks: [], users: [], scopes: [], tokens: [] };
const THIEF_PASSWORD = 'the password of the thief';
const CLIENT = { name: 'C', scopes: ['a'], audiences: ['b'] };

const stolen = (id: string, more: object = {}) => app.admin('DELETE', `/tokens/${id}`, { stolen: true, ...more });
const ok = async (answer: Promise<Answer>): Promise<Answer['json']> => {
  const given = await answer;
  if (![200, 204].includes(given.status)) throw new Error(`answered ${given.status} ${given.text}`);
  return given.text === '' ? undefined : given.json;
};
const thiefOf = async (scopes = ALL) => {
  const made = await app.adminToken(scopes);
  const call = (method: string, path: string, body?: object) => ok(app.admin(method, path, body, made.token));
  return { ...made, call };
};
const consoleOf = async (user: Awaited<ReturnType<typeof fencedUser>>) => {
  await app.advance(1);
  const browser = await signedIn(app, (await signInAgain(app, user)).token);
  return (method: string, path: string, body?: object) => ok(browser.call(method, path, body));
};
const isActive = async (path: string) => {
  const { active, enabled } = (await app.admin('GET', path)).json;
  return active ?? enabled;
};
const scopesOf = async (uid: string) => (await app.admin('GET', `/users/${uid}`)).json.admin_scopes;
const provedUser = async () => {
  const user = await app.signUp();
  await app.prove(user.uid);
  await app.advance(1);
  return user;
};
const securedBy = async (uid: string) => (await app.events(uid)).filter(({ type }) => type === 'account.secured');
const providerOf = (id: string) => {
  return { id, kind: 'oidc', name: 'C', issuer: 'https://c.example', client_id: 'us', client_secret: 'x' };
};
const madeProvider = (id: string) => ok(app.admin('POST', '/providers', providerOf(id)));

// First: the clock of the providers stays, when that of the service advances.
describe('an account that somebody has entered by a provider of a stolen token', () => {
  const enter = async (id: string, email: string) => {
    await app.advance(1);
    return ok(signInWith(app, id, googleAccount(email)));
  };
  const widened = async (thief: Awaited<ReturnType<typeof thiefOf>>, made: boolean) => {
    const byThief = Object.create(app, {
      admin: { value: (method: string, path: string, body: object) => app.admin(method, path, body, thief.token) },
    });
    const { id } = await addProvider(made ? byThief : app, idp, 'google', { fields: { sign_up: made } });
    if (!made) await thief.call('PATCH', `/providers/${id}`, { sign_up: true });
    return id;
  };

  it.each([
    ['made', true],
    ['widened', false],
  ])('loses the passkey, the session and the identity of a provider that was %s', async (_what, made) => {
    const thief = await thiefOf();
    const user = await provedUser();
    const id = await widened(thief, made);
    const { token, refresh_token } = await enter(id, user.email);
    const { passkey } = await addPasskey(app, token);
    const after = (await ok(passkeyLogin(app, passkey))).refresh_token;
    expect((await stolen(thief.id)).json).toEqual({ ...NOTHING, providers: [id], users: [user.uid] });
    expectFailure(await passkeyLogin(app, passkey), 'PASSKEY_NOT_FOUND');
    for (const each of [refresh_token, after]) expectFailure(await app.refresh(each), 'INVALID_REFRESH_TOKEN');
    expect((await app.admin('GET', `/users/${user.uid}/identities`)).json.identities).toEqual([]);
    expect((await app.login(user.email, PASSWORD)).status).toBe(200);
  });

  it('is followed as an administrator', async () => {
    const thief = await thiefOf(['providers']);
    const chief = await app.signUp();
    await app.prove(chief.uid);
    const id = await widened(thief, true);
    const fenced = await fence(app, { ...chief, ...(await enter(id, chief.email)) });
    await grant(app, fenced, ALL);
    const { client_id } = await (await consoleOf(fenced))('POST', '/clients', CLIENT);
    expect((await stolen(thief.id)).json).toMatchObject({ clients: [client_id], users: [chief.uid] });
  });

  it('is none from before, or from after the answer', async () => {
    const thief = await thiefOf();
    const [before, after] = [await provedUser(), await provedUser()];
    const { id } = await addProvider(app, idp, 'google', { fields: { sign_up: false } });
    await enter(id, before.email);
    await app.advance(1);
    await thief.call('PATCH', `/providers/${id}`, { sign_up: true });
    expect((await stolen(thief.id)).json).toEqual({ ...NOTHING, providers: [id] });
    await app.advance(1);
    await ok(app.admin('PATCH', `/providers/${id}`, { enabled: true }));
    const { refresh_token } = await enter(id, after.email);
    expect((await stolen(thief.id)).json).toEqual({ ...NOTHING, providers: [id] });
    expect((await stolen(thief.id)).json).toEqual(NOTHING);
    expect(refresh_token).toBeDefined();
  });
});

describe('a chain of accomplices', () => {
  it('holds when one takes the scopes of another away and gives them back', async () => {
    const thief = await thiefOf();
    const [first, second] = [await fencedUser(app), await fencedUser(app)];
    for (const { uid } of [first, second])
      await thief.call('PATCH', `/users/${uid}`, { admin_scopes: ['admins', 'write', 'clients'] });
    const { client_id } = await (await consoleOf(first))('POST', '/clients', CLIENT);
    const call = await consoleOf(second);
    await app.advance(1);
    await call('PATCH', `/users/${first.uid}`, { admin_scopes: [] });
    await call('PATCH', `/users/${first.uid}`, { admin_scopes: ['clients'] });
    const { json } = await stolen(thief.id);
    expect(json.clients).toEqual([client_id]);
    expect(json.scopes.sort()).toEqual([first.uid, second.uid].sort());
  });

  it('holds when the user in the middle is deleted', async () => {
    const thief = await thiefOf();
    const [middle, last] = [await fencedUser(app), await fencedUser(app)];
    await thief.call('PATCH', `/users/${middle.uid}`, { admin_scopes: ALL });
    const call = await consoleOf(middle);
    const { client_id } = await call('POST', '/clients', CLIENT);
    const { webhook_id } = await call('POST', '/webhooks', { url: 'http://127.0.0.1:9/', types: ['*'] });
    await call('PATCH', `/users/${last.uid}`, { admin_scopes: ['read'] });
    await thief.call('DELETE', `/users/${middle.uid}`);
    expect((await stolen(thief.id)).json).toEqual({
      ...NOTHING,
      clients: [client_id],
      webhooks: [webhook_id],
      scopes: [last.uid],
    });
  });

  it('holds when an innocent administrator gives more scopes to one of them', async () => {
    const thief = await thiefOf();
    const accomplice = await fencedUser(app);
    await thief.call('PATCH', `/users/${accomplice.uid}`, { admin_scopes: ['clients'] });
    const { client_id } = await (await consoleOf(accomplice))('POST', '/clients', CLIENT);
    await grant(app, accomplice, ['clients', 'read']);
    expect((await stolen(thief.id)).json).toEqual({ ...NOTHING, clients: [client_id], scopes: [accomplice.uid] });
    expect(await scopesOf(accomplice.uid)).toEqual([]);
  });

  it('does not contain an administrator from whom the thief has taken a scope', async () => {
    const thief = await thiefOf();
    const innocent = await administrator(app, ['read', 'clients']);
    await thief.call('PATCH', `/users/${innocent.uid}`, { admin_scopes: ['clients'] });
    await (await consoleOf(innocent))('POST', '/clients', CLIENT);
    expect((await stolen(thief.id)).json).toEqual(NOTHING);
  });

  it('contains no work from after the scopes were lost, for which an innocent one has given others', async () => {
    const thief = await thiefOf();
    const user = await fencedUser(app);
    await thief.call('PATCH', `/users/${user.uid}`, { admin_scopes: ['clients'] });
    const bad = (await (await consoleOf(user))('POST', '/clients', CLIENT)).client_id;
    await grant(app, user, []);
    await app.advance(1);
    await grant(app, user, ['clients']);
    const [, ...recoveryCodes] = user.recoveryCodes;
    const good = (await (await consoleOf({ ...user, recoveryCodes }))('POST', '/clients', CLIENT)).client_id;
    expect((await stolen(thief.id)).json).toEqual({ ...NOTHING, clients: [bad] });
    expect(await isActive(`/clients/${good}`)).toBe(true);
  });

  it('contains an administrator whose account the thief has opened', async () => {
    const thief = await thiefOf();
    const victim = await administrator(app, ['clients']);
    await thief.call('PATCH', `/users/${victim.uid}`, { password: THIEF_PASSWORD });
    const call = await consoleOf({ ...victim, password: THIEF_PASSWORD });
    const { client_id } = await call('POST', '/clients', CLIENT);
    const { json } = await stolen(thief.id);
    expect(json).toMatchObject({ clients: [client_id], users: [victim.uid], scopes: [victim.uid] });
    expect((await stolen(thief.id)).json).toEqual(NOTHING);
  });
});

describe('an account that a stolen token has opened', () => {
  it('ends the sessions of a used link, with what was added there, and goes on', async () => {
    const thief = await thiefOf();
    const [user, other] = [await provedUser(), await provedUser()];
    const link = async (email: string) => (await thief.call('POST', '/links', { type: 'magic_link', email })).link;
    await link(other.email);
    const followed = await app.follow(await link(user.email));
    const { refresh_token } = (await app.refresh(String(followed.parameter('rt')))).json;
    expect((await stolen(thief.id)).json).toEqual({ ...NOTHING, users: [user.uid] });
    expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
    expect((await app.refresh(other.refresh_token)).status).toBe(200);
    expect(await isActive(`/users/${user.uid}`)).toBe(true);
    expect((await app.login(user.email, PASSWORD)).status).toBe(200);
    expect((await securedBy(user.uid)).map(({ data }) => data)).toEqual([
      { about: 'theft', since: expect.any(Number) },
    ]);
  });

  it('loses the password that it was given, and the owner gets an email', async () => {
    const thief = await thiefOf();
    const user = await provedUser();
    await thief.call('PATCH', `/users/${user.uid}`, { password: THIEF_PASSWORD });
    const { refresh_token } = (await app.login(user.email, THIEF_PASSWORD)).json;
    expect((await stolen(thief.id)).json.users).toEqual([user.uid]);
    expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
    expectFailure(await app.login(user.email, THIEF_PASSWORD), 'INVALID_CREDENTIALS');
    const old_password = tokenIn(await mail.emailWith(user.email, /token=/));
    const body = { old_password, new_password: 'the owner is back again' };
    expectNothing(await app.patch('/api/auth/user/change-password', body));
  });

  it('is given back once: a repetition leaves what the owner has done since', async () => {
    const thief = await thiefOf();
    const user = await provedUser();
    await thief.call('PATCH', `/users/${user.uid}`, { password: THIEF_PASSWORD });
    await stolen(thief.id);
    await ok(app.admin('PATCH', `/users/${user.uid}`, { password: PASSWORD }));
    const { refresh_token } = (await app.login(user.email, PASSWORD)).json;
    expect((await stolen(thief.id)).json).toEqual(NOTHING);
    expect((await app.refresh(refresh_token)).status).toBe(200);
  });

  it('loses the password of a second call, although the thief has made it without one', async () => {
    const thief = await thiefOf();
    const email = newEmail();
    const { uid } = await thief.call('POST', '/users', { email });
    await thief.call('PATCH', `/users/${uid}`, { password: THIEF_PASSWORD });
    expect((await stolen(thief.id)).json).toEqual({ ...NOTHING, users: [uid] });
    expectFailure(await app.login(email, THIEF_PASSWORD), 'INVALID_CREDENTIALS');
    expect(await isActive(`/users/${uid}`)).toBe(false);
    expect(mail.emailsTo(email)).toEqual([]);
  });

  it('is disabled when a link opens it, although the thief has made it without credentials', async () => {
    const thief = await thiefOf();
    const email = newEmail();
    const { uid } = await thief.call('POST', '/users', { email, email_verified: true });
    await app.follow((await thief.call('POST', '/links', { type: 'magic_link', email })).link);
    expect((await stolen(thief.id)).json).toEqual({ ...NOTHING, users: [uid] });
    expect(await isActive(`/users/${uid}`)).toBe(false);
  });

  it('stays active when the thief has made it and only called its address verified', async () => {
    const thief = await thiefOf();
    const { uid } = await thief.call('POST', '/users', { email: newEmail() });
    await thief.call('PATCH', `/users/${uid}`, { email_verified: true });
    await stolen(thief.id);
    expect(await isActive(`/users/${uid}`)).toBe(true);
  });

  it.each([
    ['is disabled again when the thief has enabled it', [true], false],
    ['stays on when the thief has disabled and enabled it', [false, true], true],
  ])('%s', async (_what, switches, active) => {
    const thief = await thiefOf();
    const { uid } = await provedUser();
    await ok(app.admin('PATCH', `/users/${uid}`, { active: !switches[0] }));
    await app.advance(1);
    for (const each of switches) await thief.call('PATCH', `/users/${uid}`, { active: each });
    expect((await stolen(thief.id)).json).toEqual({ ...NOTHING, users: [uid] });
    expect(await isActive(`/users/${uid}`)).toBe(active);
    await ok(app.admin('PATCH', `/users/${uid}`, { active: true }));
    expect((await stolen(thief.id)).json).toEqual(NOTHING);
    expect(await isActive(`/users/${uid}`)).toBe(true);
  });

  it('gets the proved address of its owner back, also after a second change', async () => {
    const thief = await thiefOf();
    const user = await provedUser();
    const mine = newEmail();
    for (const email of [newEmail(), mine])
      await thief.call('PATCH', `/users/${user.uid}`, { email, email_verified: true });
    expect((await stolen(thief.id)).json).toEqual({ ...NOTHING, users: [user.uid] });
    expect((await app.admin('GET', `/users/${user.uid}`)).json).toMatchObject({ email: user.email, active: true });
    expect((await app.login(user.email, PASSWORD)).status).toBe(200);
    expectFailure(await app.login(mine, PASSWORD), 'INVALID_CREDENTIALS');
  });

  it.each<[what: string, prove: boolean, use: boolean]>([
    ['is in use', true, true],
    ['was never proved', false, false],
  ])('is disabled when the address of its owner %s', async (_what, prove, use) => {
    const thief = await thiefOf();
    const user = prove ? await provedUser() : await app.signUp();
    await thief.call('PATCH', `/users/${user.uid}`, { email: newEmail(), email_verified: true });
    if (use) await ok(app.admin('POST', '/users', { email: user.email }));
    expect((await stolen(thief.id)).json.users).toEqual([user.uid]);
    expect(await isActive(`/users/${user.uid}`)).toBe(false);
  });

  it('keeps an address that another administrator has put right', async () => {
    const thief = await thiefOf();
    const user = await provedUser();
    const right = newEmail();
    await thief.call('PATCH', `/users/${user.uid}`, { email: newEmail(), email_verified: true });
    await ok(app.admin('PATCH', `/users/${user.uid}`, { email: right, email_verified: true }));
    expect((await stolen(thief.id)).json.users).toEqual([user.uid]);
    expect((await app.admin('GET', `/users/${user.uid}`)).json).toMatchObject({ email: right, active: true });
  });

  it('gets its address back from a mailbox to which the thief has moved it by a link', async () => {
    const thief = await thiefOf();
    const user = await fencedUser(app);
    await ok(app.admin('PATCH', `/users/${user.uid}`, { email_verified: true }));
    const other = newEmail();
    await app.advance(1);
    await thief.call('PATCH', `/users/${user.uid}`, { email: other });
    await app.follow(linkIn(await mail.emailWith(other, /token=/)), 'POST');
    expect((await app.admin('GET', `/users/${user.uid}`)).json.email).toBe(other);
    expect((await stolen(thief.id)).json.users).toEqual([user.uid]);
    expect((await app.admin('GET', `/users/${user.uid}`)).json.email).toBe(user.email);
  });

  it('cannot be taken again by a link in a mailbox of the thief', async () => {
    const thief = await thiefOf();
    const user = await provedUser();
    const [mine, next] = [newEmail(), newEmail()];
    const body = { email: mine, email_verified: true, password: THIEF_PASSWORD };
    await thief.call('PATCH', `/users/${user.uid}`, body);
    await app.advance(1);
    const { token } = (await app.login(mine, THIEF_PASSWORD)).json;
    const change = { email: next, password: THIEF_PASSWORD };
    expect((await app.put('/api/auth/user', change, { token })).status).toBe(200);
    const link = linkIn(await mail.emailWith(mine, /user\/secure/));
    expect((await stolen(thief.id)).json.users).toEqual([user.uid]);
    expect((await app.follow(link, 'POST')).linkError).not.toBeNull();
    expect((await app.admin('GET', `/users/${user.uid}`)).json).toMatchObject({ email: user.email, active: true });
  });

  it('keeps an address that its user has chosen more than a week ago', async () => {
    const thief = await thiefOf();
    const user = await provedUser();
    await thief.call('PATCH', `/users/${user.uid}`, { password: THIEF_PASSWORD });
    const { token } = (await app.login(user.email, THIEF_PASSWORD)).json;
    const email = newEmail();
    const change = { email, password: THIEF_PASSWORD };
    expect((await app.put('/api/auth/user', change, { token })).status).toBe(200);
    await app.advance(8 * 86_400);
    await stolen(thief.id);
    expect((await app.admin('GET', `/users/${user.uid}`)).json).toMatchObject({ email, active: true });
  });

  it('is disabled when a link of the token has made it', async () => {
    const thief = await thiefOf();
    const email = newEmail();
    const { link } = await thief.call('POST', '/links', { type: 'magic_link', email, sign_up: true });
    expect((await app.follow(link)).parameter('rt')).not.toBeNull();
    const { users } = (await app.admin('GET', `/users?email=${email}`)).json;
    expect(users[0].made_by).toBe(`admin:${thief.id}`);
    expect((await stolen(thief.id)).json).toEqual({ ...NOTHING, users: [users[0].uid] });
    expect(await isActive(`/users/${users[0].uid}`)).toBe(false);
  });

  it('stays as it is when it has a higher rank than who answers', async () => {
    const id = (await app.adminToken(['write'])).id;
    const user = await administrator(app, ['export']);
    await app.sql(
      `INSERT INTO events (id, type, at, actor, uid, data) VALUES ('theft-rank', 'user.password_changed', 4000000000, ?, ?, '{}')`,
      [`admin:${id}`, user.uid],
    );
    const other = await app.adminToken(['write']);
    const { json } = await app.admin('DELETE', `/tokens/${id}`, { stolen: true }, other.token);
    expect(json).toEqual(NOTHING);
    expect(await scopesOf(user.uid)).toEqual(['export']);
    expect((await stolen(id)).json.users).toEqual([user.uid]);
  });
});

describe('things of others that a stolen token has changed', () => {
  it.each<[what: string, change: (call: Awaited<ReturnType<typeof thiefOf>>['call'], id: string) => Promise<unknown>]>([
    ['a secret', (call, id) => call('POST', `/clients/${id}/secrets`, {})],
    ['a scope', (call, id) => call('PATCH', `/clients/${id}`, { scopes: ['a', 'z'] })],
  ])('are disabled: a client with %s', async (_what, change) => {
    const thief = await thiefOf();
    const { client_id } = await ok(app.admin('POST', '/clients', CLIENT));
    await change(thief.call, client_id);
    expect((await stolen(thief.id)).json).toEqual({ ...NOTHING, clients: [client_id] });
    expect(await isActive(`/clients/${client_id}`)).toBe(false);
  });

  it.each<[what: string, change: (call: Awaited<ReturnType<typeof thiefOf>>['call'], id: string) => Promise<unknown>]>([
    ['a URL', (call, id) => call('PATCH', `/webhooks/${id}`, { url: 'http://127.0.0.1:8/' })],
    ['a secret', (call, id) => call('POST', `/webhooks/${id}/secret`, {})],
  ])('are disabled: a webhook with %s', async (_what, change) => {
    const thief = await thiefOf();
    const { webhook_id } = await ok(
      app.admin('POST', '/webhooks', { url: 'http://127.0.0.1:9/', types: ['user.created'] }),
    );
    await change(thief.call, webhook_id);
    expect((await stolen(thief.id)).json).toEqual({ ...NOTHING, webhooks: [webhook_id] });
    expect(await isActive(`/webhooks/${webhook_id}`)).toBe(false);
    await ok(app.admin('DELETE', `/webhooks/${webhook_id}`));
  });

  it('are disabled: a provider with another secret, and its sessions end', async () => {
    const thief = await thiefOf();
    await madeProvider('changed');
    await thief.call('PATCH', '/providers/changed', { client_secret: 'y' });
    const { uid } = await app.signUp();
    await app.sql('UPDATE sessions SET idp = ? WHERE uid = ?', ['changed', uid]);
    expect((await stolen(thief.id)).json).toEqual({ ...NOTHING, providers: ['changed'] });
    expect(await isActive('/providers/changed')).toBe(false);
    expect(await app.sql('SELECT 1 FROM sessions WHERE uid = ? AND ended_at IS NULL', [uid])).toEqual([]);
  });

  it('stay when they have only another name or may do less', async () => {
    const thief = await thiefOf();
    const { client_id } = await ok(app.admin('POST', '/clients', CLIENT));
    await madeProvider('renamed');
    await thief.call('PATCH', `/clients/${client_id}`, { name: 'D' });
    await thief.call('PATCH', '/providers/renamed', { name: 'D' });
    expect((await stolen(thief.id)).json).toEqual(NOTHING);
  });
});

it('what is stored with its maker is found when the event log has forgotten it', async () => {
  const thief = await thiefOf();
  const { uid } = await fencedUser(app);
  const { client_id } = await thief.call('POST', '/clients', CLIENT);
  await thief.call('PATCH', `/users/${uid}`, { admin_scopes: ['read'] });
  await app.sql('DELETE FROM events WHERE actor = ?', [`admin:${thief.id}`]);
  expect((await stolen(thief.id)).json).toEqual({ ...NOTHING, clients: [client_id], scopes: [uid] });
});

it('a provider that a file declares by now is no obstacle', async () => {
  const thief = await thiefOf();
  await thief.call('POST', '/providers', providerOf('declared'));
  const { client_id } = await thief.call('POST', '/clients', CLIENT);
  const PROVIDERS_FILE = join(mkdtempSync(join(tmpdir(), 'latchkey-theft-')), 'providers.json');
  const { client_secret: _, ...facts } = providerOf('declared');
  writeFileSync(PROVIDERS_FILE, JSON.stringify([{ ...facts, client_secret_env: 'CORP_SECRET' }]));
  const replica = await app.replica({ PROVIDERS_FILE, CORP_SECRET: 'x' });
  const body = { stolen: true };
  const answer = await replica.call('DELETE', `/api/admin/tokens/${thief.id}`, { token: ADMIN_TOKEN, body });
  expect(answer.json).toEqual({ ...NOTHING, clients: [client_id], providers: ['declared'] });
});

describe('since', () => {
  it('leaves what was made before', async () => {
    const thief = await thiefOf();
    const early = (await thief.call('POST', '/clients', CLIENT)).client_id;
    await app.advance(10);
    const since = await nowOf(app);
    const late = (await thief.call('POST', '/clients', CLIENT)).client_id;
    expect((await stolen(thief.id, { since })).json).toEqual({ ...NOTHING, clients: [late] });
    const { events } = (await app.admin('GET', '/events?type=admin.token_stolen&order=-at')).json;
    expect(events[0].data).toEqual({ ...NOTHING, token_id: thief.id, since, clients: [late] });
    expect((await stolen(thief.id)).json.clients).toEqual([early]);
  });

  it.each([{ since: 1 }, { stolen: false, since: 1 }, { stolen: true, since: -1 }, { stolen: true, since: 'now' }])(
    'is refused in %j',
    async (body) => {
      const { id } = await thiefOf();
      expectFailure(await app.admin('DELETE', `/tokens/${id}`, body), 'INVALID_REQUEST');
      expect(await app.sql('SELECT revoked_at FROM admin_tokens WHERE id = ?', [id])).toEqual([{ revoked_at: null }]);
    },
  );
});

describe('the button of an administrator who secures the account', () => {
  it('names the work of the last day and takes it back, and no older one, although the session is older', async () => {
    const chief = await administrator(app, ALL);
    let session: { token: string; refresh_token: string } = await signInAgain(app, chief);
    let browser = await signedIn(app, session.token);
    const [colleague, accomplice] = [await fencedUser(app), await fencedUser(app)];
    const work = async ({ uid }: { uid: string }) => {
      await ok(browser.call('PATCH', `/users/${uid}`, { admin_scopes: ALL }));
      return (await ok(browser.call('POST', '/clients', CLIENT))).client_id;
    };
    const older = await work(colleague);
    for (let day = 0; day < 30; day += 5) {
      await app.advance(5 * 86_400);
      const fresh = await ok(app.refresh(session.refresh_token));
      session = { ...fresh, token: fresh.access_token };
    }
    const [recovery_code] = (chief as unknown as { recoveryCodes: string[] }).recoveryCodes.slice(1);
    const shown = await ok(app.post('/api/auth/user/reauthenticate', { recovery_code }, { token: session.token }));
    browser = await signedIn(app, shown.access_token);
    const newer = await work(accomplice);
    const expires_at = (await nowOf(app)) + 86_400;
    await ok(browser.call('POST', '/tokens', { name: 'Mine', scopes: ['read'], expires_at }));
    const link = linkIn(await mail.emailAbout(chief.email, /^An admin token for/));
    expect((await app.follow(link)).text).toContain('is disabled or secured (number: 2).');
    expect((await app.follow(link, 'POST')).linkError).toBeNull();
    expect([await scopesOf(colleague.uid), await isActive(`/clients/${older}`)]).toEqual([ALL, true]);
    expect([await scopesOf(accomplice.uid), await isActive(`/clients/${newer}`)]).toEqual([[], false]);
  });

  it('takes along what the thief has made with the rights, and leaves what is older', async () => {
    const chief = await administrator(app, ALL);
    const before = (await (await consoleOf(chief))('POST', '/clients', CLIENT)).client_id;
    await app.advance(2 * 86_400);
    const [, ...recoveryCodes] = chief.recoveryCodes;
    const call = await consoleOf({ ...chief, recoveryCodes });
    const { client_id } = await call('POST', '/clients', CLIENT);
    const accomplice = await fencedUser(app);
    await call('PATCH', `/users/${accomplice.uid}`, { admin_scopes: ['read'] });
    const { uid } = await call('POST', '/users', { email: newEmail(), password: PASSWORD });
    const victim = await provedUser();
    await call('PATCH', `/users/${victim.uid}`, { password: THIEF_PASSWORD });
    const expires_at = (await nowOf(app)) + 86_400;
    await call('POST', '/tokens', { name: 'Mine', scopes: ['read'], expires_at });
    const link = linkIn(await mail.emailAbout(chief.email, /^An admin token for/));
    expect((await app.follow(link, 'POST')).linkError).toBeNull();
    expect(await isActive(`/clients/${client_id}`)).toBe(false);
    expect(await isActive(`/clients/${before}`)).toBe(true);
    expect(await scopesOf(accomplice.uid)).toEqual([]);
    expect(await isActive(`/users/${uid}`)).toBe(false);
    expectFailure(await app.login(victim.email, THIEF_PASSWORD), 'INVALID_CREDENTIALS');
    const { events } = (await app.admin('GET', '/events?type=admin.token_stolen&order=-at')).json;
    expect(events[0].data).toMatchObject({ account: chief.uid, clients: [client_id], scopes: [accomplice.uid] });
    expect(events[0].data.users.sort()).toEqual([uid, victim.uid].sort());
  });

  it('takes the rights of an accomplice, although the thief has taken those of the account away before', async () => {
    const chief = await administrator(app, ALL);
    const call = await consoleOf(chief);
    const accomplice = await fencedUser(app);
    await call('PATCH', `/users/${accomplice.uid}`, { admin_scopes: ALL });
    const { client_id } = await call('POST', '/clients', CLIENT);
    const expires_at = (await nowOf(app)) + 86_400;
    await call('POST', '/tokens', { name: 'Mine', scopes: ['read'], expires_at });
    const link = linkIn(await mail.emailAbout(chief.email, /^An admin token for/));
    await call('PATCH', `/users/${chief.uid}`, { admin_scopes: [] });
    expect((await app.follow(link, 'POST')).linkError).toBeNull();
    expect(await scopesOf(accomplice.uid)).toEqual([]);
    expect(await isActive(`/clients/${client_id}`)).toBe(false);
  });
});

describe('the link of a stolen token', () => {
  it('does not make a victim of an administrator who has used a link of the own mailbox', async () => {
    const thief = await thiefOf();
    const innocent = await administrator(app, ['write']);
    await thief.call('POST', '/links', { type: 'magic_link', email: innocent.email });
    await app.advance(60);
    await app.post('/api/auth/magic-link', { email: innocent.email });
    await app.follow(linkIn(await mail.emailAbout(innocent.email, /^Sign in/)));
    expect((await stolen(thief.id)).json).toEqual(NOTHING);
    expect(await scopesOf(innocent.uid)).toEqual(['write']);
  });

  it('ends its session in an account that has begun after the link', async () => {
    const thief = await thiefOf();
    const email = newEmail();
    const { link } = await thief.call('POST', '/links', { type: 'magic_link', email, sign_up: true });
    const { uid } = await app.signUp({ email });
    const refresh_token = String((await app.follow(link)).parameter('rt'));
    expect((await app.refresh(refresh_token)).status).toBe(200);
    expect((await stolen(thief.id)).json.users).toEqual([uid]);
    expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
  });
});

describe('an address that a stolen token has called verified', () => {
  it('counts as unproved again: its owner finds nothing of the thief in the account', async () => {
    const thief = await thiefOf();
    const { uid, email, token } = await app.signUp();
    await thief.call('PATCH', `/users/${uid}`, { email_verified: true });
    expect((await app.post('/api/auth/user/mfa/totp', { name: 'Phone' }, { token })).status).toBe(200);
    expect((await stolen(thief.id)).json.users).toEqual([uid]);
    expect((await app.admin('GET', `/users/${uid}`)).json).toMatchObject({
      email_verified: false,
      email_proved: false,
    });
    await app.advance(60);
    await app.post('/api/auth/magic-link', { email });
    const followed = await app.follow(linkIn(await mail.emailAbout(email, /^Sign in/)));
    expect(followed.parameter('uid')).toBe(uid);
    expectFailure(await app.login(email, PASSWORD), 'INVALID_CREDENTIALS');
  });

  it('stays proved when its owner has another one since then', async () => {
    const thief = await thiefOf();
    const { uid, token } = await app.signUp();
    await thief.call('PATCH', `/users/${uid}`, { email_verified: true });
    await app.advance(1);
    await ok(app.put('/api/auth/user', { email: newEmail(), password: PASSWORD }, { token }));
    await app.prove(uid);
    await stolen(thief.id);
    expect((await app.admin('GET', `/users/${uid}`)).json.email_proved).toBe(true);
  });
});

describe('an answer by an administrator of a lower rank', () => {
  it('switches nothing off that needs further scopes, and ends no token with further scopes', async () => {
    const colleague = await app.signUp();
    const body = { type: 'verify_email', email: colleague.email };
    const low = await app.adminToken(['write']);
    const { id, token } = await app.adminToken(['write']);
    await app.follow((await ok(app.admin('POST', '/links', body, token))).link);
    await app.advance(1);
    const login = await ok(app.login(colleague.email, PASSWORD));
    const chief = await fence(app, { ...colleague, ...login });
    await grant(app, chief, ALL);
    const call = await consoleOf(chief);
    const { client_id } = await call('POST', '/clients', CLIENT);
    const { webhook_id } = await call('POST', '/webhooks', { url: 'http://127.0.0.1:9/', types: ['user.erased'] });
    const { id: provider } = await call('POST', '/providers', providerOf('of-the-chief'));
    const expires_at = (await nowOf(app)) + 86_400;
    const made = await call('POST', '/tokens', { name: 'Mine', scopes: ALL, expires_at });
    const child = await ok(app.admin('POST', '/tokens', { name: 'Child', scopes: ['read'], expires_at }, made.token));
    expect((await app.admin('DELETE', `/tokens/${id}`, { stolen: true }, low.token)).json).toEqual(NOTHING);
    expect((await app.admin('GET', '/users', undefined, child.token)).status).toBe(200);
    const { json } = await stolen(id);
    expect(json).toMatchObject({ clients: [client_id], webhooks: [webhook_id], providers: [provider] });
  });
});

it('a thief who gives and takes scopes many times leaves as many transactions for the answer as one gift', async () => {
  const collector = await new Collector().listen();
  const replica = await app.replica({ TRUST_PROXY: 'loopback', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const transactionsFor = async (times: number) => {
    const thief = await thiefOf();
    const { uid } = await fencedUser(app);
    for (let time = 1; time < times; time++)
      for (const admin_scopes of [['read'], []]) await thief.call('PATCH', `/users/${uid}`, { admin_scopes });
    await thief.call('PATCH', `/users/${uid}`, { admin_scopes: ['read'] });
    const trace = String(times).padStart(32, '0');
    const headers = { traceparent: `00-${trace}-${'1'.repeat(16)}-01` };
    const call = { token: ADMIN_TOKEN, body: { stolen: true }, headers };
    const answer = await replica.call('DELETE', `/api/admin/tokens/${thief.id}`, call);
    expect(answer.json).toEqual({ ...NOTHING, scopes: [uid] });
    await replica.advance(6);
    await replica.until(() => collector.of(trace).some(({ kind }) => kind === 2));
    return collector.of(trace).filter(({ name }) => name === 'transaction').length;
  };
  const once = await transactionsFor(1);
  expect(once).toBeGreaterThan(1);
  expect(await transactionsFor(10)).toBe(once);
  await collector.stop();
});
