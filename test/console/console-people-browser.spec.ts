import { CheckedBrowser, describeInBrowser, VirtualAuthenticator } from '../support/browser/browser.js';
import { ConsolePage } from '../support/browser/console-page.js';
import { codeOf, fencedUser } from '../support/factors/factors.js';
import { administrator, grant, signedIn } from '../support/http/console.js';
import {
  bySecret,
  exchange,
  newApiKey,
  newClient,
  newKey,
  SigningClient,
  WITH_KEYS,
} from '../support/machines/clients.js';
import { freePort } from '../support/run/machine.mjs';
import { ADMIN_TOKEN, newEmail, PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';
import type { Settings } from '../support/service/service.js';

const REASON = 'The list of orders is empty';
/** What a stranger could type where a page might show it as HTML. */
const SCRIPT = '<img src=x onerror=alert(1)><script>alert(2)</script>';

describeInBrowser('the console', () => {
  const settings: Settings = { ...WITH_KEYS, CONSOLE: 'on', IMPERSONATION: 'on', PASSKEY_RP_ID: 'localhost' };
  // A passkey works at the origin of the console, which has the port of the service.
  beforeAll(async () => {
    const PORT = String(await freePort());
    Object.assign(settings, { PORT, PASSKEY_ORIGINS: `http://localhost:${PORT}` });
  });
  const { app, mail } = useMail(settings);
  let checkedBrowser: CheckedBrowser;
  let consolePage: ConsolePage;
  let alerts = 0;

  const created = async (more: object = {}) => {
    const email = newEmail();
    const answer = await app.admin('POST', '/users', { email, password: PASSWORD, ...more });
    expect(answer.status).toBe(200);
    return { email, uid: String(answer.json.uid) };
  };

  beforeAll(async () => {
    checkedBrowser = await CheckedBrowser.start();
    consolePage = await ConsolePage.signedIn(app, checkedBrowser);
    consolePage.page.on('dialog', async (dialog) => {
      alerts += 1;
      await dialog.dismiss();
    });
  });
  afterAll(() => checkedBrowser.stop());
  beforeEach(() => {
    checkedBrowser.complaints.length = 0;
  });

  /** Creates a passkey in the authenticator of a page of the service. */
  const createPasskey = (at: ConsolePage, token: string, name: string) =>
    at.page.evaluate<{ passkey_id: string }>(`(async () => {
      const headers = { authorization: 'Bearer ${token}', 'content-type': 'application/json' };
      const post = async (path, body) => {
        const answer = await fetch('/api/auth/user/passkeys' + path, { method: 'POST', headers, body: JSON.stringify(body) });
        return answer.json();
      };
      const { challenge_id, options } = await post('/options', {});
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      const credential = await navigator.credentials.create({ publicKey });
      return post('', { challenge_id, name: ${JSON.stringify(name)}, credential: credential.toJSON() });
    })()`);

  /** A new user with a passkey in the authenticator of a page. */
  async function passkeyUser(at: ConsolePage, name = 'Laptop') {
    const user = await app.signUp();
    await app.prove(user.uid);
    const { passkey_id } = await createPasskey(at, user.token, name);
    expect(passkey_id).toEqual(expect.any(String));
    await app.put('/api/auth/user/mfa', { enabled: true }, { token: user.token });
    return user;
  }

  /** The dialog of the impersonation of a user, with the email typed. */
  async function askToImpersonate(at: ConsolePage, { email, uid }: { email: string; uid: string }): Promise<void> {
    await at.show(`/users/${uid}/actions`, email);
    await at.press('Impersonate');
    await at.dialog.getByRole('textbox', { name: `Type ${email} to confirm` }).fill(email);
  }

  describe('an impersonation', () => {
    it('begins with a reason, shows the token once, and ends in the list of sessions', async () => {
      const user = await app.signUp();
      await askToImpersonate(consolePage, user);
      await consolePage.dialog.getByRole('textbox', { name: 'Reason' }).fill('short');
      await consolePage.pressInDialog('Impersonate');
      await consolePage.says('Write at least 10 characters.');
      await consolePage.dialog.getByRole('textbox', { name: 'Reason' }).fill(REASON);
      await consolePage.pressInDialog('Impersonate');
      const token = String(await consolePage.page.locator('.secret-value').textContent());
      expect((await app.get('/api/auth/user', { token })).json.uid).toBe(user.uid);
      const { sessions } = (await app.get('/api/auth/user/sessions', { token: user.token })).json;
      expect(sessions).toContainEqual(expect.objectContaining({ method: 'impersonation' }));
      const [begun] = (await app.events(user.uid)).filter(({ type }) => type === 'user.impersonated');
      expect(begun?.data).toMatchObject({ reason: REASON });
      await consolePage.follow('Sessions');
      await consolePage.row('impersonation').getByRole('button', { name: 'End' }).click();
      await consolePage.rows(1);
      expect((await app.get('/api/auth/user', { token })).json.code).toBe('NOT_AUTHENTICATED');
      await consolePage.show(`/users/${user.uid}/actions`, user.email);
      expect(await consolePage.page.content()).not.toContain(token);
      expect(checkedBrowser.complaints).toEqual([]);
    });

    it('of a user with admin scopes is refused, and the dialog names the reason', async () => {
      const user = await fencedUser(app);
      await grant(app, user, ['read']);
      await askToImpersonate(consolePage, user);
      await consolePage.dialog.getByRole('textbox', { name: 'Reason' }).fill(REASON);
      await consolePage.pressInDialog('Impersonate');
      await consolePage.dialog.getByText('IMPERSONATION_FORBIDDEN').waitFor();
      expect((await app.events(user.uid)).map(({ type }) => type)).not.toContain('user.impersonated');
    });

    it('is not offered without the scope', async () => {
      const { email, uid } = await created();
      const { token } = await app.adminToken(['read', 'write', 'export']);
      const other = await ConsolePage.signedIn(app, checkedBrowser, token);
      await other.show(`/users/${uid}/actions`, email);
      await other.button('Delete the user').waitFor();
      expect(await other.button('Impersonate').count()).toBe(0);
      await other.close();
    });

    it('that finds the session ended continues after a new sign-in above its dialog', async () => {
      const user = await created();
      const { id, token } = await app.adminToken(['read', 'impersonate']);
      const other = await ConsolePage.signedIn(app, checkedBrowser, token);
      await askToImpersonate(other, user);
      await other.dialog.getByRole('textbox', { name: 'Reason' }).fill(REASON);
      await app.admin('DELETE', `/tokens/${id}`);
      await other.pressInDialog('Impersonate');
      const renewal = other.page.getByRole('dialog', { name: 'Your session has ended' });
      await renewal.getByLabel('Admin token').fill(ADMIN_TOKEN);
      await renewal.getByRole('button', { name: 'Sign in' }).click();
      await other.page.locator('.secret-value').waitFor();
      await other.close();
    });
  });

  describe('a sign-in by a passkey', () => {
    let other: ConsolePage;
    let authenticator: VirtualAuthenticator;
    beforeEach(async () => {
      other = await ConsolePage.open(app, checkedBrowser);
      authenticator = await VirtualAuthenticator.add(other.page);
    });
    afterEach(() => other.close());

    it('acts in the name of the user, at the address that a colleague has sent', async () => {
      const user = await passkeyUser(other);
      await grant(app, user, ['read']);
      const { email, uid } = await created();
      await other.go(`/events?uid=${uid}&type=user.created`);
      await other.page.getByText('As a user').click();
      await other.press('Use a passkey');
      await other.title('Events');
      await other.says(`Signed in as ${user.email}`);
      await other.rows(1);
      expect(other.path).toBe(`/events?uid=${uid}&type=user.created`);
      await other.row('user.created').waitFor();
      const signedIn = (await app.events(user.uid)).filter(({ type }) => type === 'admin.signed_in');
      expect(signedIn).toMatchObject([{ actor: `user:${user.uid}` }]);
      await other.show(`/users/${uid}/actions`, email);
      await other.says('Your scopes do not allow any of these actions.');
    });

    it('as the second factor after the password works, too', async () => {
      const user = await administrator(app, ['read']);
      const { passkey_id } = await createPasskey(other, user.token, 'Key');
      expect(passkey_id).toEqual(expect.any(String));
      await other.page.getByText('As a user').click();
      await other.field('Email').fill(user.email);
      await other.page.getByLabel(/^Password/).fill(PASSWORD);
      await other.press('Sign in');
      await other.field('Code').waitFor();
      await other.press('Use a passkey');
      await other.title('Overview');
      await other.says(`Signed in as ${user.email}`);
    });

    it('of a user without admin scopes is refused', async () => {
      await passkeyUser(other);
      await other.page.getByText('As a user').click();
      await other.press('Use a passkey');
      await other.says('NOT_AUTHORIZED');
    });

    it('that the browser refuses is not shown as a broken connection', async () => {
      const user = await passkeyUser(other);
      await grant(app, user, ['read']);
      await authenticator.verifyUser(false);
      await other.page.getByText('As a user').click();
      await other.press('Use a passkey');
      await other.says('NO_PASSKEY');
    });
  });

  describe('the factors of a user', () => {
    it('lose one passkey, whose name is never run as a script', async () => {
      const other = await ConsolePage.open(app, checkedBrowser);
      await VirtualAuthenticator.add(other.page);
      const { email, uid } = await passkeyUser(other, SCRIPT);
      await other.close();
      await consolePage.show(`/users/${uid}/factors`, email);
      await consolePage.row(SCRIPT).getByRole('button', { name: 'Remove the passkey' }).click();
      await consolePage.pressInDialog('Remove the passkey');
      await consolePage.says('The passkey was removed.');
      await consolePage.says('The user has no second factor.');
      expect((await app.admin('GET', `/users/${uid}/passkeys`)).json.passkeys).toEqual([]);
      expect([await consolePage.page.locator('main img, main script').count(), alerts]).toEqual([0, 0]);
    });

    it('lose an authenticator app by a reset, and the passkeys only if that was chosen', async () => {
      const other = await ConsolePage.open(app, checkedBrowser);
      await VirtualAuthenticator.add(other.page);
      const user = await fencedUser(app);
      await createPasskey(other, user.token, 'Key');
      await other.close();
      const reset = async (withPasskeys: boolean) => {
        await consolePage.press('Reset the factors');
        await consolePage.dialog.getByRole('textbox', { name: 'Reason' }).fill('Lost the phone, called back');
        expect(await consolePage.dialog.getByLabel('Unlink the external identities, too').isChecked()).toBe(false);
        if (withPasskeys) await consolePage.dialog.getByLabel('Remove the passkeys, too').check();
        await consolePage.pressInDialog('Reset the factors');
        await consolePage.dialog.waitFor({ state: 'hidden' });
      };
      await consolePage.show(`/users/${user.uid}/factors`, user.email);
      await consolePage.rows(2);
      await reset(false);
      await consolePage.rows(1);
      await consolePage.row('passkey').waitFor();
      await reset(true);
      await consolePage.says('The user has no second factor.');
      expect((await app.admin('GET', `/users/${user.uid}/factors`)).json).toMatchObject({ factors: [] });
      expect((await app.login(user.email, PASSWORD)).status).toBe(200);
    });
  });

  it('an external identity is unlinked, and no claim of its provider is run as a script', async () => {
    const provider = { id: 'corp', kind: 'oidc', name: 'Corp', issuer: 'http://localhost:9', client_id: 'x' };
    await app.admin('POST', '/providers', { ...provider, client_secret: 'x'.repeat(32) });
    const identities = [
      { provider: 'corp', subject: SCRIPT },
      { provider: 'corp', subject: 'second', email: 'second@example.com' },
    ];
    const { email, uid } = await created({ identities });
    await consolePage.show(`/users/${uid}/identities`, email);
    await consolePage.rows(2);
    await consolePage.row(SCRIPT).getByRole('button', { name: 'Unlink' }).click();
    await consolePage.pressInDialog('Unlink');
    await consolePage.says('The identity was unlinked.');
    await consolePage.rows(1);
    const left = (await app.admin('GET', `/users/${uid}/identities`)).json.identities;
    expect(left.map(({ subject }: { subject: string }) => subject)).toEqual(['second']);
    expect([await consolePage.page.locator('main img, main script').count(), alerts]).toEqual([0, 0]);
  });

  describe('a client', () => {
    const shown = (label: string) =>
      consolePage.page.locator('dl > div', { hasText: label }).locator('dd').textContent().then(String);
    const secret = () => consolePage.page.locator('.secret-value').textContent().then(String);

    it('is made with a secret that is shown once, gets a second one, and loses the first', async () => {
      await consolePage.show('/clients', 'Clients');
      await consolePage.follow('Create a client');
      await consolePage.field('Name').fill('Stock');
      await consolePage.field('Scopes').fill('stock:read, stock:write');
      await consolePage.field('Audiences').fill('stock https://stock.example.com');
      await consolePage.page.getByLabel('Expires').fill('2020-01-01');
      await consolePage.press('Create a client');
      await consolePage.says('Expires must be in the future.');
      expect(
        await consolePage.page.getByLabel('Expires').evaluate((field) => field.ownerDocument.activeElement === field),
      ).toBe(true);
      await consolePage.page.getByLabel('Expires').fill('2040-12-31');
      await consolePage.press('Create a client');
      await consolePage.says('The new secret');
      const [client_id, first] = [await shown('Client id'), await secret()];
      const client = (await app.admin('GET', `/clients/${client_id}`)).json;
      expect(client).toMatchObject({
        name: 'Stock',
        scopes: ['stock:read', 'stock:write'],
        audiences: ['stock', 'https://stock.example.com'],
      });
      expect(new Date(client.expires_at * 1_000).getFullYear()).toBe(2040);
      await consolePage.follow('To the client');
      await consolePage.title('Stock');
      await consolePage.rows(1);
      expect(await consolePage.page.content()).not.toContain(first);
      await consolePage.press('Add a secret');
      await consolePage.rows(2);
      const second = await secret();
      expect(await consolePage.button('Add a secret').isDisabled()).toBe(true);
      await consolePage.says(/at most two secrets/);
      await consolePage.button('Delete').first().click();
      await consolePage.pressInDialog('Delete');
      await consolePage.says('The secret was deleted.');
      await consolePage.rows(1);
      const outcome = async (client_secret: string) =>
        (await bySecret(app, { client_id, client_secret, secret_id: '' }, { audience: 'stock' })).status;
      expect([await outcome(first), await outcome(second)]).toEqual([401, 200]);
      await consolePage.press('Delete');
      await consolePage.dialog.getByText(/This is the only secret/).waitFor();
      await consolePage.pressInDialog('Delete');
      await consolePage.says('The client has no secret, so it gets no tokens.');
      expect(checkedBrowser.complaints).toEqual([]);
    });

    it('that signs assertions is made with public keys, and a wrong set of keys is refused beside its field', async () => {
      const key = newKey();
      await consolePage.show('/clients/new', 'Create a client');
      await consolePage.field('Name').fill('Signing');
      await consolePage.field('Scopes').fill('orders:read');
      await consolePage.field('Audiences').fill('https://orders.example.com');
      await consolePage.page.getByLabel('Authentication').selectOption('private_key_jwt');
      const keys = consolePage.field('Public keys (JWKS)');
      const refused = async (text: string, message: string) => {
        await keys.fill(text);
        await consolePage.press('Create a client');
        await consolePage.says(message);
        expect(await keys.getAttribute('aria-invalid')).toBe('true');
      };
      await refused('{', 'jwks must be a JSON object.');
      await refused(
        JSON.stringify({ keys: [key.privateKey.export({ format: 'jwk' })] }),
        'jwks must contain public keys only: keep the private ones.',
      );
      await keys.fill(JSON.stringify({ keys: [key.jwk] }));
      await consolePage.press('Create a client');
      await consolePage.title('Signing');
      await consolePage.row('ES256').waitFor();
      const client = new SigningClient(await shown('Client id'), key, app);
      expect((await client.ask()).status).toBe(200);
      expect(checkedBrowser.complaints).toEqual([]);
    });

    it('is changed by the fields that differ, disabled, enabled and deleted', async () => {
      const client = await newClient(app, { name: 'Shop 2' });
      await consolePage.show(`/clients/${client.client_id}?tab=settings`, 'Shop 2');
      await consolePage.field('Scopes').fill('orders:read');
      await consolePage.press('Save');
      await consolePage.says('Saved.');
      const [changed] = (await app.admin('GET', '/events?type=client.changed&order=-at&limit=1')).json.events;
      expect(changed.data).toMatchObject({ client_id: client.client_id, fields: ['scopes'] });
      await consolePage.follow('Actions');
      await consolePage.press('Disable the client');
      await consolePage.pressInDialog('Disable the client');
      await consolePage.says('This client is disabled, so it gets no tokens.');
      expect((await bySecret(app, client)).status).toBe(401);
      await consolePage.press('Enable the client');
      await consolePage.says('Shop 2 was enabled.');
      expect((await bySecret(app, client)).json.scope).toBe('orders:read');
      await consolePage.press('Delete the client');
      await consolePage.dialog.getByRole('textbox').fill('Shop 2');
      await consolePage.pressInDialog('Delete the client');
      await consolePage.title('Clients');
      expect((await app.admin('GET', `/clients/${client.client_id}`)).json.code).toBe('CLIENT_NOT_FOUND');
    });
  });

  it('API keys are found in the list of all and at their user, and revoked with the scope write only', async () => {
    const user = await app.signUp();
    const [one, two] = [await newApiKey(app, user, { name: 'Backup' }), await newApiKey(app, user, { name: 'Report' })];
    await consolePage.show('/api-keys', 'API keys');
    await consolePage.row(one.key_id).getByRole('link', { name: user.uid }).click();
    await consolePage.title(user.email);
    await consolePage.rows(2);
    await consolePage.row(one.key_id).getByRole('button', { name: 'Revoke' }).click();
    await consolePage.pressInDialog('Revoke');
    await consolePage.says('Backup was revoked.');
    await consolePage.rows(1);
    expect([(await exchange(app, one.key)).code, (await exchange(app, two.key)).status]).toEqual([
      'INVALID_API_KEY',
      200,
    ]);
    const { token } = await app.adminToken(['read']);
    const other = await ConsolePage.signedIn(app, checkedBrowser, token);
    await other.show('/api-keys', 'API keys');
    await other.row(two.key_id).waitFor();
    expect([await other.button('Revoke').count(), await other.page.getByText('Clients').count()]).toEqual([0, 0]);
    await other.close();
    expect(checkedBrowser.complaints).toEqual([]);
  });

  it('text of strangers in factors, emails and events is shown as text', async () => {
    const user = await app.signUp();
    await app.prove(user.uid);
    await app.post('/api/auth/user/mfa/totp', { name: SCRIPT }, { token: user.token });
    await app.sql('UPDATE totp_factors SET confirmed_at = 1 WHERE uid = ?', [user.uid]);
    await app.post('/api/auth/magic-link', { email: user.email });
    await mail.emailTo(user.email);
    const unsent = "SELECT 1 FROM messages WHERE status <> 'sent'";
    await app.service.until(async () => (await app.sql(unsent)).length === 0);
    await app.sql('UPDATE messages SET last_error = ? WHERE recipient = ?', [SCRIPT, user.email]);
    await app.admin('POST', `/users/${user.uid}/impersonate`, { reason: SCRIPT });
    const shows = async () => {
      await consolePage.says(SCRIPT);
      expect([await consolePage.page.locator('main img, main script').count(), alerts]).toEqual([0, 0]);
    };
    await consolePage.show(`/users/${user.uid}/factors`, user.email);
    await shows();
    await consolePage.show(`/emails`, 'Emails');
    await shows();
    await consolePage.show(`/events?uid=${user.uid}&type=user.impersonated`, 'Events');
    await consolePage.press('Show the details of user.impersonated');
    await consolePage.says(/onerror=alert/);
    expect([
      await consolePage.page.locator('main img, main script').count(),
      alerts,
      checkedBrowser.complaints,
    ]).toEqual([0, 0, []]);
  });

  describe('the admin scopes of a user', () => {
    const box = (at: ConsolePage, scope: string) => at.page.getByLabel(new RegExp(`^${scope}:`));
    const save = (at: ConsolePage) => at.page.getByRole('button', { name: 'Save' }).last().click();
    const scopesOf = async (uid: string) => (await app.admin('GET', `/users/${uid}`)).json.admin_scopes;

    it('are given and taken away', async () => {
      const { email, uid } = await fencedUser(app);
      await consolePage.show(`/users/${uid}/claims`, email);
      await box(consolePage, 'read').check();
      await box(consolePage, 'webhooks').check();
      await save(consolePage);
      await app.service.until(async () => (await scopesOf(uid)).length === 2);
      expect(await scopesOf(uid)).toEqual(['read', 'webhooks']);
      await consolePage.show(`/users/${uid}/claims`, email);
      expect(await box(consolePage, 'webhooks').isChecked()).toBe(true);
      await box(consolePage, 'webhooks').uncheck();
      await save(consolePage);
      await app.service.until(async () => (await scopesOf(uid)).length === 1);
      await consolePage.show(`/users/${uid}`, email);
      expect(await consolePage.page.locator('dl').first().textContent()).toContain('Admin scopesread');
    });

    it('are given after a user has shown the second factor again above the form, and nothing chosen is lost', async () => {
      const admin = await administrator(app, ['read', 'write', 'admins']);
      const { email, uid } = await fencedUser(app);
      const { cookie = '', origin } = await signedIn(app, admin.token);
      await app.sql('UPDATE sessions SET factor_time = 1 WHERE uid = ?', [admin.uid]);
      const other = await ConsolePage.open(app, checkedBrowser);
      const [name = '', value = ''] = cookie.split('=');
      await other.page.context().addCookies([{ name, value, url: origin }]);
      await other.show(`/users/${uid}/claims`, email);
      await box(other, 'read').check();
      await save(other);
      const renewal = other.page.getByRole('dialog', { name: 'Sign in again' });
      await renewal.getByText('As a user').click();
      await renewal.getByRole('textbox', { name: 'Email', exact: true }).fill(admin.email);
      await renewal.getByLabel(/^Password/).fill(PASSWORD);
      await renewal.getByRole('button', { name: 'Sign in' }).click();
      await renewal.getByRole('textbox', { name: 'Code', exact: true }).fill(await codeOf(app, admin.secret, 1));
      await renewal.getByRole('button', { name: 'Sign in' }).click();
      await app.service.until(async () => (await scopesOf(uid)).length === 1);
      expect(await scopesOf(uid)).toEqual(['read']);
      await other.says('Saved.');
      expect(await box(other, 'read').isChecked()).toBe(true);
      await other.close();
    });

    it('beyond those of the administrator cannot be chosen, and a refusal is shown', async () => {
      const { email, uid } = await fencedUser(app);
      const { token } = await app.adminToken(['read', 'write', 'admins']);
      const other = await ConsolePage.signedIn(app, checkedBrowser, token);
      await other.show(`/users/${uid}/claims`, email);
      expect(await box(other, 'export').isDisabled()).toBe(true);
      await box(other, 'read').check();
      await grant(app, { uid }, ['export']);
      await save(other);
      await other.says('NOT_AUTHORIZED');
      expect(await scopesOf(uid)).toEqual(['export']);
      await other.close();
    });

    it('have no form without the scope admins', async () => {
      const { email, uid } = await created();
      const { token } = await app.adminToken(['read', 'write']);
      const other = await ConsolePage.signedIn(app, checkedBrowser, token);
      await other.show(`/users/${uid}/claims`, email);
      await other.field('Claims').waitFor();
      expect(await box(other, 'read').count()).toBe(0);
      await other.close();
    });
  });
});
