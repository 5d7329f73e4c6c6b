// The cost of the same exchanges written by hand: node:http and a driver, with the same reads of the same tables and the same
// signature; without a transaction, a lock, a limit, a log, metrics and checks of fields.
// Run by bench/keys.mjs as a separate process.
import { createHash, generateKeyPairSync, randomUUID, sign, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import Sqlite from 'better-sqlite3';
import mysql from 'mysql2';

const SECONDS = 900;
const KEY = 'SELECT uid, key_hash, scopes, audiences, expires_at FROM api_keys WHERE key_id = ?';
const USER = 'SELECT active, claims, claims_changed_at FROM users WHERE uid = ?';
const CLIENT = 'SELECT scopes, audiences, auth_method, active, expires_at FROM clients WHERE client_id = ?';
const SECRETS = 'SELECT secret_id, secret_hash, last_used_at FROM client_secrets WHERE client_id = ?';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const base64 = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEAD = base64({ alg: 'ES256', typ: 'at+jwt', kid: 'floor' });
const now = () => Math.floor(Date.now() / 1_000);

const select = process.env.DATABASE_URL.startsWith('sqlite:') ? bySqlite() : byMysql();

function bySqlite() {
  const database = new Sqlite(process.env.DATABASE_URL.slice('sqlite:'.length));
  const known = new Map([KEY, USER, CLIENT, SECRETS].map((text) => [text, database.prepare(text)]));
  return async (text, value) => known.get(text).all(value);
}

function byMysql() {
  const { hostname: host, port, username: user, password, pathname } = new URL(process.env.DATABASE_URL);
  const pool = mysql.createPool({ host, port, user, password, database: pathname.slice(1), connectionLimit: 10 });
  return async (text, value) => (await pool.promise().execute(text, [value]))[0];
}

const isHashOf = (hash, text) =>
  timingSafeEqual(Buffer.from(hash), Buffer.from(createHash('sha256').update(text).digest('hex')));

function tokenFor(subject, { scopes: scope, audiences: aud }) {
  const times = { iat: now(), exp: now() + SECONDS, jti: randomUUID() };
  const text = `${HEAD}.${base64({ iss: 'floor', ...subject, aud, scope, ...times, typ: 'machine', amr: ['key'], acr: 'aal1' })}`;
  return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

async function exchange(body) {
  const { key } = JSON.parse(body);
  const keyId = key.split('_')[1];
  const [row] = await select(KEY, keyId);
  if (!row || !isHashOf(row.key_hash, key) || row.expires_at <= now()) return undefined;
  const [user] = await select(USER, row.uid);
  if (!user?.active || JSON.parse(user.claims).scopes !== undefined) return undefined;
  const token = tokenFor({ sub: row.uid, key_id: keyId }, row);
  return { access_token: token, expiry: now() + SECONDS, scope: row.scopes };
}

async function issue(body, authorization) {
  if (new URLSearchParams(body).get('grant_type') !== 'client_credentials') return undefined;
  const [id, secret] = Buffer.from(authorization.slice('Basic '.length), 'base64').toString().split(':');
  const [client] = await select(CLIENT, id);
  const secrets = client?.active ? await select(SECRETS, id) : [];
  if (!secrets.some(({ secret_hash: hash }) => isHashOf(hash, secret))) return undefined;
  const token = tokenFor({ sub: id, client_id: id }, client);
  return { access_token: token, token_type: 'Bearer', expires_in: SECONDS, scope: client.scopes };
}

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const answer = await (request.url === '/oauth2/token' ? issue(body, request.headers.authorization) : exchange(body));
  const text = JSON.stringify(answer ?? { error: 'refused' });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  response.writeHead(answer ? 200 : 400, headers).end(text);
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
