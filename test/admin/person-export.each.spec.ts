import { once } from 'node:events';
import { get } from 'node:http';
import { v7 as uuidv7 } from 'uuid';
import { DATABASE, type Row } from '../support/database/database.js';
import { objections, queriesOn } from '../support/database/inspection.js';
import {
  fence,
  insertRow,
  STORED_DELIVERY,
  STORED_PASSKEY,
  STORED_WEBHOOK,
  WAITING_RESET,
} from '../support/factors/factors.js';
import { expectFailure } from '../support/http/http.js';
import { importLines } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, newEmail, type SignedUp } from '../support/service/app.js';
import { Cli } from '../support/service/cli.js';
import { useMail } from '../support/service/mail.js';

/** Large ones, because few rows with the same bytes take less time to insert and to read. */
const EVENTS = 10_000;
const EVENT_BYTES = 2_000;
const CHUNK = 250;

/** The columns by which a row belongs to a person. */
const PERSONAL = ['uid', 'email', 'recipient', 'address', 'user_agent', 'phone', 'subject'];
/** Secrets, and what would help to guess one. No other column may be missing in an export. */
const WITHHELD = [
  'users.password_hash',
  'users.hash_steps',
  'devices.token_hash',
  'sessions.console_hash',
  ...['token_hash', 'parent_hash', 'code_token_hash', 'code_hash', 'sealed', 'identity_key'].map(
    (column) => `one_time_tokens.${column}`,
  ),
  'totp_factors.token_hash',
  'messages.sealed',
  'totp_factors.secret_sealed',
  'recovery_codes.code_hash',
  'passkeys.credential_hash',
  'identities.key_hash',
  'factor_resets.stop_hash',
  'console_sessions.token_hash',
  'api_keys.key_hash',
];

/** What persons do not get of the rows about them: how the service works, and what administrators have noted. */
const NOT_FOR_OWNERS = [
  ...['users.list_password', 'users.list_passkey', 'users.list_admin', 'identities.user_created_at'],
  ...['password_version', 'claims_changed_at', 'batch_id', 'factor_failures', 'passkey_handle'].map(
    (column) => `users.${column}`,
  ),
  ...['address_version', 'admin_scopes_at', 'admin_scopes_by', 'made_by', 'made_open_at'].map(
    (column) => `users.${column}`,
  ),
  'factor_resets.address_version',
  ...['generation', 'replaced_generations', 'earlier_factor', 'factor_due_at', 'password_version', 'max_ttl'].map(
    (column) => `sessions.${column}`,
  ),
  ...['idp_sid', 'claims_changed_at', 'impersonator', 'act_name'].map((column) => `sessions.${column}`),
  ...[
    'made_by',
    'since',
    'password_version',
    'code_expires_at',
    'code_challenge',
    'idp_sid',
    'attempts',
    'counter',
  ].map((column) => `one_time_tokens.${column}`),
  'one_time_tokens.ended_at',
  ...['algorithm', 'digits', 'period', 'last_step', 'failures'].map((column) => `totp_factors.${column}`),
  ...['credential_id', 'public_key', 'handle', 'counter'].map((column) => `passkeys.${column}`),
  ...['reason', 'actor'].map((column) => `factor_resets.${column}`),
  ...['attempts', 'due_at', 'last_error'].map((column) => `messages.${column}`),
  'events.position',
  ...[1, 2, 3, 4].map((rung) => `users.rung_${rung}`),
  ...[
    'devices.counter',
    'devices.trust_counter',
    'sign_in_addresses.counter',
    'api_keys.counter',
    'totp_factors.counter',
  ],
  'console_sessions.admin_token_id',
];
/** Tables that only say how the service works. */
const NO_TABLES_FOR_OWNERS = ['user_roles', 'import_batches', 'webhook_deliveries'];

type Export = Record<string, Row[]>;

/** Too small to hold the events of a user several times. */
const { app, mail } = useMail({ NODE_OPTIONS: '--max-old-space-size=128', REAUTH_MAX_AGE: '86400' }, [
  'statements.mjs',
]);

