import { DATABASE } from '../support/database/database.js';
import { expectFailure, sendBytes } from '../support/http/http.js';
import { freePort } from '../support/run/machine.mjs';
import { ADMIN_TOKEN, App, newEmail, PASSWORD } from '../support/service/app.js';
import { MailServer } from '../support/service/mail.js';

let mail: MailServer;
let app: App;
let port: number;
beforeAll(async () => {
  mail = await MailServer.start();
  await mail.stop();
  port = await freePort();
  app = await App.start({ METRICS_PORT: String(port), SMTP_URL: mail.url });
});
afterAll(() => app.stop());

/** The value of the metric with this name, without its prefix, and these labels. */
async function value(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const line = text
    .split('\n')
    .find(
      (each) =>
        new RegExp(`^latchkey_${name}(?:\\{| )`).test(each) &&
        Object.entries(labels).every(([label, wanted]) => each.includes(`${label}="${wanted}"`)),
    );
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

it('the metrics count challenges of second factors, failures by kind, and switched-off apps', async () => {
  const email = newEmail();
  const totp = [{ secret: '0123456789abcdefghij', encoding: 'ascii', digits: 8 }];
  const { uid } = (await app.admin('POST', '/users', { email, password: PASSWORD, totp })).json;
  const { mfa_token } = (await app.login(email, PASSWORD)).json;
  const verify = (body: object) => app.post('/api/auth/mfa/verify', { mfa_token, ...body });
  expectFailure(await verify({ recovery_code: 'wrong' }), 'INVALID_CODE');
  await app.sql('UPDATE totp_factors SET failures = 99 WHERE uid = ?', [uid]);
  expectFailure(await verify({ code: '000000' }), 'INVALID_CODE');
  expect(await value('mfa_challenges_total', { method: 'password' })).toBe(1);
  expect(await value('mfa_failures_total', { kind: 'recovery_code' })).toBe(1);
  expect(await value('mfa_failures_total', { kind: 'factor' })).toBe(1);
  expect(await value('mfa_locked_total')).toBe(1);
});

it('the metrics count sessions that ended because a refresh token was used twice', async () => {
  const before = (await value('sessions_reused_total')) ?? Number.NaN;
  const { refresh_token } = await app.signUp();
  await app.refresh(refresh_token);
  await app.advance(11);
  expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
  expect(await value('sessions_reused_total')).toBe(before + 1);
});

it('the metrics count requests by method, route, status and code', async () => {
  const user = await app.signUp();
  await app.get('/api/auth/user', { token: user.token });
  await app.delete('/api/auth/user/sessions/x', { token: user.token });
  const of = (labels: Record<string, string>) => value('request_duration_seconds_count', labels);
  expect(await of({ method: 'GET', route: '/api/auth/user', status: '200', code: '' })).toBe(1);
  const route = '/api/auth/user/sessions/:session_id';
  expect(await of({ method: 'DELETE', route, status: '400', code: 'SESSION_NOT_FOUND' })).toBe(1);
});

it('the metrics have no label value that a client has sent', async () => {
  await app.get('/api/secret-path?token=secret-value');
  await app.get('/api/auth/magic-link/verify?token=secret-value');
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(text).not.toContain('secret');
  expect(text).toContain('route="none",status="404"');
});

it('the metrics count sign-ins by method and result', async () => {
  const user = await app.signUp();
  const before = await value('sign_ins_total', { method: 'password', result: 'succeeded' });
  expect(before).toBeDefined();
  await app.login(user.email, PASSWORD);
  await app.login(user.email, 'wrong');
  await app.login(newEmail(), 'wrong');
  await app.disable(user.uid);
  await app.login(user.email, PASSWORD);
  expect(await value('sign_ins_total', { method: 'password', result: 'succeeded' })).toBe((before ?? 0) + 1);
  for (const result of ['wrong_password', 'unknown_email', 'disabled']) {
    expect(await value('sign_ins_total', { method: 'password', result })).toBe(1);
  }
  expect(await value('sign_ins_total', { method: 'sign_up', result: 'succeeded' })).toBeGreaterThan(0);
});

it('the metrics cover hashing, emails, the pool and the event loop', async () => {
  await app.signUp();
  expect(await value('hashing_duration_seconds_count')).toBeGreaterThan(0);
  expect(await value('hashing_waiting')).toBe(0);
  expect(await value('mail_waiting')).toBe(0);
  const email = newEmail();
  await app.post('/api/auth/magic-link', { email, sign_up: true });
  // An email that is being sent for the first time does not wait yet.
  const failed = () => app.sql('SELECT id FROM messages WHERE recipient = ? AND attempts = 1', [email]);
  await app.service.until(async () => (await failed()).length === 1);
  await app.advance(30);
  expect(await value('mail_waiting')).toBe(1);
  expect(await value('mail_oldest_seconds')).toBeGreaterThanOrEqual(30);
  const busy = await value('database_connections_busy');
  if (DATABASE === 'sqlite') expect(busy).toBeUndefined();
  else expect(busy).toBeGreaterThanOrEqual(0);
  expect(await value('limits_shared')).toBeUndefined();
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
});

it('the metrics on the port of the service need an admin token with the scope read, and have the Prometheus format', async () => {
  const { token } = await app.adminToken(['write']);
  expectFailure(await app.get('/metrics'), 'NOT_AUTHENTICATED');
  expectFailure(await app.get('/metrics', { token: (await app.signUp()).token }), 'NOT_AUTHENTICATED');
  expectFailure(await app.get('/metrics', { token }), 'NOT_AUTHORIZED');
  const answer = await app.get('/metrics', { token: ADMIN_TOKEN });
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(answer.text).toMatch(/^# HELP latchkey_request_duration_seconds /m);
});

it('METRICS_PORT serves nothing but the metrics', async () => {
  expect((await fetch(`http://127.0.0.1:${port}/api/auth/user`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
});

it('METRICS_PORT refuses a request with two Host headers', async () => {
  const head = 'GET /metrics HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\nConnection: close\r\n\r\n';
  expect((await sendBytes(`http://127.0.0.1:${port}`, head)).status).toBe(400);
});

it.each(['/metrics', '/nothing'])('METRICS_PORT answers %s with security headers and a request id', async (path) => {
  const { headers } = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-request-id': 'probe-1' } });
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-request-id')).toBe('probe-1');
});

it('the service does not start when METRICS_PORT is in use, and names the setting', async () => {
  const other = await app.replica().catch((error: Error) => error.message);
  expect(other).toContain(`METRICS_PORT: ${port} is taken`);
  expect(other).toContain(`METRICS_PORT=${port + 1} npm start`);
});
