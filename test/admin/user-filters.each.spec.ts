import { createHash, randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Row } from '../support/database/database.js';
import { fencedUser, importedPasskey } from '../support/factors/factors.js';
import { grant } from '../support/http/console.js';
import { expectFailure } from '../support/http/http.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider, googleAccount, signInWith } from '../support/idp/providers.js';
import { HASH, importLines } from '../support/imports/ndjson.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';

const app = useApp({ RATE_LIMIT: 'off', MFA_RESET_DELAY: '0', LOG_LEVEL: 'warn' });

const now = () => Math.floor(Date.now() / 1000);
const rolesOf = (...roles: unknown[]) => JSON.stringify({ roles });
const newRole = () => `role-${randomUUID()}`;

async function create(body: object = {}): Promise<string> {
  const answer = (await app.admin('POST', '/users', { email: newEmail(), ...body })).ok();
  return answer.json.uid;
}

const patch = (uid: string, body: object) => app.admin('PATCH', `/users/${uid}`, body);

/** The uids of all pages of a list. */
async function list(query: string, limit = 200): Promise<string[]> {
  const uids: string[] = [];
  for (let cursor = ''; ; ) {
    const answer = (await app.admin('GET', `/users?limit=${limit}&${query}${cursor && `&cursor=${cursor}`}`)).ok();
    uids.push(...answer.json.users.map(({ uid }: Row) => uid));
    expect(answer.json.has_more).toBe(answer.json.next_cursor !== null);
    if (!answer.json.has_more) return uids;
    cursor = answer.json.next_cursor;
  }
}

/** Which of these users a filter finds, in the order of the list. */
const among = async (uids: string[], query: string) => (await list(query)).filter((uid) => uids.includes(uid));

describe('GET /users?role=', () => {
  const find = (role: string) => list(`role=${encodeURIComponent(role)}`);

  it('finds the users whose claims have the role, newest first', async () => {
    const role = newRole();
    const older = await create({ claims: rolesOf(role, 'other'), created_at: 1_000 });
    const newer = await create({ claims: rolesOf('other', role, role), created_at: 2_000 });
    await create({ claims: rolesOf(`${role}s`, role.toUpperCase()), created_at: 3_000 });
    expect(await find(role)).toEqual([newer, older]);
    expect(await list(`role=${role}&order=created_at`)).toEqual([older, newer]);
    expect(await list(`role=${role}`, 1)).toEqual([newer, older]);
    expect(await list(`role=${role}&created_after=1500`)).toEqual([newer]);
    expect(await find(newRole())).toEqual([]);
  });

  it('compares roles in any script, and of any length, by their exact text', async () => {
    const long = `${'ü'.repeat(400)}-${randomUUID()}`;
    for (const role of ['Éditeur 🎨', 'trailing ', '%a', long]) {
      const uid = await create({ claims: rolesOf(role) });
      expect(await among([uid], `role=${encodeURIComponent(role)}`)).toEqual([uid]);
      for (const other of [`${role} `, `${role}!`, role.toUpperCase().trim()])
        expect(await among([uid], `role=${encodeURIComponent(other)}`)).toEqual([]);
    }
  });

  it.each(['{"roles":"ROLE"}', '{"roles":{"ROLE":1}}', '{"role":"ROLE"}', '{"roles":[["ROLE"]]}'])(
    'finds no user with the claims %s, which no service would accept as a role',
    async (claims) => {
      const role = newRole();
      const uid = await create({ claims: claims.replace('ROLE', role) });
      expect(await among([uid], `role=${role}`)).toEqual([]);
    },
  );

  it('follows each change of the claims by an administrator', async () => {
    const [first, second] = [newRole(), newRole()];
    const { uid } = await app.signUp();
    expect(await find(first)).toEqual([]);
    await patch(uid, { claims: rolesOf(first) });
    expect(await find(first)).toEqual([uid]);
    await patch(uid, { claims: rolesOf(second, 5) });
    expect([await find(first), await find(second)]).toEqual([[], [uid]]);
    await patch(uid, { claims: `{ "roles" : ["${second}", 5] }` });
    expect(await find(second)).toEqual([uid]);
    await patch(uid, { claims: '{}' });
    expect(await find(second)).toEqual([]);
  });

  it('finds imported users, and neither those of an undone import nor deleted ones', async () => {
    const role = newRole();
    const lines = [0, 1].map(() => ({ email: newEmail(), claims: rolesOf(role) }));
    const { batch_id } = (await importLines(app, lines)).json;
    const created = await create({ claims: rolesOf(role) });
    expect(await find(role)).toHaveLength(3);
    await app.admin('DELETE', `/import/${batch_id}`);
    expect(await find(role)).toEqual([created]);
    await app.admin('DELETE', `/users/${created}`);
    expect(await find(role)).toEqual([]);
    expect(await app.sql('SELECT * FROM user_roles WHERE uid = ?', [created])).toEqual([]);
  });

  it('finds a user once after 10 changes of the claims at once', async () => {
    const roles = Array.from({ length: 10 }, newRole);
    const uid = await create();
    await Promise.all(roles.map((role) => patch(uid, { claims: rolesOf(role, 'all of them') })));
    const { claims } = (await app.admin('GET', `/users/${uid}`)).json;
    const found = [];
    for (const role of roles) if ((await find(role)).length > 0) found.push(role);
    expect(claims).toBe(rolesOf(...found, 'all of them'));
    expect(await among([uid], 'role=all%20of%20them')).toEqual([uid]);
  });
});

