import { expectFailure } from '../support/http/http.js';
import { importLines } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, App, newEmail } from '../support/service/app.js';
import { whileAdvancing } from '../support/service/service.js';
import { Receiver, verified } from '../support/service/webhooks.js';

const SECRET = `whsec_${Buffer.alloc(32, 'secret of the migration').toString('base64')}`;
/** The longest one that is allowed: no test waits for it, except with another setting. */
const TIMEOUT = 10;
/** How long a login is refused after it began, at most. */
const PAUSE = TIMEOUT + 1;
const OLD = 'the old plover of Cognito';
const UID = '7f3a1f5e-3a1b-4c55-9d53-4f0a5b2f6c11';

let source: Receiver;
let app: App;
/** What the earlier system knows: its users by their emails. */
let known: Record<string, object>;

beforeAll(async () => {
  source = await new Receiver().listen();
  app = await App.start({
    MIGRATION_URL: source.url,
    MIGRATION_SECRET: SECRET,
    MIGRATION_TIMEOUT: String(TIMEOUT),
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

async function results(at = app.service): Promise<Record<string, number>> {
  const { text } = await at.call('GET', '/metrics', { token: ADMIN_TOKEN });
  const found = text.matchAll(/^latchkey_migration_checks_total\{result="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...found].map(([, result, count]) => [result, Number(count)]));
}

/** How many questions have a result. */
const asked = async (at = app.service) => Object.values(await results(at)).reduce((sum, count) => sum + count, 0);

/** Expects that a login is refused after a question to the earlier system. */
async function expectRefused(email: string, password = OLD): Promise<void> {
  const before = await asked();
  const login = app.login(email, password);
  await app.service.until(async () => (await asked()) > before);
  await app.advance(PAUSE);
  expectFailure(await login, 'INVALID_CREDENTIALS');
}

/** Expects that a login is refused without a question. */
async function expectRefusedHere(email: string, password: string): Promise<void> {
  const login = app.login(email, password);
  expectFailure(await whileAdvancing(app.service, login, PAUSE, 200), 'INVALID_CREDENTIALS');
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
    await expectRefused(email, 'wrong');
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
    await expectRefusedHere(email, 'wrong');
    expect(source.received).toHaveLength(2);
    const { events } = (await app.admin('GET', `/events?uid=${UID}`)).json;
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'user.created', actor: 'system', data: { method: 'migration' } }),
    );
  });

  it('is asked for in a message that is signed as a webhook is', async () => {
    const email = newEmail();
    await expectRefused(email);
    expect(verified(source.received[0], SECRET)).toBe(true);
    expect(source.received[0]?.body).toEqual({
      type: 'password.check',
      timestamp: expect.any(String),
      data: { email, password: OLD, ip: expect.any(String) },
    });
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
    await expectRefused(email);
    expect(await userOf(email)).toBeUndefined();
  });
});

it('an answer with thousands of levels creates no user', async () => {
  answerWith(200, `{"right":true,"user":{"metadata":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`);
  const email = newEmail();
  await expectRefused(email);
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
    await expectRefused(email);
    expect(await userOf(email)).toMatchObject({ has_password: false });
  });

  it('is not asked for when it is disabled, or its password was removed', async () => {
    const disabled = await imported({ active: false });
    const removed = await imported();
    await app.sql('UPDATE users SET password_version = 1 WHERE uid = ?', [removed.uid]);
    for (const { email } of [disabled, removed]) {
      known[email] = { email_verified: true };
      await expectRefusedHere(email, OLD);
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
    await expectRefused(email);
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
  await expectRefused(newEmail());
  await closed;
});

describe('the time of a refused login', () => {
  it('does not reveal whether the earlier system was asked, also when it is silent', async () => {
    const { email } = await app.signUp();
    // The silent question ends by a real timer.
    const timeout = 4;
    const service = await app.replica({ MIGRATION_TIMEOUT: String(timeout) });
    const refused: string[] = [];
    const begin = async (name: string, address: string) => {
      const body = { email: address, password: 'wrong' };
      expectFailure(await service.call('POST', '/api/auth/user/login', { body }), 'INVALID_CREDENTIALS');
      refused.push(name);
    };
    /** Time for what the service does now. */
    const turns = async () => {
      for (let turn = 0; turn < 50 && refused.length < 3; turn++) await service.call('GET', '/health/live');
    };
    const logins = [begin('asked', newEmail()), begin('own', email)];
    await service.until(async () => (await asked(service)) > 0);
    source.respond = () => undefined;
    logins.push(begin('silent', newEmail()));
    await service.until(() => source.received.length === 2);
    await turns();
    await service.advance(timeout - 2);
    await turns();
    expect(refused).toEqual([]);
    await service.advance(PAUSE - TIMEOUT + 2);
    await Promise.all(logins);
    expect(refused.sort()).toEqual(['asked', 'own', 'silent']);
  });

  it('lets others sign in while the earlier system is silent, which gets some questions at a time', async () => {
    const { email, password } = await app.signUp();
    source.respond = () => undefined;
    const before = (await results()).busy ?? 0;
    const silent = Array.from({ length: 30 }, () => app.login(newEmail(), OLD));
    expect((await app.login(email, password)).status).toBe(200);
    await app.service.until(async () => ((await results()).busy ?? 0) - before + source.received.length === 30);
    await app.advance(PAUSE);
    for (const answer of await Promise.all(silent)) expectFailure(answer, 'INVALID_CREDENTIALS');
    expect(source.received).toHaveLength(20);
  });
});
