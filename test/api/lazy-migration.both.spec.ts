import { Webhook } from 'standardwebhooks';
import { ADMIN_TOKEN, App, newEmail } from '../support/app.js';
import { expectFailure } from '../support/expect.js';
import { importLines } from '../support/ndjson.js';
import { type Received, Receiver } from '../support/receiver.js';

const SECRET = `whsec_${Buffer.alloc(32, 'secret of the migration').toString('base64')}`;
const OLD = 'the old plover of Cognito';
const UID = '7f3a1f5e-3a1b-4c55-9d53-4f0a5b2f6c11';

let source: Receiver;
let app: App;
/** What the earlier system knows: its users by their emails. */
let known: Record<string, object>;

beforeAll(async () => {
  source = await Receiver.start();
  app = await App.start({
    MIGRATION_URL: source.url,
    MIGRATION_SECRET: SECRET,
    MIGRATION_TIMEOUT: '1',
    WEBHOOK_NETWORKS: '127.0.0.0/8',
    RATE_LIMIT: 'off',
    BCRYPT_COST: '4',
  });
});
afterAll(async () => {
  await app?.stop();
  await source?.stop();
});
beforeEach(() => {
  known = {};
  source.received.length = 0;
  source.respond = ({ body }, response) => {
    const { email, password } = body.data;
    const user = Object.hasOwn(known, email) && password === OLD ? known[email] : undefined;
    response.writeHead(200).end(JSON.stringify(user ? { right: true, user } : { right: false }));
  };
});

const answerWith = (status: number, text: string, headers = {}) => {
  source.respond = (_message, response) => response.writeHead(status, headers).end(text);
};
const userOf = async (email: string) => (await app.admin('GET', `/users?email=${email}`)).json.users[0];

