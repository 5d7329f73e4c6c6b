import { codeOf, type Fenced, fence } from '../support/factors/totp.js';
import { expectFailure, expectNothing } from '../support/http/expect.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/use-mail.js';

const { app, mail } = useMail();

const MOST_FAILURES = 100;

/** With the notice of the new factor in the mailbox, so that the next letter is that of the test. */
async function fencedUser(): Promise<Fenced> {
  const user = await fence(app, await app.signUp());
  await mail.letterAbout(user.email, /factor was added/);
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
    expect((await mail.letterWith(user.email, /may know your password/)).recipient).toBe(user.email);
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

  it('cannot prove the user again by a mailed code, since there is a password and a factor', async () => {
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
