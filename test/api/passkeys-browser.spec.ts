import { describeInBrowser } from '../support/browser/browser.js';
import { type Mediation, PasskeyBrowser, type PasskeyVisitor } from '../support/browser/passkey-browser.js';
import { creation, loginOptions, PASSKEYS } from '../support/factors/factors.js';
import { expectFailure, expectNothing, readToken } from '../support/http/http.js';
import { App, PASSWORD, type SignedUp } from '../support/service/app.js';

const RP_ID = 'localhost';

describeInBrowser('the passkeys of a browser', () => {
  let browser: PasskeyBrowser;
  let app: App;
  let visitor: PasskeyVisitor;
  beforeAll(async () => {
    browser = await PasskeyBrowser.start();
    app = await App.start({ PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: browser.origin });
  });
  afterAll(async () => {
    await browser.stop();
    await app.stop();
  });
  afterEach(() => visitor.close());

  /** A new user whose browser has created a passkey. */
  async function passkeyUser(): Promise<SignedUp & { passkeyId: string }> {
    const user = await app.signUp();
    const { challenge_id, options } = await creation(app, user.token);
    const body = { challenge_id, credential: await visitor.create(options), name: 'Laptop' };
    const answer = await app.post(PASSKEYS, body, { token: user.token });
    expect(answer.json).toEqual({ passkey_id: expect.any(String), name: 'Laptop' });
    return { ...user, passkeyId: answer.json.passkey_id };
  }

  async function signIn(mediation?: Mediation) {
    const { challenge_id, options } = await loginOptions(app);
    const credential = await visitor.get(options, mediation);
    return app.post('/api/auth/passkey/login', { challenge_id, credential });
  }

  it.each([
    ['synced', true, 'swk'],
    ['device-bound', false, 'hwk'],
  ])('that are %s are created, and sign in without an email', async (_kind, synced, key) => {
    visitor = await browser.visitor({ synced });
    const user = await passkeyUser();
    const answer = await signIn();
    expect(answer.status).toBe(200);
    expect(readToken(answer.json.token).claims).toMatchObject({ sub: user.uid, amr: [key, 'user', 'mfa'] });
    const { passkeys } = (await app.get(PASSKEYS, { token: user.token })).json;
    expect(passkeys).toMatchObject([{ synced, transports: ['internal'] }]);
    expect([passkeys[0].credential_id]).toEqual(await visitor.known());
  });

  it('sign in by conditional mediation', async () => {
    visitor = await browser.visitor();
    const user = await passkeyUser();
    expect((await signIn('conditional')).json).toMatchObject({ uid: user.uid });
  });

  it('are not created twice in one authenticator', async () => {
    visitor = await browser.visitor();
    const { token } = await passkeyUser();
    const { options } = await creation(app, token);
    await expect(visitor.create(options)).rejects.toThrow('InvalidStateError');
  });

  it('are neither created nor used when the user fails the verification', async () => {
    visitor = await browser.visitor({ verifies: false });
    const { token } = await app.signUp();
    const { options } = await creation(app, token);
    await expect(visitor.create({ ...options, timeout: 1_000 })).rejects.toThrow('NotAllowedError');
    await visitor.verifies(true);
    await passkeyUser();
    await visitor.verifies(false);
    const login = await loginOptions(app);
    await expect(visitor.get({ ...login.options, timeout: 1_000 })).rejects.toThrow('NotAllowedError');
    // A page may change the options, but the authenticator signs whether it has verified the user.
    const credential = await visitor.get({ ...login.options, userVerification: 'discouraged' });
    const { challenge_id } = login;
    expectFailure(await app.post('/api/auth/passkey/login', { challenge_id, credential }), 'INVALID_PASSKEY');
  });

  it('finish a sign-in as the second factor', async () => {
    visitor = await browser.visitor();
    const user = await passkeyUser();
    await app.put('/api/auth/user/mfa', { enabled: true }, { token: user.token });
    const { mfa_token } = (await app.login(user.email, PASSWORD)).json;
    const { challenge_id, options } = (await app.post('/api/auth/mfa/passkey/options', { mfa_token })).json;
    const body = { mfa_token, challenge_id, credential: await visitor.get(options) };
    const answer = await app.post('/api/auth/mfa/verify', body);
    expect(readToken(answer.json.token).claims).toMatchObject({ amr: ['pwd', 'swk', 'user', 'mfa'], acr: 'aal2' });
  });

  it('sign in after their counter went back, which is recorded', async () => {
    visitor = await browser.visitor({ synced: false });
    const { uid } = await passkeyUser();
    for (let times = 0; times < 3; times++) expect((await signIn()).status).toBe(200);
    await visitor.setCounter(1);
    expect((await signIn()).status).toBe(200);
    expect((await app.events(uid)).map(({ type }) => type)).toContain('passkey.counter_regressed');
  });

  it('that were removed are unknown, and the page can make the browser forget them', async () => {
    visitor = await browser.visitor();
    const user = await passkeyUser();
    expectNothing(await app.delete(`${PASSKEYS}/${user.passkeyId}`, { token: user.token }));
    expectFailure(await signIn(), 'PASSKEY_NOT_FOUND');
    const [id = ''] = await visitor.known();
    await visitor.signalUnknown(RP_ID, id);
    expect(await visitor.known()).toEqual([]);
  });
});
