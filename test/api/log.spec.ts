import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { IS_SERVER } from '../support/database/database.js';
import { everyCell } from '../support/database/inspection.js';
import { type Answer, sendBytes, sendRaw } from '../support/http/http.js';
import { ADMIN_TOKEN, newEmail, useApp } from '../support/service/app.js';
import { linkIn, MailServer, tokenIn } from '../support/service/mail.js';

const PASSWORD = 'Secret horse battery staple';
const NEW_PASSWORD = 'Secret zebra battery staple';
const ONE_LINE = 'code duration_ms level method msg request_id route span_id status time trace_id'.split(' ');

const app = useApp({ CORS_ORIGINS: 'https://app.example' });

/** Calls of many kinds, valid and invalid. Returns the answers, and all texts that must not be stored or logged. */
async function manyCalls(): Promise<{ answers: Answer[]; secrets: string[] }> {
  const email = newEmail();
  const answers: Answer[] = [];
  const keep = async (call: Promise<Answer>): Promise<Answer> => {
    answers.push(await call);
    return call;
  };
  const signUp = { email, password: PASSWORD, login: true, metadata: '{"note":"Secret note"}' };
  const { json: created } = await keep(app.post('/api/auth/user/create?next=Secret-query', signUp));
  const { token, refresh_token } = created;
  const { json: refreshed } = await keep(app.refresh(refresh_token));
  await keep(app.post('/api/auth/user/create', signUp));
  await keep(app.post('/api/auth/user/create', { ...signUp, email: `bad ${email}` }));
  await keep(app.login(email, PASSWORD));
  await keep(app.login(email, `${PASSWORD}!`));
  await keep(app.login(`unknown.${email}`, PASSWORD));
  await keep(app.refresh(`${refresh_token}x`));
  await keep(app.get(`/api/auth/user?access_token=${token}`, { token }));
  await keep(app.get('/api/auth/user', { token: `${token}x` }));
  await keep(app.get(`/Secret-path/${token}`));
  await keep(app.get('/Secret-path/%'));
  await keep(app.put('/api/auth/user', { metadata: '{"note":"Secret note 2"}' }, { token }));
  await keep(app.post('/api/auth/user/login', undefined, { raw: `{"password": "${PASSWORD}"`, headers: JSON_TYPE }));
  await keep(app.post('/api/auth/user/login', undefined, { raw: PASSWORD, headers: { 'content-type': 'text/plain' } }));
  const change = { old_password: PASSWORD, new_password: NEW_PASSWORD };
  await keep(app.patch('/api/auth/user/change-password', change, { token }));
  await keep(app.patch('/api/auth/user/change-password', change, { token }));
  await keep(app.post('/api/auth/user/logout', { refresh_token: refreshed.refresh_token }, { token }));
  await keep(app.delete(`/api/auth/user/sessions/${token}`, { token }));
  const tokens = [token, refresh_token, refreshed.access_token, refreshed.refresh_token];
  return { answers, secrets: [PASSWORD, NEW_PASSWORD, 'Secret', email, ...tokens, ...tokens.map(signatureOf)] };
}

const JSON_TYPE = { 'content-type': 'application/json' };

const signatureOf = (token: string): string => token.slice(token.lastIndexOf('.') + 1);

/** The log lines of these requests, once all of them are written. */
async function linesOf(answers: Answer[], { service } = app): Promise<Record<string, unknown>[][]> {
  const lines = () =>
    answers.map(({ headers }) =>
      service.requests.filter(({ request_id }) => request_id === headers.get('x-request-id')),
    );
  await service.until(() => lines().every(({ length }) => length > 0));
  return lines();
}

/** The content of the database files, or of the tables on a server, as text. */
async function everythingStored(): Promise<string> {
  if (IS_SERVER) return everyCell(app);
  const folder = dirname(app.database.url.slice('sqlite:'.length));
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join();
}

it('the log has one line for each request, with its status, code and duration', async () => {
  const { answers } = await manyCalls();
  for (const [index, lines] of (await linesOf(answers)).entries()) {
    const { status, code = null } = answers[index] as Answer;
    expect(lines).toEqual([expect.objectContaining({ status, code, duration_ms: expect.any(Number) })]);
    const fields = Object.keys(lines[0] ?? {}).filter((name) => name !== 'reason' || status === 200);
    expect(fields.sort()).toEqual(ONE_LINE);
  }
});

/** The lines of these requests, once each of them has one, and a later request has one. */
async function linesById(...ids: string[]): Promise<Record<string, unknown>[]> {
  const found = () => app.service.requests.filter(({ request_id }) => ids.includes(String(request_id)));
  await app.service.until(() => ids.every((id) => found().some(({ request_id }) => request_id === id)));
  await linesOf([await app.get('/.well-known/jwks.json')]);
  return found();
}

