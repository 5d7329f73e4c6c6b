import { describeOn } from '../support/database/database.js';
import { type PrivatePostgres, startPrivatePostgres } from '../support/database/servers.mjs';
import { CheckedUser, type Send } from '../support/models/checked-user.js';
import { type Mishaps, runOperations } from '../support/models/operations.js';
import { SpendingUser } from '../support/models/spending-user.js';
import { ADMIN_TOKEN, newEmail, PASSWORD } from '../support/service/app.js';
import { MailServer } from '../support/service/mail.js';
import { SECRET, Service } from '../support/service/service.js';

/** `LONG=1` sends many more requests. */
const LONG = process.env.LONG === '1';
const OPERATIONS = LONG ? 5_000 : 300;
/** How soon each replica works again after the promotion, as docs/scale.md says, in milliseconds. */
const PROMISED_MS = 5_000;
/** After this time, in seconds, a replica sends an email again whose sending it could not record. */
const CLAIM_SECONDS = 60;

jest.setTimeout(LONG ? 300_000 : 120_000);

describeOn('postgres')('a primary and a standby of PostgreSQL', () => {
  let primary: PrivatePostgres;
  let standby: PrivatePostgres;
  let mail: MailServer;
  let replicas: Service[];

  beforeAll(async () => {
    const started = await startPrivatePostgres({ durable: false, options: ['synchronous_commit=on'] });
    if (!started) throw new Error('There is no PostgreSQL to start.');
    primary = started;
    standby = await primary.standby();
    mail = await MailServer.start();
    const DATABASE_URL = `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`;
    const settings = { DATABASE_URL, SMTP_URL: mail.url, AUTH_SECRET: SECRET, ADMIN_TOKEN };
    const start = () => Service.startShared({ ...settings, BASE_URL: 'http://auth.example.com', REFRESH_GRACE: '600' });
    replicas = await Promise.all([start(), start()]);
  }, 60_000);

  afterAll(async () => {
    await Promise.all((replicas ?? []).map((replica) => replica.stop()));
    await mail?.stop();
    await primary?.stop();
  });

  /** Sends to a replica as a client; a broken connection counts as no answer. */
  const to =
    (replica: () => Service): Send =>
    (method, path, body, token) =>
      replica()
        .call(method, path, { body, token })
        .catch(() => undefined);
  const toAny = to(() => replicas[Math.floor(Math.random() * replicas.length)] as Service);

  /** How long each replica still refuses to sign somebody up, in milliseconds. */
  async function untilWorking(): Promise<number[]> {
    const begun = Date.now();
    const signUp = (replica: Service) => async () =>
      (await replica.call('POST', '/api/auth/user/create', { body: { email: newEmail(), password: PASSWORD } }))
        .status === 200;
    const work = async (replica: Service) => {
      await replica.until(signUp(replica));
      return Date.now() - begun;
    };
    return Promise.all(replicas.map(work));
  }

  /** Kills the primary and promotes the standby, which changes places with it. */
  async function failOver(): Promise<void> {
    await primary.kill('SIGKILL');
    await standby.promote();
    for (const took of await untilWorking()) expect(took).toBeLessThan(PROMISED_MS);
    [primary, standby] = [standby, primary];
  }

  const create = (email: string) =>
    replicas[0]?.call('POST', '/api/auth/user/create', { body: { email, password: PASSWORD } });

  it('answer nothing that the standby has not confirmed', async () => {
    const email = newEmail();
    await standby.kill();
    expect((await create(email))?.code).toBe('UNAVAILABLE');
    await standby.start();
    // The server that answered has it all the same, and sends it to the standby.
    expect((await create(email))?.code).toBe('EMAIL_ALREADY_IN_USE');
  });

  it('are checked by users who notice what was lost', async () => {
    const user = new SpendingUser(replicas.map((replica) => to(() => replica)));
    for (let step = 0; step < 12; step++) await user.step();
    expect(await user.check()).toEqual([]);
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: `${primary.url}/postgres` });
    await client.connect();
    await client.query("UPDATE users SET metadata = '0'");
    await client.query('UPDATE one_time_tokens SET used_at = NULL');
    await client.query('UPDATE sessions SET generation = 0');
    await client.end();
    const wrong = (await user.check()).join();
    for (const what of ['metadata is 0', 'a used link works again', 'the newest refresh token'])
      expect(wrong).toContain(what);
  });

  const comeBack = () => primary.standby(standby.port);

  it('lose nothing that was acknowledged and use nothing twice when the primary is killed under load', async () => {
    const spending = Array.from({ length: 8 }, () => new SpendingUser(replicas.map((replica) => to(() => replica))));
    const checked = Array.from({ length: 16 }, () => new CheckedUser(toAny));
    const mishaps: Mishaps = [
      [0.3, failOver],
      [0.6, comeBack],
    ];
    await runOperations([...spending, ...checked], OPERATIONS, mishaps);
    const wrong = await Promise.all([...spending, ...checked].map((user) => user.check()));
    expect(wrong.flat()).toEqual([]);
    await Promise.all(replicas.map((replica) => replica.advance(CLAIM_SECONDS)));
    for (const { email, emails } of checked) if (emails > 0) await mail.emailTo(email, emails);
  });
});