let ada: SignedUp;
let bob: SignedUp;
beforeAll(async () => {
  [ada, bob] = [await withData(), await withData()];
});

/** A user with a row in each table. */
async function withData(): Promise<SignedUp> {
  const email = newEmail();
  // Before the account exists: a link without a uid.
  await app.post('/api/auth/magic-link', { email, sign_up: true });
  await mail.emailTo(email);
  const password = 'a password that was imported';
  const { json } = await importLines(app, [
    { email, password, email_verified: true, metadata: '{"a": "ü"}', claims: '{"roles":["editor"]}' },
  ]);
  expect(json).toMatchObject({ created: 1 });
  const { json: tokens } = await app.login(email, password);
  await app.post('/api/auth/reset-password', { email });
  const user = await fence(app, { email, password, ...tokens });
  await app.login(email, password);
  await insertRow(app, 'passkeys', {
    ...STORED_PASSKEY,
    passkey_id: uuidv7(),
    credential_hash: user.uid,
    uid: user.uid,
  });
  await insertRow(app, 'factor_resets', { ...WAITING_RESET, uid: user.uid });
  await insertRow(app, 'identities', {
    identity_id: uuidv7(),
    uid: user.uid,
    provider_id: 'corp',
    key_hash: user.uid,
    subject: 'ada',
    created_at: 1,
    user_created_at: 1,
  });
  await app.sql(`UPDATE users SET unlinked_providers = 'corp' WHERE uid = ?`, [user.uid]);
  if ((await app.sql('SELECT 1 FROM webhooks')).length === 0) await insertRow(app, 'webhooks', STORED_WEBHOOK);
  await insertRow(app, 'webhook_deliveries', {
    ...STORED_DELIVERY,
    delivery_id: uuidv7(),
    event_id: uuidv7(),
    uid: user.uid,
  });
  const times = { created_at: 1, last_used_at: 1, expires_at: 4_000_000_000 };
  await insertRow(app, 'console_sessions', { token_hash: user.uid, uid: user.uid, ...times });
  const used = { user_agent: 'Firefox', created_at: 1, last_used_at: 1 };
  await insertRow(app, 'devices', { device_id: user.uid, uid: user.uid, token_hash: user.uid, ...used });
  await insertRow(app, 'api_keys', {
    key_id: user.uid.slice(-22),
    uid: user.uid,
    name: 'Backup',
    key_hash: user.uid,
    scopes: 'orders:read',
    audiences: 'stock',
    created_at: 1,
    expires_at: 4_000_000_000,
  });
  return user;
}

async function exportOf(uid: string): Promise<Export> {
  const answer = await app.admin('GET', `/users/${uid}/export`);
  expect(answer.status).toBe(200);
  return answer.json;
}

/** The copy that a user downloads. */
async function copyOf({ token }: SignedUp): Promise<Export> {
  const answer = await app.get('/api/auth/user/data', { token });
  expect([answer.status, answer.code]).toEqual([200, undefined]);
  return answer.json;
}

/** The columns of an export that has a row in each table: `table.column`. */
const columnsIn = (document: Export) =>
  Object.entries(document).flatMap(([table, [row]]) => Object.keys(row ?? {}).map((column) => `${table}.${column}`));

/** The columns of all tables: `table.column`. */
async function columns(): Promise<string[]> {
  const rows = await app.sql(
    DATABASE === 'sqlite'
      ? `SELECT m.name AS t, c.name AS c FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'`
      : `SELECT table_name AS t, column_name AS c FROM information_schema.columns
         WHERE table_schema = ${DATABASE === 'mysql' ? 'DATABASE()' : 'current_schema()'}`,
  );
  return rows.map(({ t, c }) => `${t}.${c}`);
}

const tableOf = (column: string) => column.split('.')[0] ?? '';