describe('GET /users by a state', () => {
  it('admin_scopes finds those who administer, or all others', async () => {
    const { uid: other } = await app.signUp();
    const admin = await fencedUser(app);
    await grant(app, admin, ['read']);
    const both = [other, admin.uid];
    expect(await among(both, 'admin_scopes=true')).toEqual([admin.uid]);
    expect(await among(both, 'admin_scopes=false')).toEqual([other]);
    await patch(admin.uid, { admin_scopes: [] });
    expect(await among(both, 'admin_scopes=true')).toEqual([]);
  });

  it('admin_scopes no longer finds a user whose scopes went with the factor', async () => {
    const admin = await fencedUser(app);
    await grant(app, admin, ['read']);
    await app.admin('POST', `/users/${admin.uid}/factors/reset`, { reason: 'The phone is lost.' });
    expect(await among([admin.uid], 'admin_scopes=true')).toEqual([]);
    expect(await among([admin.uid], 'mfa_enabled=false')).toEqual([admin.uid]);
  });

  it('mfa_enabled finds those whose sign-ins need a factor, or all others', async () => {
    const { uid: other } = await app.signUp();
    const { uid } = await fencedUser(app);
    expect(await among([uid, other], 'mfa_enabled=true')).toEqual([uid]);
    expect(await among([uid, other], 'mfa_enabled=false')).toEqual([other]);
  });

  it('has_password finds users with one, however it was set', async () => {
    const signedUp = (await app.signUp()).uid;
    const created = await create({ password: PASSWORD });
    const hashed = await create({ password_hash: HASH });
    const later = await create();
    const never = await create();
    await patch(later, { password: PASSWORD });
    const all = [signedUp, created, hashed, later, never];
    expect((await among(all, 'has_password=true')).sort()).toEqual([signedUp, created, hashed, later].sort());
    expect(await among(all, 'has_password=false')).toEqual([never]);
  });

  it('has_passkey finds users with one until the last one is removed', async () => {
    const with2 = { email: newEmail(), passkeys: [importedPasskey(), importedPasskey()] };
    await importLines(app, [with2]);
    const [uid = ''] = await list(`email=${with2.email}`);
    const created = await create({ passkeys: [importedPasskey()] });
    const other = await create();
    expect((await among([uid, created, other], 'has_passkey=true')).sort()).toEqual([uid, created].sort());
    expect(await among([uid, created, other], 'has_passkey=false')).toEqual([other]);
    for (const left of [1, 0]) {
      const { passkeys } = (await app.admin('GET', `/users/${uid}/passkeys`)).json;
      await app.admin('DELETE', `/users/${uid}/passkeys/${passkeys[0].passkey_id}`);
      expect(await among([uid], 'has_passkey=true')).toHaveLength(left);
    }
  });

  it.each(['admin_scopes', 'mfa_enabled', 'has_password', 'has_passkey'])(
    '%s refuses an empty value and any other word',
    async (name) => {
      for (const value of ['', '1', 'TRUE', 'null'])
        expectFailure(await app.admin('GET', `/users?${name}=${value}`), 'INVALID_REQUEST');
    },
  );

  it.each(['role', 'provider', 'last_login_before', 'last_login_after'])('%s refuses an empty value', async (name) => {
    expectFailure(await app.admin('GET', `/users?${name}=`), 'INVALID_REQUEST');
    expectFailure(await app.admin('GET', `/users?${name}=1&${name}=2`), 'INVALID_REQUEST');
  });
});

describe('GET /users by the last sign-in', () => {
  it('finds those before or since a second, latest first, and no user who has never signed in', async () => {
    const never = await create();
    const [old, recent] = [await app.signUp(), await app.signUp()];
    await app.sql('UPDATE users SET last_login = 1000 WHERE uid = ?', [old.uid]);
    await app.sql('UPDATE users SET last_login = 2000 WHERE uid = ?', [recent.uid]);
    const all = [never, old.uid, recent.uid];
    expect(await among(all, 'last_login_before=2001')).toEqual([recent.uid, old.uid]);
    expect(await among(all, 'last_login_before=2000')).toEqual([old.uid]);
    expect(await among(all, 'last_login_after=2000')).toEqual([recent.uid]);
    expect(await among(all, 'last_login_after=0')).toEqual([recent.uid, old.uid]);
    expect(await list('last_login_after=1000&last_login_before=2001', 1)).toEqual([recent.uid, old.uid]);
    expect(await among(all, 'last_login_before=2001&order=created_at')).toEqual([old.uid, recent.uid]);
    expect(await among(all, `last_login_before=${now() + 60}&active=true`)).toEqual([recent.uid, old.uid]);
  });
});

