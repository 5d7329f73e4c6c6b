import { Agent, request } from 'node:http';
import { App, newEmail, PASSWORD } from './support/app.js';
import { MailServer } from './support/mail-server.js';

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

/** The exit code after a signal. */
function stopped(signal: NodeJS.Signals): Promise<number | null> {
  app.service.signal(signal);
  return app.service.exited();
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
    const code = await stopped(signal);
    expect((await Promise.all(logins)).map((login) => login.code)).toEqual(Array(3).fill('INVALID_CREDENTIALS'));
    expect(code).toBe(0);
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

/** A letter is in hand, and the mail server says nothing of it until it is released. */
async function letterInHand(): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  mail.delay = () => released;
  await app.post('/api/auth/magic-link', { email: newEmail(), sign_up: true });
  await claimed();
  return release;
}

/** Tells it to stop; resolves once it has begun to, as who is connected already can see. */
async function beginStop(agent: Agent): Promise<void> {
  expect(await asked(agent, '/health/ready')).toBe(200);
  app.service.signal('SIGTERM');
  await app.service.until(async () => (await asked(agent, '/health/ready')) === 503);
}

it('is not ready any more as soon as it is told to stop, while a letter is being handed over; the letter arrives', async () => {
  const agent = new Agent({ keepAlive: true });
  const release = await letterInHand();
  await beginStop(agent);
  release();
  expect(await app.service.exited()).toBe(0);
  agent.destroy();
  await mail.until(1);
  expect(await app.sql("SELECT id FROM messages WHERE status = 'sent'")).toHaveLength(1);
});

it('does not wait for a mail server that never answers: the letter waits for the next process', async () => {
  const release = await letterInHand();
  expect(await stopped('SIGTERM')).toBe(0);
  expect(await app.sql("SELECT id FROM messages WHERE status = 'queued'")).toHaveLength(1);
  release();
});

it('a second signal ends it at once', async () => {
  const release = await letterInHand();
  const agent = new Agent({ keepAlive: true });
  await beginStop(agent);
  expect(await stopped('SIGTERM')).toBe(143);
  agent.destroy();
  release();
});
