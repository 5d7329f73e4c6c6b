import { codeOf } from '../support/factors/factors.js';
import { readToken } from '../support/http/http.js';
import { type App, newEmail, PASSWORD } from '../support/service/app.js';
import { codeIn, linkIn, useMail } from '../support/service/mail.js';

// The types of the client need those of a browser, which other tests lack.
const { createClient, MfaError } = require('../../libs/client/src/index.js');

// biome-ignore lint/suspicious/noExplicitAny: see above
type Client = any;

interface Step {
  code: string;
  mfaToken: string;
  methods: string[];
  expiry: number;
}

/** The default of `REAUTH_MAX_AGE`. */
const REAUTH_SECONDS = 600;

const { app, mail } = useMail({ APP_URL: 'https://app.example.com' });

const newClient = (): Client => createClient({ baseUrl: app.service.url });

/** The error of a sign-in that needs a second step. */
async function stepOf(signIn: Promise<unknown>): Promise<Step> {
  const error = await signIn.catch((failed: unknown) => failed);
  if (error instanceof MfaError) return error as Step;
  throw new Error(`The sign-in ended with ${String(error)}.`);
}

/** A new user, signed in by this client, with an authenticator app. The code of the current step is spent. */
async function fencedBy(client: Client, service: App) {
  const email = newEmail();
  const { uid } = await client.signUp({ email, password: PASSWORD });
  await service.prove(uid);
  const { factor_id, secret } = await client.factors.addTotp('Phone');
  const { recovery_codes = [] } = await client.factors.confirmTotp(factor_id, await codeOf(service, secret));
  return { uid, email, secret, factorId: factor_id, codes: recovery_codes };
}

const acrOf = async (client: Client) => readToken((await client.accessToken()) ?? '').claims.acr;

describe('the client and the second factors of a service', () => {
  it('adds an app, signs in by its code, and by a recovery code', async () => {
    const client = newClient();
    const { uid, email, secret, codes } = await fencedBy(client, app);
    expect([codes.length, await acrOf(client)]).toEqual([10, 'aal2']);
    await client.signOut();

    const step = await stepOf(client.signIn(email, PASSWORD));
    expect(step).toMatchObject({ code: 'MFA_REQUIRED', methods: expect.arrayContaining(['totp', 'recovery_code']) });
    const wrong = client.verifyTotp(step.mfaToken, '000 000');
    await expect(wrong).rejects.toMatchObject({ code: 'INVALID_CODE' });
    expect(await client.verifyTotp(step.mfaToken, await codeOf(app, secret, 1))).toEqual({ uid });
    expect(await acrOf(client)).toBe('aal2');
    await client.signOut();

    const again = await stepOf(client.signIn(email, PASSWORD));
    expect(await client.useRecoveryCode(again.mfaToken, codes[0]?.toLowerCase() ?? '')).toEqual({ uid });
    expect(await client.factors.list()).toMatchObject({ enabled: true, recovery_codes_left: 9 });
  });

  it('renames and removes an app, and renews the recovery codes', async () => {
    const client = newClient();
    const { factorId, codes } = await fencedBy(client, app);
    await client.factors.renameTotp(factorId, 'Tablet');
    expect((await client.factors.list()).factors).toMatchObject([{ factor_id: factorId, name: 'Tablet' }]);
    const renewed = await client.factors.renewRecoveryCodes();
    expect(renewed.filter((code: string) => !codes.includes(code))).toHaveLength(10);
    await client.factors.setEnabled(false);
    await client.factors.removeTotp(factorId);
    expect(await client.factors.list()).toMatchObject({ enabled: false, factors: [] });
  });

  it('reauthenticates the user by the app', async () => {
    const client = newClient();
    const { secret } = await fencedBy(client, app);
    await app.advance(REAUTH_SECONDS + 1);
    await expect(client.factors.renewRecoveryCodes()).rejects.toMatchObject({
      code: 'REAUTHENTICATION_REQUIRED',
      methods: expect.arrayContaining(['totp']),
    });
    await client.reauthenticate({ code: await codeOf(app, secret) });
    expect(await client.factors.renewRecoveryCodes()).toHaveLength(10);
    const { auth_time, iat } = readToken((await client.accessToken()) ?? '').claims;
    expect(Number(iat) - Number(auth_time)).toBeLessThan(5);
    // The refresh token is still the one of the session.
    expect(await client.sessions()).toHaveLength(1);
  });

  it('adds an app that an administrator requires, after an email code has proved the address', async () => {
    const client = newClient();
    const email = newEmail();
    const { uid } = await client.signUp({ email, password: PASSWORD, login: false });
    await app.admin('PATCH', `/users/${uid}`, { mfa: 'required' });
    const step = await stepOf(client.signIn(email, PASSWORD));
    expect(step).toMatchObject({ code: 'MFA_ENROLMENT_REQUIRED', methods: ['totp', 'passkey'] });
    await expect(client.factors.addTotp('Phone', step.mfaToken)).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });

    const { code_token } = await client.requestCode({ email });
    const message = await mail.emailTo(email);
    const proved = await stepOf(client.signInWithCode(code_token, codeIn(message), step.mfaToken));
    const { factor_id, secret } = await client.factors.addTotp('Phone', proved.mfaToken);
    const code = await codeOf(app, secret);
    const added = await client.factors.confirmTotp(factor_id, code, proved.mfaToken);
    expect(added).toMatchObject({ uid, recovery_codes: expect.any(Array) });
    expect([(await client.user()).uid, await acrOf(client)]).toEqual([uid, 'aal2']);
  });

  it('signs in by an email code, alone and beside a link', async () => {
    const client = newClient();
    const email = newEmail();
    const { code_token } = await client.requestCode({ email, sign_up: true });
    const { uid } = await client.signInWithCode(code_token, codeIn(await mail.emailTo(email)));
    await client.signOut();
    const both = await client.requestMagicLink({ email, with_code: true });
    const message = await mail.emailTo(email, 2);
    expect(linkIn(message)).toMatch(/^http/);
    expect(await client.signInWithCode(both.code_token, codeIn(message))).toEqual({ uid });
  });

  it('completes the second step of a magic link', async () => {
    const client = newClient();
    const { uid, email, secret } = await fencedBy(client, app);
    await client.signOut();
    await client.requestMagicLink({ email });
    // Before it, the notice of the new factor has been mailed.
    const links = () =>
      mail
        .emailsTo(email)
        .map(linkIn)
        .filter((link) => link.includes('/magic-link/'));
    await app.service.until(() => links().length > 0);
    const { location } = await app.follow(links()[0] ?? '');
    const step = await stepOf(client.completeMagicLink(location));
    expect(step).toMatchObject({ code: 'MFA_REQUIRED', methods: expect.arrayContaining(['totp']) });
    expect(step.expiry).toBeGreaterThan(0);
    expect(await client.accessToken()).toBeUndefined();
    expect(await client.verifyTotp(step.mfaToken, await codeOf(app, secret, 1))).toEqual({ uid });
  });
});
