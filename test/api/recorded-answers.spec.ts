import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../support/http/http.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';

/** The answers of the last version without second factors. `RECORD=1` writes the file again, with such a version only. */
const RECORDING = join(__dirname, 'recorded-answers.txt');
const RECORD = process.env.RECORD !== undefined;

const NEW_PASSWORD = 'quite another secret of mine';
const PAGE = 'https://app.example.com/after?keep=1#part';
const JSON_TYPE = { 'content-type': 'application/json' };

/** The headers that a client acts on. */
const HEADERS = ['content-type', 'content-length', 'cache-control', 'location', 'www-authenticate', 'retry-after'];

/** What differs between two runs, each with its placeholder. */
const VARYING: [RegExp, string][] = [
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<JWT>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<UUID>'],
  [/\b[12]\d{9}\b/g, '<TIME>'],
  [/user\d+\.\d+@example\.com/g, '<EMAIL>'],
  [/\b(?:127\.0\.0\.1|localhost):\d+/g, '<HOST>'],
];

const masked = (text: string) => VARYING.reduce((rest, [pattern, name]) => rest.replaceAll(pattern, name), text);

const { app, mail } = useMail();
const auth = (path: string) => `/api/auth/${path}`;
const answers: string[] = [];

/** Records an answer as text. The length of a body that varies is left out. */
async function record(name: string, pending: Promise<Answer>): Promise<Answer> {
  const answer = await pending;
  const { status, headers, text } = answer;
  const shown = HEADERS.filter(
    (header) => headers.has(header) && (header !== 'content-length' || masked(text) === text),
  );
  const head = shown.map((header) => `${header}: ${masked(headers.get(header) ?? '')}`);
  answers.push([`# ${name}`, status, ...head, masked(text)].join('\n'));
  return answer;
}

const post = (path: string, body?: unknown, token?: string) =>
  record(`POST ${path} ${masked(JSON.stringify(body) ?? '')}`, app.post(auth(path), body, { token }));
const get = (path: string, token?: string) => record(`GET ${path}`, app.get(auth(path), { token }));
const put = (body: unknown, token?: string) =>
  record(`PUT user ${masked(JSON.stringify(body))}`, app.put(auth('user'), body, { token }));
const patch = (body: unknown, token?: string) =>
  record(
    `PATCH user/change-password ${masked(JSON.stringify(body))}`,
    app.patch(auth('user/change-password'), body, { token }),
  );
/** Asks for an email, and follows its link twice. */
async function followTwice(email: string, ask: () => Promise<Answer>): Promise<void> {
  const link = await mail.linkAfter(email, ask);
  await record('a followed link', app.follow(link));
  await record('a link followed again', app.follow(link));
}

async function walkAccounts(email: string): Promise<void> {
  await post('user/create', {});
  await post('user/create', { email: 'no address', password: PASSWORD });
  await post('user/create', { email, password: 'short' });
  await post('user/create', { email, password: PASSWORD, metadata: 'no JSON' });
  await post('user/create', { email, password: PASSWORD, login: 'yes' });
  const { json: user } = await post('user/create', { email, password: PASSWORD, login: true, metadata: '[1]' });
  await post('user/create', { email, password: PASSWORD });
  await post('user/create', { email: newEmail(), password: PASSWORD, email_verified: true });
  for (const path of ['user', 'get-user']) await get(path, user.token);
  await get('user');
  await get('user', 'no token');
  await put({ metadata: '{"a":1}' }, user.token);
  await put({ email: 'no address' }, user.token);
  await put({ metadata: null }, user.token);
  await put({}, undefined);
  await get('user', user.token);
}

