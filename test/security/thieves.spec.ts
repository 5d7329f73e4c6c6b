import { addPasskey, codeOf, type Fenced, fence, fencedUser, ORIGIN, RP_ID } from '../support/factors/factors.js';
import { type Answer, type Call, expectFailure, expectNothing, readToken } from '../support/http/http.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { linkIn, tokenIn, useMail } from '../support/service/mail.js';

const { app, mail } = useMail({ PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN });

describe('a thief of a password', () => {
  const MOST_FAILURES = 100;

  /** With the notice of the new factor in the mailbox, so that the next email is that of the test. */
  async function fencedUser(): Promise<Fenced> {
    const user = await fence(app, await app.signUp());
    await mail.emailAbout(user.email, /factor was added/);
    return user;
  }
  const verify = (mfa_token: string, code: string) => app.post('/api/auth/mfa/verify', { mfa_token, code });
  const tokenOf = async ({ email }: { email: string }, password = PASSWORD): Promise<string> =>
    (await app.login(email, password)).json.mfa_token;
  const stateOf = async ({ uid }: { uid: string }) =>
    (await app.sql('SELECT failures, locked_at FROM totp_factors WHERE uid = ?', [uid]))[0];
  /** The sessions that were opened after the one that added the factor. */
  const laterSessions = ({ uid }: { uid: string }) =>
    app.sql("SELECT method FROM sessions WHERE uid = ? AND method <> 'sign_up'", [uid]);

  const askForCode = ({ email }: { email: string }) =>
    mail.codeAfter(email, () => app.post('/api/auth/email-code', { email }));

  /** Sets a password by a reset link, like a reader of the mailbox. */
  async function reset({ email }: { email: string }, new_password: string): Promise<void> {
    const old_password = await mail.tokenAfter(email, () => app.post('/api/auth/reset-password', { email }));
    expectNothing(await app.patch('/api/auth/user/change-password', { old_password, new_password }));
  }

  describe('a thief of the password of a user with an authenticator app', () => {
    it('gets no session, and the fifth wrong code mails a warning to the owner', async () => {
      const user = await fencedUser();
      const token = await tokenOf(user);
      for (let tries = 0; tries < 5; tries++) expectFailure(await verify(token, 'abcdef'), 'INVALID_CODE');
      expectFailure(await verify(token, await codeOf(app, user.secret, 1)), 'INVALID_MFA_TOKEN');
      expect((await mail.emailWith(user.email, /may know your password/)).recipient).toBe(user.email);
      expect(await laterSessions(user)).toEqual([]);
    });

    it('cannot add a factor, list the factors or end sessions with the token', async () => {
      const user = await fencedUser();
      const token = await tokenOf(user);
      for (const path of ['/api/auth/user/mfa/totp', '/api/auth/user/mfa/recovery-codes', '/api/auth/user/logout'])
        expectFailure(await app.post(path, {}, { token }), 'NOT_AUTHENTICATED');
      expectFailure(await app.get('/api/auth/user/mfa', { token }), 'NOT_AUTHENTICATED');
    });
  });

  describe('a thief of the mailbox of a user with an authenticator app', () => {
    it('gets no session by a link, a code or a new password', async () => {
      const user = await fencedUser();
      const link = await mail.linkAfter(user.email, () => app.post('/api/auth/magic-link', { email: user.email }));
      expect((await app.follow(link)).parameter('error')).toBe('MFA_REQUIRED');
      expectFailure(await app.post('/api/auth/email-code/verify', await askForCode(user)), 'MFA_REQUIRED');
      await reset(user, `${PASSWORD} 2`);
      expectFailure(await app.login(user.email, `${PASSWORD} 2`), 'MFA_REQUIRED');
      expect(await laterSessions(user)).toEqual([]);
    });

    it('switches the app off after 100 wrong codes, however many new passwords there are between them', async () => {
      const user = await fencedUser();
      await app.sql(`UPDATE totp_factors SET failures = ${MOST_FAILURES - 1} WHERE uid = ?`, [user.uid]);
      await reset(user, `${PASSWORD} 2`);
      expectFailure(await verify(await tokenOf(user, `${PASSWORD} 2`), '000000'), 'INVALID_CODE');
      expect(await stateOf(user)).toMatchObject({ failures: MOST_FAILURES, locked_at: expect.any(Number) });
      const token = await tokenOf(user, `${PASSWORD} 2`);
      expectFailure(await verify(token, await codeOf(app, user.secret, 1)), 'INVALID_CODE');
      const recovered = await app.post('/api/auth/mfa/verify', {
        mfa_token: token,
        recovery_code: user.recoveryCodes[0],
      });
      expect(recovered.status).toBe(200);
    });

    it('cannot reauthenticate the user by an email code, since there is a password and a factor', async () => {
      const user = await fencedUser();
      const body = { method: 'email_code' };
      expectFailure(
        await app.post('/api/auth/user/reauthenticate/options', body, { token: user.token }),
        'INVALID_REQUEST',
      );
    });
  });

  it('a new address that another person reads does not lead round the app of the account', async () => {
    const user = await fencedUser();
    const email = newEmail();
    const confirm = await mail.linkAfter(email, () => app.put('/api/auth/user', { email }, { token: user.token }));
    expect((await app.follow(confirm, 'POST')).parameter('error')).toBeNull();
    expectFailure(await app.post('/api/auth/email-code/verify', await askForCode({ email })), 'MFA_REQUIRED');
    expect(await laterSessions(user)).toEqual([]);
  });
});