describe('the export of a person', () => {
  it('has a key for each table of the schema with a column about persons', async () => {
    const personal = (await columns()).filter((column) => PERSONAL.includes(column.split('.')[1] ?? ''));
    const tables = new Set(personal.map(tableOf));
    expect(tables.size).toBeGreaterThanOrEqual(6);
    // A user refers to the batch, and not the other way round.
    expect(Object.keys(await exportOf(ada.uid)).sort()).toEqual([...tables, 'import_batches'].sort());
  });

  it('has each column of these tables except secrets', async () => {
    const document = await exportOf(ada.uid);
    const exported = columnsIn(document);
    const stored = (await columns()).filter((column) => tableOf(column) in document);
    expect(exported.sort()).toEqual(stored.filter((column) => !WITHHELD.includes(column)).sort());
  });

  it('has the values of the person, and nothing of another one', async () => {
    const document = await exportOf(ada.uid);
    expect(document.users).toEqual([
      expect.objectContaining({ uid: ada.uid, email: ada.email, metadata: '{"a": "ü"}', active: true, sign_ins: 1 }),
    ]);
    expect(document.sessions).toEqual([expect.objectContaining({ uid: ada.uid, method: 'password', ip: '127.0.0.1' })]);
    // Their keys are random.
    expect(document.one_time_tokens?.map(({ purpose, uid }) => `${purpose} ${uid}`).sort()).toEqual([
      'magic_link null',
      `mfa ${ada.uid}`,
      `reset_password ${ada.uid}`,
      `secure_account ${ada.uid}`,
    ]);
    expect(document.messages?.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['magic-link', ada.email],
      ['reset-password', ada.email],
      ['factor-added', ada.email],
    ]);
    expect(document.sign_in_addresses).toEqual([expect.objectContaining({ uid: ada.uid, address: '127.0.0.1' })]);
    expect(document.import_batches).toEqual([expect.objectContaining({ batch_id: document.users?.[0]?.batch_id })]);
    expect(document.events?.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['user.imported', 'login.succeeded', 'link.sent', 'user.exported']),
    );
    expect(document.events?.[0]?.data).toEqual({ batch_id: document.users?.[0]?.batch_id });
    expect(JSON.stringify(document)).not.toMatch(new RegExp(`${bob.uid}|${bob.email}`));
  });

  it('reads each table by an index', async () => {
    const tables = [
      'users',
      'sessions',
      'one_time_tokens',
      'messages',
      'events',
      'sign_in_addresses',
      'import_batches',
    ];
    await queriesOn(app, tables);
    await exportOf(ada.uid);
    const found = await Promise.all((await queriesOn(app, tables)).map((query) => objections(app, query)));
    expect(found.length).toBeGreaterThanOrEqual(tables.length);
    // The few rows of a user may be sorted.
    expect(found.flat().filter((objection) => !objection.startsWith('sorts'))).toEqual([]);
  });
});

describe('the copy that a user downloads', () => {
  it('has each column of the export, without the uid in each table, and without what concerns only the service', async () => {
    const everything = columnsIn(await exportOf(ada.uid)).filter((column) => !NOT_FOR_OWNERS.includes(column));
    const own = everything
      .filter((column) => !NO_TABLES_FOR_OWNERS.includes(tableOf(column)))
      .filter((column) => column === 'users.uid' || !column.endsWith('.uid'));
    expect(columnsIn(await copyOf(ada)).sort()).toEqual(own.sort());
  });

  it('has the values of the user, and nothing of another one', async () => {
    const document = await copyOf(ada);
    expect(document.users).toEqual([
      expect.objectContaining({ uid: ada.uid, email: ada.email, metadata: '{"a": "ü"}' }),
    ]);
    expect(document.messages?.map(({ kind }) => kind)).toEqual(['magic-link', 'reset-password', 'factor-added']);
    const [opened, ...others] = (document.events ?? []).filter(({ type }) => type === 'login.succeeded');
    expect([opened, others]).toEqual([
      expect.objectContaining({ ip: '127.0.0.1', actor: `user:${ada.uid}`, data: { method: 'password' } }),
      [],
    ]);
    expect(JSON.stringify(document)).not.toMatch(new RegExp(`${bob.uid}|${bob.email}`));
    expect(JSON.stringify(document)).not.toMatch(/hash|sealed|secret/);
  });
});

