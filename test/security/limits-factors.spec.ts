import {
  addPasskey,
  codeOf,
  type Fenced,
  fencedUser,
  ORIGIN,
  passkeyLogin,
  RP_ID,
} from '../support/factors/factors.js';
import { expectWait, fromAddress } from '../support/http/clients.js';
import { type Answer, expectFailure, expectNothing } from '../support/http/http.js';
import { PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';

const QUARTER_HOUR = 900;
const DAY = 86_400;
const PASSKEY = { PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN };
const WRONG_CODE = { code: 'abcdef' };
const WRONG_RECOVERY_CODE = { recovery_code: 'AAAAAA-AAAAAA-AAAAAA-AAAAAA' };
const NOTICE = /Wrong second factors/;

type Mailed = ReturnType<typeof useMail>;

/** The two steps of sign-ins, each from a new client address. */
function signInsOf(app: Mailed['app']) {
  const first = async ({ email }: { email: string }, password = PASSWORD): Promise<Answer> =>
    app.post('/api/auth/user/login', { email, password }, fromAddress());
  const second = (mfa_token: string, factor: object) =>
    app.post('/api/auth/mfa/verify', { mfa_token, ...factor }, fromAddress());
  const both = async (user: Fenced, factor: object, password = PASSWORD) =>
    second((await first(user, password)).json.mfa_token, factor);
  /** So many wrong factors, five with each token. */
  const fail = async (user: Fenced, times: number, factor: object = WRONG_CODE) => {
    let token = '';
    for (let tries = 0; tries < times; tries++) {
      if (tries % 5 === 0) token = (await first(user)).json.mfa_token;
      expectFailure(await second(token, factor), 'INVALID_CODE');
    }
  };
  return { first, second, both, fail };
}

describe('with rate limits', () => {
  const { app, mail } = useMail({ RATE_LIMIT: 'on', TRUST_PROXY: '1', ...PASSKEY });
  const { first, second, both, fail } = signInsOf(app);

  it('10 wrong codes in 15 minutes from everywhere refuse a right one, and leave recovery codes', async () => {
    const user = await fencedUser(app);
    await fail(user, 10);
    expectWait(await both(user, { code: await codeOf(app, user.secret, 1) }), QUARTER_HOUR);
    expect((await both(user, { recovery_code: user.recoveryCodes[0] })).status).toBe(200);
    await app.advance(QUARTER_HOUR);
    expect((await both(user, { code: await codeOf(app, user.secret, 1) })).status).toBe(200);
  });

  it('10 wrong recovery codes refuse a right one, and leave the app', async () => {
    const user = await fencedUser(app);
    await fail(user, 10, WRONG_RECOVERY_CODE);
    expectWait(await both(user, { recovery_code: user.recoveryCodes[0] }), QUARTER_HOUR);
    expect((await both(user, { code: await codeOf(app, user.secret, 1) })).status).toBe(200);
  });

  it('50 wrong codes in a day refuse a right one for the rest of the day', async () => {
    const user = await fencedUser(app);
    for (let round = 0; round < 5; round++) {
      await fail(user, 10);
      await app.advance(QUARTER_HOUR);
    }
    const wait = expectWait(await both(user, { code: await codeOf(app, user.secret) }), DAY);
    expect(wait).toBeGreaterThan(QUARTER_HOUR);
    await app.advance(wait);
    expect((await both(user, { code: await codeOf(app, user.secret) })).status).toBe(200);
  });

  it('a right code gives its own try back, and not those before it', async () => {
    const user = await fencedUser(app);
    await fail(user, 9);
    expect((await both(user, { code: await codeOf(app, user.secret, 1) })).status).toBe(200);
    await fail(user, 1);
    expectWait(await both(user, WRONG_CODE), QUARTER_HOUR);
  });

  it('20 wrong codes at once are checked 10 times at most', async () => {
    const user = await fencedUser(app);
    const tokens = await Promise.all(Array.from({ length: 20 }, async () => (await first(user)).json.mfa_token));
    const answers = await Promise.all(tokens.map((token) => second(token, WRONG_CODE)));
    expect(answers.filter(({ code }) => code === 'INVALID_CODE')).toHaveLength(10);
    expect(answers.filter(({ code }) => code === 'TOO_MANY_REQUESTS')).toHaveLength(10);
  });

  it('a new password forgets the wrong codes', async () => {
    const user = await fencedUser(app);
    await fail(user, 10);
    await fail(user, 10, WRONG_RECOVERY_CODE);
    const changed = { old_password: PASSWORD, new_password: `${PASSWORD} 2` };
    expectNothing(await app.patch('/api/auth/user/change-password', changed, { token: user.token }));
    for (const factor of [{ code: await codeOf(app, user.secret, 1) }, { recovery_code: user.recoveryCodes[0] }])
      expect((await both(user, factor, `${PASSWORD} 2`)).status).toBe(200);
  });

  it("an administrator's new password forgets the wrong codes", async () => {
    const user = await fencedUser(app);
    await fail(user, 10);
    await app.admin('PATCH', `/users/${user.uid}`, { password: `${PASSWORD} 2` });
    expect((await both(user, { code: await codeOf(app, user.secret, 1) }, `${PASSWORD} 2`)).status).toBe(200);
  });

  it('strangers without the password lock no factor and send no email', async () => {
    const user = await fencedUser(app);
    const messages = mail.emailsTo(user.email).length;
    for (let tries = 0; tries < 15; tries++) {
      expectFailure(await first(user, 'not the password'), 'INVALID_CREDENTIALS');
      expectFailure(await second('x'.repeat(43), WRONG_CODE), 'INVALID_MFA_TOKEN');
      expectFailure(await second('x'.repeat(43), WRONG_RECOVERY_CODE), 'INVALID_MFA_TOKEN');
    }
    const [row] = await app.sql('SELECT failures FROM totp_factors WHERE uid = ?', [user.uid]);
    expect(row).toEqual({ failures: 0 });
    expect((await both(user, { code: await codeOf(app, user.secret, 1) })).status).toBe(200);
    expect(mail.emailsTo(user.email).length).toBeLessThanOrEqual(messages + 1);
  });
});

describe('without rate limits', () => {
  const { app, mail } = useMail(PASSKEY);
  const { first, second, both, fail } = signInsOf(app);

  it('five wrong factors of one token send its owner one email, whatever follows', async () => {
    const user = await fencedUser(app);
    const { mfa_token } = (await first(user)).json;
    for (let tries = 0; tries < 4; tries++) expectFailure(await second(mfa_token, WRONG_CODE), 'INVALID_CODE');
    const queued = () =>
      app.sql("SELECT recipient FROM messages WHERE recipient = ? AND kind = 'factor-failed'", [user.email]);
    expect(await queued()).toEqual([]);
    expectFailure(await second(mfa_token, WRONG_RECOVERY_CODE), 'INVALID_CODE');
    await mail.emailAbout(user.email, NOTICE);
    for (let tries = 0; tries < 5; tries++) expectFailure(await second(mfa_token, WRONG_CODE), 'INVALID_MFA_TOKEN');
    await fail(user, 4);
    expect(await queued()).toHaveLength(1);
  });

  it('100 wrong codes in a row switch an app off, until a recovery code switches it on', async () => {
    const user = await fencedUser(app);
    await fail(user, 99);
    expect((await first(user)).json.methods).toContain('totp');
    await fail(user, 1);
    expect((await first(user)).json.methods).toEqual(['recovery_code']);
    expectFailure(await both(user, { code: await codeOf(app, user.secret, 1) }), 'INVALID_CODE');
    expect((await app.events(user.uid)).filter(({ type }) => type === 'mfa.locked')).toHaveLength(1);
    expect((await both(user, { recovery_code: user.recoveryCodes[0] })).status).toBe(200);
    expect((await both(user, { code: await codeOf(app, user.secret, 1) })).status).toBe(200);
  });

  it('an app that was switched off is switched on by a passkey, and wrong recovery codes switch nothing off', async () => {
    const user = await fencedUser(app);
    const { passkey } = await addPasskey(app, user.token);
    await app.sql('UPDATE totp_factors SET failures = 99 WHERE uid = ?', [user.uid]);
    await fail(user, 5, WRONG_RECOVERY_CODE);
    expect((await first(user)).json.methods).toContain('totp');
    await fail(user, 1);
    expect((await first(user)).json.methods).toEqual(['passkey', 'recovery_code']);
    expect((await passkeyLogin(app, passkey)).status).toBe(200);
    expect((await both(user, { code: await codeOf(app, user.secret, 1) })).status).toBe(200);
  });

  it('a right code after 99 wrong ones starts the count again', async () => {
    const user = await fencedUser(app);
    await app.sql('UPDATE totp_factors SET failures = 99 WHERE uid = ?', [user.uid]);
    expect((await both(user, { code: await codeOf(app, user.secret, 1) })).status).toBe(200);
    await fail(user, 1);
    expect((await first(user)).json.methods).toContain('totp');
  });

  it('wrong codes at a new proof count in the same row', async () => {
    const user = await fencedUser(app);
    await app.sql('UPDATE totp_factors SET failures = 99 WHERE uid = ?', [user.uid]);
    const { token } = user;
    expectFailure(await app.post('/api/auth/user/reauthenticate', WRONG_CODE, { token }), 'INVALID_CODE');
    expect((await first(user)).json.methods).toEqual(['recovery_code']);
  });

  it('two apps of one user are switched off together', async () => {
    const user = await fencedUser(app);
    const { token } = user;
    const { factor_id, secret } = (await app.post('/api/auth/user/mfa/totp', {}, { token })).json;
    await app.post(`/api/auth/user/mfa/totp/${factor_id}/confirm`, { code: await codeOf(app, secret) }, { token });
    await app.sql('UPDATE totp_factors SET failures = 99 WHERE uid = ?', [user.uid]);
    await fail(user, 1);
    for (const own of [user.secret, secret])
      expectFailure(await both(user, { code: await codeOf(app, own, 1) }), 'INVALID_CODE');
  });
});
