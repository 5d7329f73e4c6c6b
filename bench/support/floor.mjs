// The cost of the same work written by hand, one request at a time: node:http and mysql2 or pg, with the same statements on
// the same tables except events and transactions, the same signatures, and a cache of verified tokens; without a log,
// metrics and checks of fields.
// Run by bench/load.mjs as a separate process; GET /tokens creates tokens for the sessions in the database.
import {
  createHmac,
  createSecretKey,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { createServer } from 'node:http';
import { verify as compare, hash } from '@node-rs/bcrypt';
import mysql from 'mysql2';
import pg from 'pg';

const ACCESS_SECONDS = 900;
const REFRESH_SECONDS = 30 * 86_400;
const READ =
  'SELECT uid, email, created_at, updated_at, last_login, active, email_verified, metadata FROM users WHERE uid = ?';
const ROTATION = 'SET generation = generation + 1, last_used_at = ?, expires_at = ?';
const CURRENT = 'session_id = ? AND sessions.uid = ? AND generation = ? AND expires_at > ? AND users.active = TRUE';
const ROTATE = {
  mysql: `UPDATE sessions JOIN users ON users.uid = sessions.uid ${ROTATION} WHERE ${CURRENT}`,
  postgres: `UPDATE sessions ${ROTATION} FROM users WHERE users.uid = sessions.uid AND ${CURRENT}`,
};

const CREDENTIALS =
  'SELECT uid, active, password_version, password_hash, email_verified, metadata FROM users WHERE email = ?';
const NOTE = 'UPDATE users SET last_login = ? WHERE uid = ? AND active = TRUE AND password_version = ?';
const OPEN = `INSERT INTO sessions (session_id, uid, generation, method, ip, user_agent, created_at, last_used_at, expires_at)
  VALUES (?, ?, 0, ?, '127.0.0.1', '', ?, ?, ?)`;
const CREATE = `INSERT INTO users (uid, email, password_hash, password_version, active, email_verified, metadata, created_at, updated_at)
  VALUES (?, ?, ?, 0, TRUE, FALSE, '{}', ?, ?)`;
const COST = 10;

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const secret = createSecretKey(randomBytes(32));
const base64 = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const ACCESS_HEAD = base64({ alg: 'ES256', typ: 'at+jwt', kid: 'floor' });
const REFRESH_HEAD = base64({ alg: 'HS256', typ: 'JWT' });
const now = () => Math.floor(Date.now() / 1_000);

const CONNECTIONS = 10;
const { protocol, hostname: host, port, username: user, password, pathname } = new URL(process.env.DATABASE_URL);
const settings = { host, port: Number(port), user, password, database: pathname.slice(1) };
const kind = protocol === 'postgres:' ? 'postgres' : 'mysql';
const run = { mysql: onMysql, postgres: onPostgres }[kind]();

/** Runs a prepared statement: `done(error, rows, changed)`. */
function onMysql() {
  const pool = mysql.createPool({ ...settings, connectionLimit: CONNECTIONS });
  return (text, values, done) =>
    pool.execute(text, values, (error, result) => done(error, result ?? [], result?.affectedRows));
}

function onPostgres() {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ ...settings, max: CONNECTIONS, idleTimeoutMillis: 0 });
  const prepared = new Map();
  return (text, values, done) => {
    let place = 0;
    const statement = prepared.get(text) ?? {
      name: `floor_${prepared.size}`,
      text: text.replaceAll('?', () => `$${++place}`),
    };
    prepared.set(text, statement);
    void pool.query({ ...statement, values }, (error, result) => done(error, result?.rows ?? [], result?.rowCount));
  };
}

const execute = (text, values) =>
  new Promise((resolve, reject) => {
    run(text, values, (error, rows, changed) => (error ? reject(error) : resolve({ rows, changed })));
  });

const known = new Map();