/** A connection on which this text was sent. */
async function connected(text: string): Promise<Socket> {
  const { hostname, port } = new URL(app.service.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  await new Promise<void>((sent) => socket.write(text, () => sent()));
  return socket;
}

it('the log has one line without a status for a request whose client disconnects before the answer', async () => {
  const head = [
    'POST /api/auth/user/login HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    'Content-Length: 100',
    'X-Request-Id: unanswered',
    'Expect: 100-continue',
  ];
  const socket = await connected(`${head.join('\r\n')}\r\n\r\n{`);
  // The service has read the head of the request.
  expect(String(await once(socket, 'data'))).toContain('100 Continue');
  socket.resetAndDestroy();
  const line = { route: '/api/auth/user/login', status: null, code: null, reason: 'incomplete' };
  expect(await linesById('unanswered')).toEqual([expect.objectContaining(line)]);
});

it('the log has one line for each pipelined request whose client disconnects', async () => {
  const ids = Array.from({ length: 12 }, (_, index) => `pipelined-${index}`);
  const texts = ids.map((id) => `GET /api/auth/user HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\n\r\n`);
  (await connected(texts.join(''))).destroy();
  expect((await linesById(...ids)).map(({ request_id }) => request_id).sort()).toEqual([...ids].sort());
});

it('the log has one line, under its route, for a request with a malformed body', async () => {
  const head = [
    'POST /api/auth/user/login HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    'X-Request-Id: malformed',
  ];
  const answer = await sendBytes(app.service.url, `${head.join('\r\n')}\r\n\r\nZZ\r\n`);
  expect([answer.status, answer.headers.get('x-request-id')]).toEqual([400, 'malformed']);
  const line = { route: '/api/auth/user/login', status: 400, code: 'INVALID_REQUEST' };
  expect(await linesById('malformed')).toEqual([expect.objectContaining(line)]);
});

it('the log has one line for a preflight and for a target without a route', async () => {
  const headers = {
    origin: 'https://app.example',
    'access-control-request-method': 'POST',
    'x-request-id': 'preflight',
  };
  await sendRaw(app.service.url, 'OPTIONS', '/api/auth/user/login', { headers });
  await sendRaw(app.service.url, 'GET', '*health/live', { headers: { 'x-request-id': 'no-target' } });
  expect(await linesById('preflight', 'no-target')).toEqual([
    expect.objectContaining({ request_id: 'preflight', method: 'OPTIONS' }),
    expect.objectContaining({ request_id: 'no-target', status: 404, code: 'NOT_FOUND' }),
  ]);
});

it('the log has no line for a probe or for /metrics at the level info, unless it fails', async () => {
  const metrics = () => app.get('/metrics', { token: ADMIN_TOKEN });
  const probes = [await app.get('/health/live'), await app.get('/health/ready'), await metrics()];
  expect(probes.map(({ status }) => status)).toEqual([200, 200, 200]);
  const refused = [await app.get('/metrics'), await app.get('/health/lives'), await app.post('/health/ready')];
  const lines = (await linesOf(refused)).flat().map(({ level, status }) => [level, status]);
  expect(lines).toEqual(refused.map(({ status }) => ['info', status]));
  const ids = probes.map(({ headers }) => headers.get('x-request-id'));
  expect(app.service.requests.filter(({ request_id }) => ids.includes(String(request_id)))).toEqual([]);
});

it('the log has the reason of a refusal by its request id, and neither the answer nor an event has it', async () => {
  const { email, token } = await app.signUp({ password: PASSWORD });
  const bearer = (token: string) => app.get('/api/auth/user', { token });
  const logins = [await app.login(`unknown.${email}`, PASSWORD), await app.login(email, `${PASSWORD}!`)];
  const reads = [await app.get('/api/auth/user'), await bearer(`${token}x`)];
  await app.advance(86_400);
  reads.push(await bearer(token));
  const reasons = (await linesOf([...logins, ...reads])).map(([line]) => [line?.level, line?.code, line?.reason]);
  expect(reasons).toEqual([
    ['info', 'INVALID_CREDENTIALS', 'unknown email'],
    ['info', 'INVALID_CREDENTIALS', 'wrong password'],
    ['info', 'NOT_AUTHENTICATED', 'no access token'],
    ['info', 'NOT_AUTHENTICATED', 'no access token of this service'],
    ['info', 'NOT_AUTHENTICATED', 'access token expired'],
  ]);
  for (const answers of [logins, reads]) expect(new Set(answers.map(asSent)).size).toBe(1);
  for (const [, , reason] of reasons) expect(await everythingStored()).not.toContain(reason);
});

/** An answer without what differs in each: its request id and its time. */
function asSent({ status, text, headers }: Answer): string {
  const others = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
  return JSON.stringify([status, others, text]);
}

it('the log has the route and the method of a request, and the request id of the client', async () => {
  await app.delete('/api/auth/user/sessions/some-id?x=y', { headers: { 'x-request-id': 'from.the-client_1' } });
  await app.get('/no/such/route', { headers: { 'x-request-id': 'evil"} id' } });
  const line = () => app.service.requests.find(({ request_id }) => request_id === 'from.the-client_1');
  await app.service.until(() => line() !== undefined && app.service.requests.some(({ status }) => status === 404));
  expect(line()).toMatchObject({
    method: 'DELETE',
    route: '/api/auth/user/sessions/:session_id',
    status: 400,
    code: 'NOT_AUTHENTICATED',
  });
  expect(app.service.log).not.toContain('evil');
  expect(app.service.requests.find(({ status }) => status === 404)).toMatchObject({ route: null, code: 'NOT_FOUND' });
});

it('the log has no body, token, password, email or query, and the database has no password and no token', async () => {
  const { answers, secrets } = await manyCalls();
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(5);
  expect(answers.filter(({ status }) => status !== 200).length).toBeGreaterThan(5);
  await linesOf(answers);
  for (const secret of secrets) expect(app.service.log).not.toContain(secret);
  const stored = await everythingStored();
  expect(stored).toContain('Secret note 2');
  for (const secret of [PASSWORD, NEW_PASSWORD, ...secrets.slice(4)]) expect(stored).not.toContain(secret);
  expect(stored).not.toContain('PRIVATE KEY');
});

it('the log and the database have no token of a mailed link, before and after the link is followed', async () => {
  const mail = await MailServer.start();
  const service = await app.replica({ SMTP_URL: mail.url });
  const post = (path: string, body: object, token?: string) => service.call('POST', path, { body, token });
  const email = newEmail();
  const { token } = (await post('/api/auth/user/create', { email, password: PASSWORD, login: true })).json;
  await post('/api/auth/magic-link', { email });
  const magic = linkIn(await mail.emailTo(email, 1));
  await post('/api/auth/user/verify-email', {}, token);
  const verify = linkIn(await mail.emailTo(email, 2));
  await post('/api/auth/reset-password', { email });
  const old_password = tokenIn(await mail.emailTo(email, 3));
  // A first proof would end the other links.
  await app.sql('UPDATE users SET email_proved = 1 WHERE email = ?', [email]);
  const answers = [
    await service.call('GET', verify.slice(verify.indexOf('/api/'))),
    await service.call('GET', `/api/auth/magic-link/verify?token=${old_password}`),
    await service.call('GET', magic.slice(magic.indexOf('/api/'))),
    await service.call('PATCH', '/api/auth/user/change-password', {
      body: { old_password, new_password: NEW_PASSWORD },
    }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([302, 400, 302, 200]);
  const target = new URL(answers[2]?.headers.get('location') ?? '').searchParams;
  await service.until(() => service.requests.filter(({ method }) => method === 'PATCH').length === 1);
  await service.stop();
  await mail.stop();
  const stored = await everythingStored();
  const tokens = [magic, verify].map((link) => new URL(link).searchParams.get('token') ?? '');
  for (const secret of [...tokens, old_password, ...['at', 'rt'].map((name) => target.get(name) ?? '')]) {
    expect(secret.length).toBeGreaterThan(40);
    expect(service.log).not.toContain(secret);
    expect(stored).not.toContain(secret);
  }
});

it('the log has the stack of an INTERNAL_ERROR, the answer has no details, and neither has a secret', async () => {
  const user = await app.signUp({ password: PASSWORD });
  await app.sql('ALTER TABLE sessions RENAME TO visits');
  const answers = [
    await app.login(user.email, PASSWORD),
    await app.refresh(user.refresh_token),
    await app.get('/api/auth/user/sessions', { token: user.token }),
    await app.post('/api/auth/user/create', { email: newEmail(), password: PASSWORD, login: true }),
  ];
  await app.sql('ALTER TABLE visits RENAME TO sessions');
  for (const { status, json } of answers) {
    expect(status).toBe(500);
    expect(json).toEqual({ code: 'INTERNAL_ERROR', message: 'Something went wrong on our side.' });
  }
  await linesOf(answers, app);
  for (const { headers } of answers) {
    const id = `"request_id":"${headers.get('x-request-id')}"`;
    const line = app.service.log.split('\n').find((text) => text.includes(id) && text.includes('"level":"error"'));
    expect(line).toMatch(/sessions.*\\n +at /);
  }
  for (const secret of [PASSWORD, user.email, user.token, user.refresh_token, signatureOf(user.refresh_token)]) {
    expect(app.service.log).not.toContain(secret);
  }
});