describe('GET /users?provider=', () => {
  const idp = useIdp();

  it('finds users with an identity there, each once, and none for an unknown provider', async () => {
    const { id } = await addProvider(app, idp, 'google', { id: 'google' });
    const identities = ['1', '2'].map((subject) => ({ provider: id, subject }));
    const imported = { email: newEmail(), identities, created_at: 1_000 };
    await importLines(app, [imported]);
    const [uid = ''] = await list(`email=${imported.email}`);
    const created = await create({ identities: [{ provider: id, subject: '3' }], created_at: 2_000 });
    const { uid: signedUp } = (await signInWith(app, id, googleAccount(newEmail()))).json;
    await create();
    expect(await list(`provider=${id}`)).toEqual([signedUp, created, uid]);
    expect(await list(`provider=${id}`, 1)).toEqual([signedUp, created, uid]);
    expect(await list(`provider=${id}&order=created_at`, 2)).toEqual([uid, created, signedUp]);
    expect(await list(`provider=${id}&has_password=false&created_before=3000`)).toEqual([created, uid]);
    const { json } = await app.admin('GET', `/users/${created}/identities`);
    await app.admin('DELETE', `/users/${created}/identities/${json.identities[0].identity_id}`);
    expect(await list(`provider=${id}&mfa_enabled=false`)).toEqual([signedUp, uid]);
    for (const unknown of ['unknown', 'ü', '%25', 'x'.repeat(500)])
      expect(await list(`provider=${encodeURIComponent(unknown)}`)).toEqual([]);
  });
});

describe('GET /users by several filters', () => {
  it('finds the users who meet all of them, in any combination with a search, an email and an order', async () => {
    const role = newRole();
    const name = randomUUID();
    const uids: string[] = [];
    for (let index = 0; index < 12; index++) {
      const body = {
        email: `${name}-${String(index).padStart(2, '0')}@example.com`,
        claims: rolesOf(index % 2 ? role : 'no'),
      };
      uids.push(
        await create({
          ...body,
          active: index % 3 > 0,
          created_at: 5_000 - index,
          password_hash: index % 4 ? HASH : undefined,
        }),
      );
    }
    const at = (...indexes: number[]) => indexes.map((index) => uids[index]);
    expect(await list(`role=${role}&active=true`, 2)).toEqual(at(1, 5, 7, 11));
    expect(await list(`role=${role}&active=true&order=created_at`, 1)).toEqual(at(11, 7, 5, 1));
    expect(await list(`search=${name}&role=${role}&active=false`)).toEqual(at(3, 9));
    expect(await list(`search=${name}&has_password=false`, 2)).toEqual(at(0, 4, 8));
    expect(await list(`search=${name}&has_password=false&order=created_at`, 2)).toEqual(at(8, 4, 0));
    expect(await list(`email=${name}-03@example.com&role=${role}`)).toEqual(at(3));
    expect(await list(`email=${name}-04@example.com&role=${role}`)).toEqual([]);
    expect(await list(`role=${role}&has_password=true&created_after=4995&last_login_before=1`)).toEqual([]);
    expect(await list(`role=${role}&active=true&created_after=4995`)).toEqual(at(1, 5));
  });

  it('checks at most 1,000 users for a page, which then has fewer users and a cursor', async () => {
    const role = newRole();
    const count = 2_300;
    const uids = Array.from({ length: count }, () => uuidv7());
    const columns = 'uid, email, password_version, active, email_verified, metadata, created_at, updated_at';
    for (let first = 0; first < count; first += 500) {
      const some = uids.slice(first, first + 500);
      const users = some.map(
        (uid, index) => `('${uid}', '${uid}@example.com', 0, 1, 0, '{}', ${9_000 - first - index}, 1)`,
      );
      await app.sql(`INSERT INTO users (${columns}) VALUES ${users.join()}`);
    }
    await app.sql(`UPDATE users SET claims = '${rolesOf(role)}' WHERE created_at > 5000 AND created_at <= 9000`);
    // Only the oldest of them is disabled.
    await app.sql('UPDATE users SET active = 0 WHERE uid = ?', [uids.at(-1)]);
    await app.sql(
      `INSERT INTO user_roles SELECT uid, ?, created_at FROM users WHERE created_at > 5000 AND created_at <= 9000`,
      [createHash('sha256').update(role).digest('hex')],
    );
    const sizes: number[] = [];
    for (let cursor = ''; ; ) {
      const { json } = await app.admin(
        'GET',
        `/users?role=${role}&active=false&limit=10${cursor && `&cursor=${cursor}`}`,
      );
      sizes.push(json.users.length);
      if (!json.has_more) break;
      cursor = json.next_cursor;
    }
    expect(sizes).toEqual([0, 0, 1]);
    const page = (await app.admin('GET', `/users?role=${role}&active=true&limit=200`)).json;
    expect(page.users).toHaveLength(200);
    const cursorOfAnother = (await app.admin('GET', '/users?order=created_at&limit=1')).json.next_cursor;
    expectFailure(await app.admin('GET', `/users?role=${role}&cursor=${cursorOfAnother}`), 'INVALID_REQUEST');
  });
});

