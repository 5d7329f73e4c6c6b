import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, type TestDatabase } from '../support/database/database.js';
import { ADMIN_TOKEN, newEmail, PASSWORD } from '../support/service/app.js';
import { MailServer } from '../support/service/mail.js';
import { Service, type Settings } from '../support/service/service.js';
import { Receiver } from '../support/service/webhooks.js';

/** How long a process that stops waits for an email or a message of a webhook in progress, in seconds, plus one second. */
const GRACE_SECONDS = 9;

let database: TestDatabase;
let mail: MailServer;
let service: Service;
let agent: Agent;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  agent = new Agent({ keepAlive: true });
  mail = await MailServer.start();
});
afterEach(async () => {
  agent.destroy();
  await service.stop();
  await mail.stop();
});

/** Starts the service before each test of a `describe`, in a process of its own, which the test ends. */
function beforeEachStart(settings: Settings = {}): void {
  beforeEach(async () => {
    const common = { DATABASE_URL: database.url, SMTP_URL: mail.url, BCRYPT_COST: '12' };
    service = await Service.start({ ...common, ADMIN_TOKEN, WEBHOOK_NETWORKS: '127.0.0.1', ...settings });
  });
}

/** The exit code of a shell for a signal. */
function stopped(signal: NodeJS.Signals): Promise<number | null> {
  service.signal(signal);
  return service.exited();
}

interface Sent {
  /** Resolves when the operating system has accepted the whole request. */
  sent: Promise<void>;
  status: Promise<number | undefined>;
  answer: Promise<{ status?: number; connection?: string }>;
}

/** Sends a request on a keep-alive connection. */
function start(method: string, path: string, body = ''): Sent {
  const headers = body ? { 'content-type': 'application/json', 'content-length': body.length } : {};
  const outgoing = request(service.url + path, { method, agent, headers });
  const sent = new Promise<void>((done) => outgoing.on('finish', done));
  const answer = new Promise<{ status?: number; connection?: string }>((done, fail) => {
    outgoing.on('error', fail).on('response', (incoming) => {
      const { statusCode: status, headers } = incoming;
      incoming.resume().on('end', () => done({ status, connection: headers.connection }));
    });
  });
  outgoing.end(body);
  return { sent, answer, status: answer.then(({ status }) => status) };
}

const get = (path: string) => start('GET', path).status;

const signUp = async (email: string) =>
  (await service.call('POST', '/api/auth/user/create', { body: { email, password: PASSWORD } })).status;

/** The sender has claimed the email to an address, which is due again about a minute later. */
function claimed(email: string): Promise<void> {
  return service.until(async () => {
    const [row] = await database.sql('SELECT due_at - created_at AS claimed FROM messages WHERE recipient = ?', [
      email,
    ]);
    return Number(row?.claimed) > 50;
  });
}

/** An email is being sent, and the mail server does not answer until `release`. */
async function emailInHand(email: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  mail.delay = () => released;
  await service.call('POST', '/api/auth/magic-link', { body: { email, sign_up: true } });
  await claimed(email);
  return release;
}

/** Whether the service refuses connections. */
function stopsAccepting(): Promise<boolean> {
  return get('/health/live').then(
    () => false,
    () => true,
  );
}

/** Sends SIGTERM. Resolves when the service has closed its port. */
async function beginStop(): Promise<void> {
  expect(await get('/health/ready')).toBe(200);
  service.signal('SIGTERM');
  await service.until(stopsAccepting);
}

/** In steps: the wait begins at an unknown moment after the signal. */
async function exitAfterGrace(): Promise<number | null> {
  for (let second = 0; second < GRACE_SECONDS && service.running; second++) {
    await Promise.race([service.advance(1).catch(() => undefined), service.exited()]);
    await sleep(20);
  }
  return service.exited();
}

const statusOf = (email: string) => database.sql('SELECT status FROM messages WHERE recipient = ?', [email]);

describe('a service that is stopped', () => {
  beforeEachStart();

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s finishes the accepted requests, closes keep-alive connections, and ends with exit code 0',
    async (signal) => {
      const email = newEmail();
      expect(await signUp(email)).toBe(200);
      expect(await get('/health/live')).toBe(200);
      const logins = [email, newEmail(), newEmail()].map((email) =>
        start('POST', '/api/auth/user/login', JSON.stringify({ email, password: PASSWORD })),
      );
      await Promise.all(logins.map(({ sent }) => sent));
      // What arrived before these requests has been accepted when the first one is answered, and read when the second one is.
      for (let turn = 0; turn < 2; turn++) expect((await service.call('GET', '/health/live')).status).toBe(200);
      const [code, ...statuses] = await Promise.all([stopped(signal), ...logins.map(({ status }) => status)]);
      expect(statuses).toEqual([200, 400, 400]);
      expect(code).toBe(0);
    },
  );

  it('while it sends an email accepts no connection from then on, and the email arrives', async () => {
    const email = newEmail();
    const release = await emailInHand(email);
    await beginStop();
    release();
    expect(await service.exited()).toBe(0);
    await mail.emailTo(email);
    expect(await statusOf(email)).toEqual([{ status: 'sent' }]);
  });

  it('and waits for its mail server is immediately ended by a second signal', async () => {
    const release = await emailInHand(newEmail());
    await beginStop();
    expect(await stopped('SIGTERM')).toBe(143);
    release();
  });
});

