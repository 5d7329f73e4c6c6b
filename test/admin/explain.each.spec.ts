import { createHash, randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { ANALYZE, DATABASE, IS_SERVER } from '../support/database/database.js';
import { equalitiesOf, indexesOf, objections, queriesOn, type Statement } from '../support/database/inspection.js';
import { PASSWORD, useApp } from '../support/service/app.js';

const USERS = 6_000;
const CHUNK = 500;
const START = 1_600_000_000;
const TYPES = ['user.created', 'login.succeeded', 'login.failed', 'session.revoked', 'link.sent', 'user.updated'];

const hashOf = (role: string) => createHash('sha256').update(role).digest('hex');

const roleOf = (index: number) => (index % 10 ? 'reader' : 'editor');

const uids = Array.from({ length: USERS }, () => randomUUID());
const [ONE = '', TWO = ''] = uids.slice(17);

const app = useApp({ LOG_LEVEL: 'warn' }, ['statements.mjs']);
beforeAll(async () => {
  await fill(
    'users',
    'uid, email, password_version, active, email_verified, metadata, created_at, updated_at, claims, mfa_enabled, list_password, list_passkey, list_admin, last_login',
    (index) => {
      const made = START + Math.floor(index / 3) * 60;
      const flags = [index % 3 ? 0 : 1, index % 20 ? 1 : 0, index % 7 ? 0 : 1, index % 40 ? 0 : 1];
      const lastLogin = index % 5 ? made + (index % 11) * 86_400 : 'NULL';
      return `'${uids[index]}', 'user${index}@example.com', 0, ${index % 10 ? 1 : 0}, ${Math.floor(index / 2) % 2}, '{}', ${made}, ${made}, '{"roles":["${roleOf(index)}"]}', ${flags}, ${lastLogin}`;
    },
  );
  await fill('user_roles', 'uid, role_hash, created_at', (index) => {
    return `'${uids[index]}', '${hashOf(roleOf(index))}', ${START + Math.floor(index / 3) * 60}`;
  });
  await fill(
    'identities',
    'identity_id, uid, provider_id, key_hash, subject, created_at, user_created_at',
    (index) =>
      `'${uuidv7()}', '${uids[index]}', '${index % 4 ? 'google' : 'corp'}', '${index}', 'x', 1, ${START + Math.floor(index / 3) * 60}`,
  );
  await fill(
    'sessions',
    'session_id, uid, generation, method, ip, user_agent, created_at, last_used_at, expires_at',
    (index) => `'${uuidv7()}', '${uids[index]}', 0, 'password', '::1', '', ${START}, ${START}, 4000000000`,
  );
  await fill('events', 'id, type, at, actor, uid, data', (index) => {
    const uid = index % 50 ? uids[index] : index % 100 ? ONE : TWO;
    return `'${uuidv7()}', '${TYPES[index % TYPES.length]}', ${START + index}, 'system', '${uid}', '{}'`;
  });
  await fill(
    'devices',
    'device_id, uid, token_hash, user_agent, created_at, last_used_at',
    (index) => `'${uuidv7()}', '${uids[index]}', '${hashOf(String(index))}', '', ${START}, 4000000000`,
  );
  await fill('messages', 'id, kind, recipient, status, attempts, created_at, due_at', (index) => {
    const status = index % 100 ? 'sent' : 'failed';
    return `'${uuidv7()}', 'magic-link', 'user${index}@example.com', '${status}', 1, ${START}, ${START}`;
  });
  // The service numbers the events: the statistics are about numbered ones, as in operation.
  expect((await app.admin('GET', '/events?limit=1')).status).toBe(200);
  // SQLite has no statistics, because the service never asks for them.
  if (IS_SERVER) await app.sql(`${ANALYZE} users, user_roles, identities, sessions, events, devices, messages`);
});

/** Inserts as many rows into a table as there are users. */
async function fill(table: string, columns: string, row: (index: number) => string): Promise<void> {
  for (let first = 0; first < USERS; first += CHUNK) {
    const rows = Array.from({ length: CHUNK }, (_, index) => `(${row(first + index)})`);
    await app.sql(`INSERT INTO ${table} (${columns}) VALUES ${rows.join(', ')}`);
  }
}

/** The objections to the plans of the queries of a call. Each call must have run as many queries as expected. */
async function objectionsTo(path: string, table: string, count = 1): Promise<string[]> {
  await queriesOn(app, [table]);
  expect((await app.admin('GET', path)).status).toBe(200);
  // The job that numbers events may repeat a query meanwhile.
  const queries = [...new Map((await queriesOn(app, [table])).map((query) => [query.sql, query])).values()];
  expect(queries).toHaveLength(count);
  return (await Promise.all(queries.map((query) => objections(app, query)))).flat();
}

const LISTS = [
  'order=created_at',
  'order=-created_at',
  'active=true',
  'active=false',
  'active=false&order=created_at',
  'email_verified=true',
  'email_verified=false&order=created_at',
  'search=user12',
  'search=u',
  'search=u&active=true',
  'search=u&email_verified=true',
  `created_after=${START + 100_000}`,
  `created_before=${START + 20_000}&order=created_at`,
  `active=true&created_before=${START + 100_000}`,
  'admin_scopes=true',
  'admin_scopes=false&order=created_at',
  'mfa_enabled=true',
  'mfa_enabled=false',
  'has_password=false',
  'has_password=true&order=created_at',
  'has_passkey=true',
  'has_passkey=false',
  `has_passkey=false&created_after=${START + 20_000}`,
  `last_login_before=${START + 5 * 86_400}`,
  `last_login_after=${START + 86_400}`,
];

describe.each(['', ...LISTS])('GET /users?%s', (query) => {
  // It reads the places of the users in an index, and loads the users of the page.
  it('reads the first page by an index', async () => {
    expect(await objectionsTo(`/users?limit=50&${query}`, 'users', 2)).toEqual([]);
  });

  it('reads a page after a cursor by an index', async () => {
    const first = (await app.admin('GET', `/users?limit=50&${query}`)).json;
    expect(first.next_cursor).not.toBeNull();
    expect(await objectionsTo(`/users?limit=50&${query}&cursor=${first.next_cursor}`, 'users', 2)).toEqual([]);
  });
});

/** Filters that read the places of users in one index, compare the users there, and load those of the page. */
const SEVERAL: [query: string, table: string][] = [
  ['role=editor', 'user_roles'],
  ['role=reader&order=created_at', 'user_roles'],
  ['role=reader&active=true', 'user_roles'],
  ['provider=corp', 'identities'],
  ['provider=google&mfa_enabled=false&order=created_at', 'identities'],
  ['mfa_enabled=true&has_passkey=false', 'users'],
  ['active=true&last_login_before=1600400000', 'users'],
  ['search=user1&mfa_enabled=false', 'users'],
];

it.each(SEVERAL)('GET /users?%s reads the first and the next page by indexes', async (query, table) => {
  const path = `/users?limit=20&${query}`;
  const readBy = async (more: string) => {
    await queriesOn(app, [table, 'users']);
    const { json } = await app.admin('GET', path + more);
    expect(json.users).toHaveLength(20);
    const queries = await queriesOn(app, [table, 'users']);
    expect(queries.length).toBeGreaterThan(1);
    expect((await Promise.all(queries.map((found) => objections(app, found)))).flat()).toEqual([]);
    const [keys] = await Promise.all(queries.map((found) => indexesOf(app, found)));
    expect(keys).not.toContain(null);
    return json.next_cursor;
  };
  const cursor = await readBy('');
  expect(cursor).not.toBeNull();
  await readBy(`&cursor=${cursor}`);
});

it.each([
  ['email=USER77@example.com', 2],
  ['email=nobody@example.com', 1],
  ['search=user77@', 2],
  ['search=nobody', 1],
])('GET /users?%s reads by an index', async (query, queries) => {
  expect(await objectionsTo(`/users?${query}`, 'users', queries)).toEqual([]);
});

it('the list of users counts the sessions of a page by the index of the users', async () => {
  expect(await objectionsTo('/users?limit=50', 'sessions')).toEqual([]);
  await queriesOn(app, ['sessions']);
  expect((await app.admin('GET', '/users?limit=50')).status).toBe(200);
  const [counted] = await queriesOn(app, ['sessions']);
  expect(await indexesOf(app, counted as Statement)).toContain('sessions_uid');
});

it.each(['', 'status=sent'])('GET /messages?%s reads the first and the next page by an index', async (query) => {
  expect(await objectionsTo(`/messages?limit=20&${query}`, 'messages')).toEqual([]);
  const { next_cursor } = (await app.admin('GET', `/messages?limit=20&${query}`)).json;
  expect(await objectionsTo(`/messages?limit=20&${query}&cursor=${next_cursor}`, 'messages')).toEqual([]);
});

it('a list with both states reads the index of both, in the order of the list', async () => {
  await queriesOn(app, ['users']);
  expect((await app.admin('GET', '/users?limit=20&active=false&email_verified=false')).status).toBe(200);
  const [page] = await queriesOn(app, ['users']);
  expect(await indexesOf(app, page as Statement)).toContain('users_active_email_verified');
  expect(await objections(app, page as Statement)).toEqual([]);
});

it('one user, and the sessions of one user, are read by an index', async () => {
  expect(await objectionsTo(`/users/${ONE}`, 'users')).toEqual([]);
  // SQLite sorts the few sessions of one user.
  const found = await objectionsTo(`/users/${ONE}/sessions?limit=10`, 'sessions');
  expect(found.filter((objection) => !objection.startsWith('sorts'))).toEqual([]);
});

it('a read, a refresh and a login find the user by an index', async () => {
  const user = await app.signUp();
  await queriesOn(app, ['users']);
  expect((await app.get('/api/auth/user', { token: user.token })).status).toBe(200);
  expect((await app.refresh(user.refresh_token)).status).toBe(200);
  expect((await app.login(user.email, PASSWORD)).status).toBe(200);
  const queries = await queriesOn(app, ['users']);
  // A login reads the claims of the user again, in the transaction that has locked the row.
  expect(queries.map(({ sql }) => /WHERE (\w+)/.exec(sql)?.[1])).toEqual(['uid', 'email', 'uid']);
  expect((await Promise.all(queries.map((query) => objections(app, query)))).flat()).toEqual([]);
});

it('the security events and the devices of a user are read by an index of the user', async () => {
  const { uid, token } = await app.signUp();
  await app.sql('UPDATE events SET uid = ? WHERE uid = ?', [uid, TWO]);
  await queriesOn(app, ['events', 'devices']);
  const first = await app.get('/api/auth/user/security?limit=5', { token });
  const { next_cursor } = first.json;
  expect(next_cursor).not.toBeNull();
  expect((await app.get(`/api/auth/user/security?limit=5&cursor=${next_cursor}`, { token })).status).toBe(200);
  expect((await app.get('/api/auth/user/devices', { token })).status).toBe(200);
  const queries = await queriesOn(app, ['events', 'devices']);
  expect(queries.length).toBeGreaterThanOrEqual(3);
  const found = (await Promise.all(queries.map((query) => objections(app, query)))).flat();
  // SQLite sorts the few devices of one user.
  expect(found.filter((objection) => !objection.startsWith('sorts'))).toEqual([]);
  for (const query of queries) expect(String(await indexesOf(app, query))).toMatch(/_uid/);
});

describe.each([`uid=${ONE}`, 'type=login.failed', 'order=at'])('GET /events?%s', (query) => {
  // It reads whether there are events without a position, the position of the cursor, and the page.
  it('reads the first and the next page by an index', async () => {
    expect((await app.admin('GET', '/events?limit=1')).status).toBe(200);
    expect(await objectionsTo(`/events?limit=20&${query}`, 'events', 2)).toEqual([]);
    const { next_cursor } = (await app.admin('GET', `/events?limit=20&${query}`)).json;
    expect(next_cursor).not.toBeNull();
    expect(await objectionsTo(`/events?limit=20&${query}&after=${next_cursor}`, 'events', 3)).toEqual([]);
  });

  it('reads the newest events by an index', async () => {
    const descending = query === 'order=at' ? 'order=-at' : `${query}&order=-at`;
    expect(await objectionsTo(`/events?limit=20&${descending}`, 'events')).toEqual([]);
  });
});

it('the list of revocations reads events by their type only, with an index', async () => {
  const { cursor } = (await app.get('/.well-known/revocations')).json;
  // PostgreSQL chooses by how many events it expects: all of a type are hardly more than the list may have, and few are newer than the cursor.
  const wholeDay = DATABASE === 'postgres' ? /^events_type(_position)?$/ : /^events_type$/;
  const sinceCursor = DATABASE === 'postgres' ? /^events_(type|type_position|pkey)$/ : /^events_type$/;
  for (const query of ['', `?after=${cursor}`]) {
    await queriesOn(app, ['events']);
    expect((await app.get(`/.well-known/revocations${query}`)).status).toBe(200);
    const all = await queriesOn(app, ['events']);
    // The service looks for events without a position at any time.
    const queries = all.filter(({ sql }) => !sql.includes('position IS NULL'));
    expect(queries).toHaveLength(9);
    for (const found of queries) {
      expect(await objections(app, found)).toEqual([]);
      expect(String(await indexesOf(app, found))).toMatch(query === '' ? wholeDay : sinceCursor);
    }
  }
});

it.each<[string, Statement]>([
  ['a search for text inside the email', { sql: 'SELECT * FROM users WHERE email LIKE ?', values: ['%77%'] }],
  [
    'a function of the email column',
    { sql: 'SELECT * FROM users WHERE UPPER(email) = ?', values: ['USER77@EXAMPLE.COM'] },
  ],
  ['a condition on a column without an index', { sql: 'SELECT * FROM users WHERE metadata = ?', values: ['{}'] }],
  ['an order without an index', { sql: 'SELECT * FROM users ORDER BY updated_at LIMIT 50', values: [] }],
  ['a count by a column without an index', { sql: 'SELECT COUNT(*) FROM users WHERE updated_at > ?', values: [1] }],
])('the plan check of this file reports %s', async (_what, query) => {
  expect(await objections(app, query)).not.toEqual([]);
});

it('the look for due deliveries finds earlier ones of a user by their status', async () => {
  const webhook = { url: 'https://hooks.example/', types: ['link.*'] };
  const id = (await app.admin('POST', '/webhooks', webhook)).json.webhook_id;
  const columns =
    'delivery_id, webhook_id, event_id, type, position, uid, at, status, replay, attempts, created_at, due_at';
  await fill('webhook_deliveries', columns, (index) => {
    const status = ['sent', 'waiting', 'blocked'][index % 3];
    return `'${uuidv7()}', '${id}', '${uuidv7()}', 'link.sent', ${index}, '${ONE}', ${START}, '${status}', 0, 0, ${START}, ${START}`;
  });
  if (IS_SERVER) await app.sql(`${ANALYZE} webhook_deliveries`);
  let due: Statement | undefined;
  await app.service.until(async () => {
    due = (await queriesOn(app, ['webhook_deliveries'])).find(({ sql }) => sql.includes('NOT EXISTS'));
    return due !== undefined;
  });
  expect(await equalitiesOf(app, due as Statement, 'earlier')).toEqual([3, 3]);
  expect(await objections(app, due as Statement)).toEqual([]);
});