describe('GET /users?email_contains=', () => {
  const find = (part: string, more = '') => list(`email_contains=${encodeURIComponent(part)}${more}`);

  it('finds the users with it anywhere in the email, in any case, sorted by email', async () => {
    const name = randomUUID();
    const emails = [`b.${name}@one.example`, `a.${name}@two.example`, `${name}@one.example`];
    const [b, a, first] = [
      await create({ email: emails[0] }),
      await create({ email: emails[1] }),
      await create({ email: emails[2] }),
    ];
    const all = [b, a, first];
    const sorted = [...emails].sort().map((email) => all[emails.indexOf(email)]);
    expect(await find(name)).toEqual(sorted);
    expect(await find(name.toUpperCase())).toEqual(sorted);
    expect(await list(`email_contains=${name}`, 1)).toEqual(sorted);
    expect(await find(`${name}@one`)).toEqual(sorted.filter((uid) => uid !== a));
    expect(await find('@two.example', `&search=a.${name}`)).toEqual([a]);
    expect(await find(name, '&search=b.')).toEqual([b]);
    expect(await find(name, '&order=created_at')).toHaveLength(3);
    expect(await find(name, `&email=${emails[1]}`)).toEqual([a]);
    expect(await find(`${name}x`)).toEqual([]);
  });

  it('gives no character a meaning, and combines with the other filters', async () => {
    const [name, role] = [randomUUID(), newRole()];
    const under = await create({ email: `${name}a_b%25!c@example.com`, claims: rolesOf(role) });
    const plain = await create({ email: `${name}axb25!c@example.com`, claims: rolesOf(role), active: false });
    for (const part of [`${name}a_b`, '_b%25!c@', '%25!', `${name}a_b%25!c@`])
      expect(await among([under, plain], `email_contains=${encodeURIComponent(part)}`)).toEqual([under]);
    expect(await find(name, `&role=${role}`)).toEqual([under, plain]);
    expect(await find(name, '&active=false')).toEqual([plain]);
    expect(await find(`${name}a_`, '&active=false')).toEqual([]);
    for (const value of ['', '%20', 'ü', 'x'.repeat(255)])
      expectFailure(await app.admin('GET', `/users?email_contains=${value}`), 'INVALID_REQUEST');
    const changed = await app.admin('POST', '/users/bulk', { action: 'enable', email_contains: `${name}axb` });
    expect(changed.json).toMatchObject({ changed: 1, unchanged: 0 });
    const cursor = (await app.admin('GET', '/users?limit=1')).json.next_cursor;
    expectFailure(await app.admin('GET', `/users?email_contains=x&cursor=${cursor}`), 'INVALID_REQUEST');
  });

  it('compares at most 20,000 emails for a page, which then has fewer users and a cursor', async () => {
    const [name, columns] = [
      randomUUID(),
      'uid, email, password_version, active, email_verified, metadata, created_at, updated_at',
    ];
    const count = 45_000;
    for (let first = 0; first < count; first += 5_000) {
      const users = Array.from({ length: 5_000 }, (_none, index) => {
        const uid = uuidv7();
        const number = String(first + index).padStart(5, '0');
        return `('${uid}', '${name}-${number}@example.com', 0, 1, 0, '{}', 1, 1)`;
      });
      await app.sql(`INSERT INTO users (${columns}) VALUES ${users.join()}`);
    }
    const pages: string[][] = [];
    for (let cursor = ''; ; ) {
      const { json } = await app.admin(
        'GET',
        `/users?search=${name}&email_contains=4999@&limit=10${cursor && `&cursor=${cursor}`}`,
      );
      pages.push(json.users.map(({ email }: Row) => String(email).slice(name.length + 1, -'@example.com'.length)));
      if (!json.has_more) break;
      cursor = json.next_cursor;
    }
    expect(pages).toEqual([['04999', '14999'], ['24999', '34999'], ['44999']]);
    await app.sql(`DELETE FROM users WHERE email LIKE '${name}%'`);
  });
});