async function results(): Promise<Record<string, number>> {
  const { text } = await app.get('/metrics', { token: ADMIN_TOKEN });
  const found = text.matchAll(/^latchkey_migration_checks_total\{result="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...found].map(([, result, count]) => [result, Number(count)]));
}

describe('a user of the earlier system', () => {
  it('signs in with the password of there, becomes a user of here, and is never asked for again', async () => {
    const email = newEmail();
    known[email] = {
      uid: UID,
      email_verified: true,
      metadata: '{"plan":"pro"}',
      claims: '{"roles":["a"]}',
      created_at: 7,
    };
    expectFailure(await app.login(email, 'wrong'), 'INVALID_CREDENTIALS');
    expect(await userOf(email)).toBeUndefined();
    expect((await app.login(email.toUpperCase(), OLD)).status).toBe(200);
    expect(await userOf(email)).toMatchObject({
      uid: UID,
      email_verified: true,
      email_proved: true,
      metadata: '{"plan":"pro"}',
      claims: '{"roles":["a"]}',
      created_at: 7,
      has_password: true,
    });
    expect(source.received).toHaveLength(2);
    expect((await app.login(email, OLD)).status).toBe(200);
    expectFailure(await app.login(email, 'wrong'), 'INVALID_CREDENTIALS');
    expect(source.received).toHaveLength(2);
    const { events } = (await app.admin('GET', `/events?uid=${UID}`)).json;
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'user.created', actor: 'system', data: { method: 'migration' } }),
    );
  });

  it('is asked for in a message that is signed as a webhook is', async () => {
    const email = newEmail();
    expectFailure(await app.login(email, OLD), 'INVALID_CREDENTIALS');
    const [{ headers, text, body }] = source.received as [Received];
    expect(() => new Webhook(SECRET).verify(text, headers as Record<string, string>)).not.toThrow();
    expect(body).toEqual({
      type: 'password.check',
      timestamp: expect.any(String),
      data: { email, password: OLD, ip: expect.any(String) },
    });
  });

  it('becomes one account when two first sign-ins arrive at the same time', async () => {
    const email = newEmail();
    known[email] = {};
    const answers = await Promise.all([1, 2, 3, 4].map(() => app.login(email, OLD)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const rows = await app.sql('SELECT uid FROM users WHERE email = ?', [email]);
    expect(rows).toHaveLength(1);
  });

  it.each([
    ['a uid that is none', { uid: 'x' }],
    ['claims that are none', { claims: '[]' }],
    ['metadata that are no JSON', { metadata: '{' }],
    ['the email of another user', { email: 'other@example.com' }],
    ['an email that is no text', { email: ['x'] }],
    ['a property of Object', JSON.parse('{"__proto__":{"uid":"x"},"uid":7}')],
  ])('is not created from an answer with %s', async (_title, user) => {
    const email = newEmail();
    known[email] = user;
    expectFailure(await app.login(email, OLD), 'INVALID_CREDENTIALS');
    expect(await userOf(email)).toBeUndefined();
  });
});

it('an answer with thousands of levels creates no user', async () => {
  answerWith(200, `{"right":true,"user":{"metadata":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`);
  const email = newEmail();
  expectFailure(await app.login(email, OLD), 'INVALID_CREDENTIALS');
  expect(await userOf(email)).toBeUndefined();
});

describe('an account without a password', () => {
  const imported = async (more: object = {}) => {
    const email = newEmail();
    expect((await importLines(app, [{ email, ...more }])).json.created).toBe(1);
    return { email, uid: (await userOf(email)).uid as string };
  };

  it.each([
    ['a proved email as verified', true, () => ({ email_verified: true })],
    ['its uid', false, (uid: string) => ({ uid: uid.toUpperCase() })],
  ])('takes the password of an earlier system that knows %s', async (_title, email_verified, answer) => {
    const { email, uid } = await imported({ email_verified });
    known[email] = answer(uid);
    expect((await app.login(email, OLD)).status).toBe(200);
    expect(await userOf(email)).toMatchObject({ uid, email_proved: email_verified, has_password: true });
    expect((await app.login(email, OLD)).status).toBe(200);
    expect(source.received).toHaveLength(1);
  });

  it.each([
    ['that has not verified the email', true, {}],
    ['that has another user with the email', true, { uid: UID }],
    ['while its email is not proved here, as that of an account by a stranger', false, { email_verified: true }],
  ])('does not take the password of an earlier system %s', async (_title, email_verified, answer) => {
    const { email } = await imported({ email_verified });
    known[email] = answer;
    expectFailure(await app.login(email, OLD), 'INVALID_CREDENTIALS');
    expect(await userOf(email)).toMatchObject({ has_password: false });
  });

  it('is not asked for when it is disabled, or its password was removed', async () => {
    const disabled = await imported({ active: false });
    const removed = await imported();
    await app.sql('UPDATE users SET password_version = 1 WHERE uid = ?', [removed.uid]);
    for (const { email } of [disabled, removed]) {
      known[email] = { email_verified: true };
      expectFailure(await app.login(email, OLD), 'INVALID_CREDENTIALS');
    }
    expect(source.received).toHaveLength(0);
  });
});

describe('an answer is no proof of a password when it', () => {
  const huge = JSON.stringify({ right: true, user: { metadata: '1'.repeat(40_000) } });
  it.each<[string, () => void]>([
    ['has another status', () => answerWith(201, '{"right":true}')],
    ['is a redirect', () => answerWith(302, '{"right":true}', { location: 'http://127.0.0.1:1/' })],
    ['is no JSON', () => answerWith(200, 'right')],
    ['says something that is only like true', () => answerWith(200, '{"right":"true"}')],
    ['has a user that is none', () => answerWith(200, '{"right":true,"user":[]}')],
    ['is huge', () => answerWith(200, huge)],
    ['inherits the word', () => answerWith(200, '{"__proto__":{"right":true}}')],
  ])('%s', async (_title, prepare) => {
    prepare();
    const email = newEmail();
    const before = (await results()).failed ?? 0;
    expectFailure(await app.login(email, OLD), 'INVALID_CREDENTIALS');
    expect((await results()).failed).toBe(before + 1);
    expect(await userOf(email)).toBeUndefined();
  });
});

it('the connection of an answer that never ends is closed when its status is not 200', async () => {
  const closed = new Promise<void>((resolve) => {
    source.respond = (_message, response) => {
      response.writeHead(500, { 'content-type': 'application/json' }).write('{');
      response.once('close', resolve);
    };
  });
  expectFailure(await app.login(newEmail(), OLD), 'INVALID_CREDENTIALS');
  await closed;
});

describe('the time of a refused login', () => {
  it('does not reveal whether the earlier system was asked, also when it is silent', async () => {
    const { email } = await app.signUp();
    const timed = async (address: string) => {
      const begun = performance.now();
      expectFailure(await app.login(address, 'wrong'), 'INVALID_CREDENTIALS');
      return performance.now() - begun;
    };
    const [asked, own] = [await timed(newEmail()), await timed(email)];
    source.respond = () => undefined;
    const silent = await timed(newEmail());
    for (const time of [asked, own, silent]) expect(time).toBeGreaterThan(990);
    for (const time of [asked, own, silent]) expect(Math.abs(time - own)).toBeLessThan(400);
  });

  it('lets others sign in while the earlier system is silent, which gets some questions at a time', async () => {
    const { email, password } = await app.signUp();
    source.respond = () => undefined;
    const before = (await results()).busy ?? 0;
    const silent = Array.from({ length: 30 }, () => app.login(newEmail(), OLD));
    expect((await app.login(email, password)).status).toBe(200);
    for (const answer of await Promise.all(silent)) expectFailure(answer, 'INVALID_CREDENTIALS');
    // On a slow machine, some come when the first ones have ended.
    const busy = ((await results()).busy ?? 0) - before;
    expect(busy + source.received.length).toBe(30);
    expect(busy).toBeGreaterThan(0);
  });
});
