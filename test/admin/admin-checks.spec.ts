import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Answer } from '../support/http/http.js';
import { freePort } from '../support/run/machine.mjs';
import { App } from '../support/service/app.js';
import { Cli, type Line } from '../support/service/cli.js';

/** How long the service keeps a report. */
const KEEP = 10;

let app: App;
let smtpUrl: string;
let metricsPort: string;
let connections = 0;
const smtp = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  authOptional: true,
  disableReverseLookup: true,
  onConnect: (_session, done) => {
    connections += 1;
    done();
  },
});

beforeAll(async () => {
  smtp.on('error', () => undefined);
  const listening = smtp.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  smtpUrl = `smtp://127.0.0.1:${port}`;
  metricsPort = String(await freePort());
  app = await App.start({ SMTP_URL: smtpUrl, METRICS_PORT: metricsPort });
});
afterAll(async () => {
  await app.stop();
  await new Promise<void>((done) => smtp.close(() => done()));
});

const checks = (): Promise<Answer> => app.admin('GET', '/checks');
/** The latency depends on the machine and its load. */
const namesOf = (lines: Line[]) => lines.map(({ name, status }) => (name === 'latency' ? name : `${name} ${status}`));

// First, because the clock of the database does not move with the clock of the service.
it('the checks of the running service have the findings of doctor with the same settings', async () => {
  const { status, json } = await checks();
  expect(status).toBe(200);
  const BASE_URL = app.service.url.replace('127.0.0.1', 'localhost');
  const { port } = new URL(app.service.url);
  const cli = new Cli({ DATABASE_URL: app.database.url, BASE_URL, PORT: port, SMTP_URL: smtpUrl });
  const { code, stdout } = await cli.run(['doctor', '--json']);
  cli.remove();
  const expected = JSON.parse(stdout);
  expect([code, expected.healthy, json.healthy]).toEqual([0, true, true]);
  expect(namesOf(json.checks)).toEqual(namesOf(expected.checks));
  expect(json.checked_at).toBeGreaterThan(Date.now() / 1000 - 60);
});

it('requests at the same time share one run, and later ones its report for ten seconds', async () => {
  await app.advance(KEEP);
  const before = connections;
  const answers = await Promise.all(Array.from({ length: 20 }, checks));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  await checks();
  expect(connections).toBe(before + 1);
  await app.advance(KEEP);
  await checks();
  expect(connections).toBe(before + 2);
});

it('a fault is named with its remedy, and the service answers other requests while a check waits', async () => {
  await app.advance(KEEP);
  await app.sql('UPDATE signing_keys SET activates_at = activates_at - ?', [200 * 86_400]);
  const [{ json }, other] = await Promise.all([checks(), app.admin('GET', '/stats')]);
  expect(other.status).toBe(200);
  expect(json.checks).toContainEqual({
    name: 'keys',
    status: 'warn',
    found: expect.stringContaining('200 days old'),
    cure: 'node dist/cli.js keys rotate',
  });
  const [first] = json.checks;
  expect(first).toMatchObject({ name: 'settings', status: 'ok', cure: null });
  const metrics = expect.stringContaining(`:${metricsPort}/metrics answers without a token`);
  expect(json.checks).toContainEqual({ name: 'metrics', status: 'ok', found: metrics, cure: null });
});
