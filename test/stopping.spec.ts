import { Agent, request } from 'node:http';
import { App, newEmail, PASSWORD } from './support/app.js';
import { MailServer } from './support/mail-server.js';

/** How long a stop may take, whatever hangs. */
const LONGEST_MS = 15_000;

let app: App;
let mail: MailServer;
beforeEach(async () => {
  mail = await MailServer.start();
  app = await App.start({ SMTP_URL: mail.url, BCRYPT_COST: '13' });
});
afterEach(async () => {
  await app.stop();
  await mail.stop();
});

/** The exit code after these signals, and how long it took. */
async function stopped(...signals: NodeJS.Signals[]): Promise<{ code: number | null; ms: number }> {
  const begun = performance.now();
  for (const signal of signals) {
    app.service.signal(signal);
    await new Promise((next) => setTimeout(next, 100));
  }
  return { code: await app.service.exited(), ms: performance.now() - begun };
}

/** Asks on a connection that stays open. */
function asked(agent: Agent, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(app.service.url + path, { agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    sent.on('error', reject).end();
  });
}

it.each(['SIGTERM', 'SIGINT'] as const)(
  '%s lets requests finish that were accepted, closes connections that are kept open, and ends with 0',
  async (signal) => {
    const agent = new Agent({ keepAlive: true });
    expect(await asked(agent, '/health/live')).toBe(200);
    const logins = [1, 2, 3].map(() => app.login(newEmail(), PASSWORD));
    await app.service.until(async () => {
      const { text } = await app.admin('GET', '/stats');
      return text !== '';
    });
    const { code, ms } = await stopped(signal);
    expect((await Promise.all(logins)).map((login) => login.code)).toEqual(Array(3).fill('INVALID_CREDENTIALS'));
    expect(code).toBe(0);
    expect(ms).toBeLessThan(LONGEST_MS);
    agent.destroy();
  },
);

/** The one letter has been taken up by the sender. */
function claimed(): Promise<void> {
  return app.service.until(async () => {
    const [row] = await app.sql('SELECT due_at - created_at AS claimed FROM messages');
    return Number(row?.claimed) > 60;
  });
}

it('is not ready any more as soon as it is told to stop, while a letter is being handed over; the letter arrives', async () => {
  mail.delay = () => new Promise((resolve) => setTimeout(resolve, 4_000));
  const email = newEmail();
  await app.post('/api/auth/magic-link', { email, sign_up: true });
  await claimed();
  const agent = new Agent({ keepAlive: true });
  expect(await asked(agent, '/health/ready')).toBe(200);
  app.service.signal('SIGTERM');
  await app.service.until(async () => (await asked(agent, '/health/ready')) === 503);
  expect(await app.service.exited()).toBe(0);
  agent.destroy();
  await mail.letterTo(email);
  expect(await app.sql("SELECT id FROM messages WHERE status = 'sent'")).toHaveLength(1);
});

/** A letter is in hand, and the mail server says nothing of it until it is released. */
async function letterInHand(): Promise<() => void> {
  let release = () => {};
  mail.delay = () =>
    new Promise((resolve) => {
      release = resolve;
    });
  await app.post('/api/auth/magic-link', { email: newEmail(), sign_up: true });
  await claimed();
  return () => release();
}

it('does not wait for a mail server that never answers: the letter waits for the next process', async () => {
  const release = await letterInHand();
  const { code, ms } = await stopped('SIGTERM');
  expect(code).toBe(0);
  expect(ms).toBeLessThan(LONGEST_MS);
  expect(await app.sql("SELECT id FROM messages WHERE status = 'queued'")).toHaveLength(1);
  release();
});

it('a second signal ends it at once', async () => {
  const release = await letterInHand();
  const { code, ms } = await stopped('SIGTERM', 'SIGTERM');
  expect(code).toBe(143);
  expect(ms).toBeLessThan(5_000);
  release();
});
