// Fills a database with users, sessions, events and emails by statements that create the rows in the server.

/** How many users, events and emails one statement creates. */
const CHUNK = 100_000;
const EVENTS_PER_USER = 5;
const DAY = 86_400;
/** So many rows of each kind that is rare are the oldest of their table, where a list without an index finds them last. */
export const RARE = 60;
const TYPES = ['login.succeeded', 'login.failed', 'session.revoked', 'link.sent', 'user.updated'];
const DIALECTS = {
  mysql: {
    hex: (value, length) => `LPAD(LOWER(HEX(${value})), ${length}, '0')`,
    join: (...parts) => `CONCAT(${parts.join(', ')})`,
    quotient: (value, by) => `((${value}) DIV ${by})`,
  },
  sqlite: {
    hex: (value, length) => `printf('%0${length}x', ${value})`,
    join: (...parts) => parts.join(' || '),
    quotient: (value, by) => `((${value}) / ${by})`,
  },
};

/** The UUID of a number: greater UUIDs for greater numbers, like those of version 7. */
export function uuid(number) {
  const hex = number.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

export const emailOf = (user) => `user${String(user).padStart(8, '0')}@example.com`;

export async function fill(database, users) {
  const sqlite = database.url.startsWith('sqlite:');
  const { hex, join, quotient } = DIALECTS[sqlite ? 'sqlite' : 'mysql'];
  const id = (number) =>
    join(hex(quotient(number, 65536), 8), "'-'", hex(`(${number}) % 65536`, 4), "'-7000-8000-000000000000'");
  const now = Math.floor(Date.now() / 1_000);
  /** Rows spread evenly over the 30 days before now. */
  const spread = (number, count) => `${now - 30 * DAY} + ${quotient(`(${number}) * ${30 * DAY - 60}`, count)}`;
  const digits = Array.from({ length: 10 }, (_none, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ');
  const places = ['a', 'b', 'c', 'e', 'f'].map((name) => `(${digits}) AS ${name}`).join(', ');
  const numbers = `(SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d AS n FROM ${places}) AS numbers`;
  const padded = (number) => (sqlite ? `printf('%08d', ${number})` : `LPAD(${number}, 8, '0')`);
  const email = (number) => join("'user'", padded(number), "'@example.com'");
  const insert = async (table, columns, values, count) => {
    for (let first = 0; first < count; first += CHUNK) {
      const number = `(n + ${first})`;
      const where = `n < ${Math.min(CHUNK, count - first)}`;
      const row = values(number).join(', ');
      await database.query(`INSERT INTO ${table} (${columns}) SELECT ${row} FROM ${numbers} WHERE ${where} ORDER BY n`);
    }
  };
  if (!sqlite) await database.query('SET SESSION foreign_key_checks = 0, unique_checks = 0');
  await insert(
    'users',
    'uid, email, password_version, active, email_verified, metadata, created_at, updated_at, last_login',
    (n) => [
      ...[id(n), email(n), '0', `${n} % 10 > 0 AND ${n} >= ${RARE}`, `${n} % 10 <> 1 AND ${n} >= ${RARE}`, "'{}'"],
      ...[spread(n, users), spread(n, users), spread(n, users)],
    ],
    users,
  );
  await insert(
    'sessions',
    'session_id, uid, generation, method, ip, user_agent, created_at, last_used_at, expires_at',
    (n) => [id(n), id(n), '0', "'password'", "'192.0.2.1'", "'Mozilla/5.0'", spread(n, users), `${now}`, '4000000000'],
    users,
  );
  const events = users * EVENTS_PER_USER;
  const type = (n) =>
    `CASE WHEN ${n} < ${RARE} THEN 'user.deleted' ${TYPES.map((name, index) => `WHEN ${n} % 5 = ${index} THEN '${name}'`).join(' ')} END`;
  await insert(
    'events',
    'id, type, at, actor, uid, ip, data, position',
    (n) => [
      ...[id(n), type(n), spread(n, events), "'anonymous'", id(quotient(n, EVENTS_PER_USER)), "'192.0.2.1'"],
      ...["'{}'", `${n} + 1`],
    ],
    events,
  );
  await database.query('UPDATE event_sequence SET last_position = ?', [events]);
  await database.query('UPDATE activity_progress SET position = ?, counted_at = ?', [events, now]);
  const status = (n) => `CASE WHEN ${n} < ${RARE} THEN 'failed' ELSE 'sent' END`;
  await insert(
    'messages',
    'id, kind, recipient, status, attempts, created_at, due_at, sent_at',
    (n) => [
      ...[id(n), "'magic-link'", email(n), status(n), '1'],
      ...[spread(n, users), spread(n, users), spread(n, users)],
    ],
    users,
  );
  // SQLite gets no statistics, because the service never asks for them.
  if (!sqlite) await database.query('ANALYZE TABLE users, sessions, events, messages');
}
