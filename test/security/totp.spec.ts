import { codeAt, codeOf, type Fenced, fencedUser, nowOf } from '../support/factors/totp.js';
import { expectFailure } from '../support/http/expect.js';
import { PASSWORD, useApp } from '../support/service/app.js';
import { SECRET, type Service } from '../support/service/service.js';

const app = useApp({ SMTP_URL: 'none' });
const HOUR = 3_600;
const PERIOD = 30;

const post = (at: Service, path: string, body: object) => at.call('POST', `/api/auth/${path}`, { body });

/** Moves the clock to the start of a later time step, so that the step lasts for the whole test. Returns the time. */
async function toLaterStep(): Promise<number> {
  await app.advance(5 * PERIOD - ((await nowOf(app)) % PERIOD));
  return nowOf(app);
}

/** Both steps of a sign-in. */
async function signIn({ email }: Fenced, factor: object, at = app.service) {
  const { mfa_token } = (await post(at, 'user/login', { email, password: PASSWORD })).json;
  return post(at, 'mfa/verify', { mfa_token, ...factor });
}

describe('the codes of an app', () => {
  it('of the window are accepted once each, in their order', async () => {
    const user = await fencedUser(app);
    const now = await toLaterStep();
    for (const steps of [-1, 0, 1]) {
      const code = codeAt(user.secret, now + steps * PERIOD);
      expect((await signIn(user, { code })).status).toBe(200);
      expectFailure(await signIn(user, { code }), 'INVALID_CODE');
    }
  });

  it.each([
    [1, [0, -1]],
    [0, [-1]],
  ])('of an older step are refused after one %d steps ahead, although they were never used', async (newest, older) => {
    const user = await fencedUser(app);
    const now = await toLaterStep();
    const codeIn = (steps: number) => codeAt(user.secret, now + steps * PERIOD);
    expect((await signIn(user, { code: codeIn(newest) })).status).toBe(200);
    for (const steps of older) expectFailure(await signIn(user, { code: codeIn(steps) }), 'INVALID_CODE');
  });

  it('follow a clock that goes one hour forward, and none of the hour before is accepted', async () => {
    const user = await fencedUser(app);
    const before = await codeOf(app, user.secret, 1);
    await app.advance(HOUR);
    expectFailure(await signIn(user, { code: before }), 'INVALID_CODE');
    expect((await signIn(user, { code: await codeOf(app, user.secret) })).status).toBe(200);
  });

  it('are refused after a clock went one hour back, until it has passed the last accepted code', async () => {
    const user = await fencedUser(app);
    await app.advance(HOUR);
    const used = await codeOf(app, user.secret);
    expect((await signIn(user, { code: used })).status).toBe(200);
    await app.advance(-HOUR);
    for (const steps of [-1, 0, 1])
      expectFailure(await signIn(user, { code: await codeOf(app, user.secret, steps) }), 'INVALID_CODE');
    const [recovery_code] = user.recoveryCodes;
    expect((await signIn(user, { recovery_code })).status).toBe(200);
    await app.advance(HOUR);
    expectFailure(await signIn(user, { code: used }), 'INVALID_CODE');
    expect((await signIn(user, { code: await codeOf(app, user.secret, 1) })).status).toBe(200);
  });

  it('of another app of the same user are spent apart', async () => {
    const user = await fencedUser(app);
    const token = user.token;
    const { factor_id, secret } = (await app.post('/api/auth/user/mfa/totp', {}, { token })).json;
    const confirm = { code: await codeOf(app, secret) };
    expect((await app.post(`/api/auth/user/mfa/totp/${factor_id}/confirm`, confirm, { token })).status).toBe(200);
    for (const own of [user.secret, secret])
      expect((await signIn(user, { code: await codeOf(app, own, 1) })).status).toBe(200);
  });
});

describe('the secret of an app', () => {
  const sealedOf = async ({ factorId }: Fenced) =>
    (await app.sql('SELECT secret_sealed FROM totp_factors WHERE factor_id = ?', [factorId]))[0]?.secret_sealed;

  it('is sealed anew by a sign-in after AUTH_SECRET was replaced, and then opens without the previous one', async () => {
    const NEW_SECRET = 'another secret for tests, as long as the old';
    const [used, unused] = [await fencedUser(app), await fencedUser(app)];
    // The first one seals the signing keys anew, without which the second one does not start.
    const between = await app.replica({ AUTH_SECRET: NEW_SECRET, AUTH_SECRET_PREVIOUS: SECRET });
    const after = await app.replica({ AUTH_SECRET: NEW_SECRET });
    const now = await toLaterStep();
    // Replicas start with the real clock.
    for (const service of [between, after]) await service.advance(now - Math.floor(Date.now() / 1_000));
    const old = await sealedOf(used);

    expect((await signIn(used, { code: codeAt(used.secret, now - PERIOD) }, between)).status).toBe(200);
    expect(await sealedOf(used)).not.toBe(old);
    expect((await signIn(used, { code: codeAt(used.secret, now + PERIOD) }, after)).status).toBe(200);

    const code = codeAt(unused.secret, now);
    expectFailure(await signIn(unused, { code }, after), 'INVALID_CODE');
    expect((await signIn(unused, { recovery_code: unused.recoveryCodes[0] }, after)).status).toBe(200);
    expect((await signIn(unused, { code }, between)).status).toBe(200);
  });

  it('does not open for another user or another app', async () => {
    const [one, other] = [await fencedUser(app), await fencedUser(app)];
    await app.sql('UPDATE totp_factors SET secret_sealed = ? WHERE factor_id = ?', [
      await sealedOf(one),
      other.factorId,
    ]);
    for (const { secret } of [one, other])
      expectFailure(await signIn(other, { code: await codeOf(app, secret, 1) }), 'INVALID_CODE');
  });
});