function accessToken(uid, sid) {
  const claims = {
    iss: 'floor',
    sub: uid,
    sid,
    iat: now(),
    exp: now() + ACCESS_SECONDS,
    jti: randomUUID(),
    typ: 'access',
  };
  const text = `${ACCESS_HEAD}.${base64(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

function refreshToken(uid, sid, gen) {
  const text = `${REFRESH_HEAD}.${base64({ sub: uid, sid, gen, iat: now(), exp: now() + REFRESH_SECONDS, typ: 'refresh' })}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

function readAccess(header = '') {
  const token = header.slice('Bearer '.length);
  let claims = known.get(token);
  if (claims === undefined) {
    const [head, payload, signature] = token.split('.');
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' };
    if (!verify('sha256', Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url')))
      return undefined;
    claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    known.set(token, claims);
  }
  return claims.exp > now() ? claims : undefined;
}

function readRefresh(token) {
  const [head, payload, signature] = token.split('.');
  const right = createHmac('sha256', secret).update(`${head}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return claims.exp > now() ? claims : undefined;
}

function answer(response, value, status = 200) {
  const body = JSON.stringify(value);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

function getUser(request, response) {
  const claims = readAccess(request.headers.authorization);
  if (!claims) return answer(response, { code: 'NOT_AUTHENTICATED' }, 401);
  run(READ, [claims.sub], (error, [row]) => {
    if (error || !row) return answer(response, { code: 'USER_NOT_FOUND' }, 404);
    answer(response, { ...row, active: Boolean(row.active), email_verified: Boolean(row.email_verified) });
  });
}

async function bodyOf(request) {
  let body = '';
  for await (const chunk of request) body += chunk;
  return JSON.parse(body);
}

async function refresh(request, response) {
  const claims = readRefresh((await bodyOf(request)).refresh_token);
  if (!claims) return answer(response, { code: 'INVALID_REFRESH_TOKEN' }, 401);
  const { sub: uid, sid, gen } = claims;
  const { changed } = await execute(ROTATE[kind], [now(), now() + REFRESH_SECONDS, sid, uid, gen, now()]);
  if (changed !== 1) return answer(response, { code: 'INVALID_REFRESH_TOKEN' }, 401);
  const access_token = accessToken(uid, sid);
  answer(response, {
    uid,
    access_token,
    refresh_token: refreshToken(uid, sid, gen + 1),
    expiry: now() + ACCESS_SECONDS,
  });
}

async function signIn(uid, method, facts, response) {
  const sid = randomUUID();
  await execute(OPEN, [sid, uid, method, now(), now(), now() + REFRESH_SECONDS]);
  answer(response, {
    uid,
    token: accessToken(uid, sid),
    refresh_token: refreshToken(uid, sid, 0),
    expiry: now() + ACCESS_SECONDS,
    ...facts,
  });
}

async function login(request, response) {
  const { email, password } = await bodyOf(request);
  const [user] = (await execute(CREDENTIALS, [email])).rows;
  if (!user || !(await compare(password, user.password_hash)))
    return answer(response, { code: 'INVALID_CREDENTIALS' }, 401);
  await execute(NOTE, [now(), user.uid, user.password_version]);
  await signIn(
    user.uid,
    'password',
    { email_verified: Boolean(user.email_verified), metadata: user.metadata },
    response,
  );
}

async function create(request, response) {
  const { email, password } = await bodyOf(request);
  const uid = randomUUID();
  await execute(CREATE, [uid, email, await hash(password, { cost: COST }), now(), now()]);
  await signIn(uid, 'sign_up', { email_verified: false, metadata: '{}' }, response);
}

function tokens(_request, response) {
  run('SELECT session_id, uid, generation, email FROM sessions JOIN users USING (uid)', [], (_error, rows) => {
    const made = rows.map(({ session_id, uid, generation, email }) => {
      return { email, token: accessToken(uid, session_id), refresh_token: refreshToken(uid, session_id, generation) };
    });
    answer(response, made);
  });
}

const ENDPOINTS = {
  '/api/auth/user': getUser,
  '/api/auth/user/refresh': refresh,
  '/api/auth/user/login': login,
  '/api/auth/user/create': create,
  '/tokens': tokens,
};

createServer((request, response) => ENDPOINTS[request.url](request, response)).listen(
  Number(process.env.PORT),
  '127.0.0.1',
);