async function walkSessions(email: string): Promise<void> {
  await post('user/login', {});
  await post('user/login', { email, password: 'wrong' });
  await post('user/login', { email: newEmail(), password: PASSWORD });
  const { json: session } = await post('user/login', { email, password: PASSWORD });
  await post('login', { email, password: PASSWORD });
  const { json: next } = await post('user/refresh', { refresh_token: session.refresh_token });
  await post('user/refresh', {});
  await post('user/refresh', { refresh_token: 'no token' });
  await record('DELETE user/sessions/none', app.delete(auth('user/sessions/none'), { token: next.access_token }));
  await post('user/logout', { refresh_token: null }, next.access_token);
  await post('user/logout', { refresh_token: 'no token' }, next.access_token);
  await post('user/logout', { refresh_token: next.refresh_token }, next.access_token);
  await post('user/refresh', { refresh_token: next.refresh_token });
  await post('user/logout', undefined, next.access_token);
  await post('user/logout');
}

async function walkPasswords(email: string): Promise<void> {
  const { json: user } = await post('user/login', { email, password: PASSWORD });
  await patch({ old_password: PASSWORD, new_password: NEW_PASSWORD });
  await patch({ old_password: 'wrong', new_password: NEW_PASSWORD }, user.token);
  await patch({ old_password: PASSWORD, new_password: 'short' }, user.token);
  await patch({ old_password: PASSWORD, new_password: NEW_PASSWORD }, user.token);
  // The notice of the change, so that the next email is the one asked for.
  await mail.emailTo(email);
  await post('reset-password', {});
  await post('reset-password', { email: newEmail() });
  await post('reset-password', { email, reset_url: 'no URL' });
  const token = await mail.tokenAfter(email, () => post('reset-password', { email, reset_url: PAGE }));
  const used = app.patch(auth('user/change-password'), { old_password: token, new_password: PASSWORD });
  await record('PATCH user/change-password by a reset token', used);
}

async function walkLinks(): Promise<void> {
  const email = newEmail();
  const { json: user } = await post('user/create', { email, password: PASSWORD, login: true });
  await post('user/verify-email', { next_url: 'no URL' }, user.token);
  await post('user/verify-email', { next_url: PAGE });
  await followTwice(email, () => post('user/verify-email', { next_url: PAGE }, user.token));
  await post('user/verify-email', { next_url: PAGE }, user.token);
  await post('magic-link', { email: 'no address' });
  await post('magic-link', { email: newEmail() });
  await post('magic-link', { email, next_url: 'https:evil' });
  await followTwice(email, () => post('magic-link', { email, next_url: PAGE }));
  const fresh = newEmail();
  await followTwice(fresh, () => post('magic-link', { email: fresh, sign_up: true, next_url: PAGE }));
  await record('a link without token', app.get(auth('magic-link/verify')));
}

async function walkTheEnd(email: string): Promise<void> {
  const { json: user } = await post('user/login', { email, password: PASSWORD });
  await put({ email: newEmail() }, user.token);
  await record('DELETE user without token', app.delete(auth('user')));
  await record('DELETE user', app.delete(auth('user'), { token: user.token }));
  await get('user', user.token);
  await post('user/logout', undefined, user.token);
  const other = await app.signUp();
  await app.disable(other.uid);
  await post('user/login', { email: other.email, password: PASSWORD });
  await post('user/refresh', { refresh_token: other.refresh_token });
  await post('magic-link', { email: other.email });
  await record('malformed JSON', app.post(auth('user/login'), undefined, { raw: '{', headers: JSON_TYPE }));
  await record('another media type', app.post(auth('user/login'), undefined, { raw: 'a=1' }));
  await record('an unknown path', app.get('/api/auth/none'));
  await record('another method', app.put(auth('user/login'), {}));
}

it('a user without a factor gets the answers of the version without second factors, byte for byte', async () => {
  const email = newEmail();
  await walkAccounts(email);
  await walkSessions(email);
  await walkPasswords(email);
  await walkLinks();
  await walkTheEnd(email);
  const text = `${answers.join('\n\n')}\n`;
  if (RECORD) writeFileSync(RECORDING, text);
  expect(text).toBe(readFileSync(RECORDING, 'utf8'));
}, 60_000);
