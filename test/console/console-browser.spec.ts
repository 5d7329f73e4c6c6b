import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { CheckedBrowser, describeInBrowser } from '../support/browser/browser.js';
import { ConsolePage } from '../support/browser/console-page.js';
import { codeOf } from '../support/factors/factors.js';
import { administrator, onceOf } from '../support/http/console.js';
import { ADMIN_TOKEN, newEmail, PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';
import { Receiver } from '../support/service/webhooks.js';

const IDLE = 31 * 60;
/** A German email with what an email may not do. */
const HOSTILE = `<p style="color: rgb(1, 2, 3)">Anmelden</p><a href="{{link}}">Weiter</a>
  <script>document.body.textContent = 'ran'</script><img src=x onerror="document.body.textContent = 'ran'">`;

describeInBrowser('the console', () => {
  const templates = mkdtempSync(join(tmpdir(), 'latchkey-templates-'));
  mkdirSync(join(templates, 'de'));
  writeFileSync(join(templates, 'de/magic-link.txt.hbs'), 'Subject: Anmelden bei {{app}}\n\nWeiter:\n{{link}}\n');
  writeFileSync(join(templates, 'de/magic-link.html.hbs'), HOSTILE);
  afterAll(() => rmSync(templates, { recursive: true }));
  const { app, mail } = useMail({ CONSOLE: 'on', WEBHOOK_NETWORKS: '127.0.0.1', MAIL_TEMPLATES_DIR: templates });
  let checkedBrowser: CheckedBrowser;
  let consolePage: ConsolePage;
  let receiver: Receiver;

  const created = async (more: object = {}) => {
    const email = newEmail();
    const { uid } = (await app.admin('POST', '/users', { email, password: PASSWORD, ...more })).json;
    return { email, uid: String(uid) };
  };

  beforeAll(async () => {
    [checkedBrowser, receiver] = await Promise.all([CheckedBrowser.start(), new Receiver().listen()]);
    consolePage = await ConsolePage.signedIn(app, checkedBrowser);
  });
  afterAll(() => Promise.all([checkedBrowser.stop(), receiver.stop()]));
  beforeEach(() => {
    checkedBrowser.complaints.length = 0;
  });

  // First, because the link works for five minutes.
  it('is entered by the link of the start, which is good once, and the address does not keep its secret', async () => {
    const once = onceOf(app.service.log);
    const other = await ConsolePage.open(app, checkedBrowser, `#once=${once}`);
    await other.title('Overview');
    expect(other.page.url()).not.toContain(once);
    await other.close();
    const thief = await ConsolePage.open(app, checkedBrowser, `#once=${once}`);
    await thief.title('Sign in to the console');
    await thief.says('The sign-in did not work');
    await thief.close();
  });

  describe('the list of users', () => {
    it('finds users by a part of the email while one types, and the back button leads to the list before', async () => {
      const { email } = await created();
      const other = await created();
      await consolePage.show('/users', 'Users');
      await consolePage.page.getByRole('searchbox', { name: 'Search' }).fill(email.slice(1).toUpperCase());
      await consolePage.page.waitForURL(/search=/);
      await consolePage.rows(1);
      await consolePage.follow(email);
      await consolePage.title(email);
      await consolePage.page.goBack();
      await consolePage.title('Users');
      expect(await consolePage.page.getByRole('searchbox').inputValue()).toBe(email.slice(1).toUpperCase());
      await consolePage.page.goBack();
      await consolePage.row(other.email).waitFor();
    });

    it('has pages with addresses of their own, and filters that the address names', async () => {
      const stamp = newEmail().replace('@', '-');
      const rows = Array.from({ length: 51 }, (_, row) => JSON.stringify({ email: `${stamp}${row}@example.com` }));
      const imported = await app.service.call('POST', '/api/admin/import', {
        token: ADMIN_TOKEN,
        headers: { 'content-type': 'application/x-ndjson' },
        raw: rows.join('\n'),
      });
      expect(imported.json.created).toBe(51);
      await consolePage.show(`/users?search=${stamp}`, 'Users');
      await consolePage.rows(50);
      await consolePage.press('Next page');
      await consolePage.rows(1);
      const { path } = consolePage;
      await consolePage.go(path);
      await consolePage.rows(1);
      await consolePage.page.getByLabel('State').selectOption('disabled');
      await consolePage.says('No user matches.');
      expect(consolePage.path).toContain('active=false');
      expect(consolePage.path).not.toContain('cursor');
    });
  });

  describe('a user', () => {
    it('is created, and then shown', async () => {
      const email = newEmail();
      await consolePage.show('/users', 'Users');
      await consolePage.follow('Create a user');
      await consolePage.field('Email').fill(email);
      await consolePage.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await consolePage.press('Create a user');
      await consolePage.title(email);
      expect((await app.login(email, PASSWORD)).status).toBe(200);
    });

    it('keeps what was typed when it is refused, and names the reason', async () => {
      const { email } = await created();
      await consolePage.show('/users/new', 'Create a user');
      await consolePage.field('Email').fill(email);
      await consolePage.press('Create a user');
      await consolePage.says('EMAIL_ALREADY_IN_USE');
      expect(await consolePage.field('Email').inputValue()).toBe(email);
    });

    it('is changed: only the fields that differ are sent', async () => {
      const { email, uid } = await created();
      await consolePage.show(`/users/${uid}`, email);
      await consolePage.field('Metadata').fill('{"plan":"gold"}');
      await consolePage.press('Save');
      await consolePage.says('Saved.');
      const { metadata } = (await app.admin('GET', `/users/${uid}`)).json;
      expect(metadata).toBe('{"plan":"gold"}');
      expect((await app.events(uid)).map(({ type }) => type)).toEqual(['user.created', 'user.updated']);
    });

    it('is disabled and enabled again', async () => {
      const { email, uid } = await created();
      await consolePage.show(`/users/${uid}/actions`, email);
      await consolePage.press('Disable the user');
      await consolePage.pressInDialog('Disable the user');
      await consolePage.says(`${email} was disabled.`);
      expect((await app.login(email, PASSWORD)).json.code).toBe('USER_DISABLED');
      await consolePage.press('Enable the user');
      await consolePage.says(`${email} was enabled.`);
      expect((await app.login(email, PASSWORD)).status).toBe(200);
    });

    it('is deleted only after the email was typed', async () => {
      const { email, uid } = await created();
      await consolePage.show(`/users/${uid}/actions`, email);
      await consolePage.press('Delete the user');
      const typed = consolePage.dialog.getByRole('textbox');
      await typed.fill('another@example.com');
      await consolePage.pressInDialog('Delete the user');
      await consolePage.says('This is not the same text.');
      expect((await app.admin('GET', `/users/${uid}`)).status).toBe(200);
      await typed.fill(email);
      await consolePage.pressInDialog('Delete the user');
      await consolePage.title('Users');
      expect((await app.admin('GET', `/users/${uid}`)).json.code).toBe('USER_NOT_FOUND');
    });

    it('gets a link that signs in', async () => {
      const { email, uid } = await created();
      await consolePage.show(`/users/${uid}/actions`, email);
      await consolePage.press('Make the link');
      const link = String(await consolePage.page.locator('.secret-value').textContent());
      expect((await app.follow(link)).location).toContain(uid);
    });

    it('loses its sessions one by one, and all at once', async () => {
      const { email, uid } = await created();
      for (let count = 0; count < 3; count++) await app.login(email, PASSWORD);
      await consolePage.show(`/users/${uid}/sessions`, email);
      await consolePage.rows(3);
      await consolePage.page.getByRole('button', { name: 'End', exact: true }).first().click();
      await consolePage.rows(2);
      await consolePage.press('End all sessions');
      await consolePage.pressInDialog('End all sessions');
      await consolePage.says('2 sessions were ended.');
      await consolePage.says('The user has no session.');
    });

    it('loses its second factors for a reason of at least ten characters', async () => {
      const { email, uid } = await created();
      await consolePage.show(`/users/${uid}/factors`, email);
      await consolePage.press('Reset the factors');
      const reason = consolePage.dialog.getByRole('textbox', { name: 'Reason' });
      await reason.fill('short');
      await consolePage.pressInDialog('Reset the factors');
      await consolePage.says('Write at least 10 characters.');
      await reason.fill('Lost the phone, called back');
      await consolePage.pressInDialog('Reset the factors');
      await consolePage.says('The reset was recorded.');
      const events = await app.events(uid);
      expect(JSON.stringify(events.at(-1)?.data)).toContain('Lost the phone, called back');
    });

    it('has claims that are saved', async () => {
      const { email, uid } = await created();
      await consolePage.show(`/users/${uid}/claims`, email);
      await consolePage.field('Claims').fill('{"roles":["editor"]}');
      await consolePage.page.getByRole('button', { name: 'Save' }).first().click();
      await consolePage.says('Saved.');
      expect((await app.admin('GET', `/users/${uid}`)).json.claims).toBe('{"roles":["editor"]}');
    });

    it('has emails, and its data can be downloaded', async () => {
      const { email, uid } = await created({ email_verified: true });
      await app.post('/api/auth/magic-link', { email });
      await mail.emailTo(email);
      await consolePage.show(`/users/${uid}/emails`, email);
      await consolePage.row('magic-link').waitFor();
      await consolePage.rows(1);
      await consolePage.follow('Actions');
      const download = consolePage.page.waitForEvent('download');
      await consolePage.press('Export the data');
      expect((await download).suggestedFilename()).toBe(`user-${uid}.json`);
    });
  });

  describe('the events', () => {
    it('appear without a reload, and each has details at an address of its own', async () => {
      const { uid, email } = await created();
      await consolePage.show(`/events?uid=${uid}`, 'Events');
      await consolePage.rows(1);
      await app.login(email, PASSWORD);
      await consolePage.rows(2);
      await consolePage.press('Show the details of login.succeeded');
      await consolePage.says(/"session_id"/);
      const { path } = consolePage;
      await consolePage.go(path);
      await consolePage.says(/"session_id"/);
      await consolePage.follow('What else happened to this user');
      await consolePage.title(email);
    });

    it('are filtered by their type', async () => {
      const { email, uid } = await created();
      await app.login(email, PASSWORD);
      await consolePage.show(`/events?uid=${uid}`, 'Events');
      await consolePage.page.getByLabel('Type').selectOption('login.succeeded');
      await consolePage.rows(1);
      expect(consolePage.path).toContain('type=login.succeeded');
    });
  });

  it('an email that was refused is sent again', async () => {
    const { email } = await created();
    mail.refuse = (recipient) => (recipient === email ? 550 : undefined);
    await app.post('/api/auth/magic-link', { email });
    const messages = async () => (await app.admin('GET', `/messages?recipient=${email}`)).json.messages;
    await app.service.until(async () => (await messages())[0].status === 'failed');
    mail.refuse = () => undefined;
    await consolePage.show('/emails?status=failed', 'Emails');
    await consolePage.row(email).getByRole('button', { name: 'Send now' }).click();
    await mail.emailTo(email);
  });

  it('the overview counts what the checks find, and leads to them', async () => {
    // The clock may not move during a run of the overview that was shown before: its time limits would be over.
    await app.admin('GET', '/checks');
    await mail.stop();
    await app.advance(10);
    await consolePage.show('/', 'Overview');
    await consolePage.says(/^\d+ failed/);
    await consolePage.follow('Show the checks');
    await consolePage.title('Checks');
    await consolePage.row('does not accept a connection').getByText('failed', { exact: true }).waitFor();
    await consolePage.page.getByLabel('Status').selectOption('ok');
    await consolePage.row('migrations').waitFor();
    expect(await consolePage.row('does not accept a connection').count()).toBe(0);
    expect(consolePage.path).toBe('/checks?status=ok');
    await consolePage.page.goBack();
    await consolePage.row('does not accept a connection').waitFor();
    await mail.open();
    await app.advance(10);
    await consolePage.press('Check again');
    await consolePage.row('does not accept a connection').waitFor({ state: 'detached' });
    expect(checkedBrowser.complaints).toEqual([]);
  });

  it('the settings in force are found by a part of the name and by their origin, at an address of their own', async () => {
    await consolePage.show('/settings', 'Settings');
    expect(await consolePage.page.content()).not.toContain(ADMIN_TOKEN);
    await consolePage.row('ADMIN_TOKEN').getByText('hidden').waitFor();
    await consolePage.page.getByRole('searchbox', { name: 'Search' }).fill('console');
    await consolePage.page.waitForURL(/search=console/);
    await consolePage.rows(1);
    await consolePage.page.getByLabel('Set by').selectOption('default');
    await consolePage.says('No setting matches.');
    const { path } = consolePage;
    await consolePage.go(path);
    await consolePage.says('No setting matches.');
    await consolePage.page.goBack();
    await consolePage.rows(1);
  });

  it('an email is shown as HTML that runs nothing, and as text, in each of its languages', async () => {
    await consolePage.show('/emails', 'Emails');
    await consolePage.follow('Templates');
    const frame = consolePage.page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Sign in to Latchkey' }).waitFor();
    expect(checkedBrowser.complaints).toEqual([]);
    await consolePage.page.getByLabel('Language').selectOption('de');
    await frame.getByText('Anmelden', { exact: true }).waitFor();
    // The style of the email applies, although the console itself allows no such style.
    const colorOf = (element: unknown) => Object(globalThis).getComputedStyle(element).color;
    expect(await frame.getByText('Anmelden', { exact: true }).evaluate(colorOf)).toBe('rgb(1, 2, 3)');
    expect(checkedBrowser.complaints.join()).toContain('sandboxed');
    await frame.getByRole('link', { name: 'Weiter' }).click();
    await frame.getByText('Anmelden', { exact: true }).waitFor();
    await consolePage.follow('Text');
    await consolePage.says('https://auth.example.com/link?token=a&b=c');
    await consolePage.page.getByLabel('Kind of email').selectOption('password-changed');
    await consolePage.says('Passwort Ihres Kontos');
    expect(consolePage.path).toBe('/emails/templates?language=de&view=text&kind=password-changed');
    await consolePage.page.goBack();
    await consolePage.page.goBack();
    await frame.getByText('Anmelden', { exact: true }).waitFor();
    await consolePage.page.goBack();
    await frame.getByRole('heading', { name: 'Sign in to Latchkey' }).waitFor();
    await consolePage.page.goBack();
    await consolePage.page.waitForURL(/\/emails$/);
  });

  it('a webhook is created, tested, replayed, and deleted', async () => {
    await consolePage.show('/webhooks', 'Webhooks');
    await consolePage.follow('Create a webhook');
    const url = `${receiver.url}?console`;
    await consolePage.field('URL').fill(url);
    await consolePage.field('Event types').fill('user.*, login.failed');
    await consolePage.press('Create a webhook');
    expect(await consolePage.page.locator('.secret-value').textContent()).toMatch(/^whsec_/);
    await consolePage.follow('To the webhook');
    await consolePage.follow('Actions');
    await consolePage.press('Send a test');
    await consolePage.says(/The receiver answered 204/);
    await created();
    await consolePage.field('After (an event id, or start)').fill('start');
    await consolePage.press('Send events again');
    await consolePage.says(/[1-9]\d* events were queued\./);
    await consolePage.follow('Deliveries');
    await consolePage.row('user.created').first().waitFor();
    await consolePage.follow('Actions');
    await consolePage.press('Delete the webhook');
    await consolePage.dialog.getByRole('textbox').fill(url);
    await consolePage.pressInDialog('Delete the webhook');
    await consolePage.title('Webhooks');
    expect(await consolePage.row(url).count()).toBe(0);
  });

  it('a provider is added, tested, changed and deleted', async () => {
    await consolePage.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await consolePage.show('/providers/new', 'Add a provider');
    await consolePage.says('Enter the id first');
    await consolePage.page.getByLabel('Kind').selectOption('github');
    await consolePage.says('“Authorization callback URL”');
    await consolePage.page.getByLabel('Kind').selectOption('oidc');
    await consolePage.field('Id').fill('acme');
    await consolePage.press('Copy the redirect URI');
    await consolePage.says('Copied');
    const copied = await consolePage.page.evaluate('navigator.clipboard.readText()');
    expect(copied).toMatch(/^http:\/\/localhost:\d+\/api\/auth\/external\/acme\/callback$/);
    expect(await checkedBrowser.inspect('console-provider-new-id', consolePage.page)).toEqual([]);
    await consolePage.field('Name').fill('Acme');
    await consolePage.field('Issuer').fill('http://localhost:9');
    await consolePage.field('Client id').fill('latchkey');
    await consolePage.page.getByLabel('Client secret').fill('a secret of the provider');
    await consolePage.press('Add a provider');
    await consolePage.title('Acme');
    expect((await app.admin('GET', '/providers/acme')).json.redirect_uri).toBe(copied);
    await consolePage.says(String(copied));
    await consolePage.press('Test the connection');
    await consolePage.says('The provider does not work');
    await consolePage.page.getByLabel('Enabled').uncheck();
    await consolePage.press('Save');
    await consolePage.says('Saved.');
    await app.service.until(async () => (await app.admin('GET', '/providers/acme')).json.enabled === false);
    await consolePage.press('Delete the provider');
    await consolePage.dialog.getByRole('textbox').fill('acme');
    await consolePage.pressInDialog('Delete the provider');
    await consolePage.title('Providers');
    expect((await app.admin('GET', '/providers/acme')).json.code).toBe('PROVIDER_NOT_FOUND');
  });

  it('an admin token is created, shown once, and revoked', async () => {
    await consolePage.show('/tokens', 'Admin tokens');
    await consolePage.field('Name of the new token').fill('Backup job');
    await consolePage.page.getByLabel(/^export:/).check();
    await consolePage.press('Create an admin token');
    const token = String(await consolePage.page.locator('.secret-value').textContent());
    expect((await app.admin('GET', '/stats', undefined, token)).status).toBe(200);
    await consolePage.show('/tokens', 'Admin tokens');
    expect(await consolePage.page.content()).not.toContain(token);
    await consolePage.row('Backup job').getByRole('button', { name: 'Revoke' }).click();
    await consolePage.dialog.getByRole('textbox').fill('Backup job');
    await consolePage.pressInDialog('Revoke');
    await consolePage.says('Backup job was revoked.');
    expect((await app.admin('GET', '/stats', undefined, token)).json.code).toBe('NOT_AUTHENTICATED');
  });

  it('an admin token that was stolen is revoked with what it has made', async () => {
    const { token } = await app.adminToken(['clients'], { name: 'Lost laptop' });
    const facts = { name: 'By the thief', scopes: ['a'], audiences: ['b'] };
    const { client_id } = (await app.admin('POST', '/clients', facts, token)).json;
    await consolePage.show('/tokens', 'Admin tokens');
    await consolePage.row('Lost laptop').getByRole('button', { name: 'Revoke' }).click();
    await consolePage.page.getByLabel('Another person had this token').check();
    await consolePage.dialog.getByRole('textbox').fill('Lost laptop');
    await consolePage.pressInDialog('Revoke');
    await consolePage.says('Disabled: clients: 1.');
    expect((await app.admin('GET', `/clients/${client_id}`)).json.active).toBe(false);
  });

  it('the signing key is rotated', async () => {
    const before = (await app.admin('GET', '/keys')).json.keys.length;
    await consolePage.show('/keys', 'Signing keys');
    await consolePage.press('Rotate the key');
    await consolePage.pressInDialog('Rotate the key');
    await consolePage.says('A new key was made.');
    await consolePage.rows(before + 1);
  });

  it('a file is checked, imported, and taken back', async () => {
    const emails = [newEmail(), newEmail()];
    const lines = [...emails.map((email) => JSON.stringify({ email })), '{"email":"not an address"}', 'no JSON'];
    const file = { name: 'users.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(lines.join('\n')) };
    await consolePage.show('/import', 'Import');
    await consolePage.page.locator('input[type=file]').setInputFiles(file);
    await consolePage.press('Check the file');
    await consolePage.row('INVALID_EMAIL').waitFor();
    expect((await app.admin('GET', `/users?email=${emails[0]}`)).json.users).toEqual([]);
    await consolePage.press('Import 2 users');
    await consolePage.says('Result of the import');
    expect((await app.admin('GET', `/users?email=${emails[1]}`)).json.users).toHaveLength(1);
    const batch = new URL(consolePage.page.url()).searchParams.get('batch') ?? '';
    // A colleague finds it in the list later.
    await consolePage.show('/import', 'Import');
    const row = consolePage.row(batch);
    await row.getByText('ADMIN_TOKEN').waitFor();
    expect(await checkedBrowser.inspect('console-imports', consolePage.page)).toEqual([]);
    await row.getByRole('button', { name: 'Undo the import' }).click();
    await consolePage.dialog.getByRole('textbox').fill(batch);
    await consolePage.pressInDialog('Undo the import');
    await consolePage.says('2 users were removed, 0 were kept.');
    await row.getByRole('button').waitFor({ state: 'detached' });
    expect((await app.admin('GET', `/users?email=${emails[1]}`)).json.users).toEqual([]);
    expect(checkedBrowser.complaints).toEqual([]);
  });

  const choose = (name: string, text: string | Buffer) =>
    consolePage.page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) });
  const readAs = (column: string) => consolePage.page.getByLabel(`Read ${column} as`);

  it('a table is imported with the columns that the reader chooses, and its users keep their passwords', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const hash = await bcrypt(PASSWORD, { cost: 10 });
    const table = `Kunde;E-Mail;password;Vorname\n1;${email};${hash};Ada\n2;${other};${hash};\n3;no address;;\n`;
    await consolePage.show('/import', 'Import');
    await choose('kunden.csv', table);
    await consolePage.row('E-Mail').waitFor();
    expect(await readAs('E-Mail').inputValue()).toBe('email');
    expect(await readAs('password').inputValue()).toBe('password_hash');
    expect(await readAs('Vorname').inputValue()).toBe('');
    expect(await consolePage.page.getByText(hash).count()).toBe(0);
    await readAs('Vorname').selectOption('metadata.Vorname');
    await consolePage.press('Check the file');
    await consolePage.row('INVALID_EMAIL').waitFor();
    await consolePage.row('record 3').first().waitFor();
    expect((await app.admin('GET', `/users?email=${email}`)).json.users).toEqual([]);
    await consolePage.press('Import 2 users');
    await consolePage.says('Result of the import');
    const signedIn = await app.post('/api/auth/user/login', { email, password: PASSWORD });
    expect(JSON.parse(signedIn.json.metadata)).toEqual({ Vorname: 'Ada' });
    expect(checkedBrowser.complaints).toEqual([]);
  });

  it('a table with unknown headers needs the column of the address first', async () => {
    const email = newEmail();
    await consolePage.show('/import', 'Import');
    await choose('unknown.csv', `A1,B2\n${email},x\n`);
    await consolePage.says('Choose the column that has the email address.');
    expect(await consolePage.button('Check the file').isDisabled()).toBe(true);
    await readAs('B2').selectOption('email');
    await readAs('A1').selectOption('email');
    expect(await readAs('B2').inputValue()).toBe('');
    await consolePage.press('Check the file');
    await consolePage.button('Import 1 users').waitFor();
    await readAs('B2').selectOption('metadata.B2');
    await consolePage.button('Import 1 users').waitFor({ state: 'detached' });
    expect(checkedBrowser.complaints).toEqual([]);
  });

  it('a table that cannot be read is refused by name', async () => {
    await consolePage.show('/import', 'Import');
    await choose('twice.csv', 'email,email\n');
    await consolePage.says('The header has the column "email" twice: rename one.');
    await choose('wide.csv', Buffer.from('\ufeffemail\n', 'utf16le'));
    await consolePage.says('it is UTF-16, not UTF-8: save it as UTF-8');
    expect(checkedBrowser.complaints).toEqual([]);
  });

  it('the file of a product is read in its own form, with what does not come along', async () => {
    const file = readFileSync(join(__dirname, '../cli/sources/keycloak-users.json'));
    await consolePage.show('/import', 'Import');
    await choose('realm.json', file);
    await consolePage.says('Choose where the file comes from.');
    await consolePage.page.getByLabel('Where the file comes from').selectOption('keycloak');
    await consolePage.press('Check the file');
    await consolePage.says('Result of the check');
    await consolePage.page.getByRole('table', { name: 'Left out' }).waitFor();
    await consolePage.page.getByRole('button', { name: /^Import \d+ users$/ }).click();
    await consolePage.says('Result of the import');
    const { users } = (await app.admin('GET', '/users?limit=100')).json;
    expect(
      users.some(({ metadata }: { metadata: string }) => metadata.includes('old_id') || metadata.includes('username')),
    ).toBe(true);
    expect(checkedBrowser.complaints).toEqual([]);
  });

  describe('a sign-in', () => {
    it('is refused with a wrong token, and the cookie is worthless after the sign-out', async () => {
      const other = await ConsolePage.open(app, checkedBrowser);
      await other.field('Admin token').fill(`adm_${'x'.repeat(43)}`);
      await other.press('Sign in');
      await other.says('NOT_AUTHENTICATED');
      await other.signIn(ADMIN_TOKEN);
      const [cookie] = await other.page.context().cookies();
      await other.press('Sign out');
      await other.title('Sign in to the console');
      const headers = { cookie: `${cookie?.name}=${cookie?.value}` };
      const answer = await app.service.call('GET', '/api/admin/users', { headers });
      expect(answer.json.code).toBe('NOT_AUTHENTICATED');
      await other.close();
    });

    it('by a password and a code acts in the name of the user, and its end leaves no session of the user', async () => {
      const user = await administrator(app, ['read']);
      const other = await ConsolePage.open(app, checkedBrowser, '/keys');
      await other.page.getByText('As a user').click();
      await other.field('Email').fill(user.email);
      await other.page.getByLabel(/^Password/).fill(PASSWORD);
      await other.press('Sign in');
      await other.field('Code').fill('000000');
      await other.press('Sign in');
      await other.says('INVALID_CODE');
      await other.field('Code').fill(await codeOf(app, user.secret, 1));
      await other.press('Sign in');
      await other.title('Signing keys');
      await other.says(`Signed in as ${user.email}`);
      const sessions = async () => (await app.admin('GET', `/users/${user.uid}/sessions`)).json.sessions.length;
      expect(await sessions()).toBe(2);
      await other.press('Sign out');
      await app.service.until(async () => (await sessions()) === 1);
      await other.close();
    });

    it('with few scopes shows only what they allow', async () => {
      const { email, uid } = await created();
      const { token } = await app.adminToken(['read']);
      const other = await ConsolePage.signedIn(app, checkedBrowser, token);
      const links = await other.page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents();
      expect(links).toEqual([
        ...[
          'Overview',
          'Users',
          'Events',
          'Emails',
          'Branding',
          'API keys',
          'Admin tokens',
          'Signing keys',
          'Checks',
          'Settings',
        ],
      ]);
      await other.show('/users', 'Users');
      expect(await other.page.getByText('Create a user').count()).toBe(0);
      await other.show(`/users/${uid}/actions`, email);
      await other.says('Your scopes do not allow any of these actions.');
      await other.close();
    });

    it('that ends in the middle of a form is renewed above it, and nothing typed is lost', async () => {
      const { token } = await app.adminToken(['read', 'write']);
      const other = await ConsolePage.signedIn(app, checkedBrowser, token);
      const email = newEmail();
      await other.show('/users/new', 'Create a user');
      await other.field('Email').fill(email);
      const { id } = (await app.admin('GET', '/tokens?limit=200')).json.tokens.find(
        ({ name, scopes }: { name: string; scopes: string[] }) => name === 'read,write' && scopes.length === 2,
      );
      await app.admin('DELETE', `/tokens/${id}`);
      await other.press('Create a user');
      await other.dialog.getByText('Your session has ended').waitFor();
      await other.dialog.getByLabel('Admin token').fill(ADMIN_TOKEN);
      await other.pressInDialog('Sign in');
      await other.title(email);
      await other.close();
    });
  });

  it('is usable by the keyboard alone', async () => {
    const email = newEmail();
    const other = await ConsolePage.open(app, checkedBrowser);
    const { keyboard } = other.page;
    const focus = () =>
      other.page.evaluate<string>(`
      const { activeElement: here } = document;
      here.getAttribute('aria-label') ?? here.labels?.[0]?.textContent ?? here.textContent`);
    /** Moves the focus by Tab to the element with this name. */
    const tabTo = async (name: RegExp) => {
      for (let steps = 0; steps < 40 && !name.test(await focus()); steps++) await keyboard.press('Tab');
      expect(await focus()).toMatch(name);
    };
    /** Waits until the page has moved the focus to the element with this name: a dialog does so after it has appeared. */
    const focusOn = async (name: string) => {
      for (let turns = 0; turns < 100 && (await focus()) !== name; turns++) await sleep(50);
      expect(await focus()).toBe(name);
    };
    await tabTo(/^Admin token( \*)?$/);
    await keyboard.type(ADMIN_TOKEN);
    await keyboard.press('Enter');
    await other.title('Overview');
    await keyboard.press('Tab');
    await tabTo(/^Users$/);
    await keyboard.press('Enter');
    await other.title('Users');
    await focusOn('Users');
    await tabTo(/^Create a user$/);
    await keyboard.press('Enter');
    await other.title('Create a user');
    await tabTo(/^Email( \*)?$/);
    await keyboard.type(email);
    await keyboard.press('Enter');
    await other.title(email);
    await tabTo(/^Actions$/);
    await keyboard.press('Enter');
    await other.button('Delete the user').waitFor();
    await tabTo(/^Delete the user$/);
    await keyboard.press('Enter');
    await other.dialog.waitFor();
    await keyboard.press('Escape');
    await other.dialog.waitFor({ state: 'detached' });
    await focusOn('Delete the user');
    await keyboard.press('Enter');
    await focusOn(`Type ${email} to confirm`);
    await keyboard.type(email);
    await keyboard.press('Enter');
    await other.title('Users');
    await other.close();
    expect(checkedBrowser.complaints).toEqual([]);
  });

  it('asks for a new sign-in after half an hour without a request', async () => {
    const other = await ConsolePage.signedIn(app, checkedBrowser);
    await other.show('/tokens', 'Admin tokens');
    await app.advance(IDLE);
    await other.follow('Signing keys');
    await other.dialog.getByText('Your session has ended').waitFor();
    await other.close();
  });
});