describe('a service with SHUTDOWN_DELAY=60', () => {
  beforeEachStart({ SHUTDOWN_DELAY: '60', BCRYPT_COST: '4' });

  /** The status and the `Connection` header of an answer on a keep-alive connection. */
  async function probe(path: string): Promise<[number | undefined, string | undefined]> {
    const { status, connection } = await start('GET', path).answer;
    return [status, connection];
  }

  async function beginDelay(): Promise<void> {
    expect(await probe('/health/ready')).toEqual([200, 'keep-alive']);
    service.signal('SIGTERM');
    await service.until(async () => (await probe('/health/ready'))[0] === 503);
  }

  it('is not ready after SIGTERM, answers all other requests and closes their connections, and closes its port afterwards', async () => {
    await beginDelay();
    await service.advance(30);
    expect(await probe('/health/ready')).toEqual([503, 'close']);
    expect(await probe('/health/live')).toEqual([200, 'close']);
    expect(await signUp(newEmail())).toBe(200);
    const { sent, status } = start(
      'POST',
      '/api/auth/user/login',
      JSON.stringify({ email: newEmail(), password: PASSWORD }),
    );
    await sent;
    await service.advance(30);
    expect([await status, await service.exited()]).toEqual([400, 0]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends the delay at a second signal, %s, and still finishes a request',
    async (signal) => {
      await beginDelay();
      const { sent, status } = start(
        'POST',
        '/api/auth/user/login',
        JSON.stringify({ email: newEmail(), password: PASSWORD }),
      );
      await sent;
      expect((await service.call('GET', '/health/live')).status).toBe(200);
      expect([await stopped(signal), await status]).toEqual([0, 400]);
    },
  );
});

describe('a service that is stopped while a receiver of a webhook does not answer', () => {
  beforeEachStart();
  let receiver: Receiver;
  let id: string;
  /** Lets the receiver answer what has arrived. */
  let release: () => void;

  beforeEach(async () => {
    receiver = await new Receiver().listen();
    receiver.respond = (_message, response) => {
      release = () => response.writeHead(204).end();
    };
    const body = { url: receiver.url, types: ['user.created'] };
    id = (await service.call('POST', '/api/admin/webhooks', { token: ADMIN_TOKEN, body })).json.webhook_id;
  });
  afterEach(async () => {
    await database.sql('DELETE FROM webhooks');
    await receiver.stop();
  });

  const arrived = () => service.until(() => receiver.received.length === 1);
  const deliveries = () => database.sql('SELECT status, attempts FROM webhook_deliveries');

  it('answers a test of the webhook with the status of the receiver', async () => {
    const tested = service.call('POST', `/api/admin/webhooks/${id}/test`, { token: ADMIN_TOKEN });
    await arrived();
    service.signal('SIGTERM');
    // It accepts no other connection, and waits for this request.
    await service.until(stopsAccepting);
    release();
    expect((await tested).json).toMatchObject({ status: 204 });
    expect(await service.exited()).toBe(0);
  });

  it('records the message that is on its way', async () => {
    expect(await signUp(newEmail())).toBe(200);
    await arrived();
    await beginStop();
    release();
    expect(await service.exited()).toBe(0);
    expect(await deliveries()).toEqual([{ status: 'sent', attempts: 1 }]);
  });

  it('ends without an answer, also of the mail server, and leaves the message and an email to another process', async () => {
    const email = newEmail();
    const releaseEmail = await emailInHand(email);
    expect(await signUp(newEmail())).toBe(200);
    await arrived();
    await beginStop();
    expect(await exitAfterGrace()).toBe(0);
    expect(await deliveries()).toEqual([{ status: 'waiting', attempts: 0 }]);
    expect(await statusOf(email)).toEqual([{ status: 'queued' }]);
    releaseEmail();
    receiver.answer(204);
    service = await Service.startShared({ DATABASE_URL: database.url, WEBHOOK_NETWORKS: '127.0.0.1' });
    // The end of the claim.
    await service.advance(61);
    await service.until(async () => (await deliveries())[0]?.status === 'sent');
  });
});