describe('a thief', () => {
  const next_url = 'https://app.example.com/in';
  const NEW_PASSWORD = `${PASSWORD} of the thief`;
  const MFA = '/api/auth/user/mfa';

  const post = (path: string, body: object = {}, call: Call = {}) => app.post(`/api/auth/${path}`, body, call);
  const login = ({ email }: Pick<Fenced, 'email'>, password = PASSWORD) => app.login(email, password);

  /** The code of an answer, also of one that redirects. */
  const resultOf = (answer: Answer) =>
    (answer.status === 302 ? answer.parameter('error') : answer.code) ?? answer.status;

  /** What must stay: the factors, the codes that are left, the demand, and the address. */
  async function stateOf({ uid }: Fenced) {
    const { json } = await app.admin('GET', `/users/${uid}/factors`);
    const rows = await app.sql('SELECT factor_id, confirmed_at FROM totp_factors WHERE uid = ?', [uid]);
    return { ...json, rows, email: (await app.admin('GET', `/users/${uid}`)).json.email };
  }
  const sessionIds = async (uid: string) =>
    (await app.sql('SELECT session_id FROM sessions WHERE uid = ?', [uid])).map(({ session_id }) => session_id);

  /** Makes attempts, and checks what each gets, that none opens a session, and that no factor changes. */
  async function expectNothingStolen(victim: Fenced, attempts: [string, () => Promise<Answer>, string | number][]) {
    const [before, sessions] = [await stateOf(victim), await sessionIds(victim.uid)];
    const results: [string, unknown][] = [];
    for (const [what, attempt] of attempts) results.push([what, resultOf(await attempt())]);
    expect(results).toEqual(attempts.map(([what, , result]) => [what, result]));
    expect(await stateOf(victim)).toEqual(before);
    expect(await sessionIds(victim.uid)).toEqual(sessions);
  }

  /** Everything that changes an account and needs a recent sign-in, as attempts with one access token. */
  function changesOf(victim: Fenced, token: string, result: string): [string, () => Promise<Answer>, string][] {
    const call = { token };
    const factor = `${MFA}/totp/${victim.factorId}`;
    const changes: [string, () => Promise<Answer>][] = [
      ['change the email', () => app.put('/api/auth/user', { email: newEmail() }, call)],
      [
        'change the email with the password',
        () => app.put('/api/auth/user', { email: newEmail(), password: PASSWORD }, call),
      ],
      ['delete the account', () => app.delete('/api/auth/user', call)],
      [
        'delete the account with the password',
        () => app.delete('/api/auth/user', { ...call, body: { password: PASSWORD } }),
      ],
      [
        'change the password with the old one',
        () => app.patch('/api/auth/user/change-password', { old_password: PASSWORD, new_password: NEW_PASSWORD }, call),
      ],
      ['switch factors off', () => app.put(MFA, { enabled: false }, call)],
      ['add an app', () => app.post(`${MFA}/totp`, { name: 'Mine' }, call)],
      ['rename the app', () => app.patch(factor, { name: 'Mine' }, call)],
      ['remove the app', () => app.delete(factor, call)],
      ['make new recovery codes', () => app.post(`${MFA}/recovery-codes`, {}, call)],
      ['prepare a passkey', () => app.post('/api/auth/user/passkeys/options', {}, call)],
    ];
    return changes.map(([what, attempt]) => [what, attempt, result]);
  }

  it('a stolen password opens nothing', async () => {
    const victim = await fencedUser(app);
    const thief = await fencedUser(app);
    const { passkey } = await addPasskey(app, thief.token);
    const demand = (await login(victim)).json;
    const { mfa_token } = demand;
    const options = (await post('passkey/options')).json;
    const bearer = { token: mfa_token };
    const code = await codeOf(app, thief.secret, 1);
    const change = { old_password: PASSWORD, new_password: NEW_PASSWORD };
    await expectNothingStolen(victim, [
      ['sign in', () => login(victim), 'MFA_REQUIRED'],
      ['read the user by the mfa_token', () => app.get('/api/auth/user', bearer), 'NOT_AUTHENTICATED'],
      ['list sessions by the mfa_token', () => app.get('/api/auth/user/sessions', bearer), 'NOT_AUTHENTICATED'],
      ['delete the user by the mfa_token', () => app.delete('/api/auth/user', bearer), 'NOT_AUTHENTICATED'],
      ['add an app by the mfa_token', () => app.post(`${MFA}/totp`, {}, bearer), 'NOT_AUTHENTICATED'],
      ['add a passkey by the mfa_token', () => post('user/passkeys/options', {}, bearer), 'NOT_AUTHENTICATED'],
      [
        'prove anew by the mfa_token',
        () => post('user/reauthenticate', { password: PASSWORD }, bearer),
        'NOT_AUTHENTICATED',
      ],
      [
        'call the admin API by the mfa_token',
        () => app.admin('GET', '/users', undefined, mfa_token),
        'NOT_AUTHENTICATED',
      ],
      ['refresh by the mfa_token', () => app.refresh(mfa_token), 'INVALID_REFRESH_TOKEN'],
      ['follow a link with the mfa_token', () => app.get(`/api/auth/link?token=${mfa_token}`), 'NOT_FOUND'],
      ['ask for a challenge of a passkey', () => post('mfa/passkey/options', { mfa_token }), 'FACTOR_NOT_FOUND'],
      ['use a code of their own app', () => post('mfa/verify', { mfa_token, code }), 'INVALID_CODE'],
      [
        'use their recovery code',
        () => post('mfa/verify', { mfa_token, recovery_code: thief.recoveryCodes[0] }),
        'INVALID_CODE',
      ],
      [
        'use their passkey',
        () =>
          post('mfa/verify', {
            mfa_token,
            challenge_id: options.challenge_id,
            credential: passkey.get(options.options),
          }),
        'INVALID_CHALLENGE',
      ],
      [
        'use the mfa_token as a code_token',
        () => post('email-code/verify', { code_token: mfa_token, code }),
        'INVALID_CODE',
      ],
      [
        'change the password without a session',
        () => app.patch('/api/auth/user/change-password', change),
        'NOT_AUTHENTICATED',
      ],
      [
        'change the password by the mfa_token',
        () => app.patch('/api/auth/user/change-password', change, bearer),
        'NOT_AUTHENTICATED',
      ],
    ]);
  });

  it('a stolen mailbox opens nothing: it can only set the password', async () => {
    const victim = await fencedUser(app);
    const { email } = victim;
    const mailed = (path: string, more: object = {}) => mail.codeAfter(email, () => post(path, { email, ...more }));
    const follow = async () => {
      await post('magic-link', { email, next_url });
      return app.follow(linkIn(await mail.emailAbout(email, /^Sign in/)));
    };
    let first: { mfa_token: string; methods: string[] };
    await expectNothingStolen(victim, [
      ['follow a magic link', follow, 'MFA_REQUIRED'],
      [
        'type an email code',
        async () => {
          const answer = await post('email-code/verify', await mailed('email-code'));
          first = answer.json;
          return answer;
        },
        'MFA_REQUIRED',
      ],
      [
        'type the code of a link',
        async () => post('email-code/verify', await mailed('magic-link', { with_code: true })),
        'MFA_REQUIRED',
      ],
      [
        'use a second email code as the second factor',
        async () => post('mfa/verify', { mfa_token: first.mfa_token, code: (await mailed('email-code')).code }),
        'INVALID_CODE',
      ],
      [
        'prove with the mfa_token in the body',
        async () => post('email-code/verify', { ...(await mailed('email-code')), mfa_token: first.mfa_token }),
        'INVALID_MFA_TOKEN',
      ],
      [
        'set a new password, and sign in with it',
        async () => {
          await post('reset-password', { email });
          const old_password = tokenIn(await mail.emailAbout(email, /^Choose a new password/));
          const changed = await app.patch('/api/auth/user/change-password', {
            old_password,
            new_password: NEW_PASSWORD,
          });
          expect(changed.status).toBe(200);
          return login(victim, NEW_PASSWORD);
        },
        'MFA_REQUIRED',
      ],
    ]);
    expect((await login(victim, NEW_PASSWORD)).json.methods).toEqual(['totp', 'recovery_code']);
  });

  describe('a stolen access token', () => {
    it('of one factor changes nothing, however recent, and a password makes it no stronger', async () => {
      const victim = await fencedUser(app);
      await app.sql("UPDATE sessions SET acr = 'aal1', amr = 'pwd' WHERE uid = ?", [victim.uid]);
      const { token } = victim;
      await expectNothingStolen(victim, changesOf(victim, token, 'REAUTHENTICATION_REQUIRED'));
      expectFailure(await post('user/reauthenticate', { password: PASSWORD }, { token }), 'REAUTHENTICATION_REQUIRED');
      await expectNothingStolen(victim, changesOf(victim, token, 'REAUTHENTICATION_REQUIRED'));
    });

    it('of both factors changes nothing after REAUTH_MAX_AGE, and asks for no email as a new proof', async () => {
      const victim = await fencedUser(app);
      await app.sql('UPDATE sessions SET factor_time = factor_time - 601 WHERE uid = ?', [victim.uid]);
      const call = { token: victim.token };
      await expectNothingStolen(victim, [
        ...changesOf(victim, victim.token, 'REAUTHENTICATION_REQUIRED'),
        [
          'guess the password',
          () => post('user/reauthenticate', { password: 'not it' }, call),
          'REAUTHENTICATION_REQUIRED',
        ],
        ['guess a code', () => post('user/reauthenticate', { code: 'abcdef' }, call), 'INVALID_CODE'],
        [
          'ask for an email code',
          () => post('user/reauthenticate/options', { method: 'email_code' }, call),
          'INVALID_REQUEST',
        ],
        [
          'ask for a passkey',
          () => post('user/reauthenticate/options', { method: 'passkey' }, call),
          'FACTOR_NOT_FOUND',
        ],
      ]);
    });

    it('of both factors that is recent does not change the password without the old one', async () => {
      const victim = await fencedUser(app);
      const change = { old_password: 'not it', new_password: NEW_PASSWORD };
      const answer = await app.patch('/api/auth/user/change-password', change, { token: victim.token });
      expectFailure(answer, 'INVALID_PASSWORD');
    });

    it('changes nothing after its owner has ended the session or signed out', async () => {
      const [ended, left] = [await fencedUser(app), await fencedUser(app)];
      await app.delete(`/api/auth/user/sessions/${readToken(ended.token).claims.sid}`, { token: ended.token });
      await expectNothingStolen(ended, changesOf(ended, ended.token, 'NOT_AUTHENTICATED'));
      await post('user/logout', {}, { token: left.token });
      await expectNothingStolen(left, changesOf(left, left.token, 'REAUTHENTICATION_REQUIRED'));
    });
  });

  describe('a tricked administrator', () => {
    it('who gives a link, a password, or another address opens nothing', async () => {
      const victim = await fencedUser(app);
      const path = `/users/${victim.uid}`;
      const { email } = victim;
      const link = async (type: string) => (await app.admin('POST', '/links', { type, email, next_url })).json.link;
      await expectNothingStolen(victim, [
        ['a magic link', async () => app.follow(await link('magic_link')), 'MFA_REQUIRED'],
        [
          'a password',
          async () => {
            expect((await app.admin('PATCH', path, { password: NEW_PASSWORD })).status).toBe(200);
            return login(victim, NEW_PASSWORD);
          },
          'MFA_REQUIRED',
        ],
        [
          'a user who is disabled and enabled again',
          async () => {
            await app.disable(victim.uid);
            await app.enable(victim.uid);
            return login(victim, NEW_PASSWORD);
          },
          'MFA_REQUIRED',
        ],
        [
          'a user without a demand by administrators',
          async () => {
            await app.admin('PATCH', path, { mfa: 'required' });
            await app.admin('PATCH', path, { mfa: 'optional' });
            return login(victim, NEW_PASSWORD);
          },
          'MFA_REQUIRED',
        ],
        ['a field that does not exist', () => app.admin('PATCH', path, { mfa_enabled: false }), 200],
      ]);
      const mine = newEmail();
      expect((await app.admin('PATCH', path, { email: mine, email_verified: true })).status).toBe(200);
      const code = await mail.codeAfter(mine, () => post('email-code', { email: mine }));
      expectFailure(await post('email-code/verify', code), 'MFA_REQUIRED');
    });

    it('who resets the factors signs no one in, informs the owner, and gives nothing without the password', async () => {
      const victim = await fencedUser(app);
      const before = await sessionIds(victim.uid);
      const reason = 'A friendly voice on the telephone';
      await app.admin('POST', `/users/${victim.uid}/factors/reset`, { reason });
      expect(await sessionIds(victim.uid)).toEqual(before);
      expectFailure(await app.refresh(victim.refresh_token), 'INVALID_REFRESH_TOKEN');
      expectFailure(await login(victim, NEW_PASSWORD), 'INVALID_CREDENTIALS');
      await mail.emailAbout(victim.email, /reset|removed/i);
      expect((await app.events(victim.uid)).find(({ type }) => type === 'mfa.reset')).toMatchObject({
        actor: expect.stringMatching(/^admin/),
        data: { reason },
      });
    });

    it('who exports all users gives no secret away unless asked for factors', async () => {
      const victim = await fencedUser(app);
      const { text } = await app.admin('GET', '/export');
      expect(text).toContain(victim.uid);
      expect(text).not.toContain(victim.secret);
    });
  });
});
