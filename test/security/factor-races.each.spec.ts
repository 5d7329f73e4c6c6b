import { IS_SERVER } from '../support/database/database.js';
import { SoftPasskey } from '../support/factors/authenticator.js';
import {
  addPasskey,
  codeAt,
  creation,
  type Fenced,
  fence,
  fencedUser,
  nowOf,
  ORIGIN,
  PASSKEYS,
  passkeyUser,
  RP_ID,
} from '../support/factors/factors.js';
import { inParallel } from '../support/http/clients.js';
import { administrator, type ConsoleBrowser, grant, signedIn, signInAgain } from '../support/http/console.js';
import { type Answer, countOutcomes, expectFailure, expectNothing, readToken } from '../support/http/http.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider, authorize, googleAccount, redeem, signInWith } from '../support/idp/providers.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { linkIn, useMail } from '../support/service/mail.js';
import type { Service } from '../support/service/service.js';

const { app, mail } = useMail({ PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN, MFA_GRACE: '600' });

// These codes follow the clock of this machine, so they come before `administrator()` sets the clock of the service forward.
describe('races of factors', () => {
  /** LONG=1 is the large budget, of `npm run test:long`. */
  const LONG = process.env.LONG === '1';
  const REQUESTS = LONG ? 50 : 20;
  const KILLED = LONG ? 30 : 20;
  const PERIOD = 30;

  let replicas: Service[];
  beforeAll(async () => {
    replicas = [app.service, ...(await Promise.all([app.replica(), app.replica()]))];
  });

  type Send = (at: Service, index: number) => Promise<Answer>;

  const post = (at: Service, path: string, body: object) => at.call('POST', `/api/auth/${path}`, { body });
  const sessions = (uid: string) =>
    app.sql('SELECT session_id FROM sessions WHERE uid = ? AND ended_at IS NULL ORDER BY session_id', [uid]);
  /** The code of the next time step: the current one has confirmed the app. */
  const nextStep = () => Math.floor(Date.now() / 1_000 / PERIOD) + 1;
  const codeOfStep = (secret: string, step: number) => codeAt(secret, step * PERIOD);

  async function mfaToken(at: Service, { email }: { email: string }): Promise<string> {
    return (await post(at, 'user/login', { email, password: PASSWORD })).json.mfa_token;
  }

  /** Sends the requests at once, and checks that they open one session in all. Returns the answers that failed. */
  async function expectOneSession(uid: string, processes: Service[], send: Send): Promise<Record<string, number>> {
    const before = await sessions(uid);
    const answers = await inParallel(REQUESTS, (index) => send(processes[index % processes.length] as Service, index));
    const opened = answers.filter(({ status, location }) => status === 200 || /[?&]rt=/.test(location));
    expect(opened).toHaveLength(1);
    const after = await sessions(uid);
    expect(after).toHaveLength(before.length + 1);
    if (opened[0]?.status === 200) {
      const { sid } = readToken(opened[0].json.token).claims;
      expect(after.map(({ session_id }) => session_id)).toContain(sid);
    }
    const { 200: _opened, ...failures } = countOutcomes(answers.filter(({ status }) => status !== 302));
    return failures;
  }

  describe.each([
    ['one process', () => replicas.slice(0, 1)],
    ['three processes', () => replicas],
  ])(`${REQUESTS} parallel requests to %s open one session`, (_where, processes) => {
    it('with one code of an app, each in its own sign-in', async () => {
      const user = await fencedUser(app);
      const tokens = await inParallel(REQUESTS, () => mfaToken(app.service, user));
      const code = codeOfStep(user.secret, nextStep());
      const failures = await expectOneSession(user.uid, processes(), (at, index) =>
        post(at, 'mfa/verify', { mfa_token: tokens[index], code }),
      );
      expect(failures).toEqual({ INVALID_CODE: REQUESTS - 1 });
    });

    it('with one recovery code, each in its own sign-in', async () => {
      const user = await fencedUser(app);
      const tokens = await inParallel(REQUESTS, () => mfaToken(app.service, user));
      const [recovery_code] = user.recoveryCodes;
      const failures = await expectOneSession(user.uid, processes(), (at, index) =>
        post(at, 'mfa/verify', { mfa_token: tokens[index], recovery_code }),
      );
      expect(failures).toEqual({ INVALID_CODE: REQUESTS - 1 });
      const used = await app.sql('SELECT uid FROM recovery_codes WHERE uid = ? AND used_at IS NOT NULL', [user.uid]);
      expect(used).toHaveLength(1);
    });

    it('with one mfa_token, each with a right factor, and spend no other factor', async () => {
      const user = await fencedUser(app);
      const mfa_token = await mfaToken(app.service, user);
      const factors = user.recoveryCodes.map((recovery_code) => ({ recovery_code }));
      const failures = await expectOneSession(user.uid, processes(), (at, index) =>
        post(at, 'mfa/verify', { mfa_token, ...factors[index % factors.length] }),
      );
      expect(failures).toEqual({ INVALID_MFA_TOKEN: REQUESTS - 1 });
      const used = await app.sql('SELECT uid FROM recovery_codes WHERE uid = ? AND used_at IS NOT NULL', [user.uid]);
      expect(used).toHaveLength(1);
    });

    it('with one mfa_token and one code of an app, which counts as wrong for none of them', async () => {
      const user = await fencedUser(app);
      const body = { mfa_token: await mfaToken(app.service, user), code: codeOfStep(user.secret, nextStep()) };
      const failures = await expectOneSession(user.uid, processes(), (at) => post(at, 'mfa/verify', body));
      expect(failures).toEqual({ INVALID_MFA_TOKEN: REQUESTS - 1 });
      expect((await app.events(user.uid)).map(({ type }) => type)).not.toContain('mfa.failed');
    });

    it('with one mfa_token, each with its own challenge of a passkey, and use up no other one', async () => {
      const { passkey, ...signedUp } = await passkeyUser(app);
      const user = await fence(app, signedUp);
      const mfa_token = await mfaToken(app.service, user);
      const challenges = await inParallel(
        REQUESTS,
        async () => (await post(app.service, 'mfa/passkey/options', { mfa_token })).json,
      );
      const failures = await expectOneSession(user.uid, processes(), (at, index) => {
        const { challenge_id, options } = challenges[index];
        return post(at, 'mfa/verify', { mfa_token, challenge_id, credential: passkey.get(options) });
      });
      expect(failures).toEqual({ INVALID_MFA_TOKEN: REQUESTS - 1 });
      const used = "SELECT uid FROM one_time_tokens WHERE uid = ? AND purpose = 'passkey_mfa' AND used_at IS NOT NULL";
      expect(await app.sql(used, [user.uid])).toHaveLength(1);
    });

    it('with one challenge of a passkey', async () => {
      const { uid, passkey } = await passkeyUser(app);
      const { challenge_id, options } = (await app.post('/api/auth/passkey/options')).json;
      const credential = passkey.get(options);
      const failures = await expectOneSession(uid, processes(), (at) =>
        post(at, 'passkey/login', { challenge_id, credential }),
      );
      expect(failures).toEqual({ INVALID_CHALLENGE: REQUESTS - 1 });
    });

    it('with one email code', async () => {
      const { uid, email } = await app.signUp({ email_verified: true });
      await app.prove(uid);
      const body = await mail.codeAfter(email, () => app.post('/api/auth/email-code', { email }));
      const failures = await expectOneSession(uid, processes(), (at) => post(at, 'email-code/verify', body));
      expect(failures).toEqual({ INVALID_CODE: REQUESTS - 1 });
    });

    it('with the link and the code of one email', async () => {
      const { uid, email } = await app.signUp();
      await app.prove(uid);
      const next_url = 'https://app.example.com/in';
      const body = await mail.codeAfter(email, () =>
        app.post('/api/auth/magic-link', { email, with_code: true, next_url }),
      );
      const { pathname, search } = new URL(linkIn(await mail.emailWith(email, /^https?:/m)));
      await expectOneSession(uid, processes(), (at, index) =>
        index % 2 ? post(at, 'email-code/verify', body) : at.call('GET', pathname + search),
      );
    });
  });

  /** A sign-in that is ready to be finished, and whether its factor is spent. */
  interface Ready {
    uid: string;
    before: number;
    send(at: Service): Promise<Answer>;
    isSpent(): Promise<boolean>;
  }

  async function ready(user: { uid: string }, facts: Pick<Ready, 'send' | 'isSpent'>): Promise<Ready> {
    return { uid: user.uid, before: (await sessions(user.uid)).length, ...facts };
  }

  async function byApp(user: Fenced, at: Service): Promise<Ready> {
    const mfa_token = await mfaToken(at, user);
    const step = nextStep();
    return ready(user, {
      send: (to) => post(to, 'mfa/verify', { mfa_token, code: codeOfStep(user.secret, step) }),
      isSpent: async () => {
        const [row] = await app.sql('SELECT last_step FROM totp_factors WHERE factor_id = ?', [user.factorId]);
        return Number(row?.last_step) === step;
      },
    });
  }

  async function byRecoveryCode(user: Fenced, at: Service): Promise<Ready> {
    const mfa_token = await mfaToken(at, user);
    return ready(user, {
      send: (to) => post(to, 'mfa/verify', { mfa_token, recovery_code: user.recoveryCodes[0] }),
      isSpent: async () => {
        const used = 'SELECT uid FROM recovery_codes WHERE uid = ? AND used_at IS NOT NULL';
        return (await app.sql(used, [user.uid])).length > 0;
      },
    });
  }

  async function byPasskey(at: Service): Promise<Ready> {
    const { passkey, ...user } = await passkeyUser(app);
    const { challenge_id, options } = (await post(at, 'passkey/options', {})).json;
    const credential = passkey.get(options);
    return ready(user, {
      send: (to) => post(to, 'passkey/login', { challenge_id, credential }),
      isSpent: async () => {
        const [row] = await app.sql('SELECT last_used_at FROM passkeys WHERE uid = ?', [user.uid]);
        return row?.last_used_at !== null;
      },
    });
  }

  it('a process that is killed during sign-ins spends no factor without its session, and opens no session twice', async () => {
    const doomed = await app.replica();
    const waiting = await inParallel(KILLED, async (index) => {
      if (index % 3 === 2) return byPasskey(doomed);
      const user = await fencedUser(app);
      return index % 3 ? byRecoveryCode(user, doomed) : byApp(user, doomed);
    });
    let answered = 0;
    const outcomes = await Promise.all(
      // Each sign-in is sent twice at once.
      [...waiting, ...waiting].map(async ({ uid, send }) => {
        const answer = await send(doomed).catch(() => undefined);
        answered += 1;
        if (answered === (KILLED * 2) / 5) doomed.signal('SIGKILL');
        return { uid, status: answer?.status };
      }),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(expect.arrayContaining([200, undefined]));
    const found = [];
    for (const { uid, before, isSpent } of waiting) {
      const opened = (await sessions(uid)).length - before;
      found.push({ uid, opened, spent: await isSpent() });
    }
    expect(found.filter(({ opened, spent }) => opened !== (spent ? 1 : 0))).toEqual([]);
    const acknowledged = outcomes.filter(({ status }) => status === 200).map(({ uid }) => uid);
    expect(found.filter(({ uid, opened }) => acknowledged.includes(uid) && opened !== 1)).toEqual([]);

    // What was not spent is still good for one session, and what was spent is not.
    for (const { uid, send, before } of waiting) {
      const answers = await inParallel(2, () => send(app.service));
      const spent = found.find((one) => one.uid === uid)?.spent;
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(spent ? 0 : 1);
      expect(await sessions(uid)).toHaveLength(before + 1);
    }
  });

  // SQLite locks no rows.
  if (IS_SERVER) {
    it('a first step locks its user before it refers to the user, since parallel ones would end in deadlocks', async () => {
      const user = await fencedUser(app);
      const release = await app.database.hold('SELECT uid FROM users WHERE uid = ? FOR UPDATE', [user.uid]);
      const login = app.login(user.email, PASSWORD);
      await app.untilStatementWaits();
      const waiting = await app.waitingStatements();
      expect(waiting).toEqual([expect.stringMatching(/^SELECT .* FROM [`"]users[`"] .* FOR UPDATE$/s)]);
      await release();
      expectFailure(await login, 'MFA_REQUIRED');
    });
  }
});

describe('the order of locks', () => {
  const DAY = 86_400;
  const REASON = 'Ticket 4711: the order list is empty';
  const idp = useIdp();
  beforeAll(() => addProvider(app, idp, 'google', { id: 'google' }));

  /** Sends two requests that wait for the lock on one user: the second one goes on after the commit of the first. */
  async function inOrder(uid: string, first: () => Promise<Answer>, second: () => Promise<Answer>) {
    // SQLite runs one transaction at a time.
    if (!IS_SERVER) return [await first(), await second()] as const;
    const release = await app.database.hold('UPDATE users SET uid = uid WHERE uid = ?', [uid]);
    const one = first();
    await app.untilStatementWaits(1);
    const two = second();
    await app.untilStatementWaits(2);
    await release();
    return [await one, await two] as const;
  }

  const patch = (uid: string, body: object) => app.admin('PATCH', `/users/${uid}`, body);

  /** Starts to add a passkey. Returns the request that adds it. */
  async function passkeyOf({ token }: { token: string }): Promise<() => Promise<Answer>> {
    const { challenge_id, options } = await creation(app, token);
    const credential = new SoftPasskey(ORIGIN).create(options);
    return () => app.post(PASSKEYS, { challenge_id, credential, name: 'Mine' }, { token });
  }

  describe('a token that a user makes while an administrator changes the user', () => {
    const SCOPES = ['read', 'write'];
    const make = async (browser: ConsoleBrowser) => {
      const expires_at = (await nowOf(app)) + DAY;
      return () => browser.call('POST', '/tokens', { name: 'Script', scopes: SCOPES, expires_at });
    };

    it.each<[what: string, change: (uid: string) => Promise<Answer>]>([
      ['takes the scopes away', (uid) => patch(uid, { admin_scopes: [] })],
      ['disables the user', (uid) => patch(uid, { active: false })],
      ['resets the factors', (uid) => app.admin('POST', `/users/${uid}/factors/reset`, { reason: REASON })],
    ])('is revoked for good: %s', async (_what, change) => {
      const user = await administrator(app, SCOPES);
      const [made, changed] = await inOrder(user.uid, await make(await signedIn(app, user.token)), () =>
        change(user.uid),
      );
      expect([made.status, changed.status]).toEqual([200, 200]);
      await patch(user.uid, { active: true });
      const { mfa_enabled } = (await app.admin('GET', `/users/${user.uid}`)).json;
      if (!mfa_enabled) await fence(app, { ...user, ...(await app.login(user.email, PASSWORD)).json });
      await grant(app, user, SCOPES);
      expectFailure(await app.admin('GET', '/users?limit=1', undefined, made.json.token), 'NOT_AUTHENTICATED');
    });
  });

  it('an administrator who removes a passkey while the user removes the only other factor takes the scopes away', async () => {
    const first = await fencedUser(app);
    const { passkeyId } = await addPasskey(app, first.token);
    await grant(app, first, ['read']);
    const { uid, token, factorId } = await signInAgain(app, first);
    const answers = await inOrder(
      uid,
      () => app.delete(`/api/auth/user/mfa/totp/${factorId}`, { token }),
      () => app.admin('DELETE', `/users/${uid}/passkeys/${passkeyId}`),
    );
    for (const answer of answers) expectNothing(answer);
    const { mfa_enabled, admin_scopes } = (await app.admin('GET', `/users/${uid}`)).json;
    expect({ mfa_enabled, admin_scopes }).toEqual({ mfa_enabled: false, admin_scopes: [] });
  });

  it('the new address that an administrator sets while the user adds a passkey waits for its confirmation', async () => {
    const user = await app.signUp();
    await app.prove(user.uid);
    const email = newEmail();
    const [added, changed] = await inOrder(user.uid, await passkeyOf(user), () => patch(user.uid, { email }));
    expect([added.status, changed.status]).toEqual([200, 200]);
    expect(changed.json).toMatchObject({ email: user.email, email_pending: email });
  });

  describe('a sign-in while the user adds a first passkey is asked for it', () => {
    /** In the grace period of a required factor, so that the passkey alone decides. */
    const require = (uid: string) => patch(uid, { mfa: 'required' });

    it('by a provider', async () => {
      const account = googleAccount(newEmail());
      const { uid } = (await signInWith(app, 'google', account)).json;
      await require(uid);
      const { token } = (await signInWith(app, 'google', account)).json;
      const returned = await authorize(app, 'google', account);
      const [added, entered] = await inOrder(uid, await passkeyOf({ token }), () => redeem(app, returned));
      expect([added.status, entered.code]).toEqual([200, 'INVALID_CODE']);
    });

    it('by a code that was mailed before there was an account', async () => {
      const email = newEmail();
      const code = await mail.codeAfter(email, () => app.post('/api/auth/email-code', { email, sign_up: true }));
      const { uid } = await app.signUp({ email });
      await app.prove(uid);
      // Not by an administrator, whose change would end the code.
      await app.sql("UPDATE users SET mfa = 'required' WHERE uid = ?", [uid]);
      const { token } = (await app.login(email, PASSWORD)).json;
      const enter = () => app.post('/api/auth/email-code/verify', code);
      const [added, entered] = await inOrder(uid, await passkeyOf({ token }), enter);
      expect([added.status, entered.code]).toEqual([200, 'INVALID_CODE']);
    });
  });
});