describe('after the deletion of a user', () => {
  /** Each place in the database that contains this text: `table.column`. */
  async function placesOf(text: string): Promise<string[]> {
    const found: string[] = [];
    for (const column of await columns()) {
      const [table, name] = column.split('.');
      // PostgreSQL compares no number with a text.
      const cell = DATABASE === 'postgres' ? `CAST(${name} AS text)` : name;
      const rows = await app.sql(`SELECT 1 FROM \`${table}\` WHERE ${cell} LIKE ? LIMIT 1`, [`%${text}%`]);
      if (rows.length > 0) found.push(column);
    }
    return found.sort();
  }

  it('only the event log and its deliveries contain the uid, and only an expired link of an earlier sign-up the email', async () => {
    const user = await withData();
    expect((await app.admin('DELETE', `/users/${user.uid}`)).status).toBe(200);
    expect(await placesOf(user.uid)).toEqual(['events.actor', 'events.uid', 'webhook_deliveries.uid']);
    expect(await placesOf(user.email)).toEqual(['one_time_tokens.email']);
    expectFailure(await app.admin('GET', `/users/${user.uid}/export`), 'USER_NOT_FOUND');
    await app.advance(9 * 86_400);
    await app.service.until(async () => (await placesOf(user.email)).length === 0);
  });

  it('the command user erase removes client addresses and emails from the events, and only for this user', async () => {
    const [user, other] = [await withData(), await withData()];
    const cli = new Cli({ DATABASE_URL: app.database.url });
    const erase = () => cli.run(['user', 'erase', user.uid, '--json']);
    const refused = await erase();
    expect([refused.code, refused.failure]).toEqual([2, expect.objectContaining({ code: 'INVALID_REQUEST' })]);
    for (const { uid } of [user, other]) {
      await app.admin('PATCH', `/users/${uid}`, { email: newEmail(), email_verified: true });
    }
    await app.admin('DELETE', `/users/${user.uid}`);
    const count = (await app.events(user.uid)).filter(({ ip }) => ip !== null).length;
    expect(count).toBeGreaterThan(0);
    expect((await erase()).json).toEqual({ events: count });
    const events = await app.events(user.uid);
    expect(events.filter(({ ip }) => ip !== null)).toEqual([]);
    const changeOf = (log: typeof events) => log.find(({ type }) => type === 'user.email_changed')?.data;
    expect(changeOf(events)).toEqual({ proved: true });
    expect(changeOf(await app.events(other.uid))).toMatchObject({ old_email: other.email });
    expect(events.find(({ type }) => type === 'user.erased')).toMatchObject({ actor: 'cli', ip: null });
    expect((await app.events(other.uid)).some(({ ip }) => ip === '127.0.0.1')).toBe(true);
    expect((await erase()).json).toEqual({ events: 0 });
    cli.remove();
  });
});

it('a small heap is enough for the export of a user with 20 MB of events, also for clients that do not read', async () => {
  const { uid } = await app.signUp();
  for (let first = 0; first < EVENTS; first += CHUNK) {
    const rows = Array.from({ length: CHUNK }, () => {
      return `('${uuidv7()}', 'login.failed', 1700000000, 'anonymous', '${uid}', '203.0.113.9', '{"reason":"${'x'.repeat(EVENT_BYTES)}"}')`;
    });
    await app.sql(`INSERT INTO events (id, type, at, actor, uid, ip, data) VALUES ${rows.join(', ')}`);
  }
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const stalled = [0, 1, 2].map(() => get(`${app.service.url}/api/admin/users/${uid}/export`, { headers }));
  await Promise.all(stalled.map((request) => once(request, 'response')));
  const events = (await exportOf(uid)).events ?? [];
  expect(events.filter(({ type }) => type === 'login.failed')).toHaveLength(EVENTS);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  for (const request of stalled) request.destroy();
}, 240_000);
