import {
  describeInBrowser,
  type Tab,
  type VirtualAuthenticator,
  type Visitor,
  WebApp,
} from '../support/browser/browser.js';
import { App, newEmail, PASSWORD } from '../support/service/app.js';
import { MailServer } from '../support/service/mail.js';

/** The default of `REAUTH_MAX_AGE`. */
const REAUTH_SECONDS = 600;

describeInBrowser('the passkeys of the client in a browser', () => {
  const mail = new MailServer();
  let web: WebApp;
  let app: App;
  let visitor: Visitor;
  let tab: Tab;
  let authenticator: VirtualAuthenticator;
  beforeAll(async () => {
    web = await WebApp.start('localhost');
    await mail.open();
    const passkey = { PASSKEY_RP_ID: 'localhost', PASSKEY_ORIGINS: web.origin };
    app = await App.start({ CORS_ORIGINS: web.origin, SMTP_URL: mail.url, ...passkey });
    web.serviceUrl = app.service.url;
  });
  afterAll(async () => {
    await web.stop();
    await app.stop();
    await mail.stop();
  });
  beforeEach(async () => {
    visitor = await web.visitor();
    tab = await visitor.tab();
    authenticator = await tab.addAuthenticator();
  });
  afterEach(() => visitor.close());

  /** A new user with a passkey in this tab, signed in. */
  async function userWithPasskey() {
    const email = newEmail();
    const { uid } = await tab.call('signUp', { email, password: PASSWORD });
    await app.prove(uid);
    const { passkey_id } = await tab.call('passkeys.create', 'Laptop');
    return { uid, email, passkeyId: passkey_id as string };
  }

  const namesAre = (...names: string[]) =>
    app.service.until(async () => JSON.stringify(await authenticator.userNames()) === JSON.stringify(names));

  it('can be created, listed, renamed, and sign in without an email', async () => {
    const { uid, email, passkeyId } = await userWithPasskey();
    expect(await authenticator.userNames()).toEqual([email]);
    await tab.call('passkeys.rename', passkeyId, 'Desktop');
    expect((await tab.call('passkeys.list')).passkeys).toMatchObject([{ passkey_id: passkeyId, name: 'Desktop' }]);
    await tab.call('signOut');
    expect(await tab.call('passkeys.signIn')).toEqual({ uid });
    expect(await tab.call('user')).toMatchObject({ uid, email });
    // The signal of all accepted passkeys leaves this one.
    await namesAre(email);
  });

  it('sign in from the autofill of a form', async () => {
    const { uid } = await userWithPasskey();
    await tab.call('signOut');
    expect(await tab.call('passkeys.signIn', { autofill: true })).toEqual({ uid });
  });

  it('are refused a second time on the same authenticator', async () => {
    await userWithPasskey();
    await expect(tab.call('passkeys.create')).rejects.toThrow('PASSKEY_EXISTS');
  });

  it('are not created by an authenticator that does not verify the user', async () => {
    const { uid } = await tab.call('signUp', { email: newEmail(), password: PASSWORD });
    await app.prove(uid);
    await authenticator.verifyUser(false);
    await expect(tab.call('passkeys.create')).rejects.toThrow('PASSKEY_CANCELLED');
    expect(await authenticator.userNames()).toEqual([]);
  });

  it('are the second factor after a password', async () => {
    const { uid, email } = await userWithPasskey();
    expect(await tab.call('factors.setEnabled', true)).toHaveLength(10);
    await tab.call('signOut');
    await expect(tab.call('signIn', email, PASSWORD)).rejects.toThrow('MFA_REQUIRED');
    const { mfa_token, methods } = (await app.login(email, PASSWORD)).json;
    expect(methods).toContain('passkey');
    expect(await tab.call('passkeys.verify', mfa_token)).toEqual({ uid });
    await tab.shows(uid);
  });

  it('reauthenticate the user, and the browser shows a changed email once it is confirmed', async () => {
    const { email } = await userWithPasskey();
    const changed = newEmail();
    await app.advance(REAUTH_SECONDS + 1);
    await expect(tab.call('updateUser', { email: changed })).rejects.toThrow('REAUTHENTICATION_REQUIRED');
    await tab.call('passkeys.reauthenticate');
    expect(await authenticator.userNames()).toEqual([email]);
    const link = await mail.linkAfter(changed, async () => {
      await tab.call('updateUser', { email: changed });
      return app.get('/health/live');
    });
    expect(await authenticator.userNames()).toEqual([email]);
    expect((await app.follow(link, 'POST')).status).toBe(302);
    // The same email is no change, and shows the browser the current one.
    await tab.call('updateUser', { email: changed });
    await namesAre(changed);
  });

  it('disappear from the browser after their removal', async () => {
    const { passkeyId } = await userWithPasskey();
    await tab.call('passkeys.remove', passkeyId);
    await namesAre();
    await tab.call('signOut');
    await expect(tab.call('passkeys.signIn')).rejects.toThrow('PASSKEY_CANCELLED');
  });

  it('disappear from the browser when the service does not know them', async () => {
    const { uid } = await userWithPasskey();
    await tab.call('signOut');
    await app.admin('DELETE', `/users/${uid}`);
    await expect(tab.call('passkeys.signIn')).rejects.toThrow('PASSKEY_NOT_FOUND');
    await namesAre();
  });
});
