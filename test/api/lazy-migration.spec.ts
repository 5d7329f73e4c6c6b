import { expectFailure } from '../support/http/http.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider, googleAccount, signInWith } from '../support/idp/providers.js';
import { exportText, importLines, lineOf } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, App, newEmail, PASSWORD } from '../support/service/app.js';
import { MailServer } from '../support/service/mail.js';
import { whileAdvancing } from '../support/service/service.js';
import { Receiver, verified } from '../support/service/webhooks.js';

const SECRET = `whsec_${Buffer.alloc(32, 'secret of the migration').toString('base64')}`;
/** The longest one that is allowed: no test waits for it, except with another setting. */
const TIMEOUT = 10;
/** How long a login is refused after it began, at most. */
const PAUSE = TIMEOUT + 1;
const OLD = 'the old plover of Cognito';
const UID = '7f3a1f5e-3a1b-4c55-9d53-4f0a5b2f6c11';

const idp = useIdp();
const mail = new MailServer();
let source: Receiver;
let app: App;
/** What the earlier system knows: its users by their emails. */
let known: Record<string, object>;

beforeAll(async () => {
  source = await new Receiver().listen();
  await mail.open();
  app = await App.start({
    SMTP_URL: mail.url,
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
  await mail.stop();
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

const imported = async (more: object = {}) => {
  const email = newEmail();
  expect((await importLines(app, [{ email, ...more }])).json.created).toBe(1);
  return { email, uid: (await userOf(email)).uid as string };
};

/** Opens a link of an administrator. */
async function follow(type: string, email: string): Promise<void> {
  const { link } = (await app.admin('POST', '/links', { type, email, sign_up: true })).ok().json;
  await app.follow(link);
}

async function signInByCode(email: string): Promise<void> {
  const code = await mail.codeAfter(email, () => app.post('/api/auth/email-code', { email, sign_up: true }));
  (await app.post('/api/auth/email-code/verify', code)).ok();
}

/** Expects that the earlier system is not asked for the account, whatever it says. */
async function expectClosed(email: string): Promise<void> {
  known[email] = { uid: (await userOf(email)).uid, email_verified: true };
  source.received.length = 0;
  await expectRefusedHere(email, OLD);
  expect(source.received).toHaveLength(0);
  expect(await userOf(email)).toMatchObject({ has_password: false });
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

describe('a person without a password who has come', () => {
  const byLink = async (email: string) => follow('magic_link', email);
  let google: string;
  beforeAll(async () => {
    google = (await addProvider(app, idp, 'google')).id;
  });

  it.each<[string, (email: string) => Promise<void>]>([
    ['a magic link', byLink],
    ['an email code', signInByCode],
    ['a provider', async (email) => void (await signInWith(app, google, googleAccount(email)))],
  ])('by %s that made the account is not asked for', async (_title, come) => {
    const email = newEmail();
    await come(email);
    await expectClosed(email);
  });

  it.each<[string, object, (email: string) => Promise<void>]>([
    ['a magic link', { email_verified: true }, byLink],
    ['a magic link', { email_verified: false }, byLink],
    ['an email code', { email_verified: true }, signInByCode],
    [
      'a provider',
      { email_verified: true },
      async (email) => void (await signInWith(app, google, googleAccount(email))),
    ],
    ['a verification link', { email_verified: false }, (email) => follow('verify_email', email)],
  ])('by %s to an account of an administrator with %p is not asked for', async (_title, more, come) => {
    const { email } = await imported(more);
    await come(email);
    await expectClosed(email);
  });

  it('by an identity of the import is not asked for, although nobody has proved the address', async () => {
    const account = googleAccount(newEmail());
    const { email } = await imported({ identities: [{ provider: google, subject: account.sub }] });
    (await signInWith(app, google, account)).ok();
    await expectClosed(email);
  });

  it('is not asked for after the confirmation of an address that an administrator has asked for', async () => {
    const { email, uid } = await imported({
      email_verified: true,
      totp: [{ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }],
    });
    const next = newEmail();
    const link = await mail.linkAfter(next, () => app.admin('PATCH', `/users/${uid}`, { email: next }));
    await app.follow(link, 'POST');
    expect(await userOf(email)).toBeUndefined();
    await expectClosed(next);
  });

  it.each([
    ['a new account', () => newEmail()],
    ['an imported account', async () => (await imported({ email_verified: true })).email],
  ])('to %s is not asked for while the sign-in waits for a factor', async (_title, account) => {
    const email = await account();
    const strict = await app.replica({ MFA: 'required', MFA_GRACE: '0' });
    const { link } = (await app.admin('POST', '/links', { type: 'magic_link', email, sign_up: true })).ok().json;
    const { pathname, search } = new URL(link);
    const answer = await strict.call('GET', pathname + search);
    expect(answer.parameter('error')).toBe('MFA_ENROLMENT_REQUIRED');
    await expectClosed(email);
  });

  it('while the earlier system thinks gets no password of its answer', async () => {
    const { email } = await imported({ email_verified: true });
    let answer = () => undefined as unknown;
    source.respond = (_message, response) => {
      answer = () => response.writeHead(200).end('{"right":true,"user":{"email_verified":true}}');
    };
    const login = app.login(email, OLD);
    await app.service.until(() => source.received.length === 1);
    await byLink(email);
    answer();
    expectFailure(await whileAdvancing(app.service, login, PAUSE, 200), 'INVALID_CREDENTIALS');
    expect(await userOf(email)).toMatchObject({ has_password: false });
  });

  it('while the answer of the earlier system is written gets no password of it', async () => {
    const { email, uid } = await imported({ email_verified: true });
    let answer = () => undefined as unknown;
    source.respond = (_message, response) => {
      answer = () => response.writeHead(200).end('{"right":true,"user":{"email_verified":true}}');
    };
    const login = app.login(email, OLD);
    await app.service.until(() => source.received.length === 1);
    const release = await app.database.hold('UPDATE users SET last_login = 1 WHERE uid = ?', [uid]);
    answer();
    await app.untilStatementWaits();
    await release();
    expectFailure(await whileAdvancing(app.service, login, PAUSE, 200), 'INVALID_CREDENTIALS');
    expect(await userOf(email)).toMatchObject({ has_password: false });
  });
});

describe('an export and an import', () => {
  /** Moves a user to another service, which has the same earlier system. */
  async function move(email: string, query = ''): Promise<void> {
    const line = lineOf(await exportText(app, query), email);
    await app.admin('DELETE', `/users/${line.uid}`);
    expect((await importLines(app, [line])).json).toMatchObject({ created: 1, results: [] });
  }
  const withPassword = async () => {
    const { email, uid } = await app.signUp();
    await app.prove(uid);
    return email;
  };

  it.each<[string, string, () => Promise<string>]>([
    [
      'has signed in',
      '',
      async () => {
        const { email } = await imported({ email_verified: true });
        await follow('magic_link', email);
        return email;
      },
    ],
    [
      'lost a password to the first proof of the address',
      '?include_hashes=true',
      async () => {
        const { email } = await app.signUp();
        await follow('magic_link', email);
        return email;
      },
    ],
    ['has a password that the export leaves out', '', withPassword],
    [
      'was imported with a hash that the export leaves out',
      '',
      async () => (await imported({ password: PASSWORD, email_verified: true })).email,
    ],
  ])('keep that a user %s', async (_title, query, user) => {
    const email = await user();
    for (let times = 0; times < 2; times++) {
      await move(email, query);
      await expectClosed(email);
    }
  });

  it('keep that a user has not come yet', async () => {
    const { email } = await imported({ email_verified: true });
    await move(email);
    known[email] = { email_verified: true };
    expect((await app.login(email, OLD)).status).toBe(200);
  });

  it('keep a password, too', async () => {
    const email = await withPassword();
    await move(email, '?include_hashes=true');
    expect((await app.login(email, PASSWORD)).status).toBe(200);
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
