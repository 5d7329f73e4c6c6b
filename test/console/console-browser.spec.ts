import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { ADMIN_TOKEN, newEmail, PASSWORD } from '../support/app.js';
import { describeInBrowser } from '../support/browser.js';
import { administrator, onceOf } from '../support/console.js';
import { Desk } from '../support/desk.js';
import { Receiver } from '../support/receiver.js';
import { codeOf } from '../support/totp.js';
import { useMail } from '../support/use-mail.js';
import { Viewer } from '../support/viewer.js';

const IDLE = 31 * 60;
/** A German letter with what a letter may not do. */
const HOSTILE = `<p style="color: rgb(1, 2, 3)">Anmelden</p><a href="{{link}}">Weiter</a>
  <script>document.body.textContent = 'ran'</script><img src=x onerror="document.body.textContent = 'ran'">`;

describeInBrowser('the console', () => {
  const templates = mkdtempSync(join(tmpdir(), 'latchkey-templates-'));
  mkdirSync(join(templates, 'de'));
  writeFileSync(join(templates, 'de/magic-link.txt.hbs'), 'Subject: Anmelden bei {{app}}\n\nWeiter:\n{{link}}\n');
  writeFileSync(join(templates, 'de/magic-link.html.hbs'), HOSTILE);
  afterAll(() => rmSync(templates, { recursive: true }));
  const { app, mail } = useMail({ CONSOLE: 'on', WEBHOOK_NETWORKS: '127.0.0.1', MAIL_TEMPLATES_DIR: templates });
  let viewer: Viewer;
  let desk: Desk;
  let receiver: Receiver;

  const created = async (more: object = {}) => {
    const email = newEmail();
    const { uid } = (await app.admin('POST', '/users', { email, password: PASSWORD, ...more })).json;
    return { email, uid: String(uid) };
  };

  beforeAll(async () => {
    [viewer, receiver] = await Promise.all([Viewer.start(), Receiver.start()]);
    desk = await Desk.signedIn(app, viewer);
  });
  afterAll(() => Promise.all([viewer.stop(), receiver.stop()]));
  beforeEach(() => {
    viewer.complaints.length = 0;
  });

  // First, because the link works for five minutes.
  it('is entered by the link of the start, which is good once, and the address does not keep its secret', async () => {
    const once = onceOf(app.service.log);
    const other = await Desk.open(app, viewer, `#once=${once}`);
    await other.title('Overview');
    expect(other.page.url()).not.toContain(once);
    await other.close();
    const thief = await Desk.open(app, viewer, `#once=${once}`);
    await thief.title('Sign in to the console');
    await thief.says('The sign-in did not work');
    await thief.close();
  });

  describe('the list of users', () => {
    it('finds users by the beginning of the email while one types, and the back button leads to the list before', async () => {
      const { email } = await created();
      const other = await created();
      await desk.show('/users', 'Users');
      await desk.page.getByRole('searchbox', { name: 'Search' }).fill(email.toUpperCase());
      await desk.page.waitForURL(/search=/);
      await desk.rows(1);
      await desk.follow(email);
      await desk.title(email);
      await desk.page.goBack();
      await desk.title('Users');
      expect(await desk.page.getByRole('searchbox').inputValue()).toBe(email.toUpperCase());
      await desk.page.goBack();
      await desk.row(other.email).waitFor();
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
      await desk.show(`/users?search=${stamp}`, 'Users');
      await desk.rows(50);
      await desk.press('Next page');
      await desk.rows(1);
      const { path } = desk;
      await desk.go(path);
      await desk.rows(1);
      await desk.page.getByLabel('State').selectOption('disabled');
      await desk.says('No user matches.');
      expect(desk.path).toContain('active=false');
      expect(desk.path).not.toContain('cursor');
    });
  });

  describe('a user', () => {
    it('is created, and then shown', async () => {
      const email = newEmail();
      await desk.show('/users', 'Users');
      await desk.follow('Create a user');
      await desk.field('Email').fill(email);
      await desk.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await desk.press('Create a user');
      await desk.title(email);
      expect((await app.login(email, PASSWORD)).status).toBe(200);
    });

    it('keeps what was typed when it is refused, and names the reason', async () => {
      const { email } = await created();
      await desk.show('/users/new', 'Create a user');
      await desk.field('Email').fill(email);
      await desk.press('Create a user');
      await desk.says('EMAIL_ALREADY_IN_USE');
      expect(await desk.field('Email').inputValue()).toBe(email);
    });

    it('is changed: only the fields that differ are sent', async () => {
      const { email, uid } = await created();
      await desk.show(`/users/${uid}`, email);
      await desk.field('Metadata').fill('{"plan":"gold"}');
      await desk.press('Save');
      await desk.says('Saved.');
      const { metadata } = (await app.admin('GET', `/users/${uid}`)).json;
      expect(metadata).toBe('{"plan":"gold"}');
      expect((await app.events(uid)).map(({ type }) => type)).toEqual(['user.created', 'user.updated']);
    });

    it('is disabled and enabled again', async () => {
      const { email, uid } = await created();
      await desk.show(`/users/${uid}/actions`, email);
      await desk.press('Disable the user');
      await desk.pressInDialog('Disable the user');
      await desk.says(`${email} was disabled.`);
      expect((await app.login(email, PASSWORD)).json.code).toBe('USER_DISABLED');
      await desk.press('Enable the user');
      await desk.says(`${email} was enabled.`);
      expect((await app.login(email, PASSWORD)).status).toBe(200);
    });

    it('is deleted only after the email was typed', async () => {
      const { email, uid } = await created();
      await desk.show(`/users/${uid}/actions`, email);
      await desk.press('Delete the user');
      const typed = desk.dialog.getByRole('textbox');
      await typed.fill('another@example.com');
      await desk.pressInDialog('Delete the user');
      await desk.says('This is not the same text.');
      expect((await app.admin('GET', `/users/${uid}`)).status).toBe(200);
      await typed.fill(email);
      await desk.pressInDialog('Delete the user');
      await desk.title('Users');
      expect((await app.admin('GET', `/users/${uid}`)).json.code).toBe('USER_NOT_FOUND');
    });

    it('gets a link that signs in', async () => {
      const { email, uid } = await created();
      await desk.show(`/users/${uid}/actions`, email);
      await desk.press('Make the link');
      const link = String(await desk.page.locator('.secret-value').textContent());
      expect((await app.follow(link)).location).toContain(uid);
    });

    it('loses its sessions one by one, and all at once', async () => {
      const { email, uid } = await created();
      for (let count = 0; count < 3; count++) await app.login(email, PASSWORD);
      await desk.show(`/users/${uid}/sessions`, email);
      await desk.rows(3);
      await desk.page.getByRole('button', { name: 'End', exact: true }).first().click();
      await desk.rows(2);
      await desk.press('End all sessions');
      await desk.pressInDialog('End all sessions');
      await desk.says('2 sessions were ended.');
      await desk.says('The user has no session.');
    });

    it('loses its second factors for a reason of at least ten characters', async () => {
      const { email, uid } = await created();
      await desk.show(`/users/${uid}/factors`, email);
      await desk.press('Reset the factors');
      const reason = desk.dialog.getByRole('textbox', { name: 'Reason' });
      await reason.fill('short');
      await desk.pressInDialog('Reset the factors');
      await desk.says('Write at least 10 characters.');
      await reason.fill('Lost the phone, called back');
      await desk.pressInDialog('Reset the factors');
      await desk.says('The reset was recorded.');
      const events = await app.events(uid);
      expect(JSON.stringify(events.at(-1)?.data)).toContain('Lost the phone, called back');
    });

    it('has claims that are saved', async () => {
      const { email, uid } = await created();
      await desk.show(`/users/${uid}/claims`, email);
      await desk.field('Claims').fill('{"roles":["editor"]}');
      await desk.page.getByRole('button', { name: 'Save' }).first().click();
      await desk.says('Saved.');
      expect((await app.admin('GET', `/users/${uid}`)).json.claims).toBe('{"roles":["editor"]}');
    });

    it('has letters, and its data can be downloaded', async () => {
      const { email, uid } = await created({ email_verified: true });
      await app.post('/api/auth/magic-link', { email });
      await mail.letterTo(email);
      await desk.show(`/users/${uid}/letters`, email);
      await desk.row('magic-link').waitFor();
      await desk.rows(1);
      await desk.follow('Actions');
      const download = desk.page.waitForEvent('download');
      await desk.press('Export the data');
      expect((await download).suggestedFilename()).toBe(`user-${uid}.json`);
    });
  });

  describe('the events', () => {
    it('appear without a reload, and each has details at an address of its own', async () => {
      const { uid, email } = await created();
      await desk.show(`/events?uid=${uid}`, 'Events');
      await desk.rows(1);
      await app.login(email, PASSWORD);
      await desk.rows(2);
      await desk.press('Show the details of login.succeeded');
      await desk.says(/"session_id"/);
      const { path } = desk;
      await desk.go(path);
      await desk.says(/"session_id"/);
      await desk.follow('What else happened to this user');
      await desk.title(email);
    });

    it('are filtered by their type', async () => {
      const { email, uid } = await created();
      await app.login(email, PASSWORD);
      await desk.show(`/events?uid=${uid}`, 'Events');
      await desk.page.getByLabel('Type').selectOption('login.succeeded');
      await desk.rows(1);
      expect(desk.path).toContain('type=login.succeeded');
    });
  });

  it('a letter that was refused is sent again', async () => {
    const { email } = await created();
    mail.refuse = (recipient) => (recipient === email ? 550 : undefined);
    await app.post('/api/auth/magic-link', { email });
    const letters = async () => (await app.admin('GET', `/messages?recipient=${email}`)).json.messages;
    await app.service.until(async () => (await letters())[0].status === 'failed');
    mail.refuse = () => undefined;
    await desk.show('/letters?status=failed', 'Letters');
    await desk.row(email).getByRole('button', { name: 'Send now' }).click();
    await mail.letterTo(email);
  });

  it('the overview counts what the checks find, and leads to them', async () => {
    // The clock may not move during a run of the overview that was shown before: its time limits would be over.
    await app.admin('GET', '/checks');
    await mail.stop();
    await app.advance(10);
    await desk.show('/', 'Overview');
    await desk.says(/^\d+ failed/);
    await desk.follow('Show the checks');
    await desk.title('Checks');
    await desk.row('does not accept a connection').getByText('failed', { exact: true }).waitFor();
    await desk.page.getByLabel('Status').selectOption('ok');
    await desk.row('migrations').waitFor();
    expect(await desk.row('does not accept a connection').count()).toBe(0);
    expect(desk.path).toBe('/checks?status=ok');
    await desk.page.goBack();
    await desk.row('does not accept a connection').waitFor();
    await mail.open();
    await app.advance(10);
    await desk.press('Check again');
    await desk.row('does not accept a connection').waitFor({ state: 'detached' });
    expect(viewer.complaints).toEqual([]);
  });

  it('the settings in force are found by a part of the name and by their origin, at an address of their own', async () => {
    await desk.show('/settings', 'Settings');
    expect(await desk.page.content()).not.toContain(ADMIN_TOKEN);
    await desk.row('ADMIN_TOKEN').getByText('hidden').waitFor();
    await desk.page.getByRole('searchbox', { name: 'Search' }).fill('console');
    await desk.page.waitForURL(/search=console/);
    await desk.rows(1);
    await desk.page.getByLabel('Set by').selectOption('default');
    await desk.says('No setting matches.');
    const { path } = desk;
    await desk.go(path);
    await desk.says('No setting matches.');
    await desk.page.goBack();
    await desk.rows(1);
  });

  it('a letter is shown as HTML that runs nothing, and as text, in each of its languages', async () => {
    await desk.show('/letters', 'Letters');
    await desk.follow('Templates');
    const frame = desk.page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Sign in to Latchkey' }).waitFor();
    expect(viewer.complaints).toEqual([]);
    await desk.page.getByLabel('Language').selectOption('de');
    await frame.getByText('Anmelden', { exact: true }).waitFor();
    // The style of the letter applies, although the console itself allows no such style.
    const colorOf = (element: unknown) => Object(globalThis).getComputedStyle(element).color;
    expect(await frame.getByText('Anmelden', { exact: true }).evaluate(colorOf)).toBe('rgb(1, 2, 3)');
    expect(viewer.complaints.join()).toContain('sandboxed');
    await frame.getByRole('link', { name: 'Weiter' }).click();
    await frame.getByText('Anmelden', { exact: true }).waitFor();
    await desk.follow('Text');
    await desk.says('https://auth.example.com/link?token=a&b=c');
    await desk.page.getByLabel('Kind of letter').selectOption('password-changed');
    await desk.says('The password of your account');
    expect(desk.path).toBe('/letters/templates?language=de&view=text&kind=password-changed');
    await desk.page.goBack();
    await desk.page.goBack();
    await frame.getByText('Anmelden', { exact: true }).waitFor();
    await desk.page.goBack();
    await frame.getByRole('heading', { name: 'Sign in to Latchkey' }).waitFor();
    await desk.page.goBack();
    await desk.page.waitForURL(/\/letters$/);
  });

  it('a webhook is created, tested, replayed, and deleted', async () => {
    await desk.show('/webhooks', 'Webhooks');
    await desk.follow('Create a webhook');
    const url = `${receiver.url}?console`;
    await desk.field('URL').fill(url);
    await desk.field('Event types').fill('user.*, login.failed');
    await desk.press('Create a webhook');
    expect(await desk.page.locator('.secret-value').textContent()).toMatch(/^whsec_/);
    await desk.follow('To the webhook');
    await desk.follow('Actions');
    await desk.press('Send a test');
    await desk.says(/The receiver answered 204/);
    await created();
    await desk.field('After (an event id, or start)').fill('start');
    await desk.press('Send events again');
    await desk.says(/[1-9]\d* events were queued\./);
    await desk.follow('Deliveries');
    await desk.row('user.created').first().waitFor();
    await desk.follow('Actions');
    await desk.press('Delete the webhook');
    await desk.dialog.getByRole('textbox').fill(url);
    await desk.pressInDialog('Delete the webhook');
    await desk.title('Webhooks');
    expect(await desk.row(url).count()).toBe(0);
  });

  it('a provider is added, tested, changed and deleted', async () => {
    await desk.show('/providers/new', 'Add a provider');
    await desk.field('Id').fill('acme');
    await desk.field('Name').fill('Acme');
    await desk.field('Issuer').fill('http://localhost:9');
    await desk.field('Client id').fill('latchkey');
    await desk.page.getByLabel('Client secret').fill('a secret of the provider');
    await desk.press('Add a provider');
    await desk.title('Acme');
    await desk.press('Test the connection');
    await desk.says('The provider does not work');
    await desk.page.getByLabel('Enabled').uncheck();
    await desk.press('Save');
    await desk.says('Saved.');
    await app.service.until(async () => (await app.admin('GET', '/providers/acme')).json.enabled === false);
    await desk.press('Delete the provider');
    await desk.dialog.getByRole('textbox').fill('acme');
    await desk.pressInDialog('Delete the provider');
    await desk.title('Providers');
    expect((await app.admin('GET', '/providers/acme')).json.code).toBe('PROVIDER_NOT_FOUND');
  });

  it('an admin token is created, shown once, and revoked', async () => {
    await desk.show('/tokens', 'Admin tokens');
    await desk.field('Name of the new token').fill('Backup job');
    await desk.page.getByLabel(/^export:/).check();
    await desk.press('Create an admin token');
    const token = String(await desk.page.locator('.secret-value').textContent());
    expect((await app.admin('GET', '/stats', undefined, token)).status).toBe(200);
    await desk.show('/tokens', 'Admin tokens');
    expect(await desk.page.content()).not.toContain(token);
    await desk.row('Backup job').getByRole('button', { name: 'Revoke' }).click();
    await desk.dialog.getByRole('textbox').fill('Backup job');
    await desk.pressInDialog('Revoke');
    await desk.says('Backup job was revoked.');
    expect((await app.admin('GET', '/stats', undefined, token)).json.code).toBe('NOT_AUTHENTICATED');
  });

  it('the signing key is rotated', async () => {
    const before = (await app.admin('GET', '/keys')).json.keys.length;
    await desk.show('/keys', 'Keys');
    await desk.press('Rotate the key');
    await desk.pressInDialog('Rotate the key');
    await desk.says('A new key was made.');
    await desk.rows(before + 1);
  });

  it('a file is checked, imported, and taken back', async () => {
    const emails = [newEmail(), newEmail()];
    const lines = [...emails.map((email) => JSON.stringify({ email })), '{"email":"not an address"}', 'no JSON'];
    const file = { name: 'users.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(lines.join('\n')) };
    await desk.show('/import', 'Import');
    await desk.page.locator('input[type=file]').setInputFiles(file);
    await desk.press('Check the file');
    await desk.row('INVALID_EMAIL').waitFor();
    expect((await app.admin('GET', `/users?email=${emails[0]}`)).json.users).toEqual([]);
    await desk.press('Import 2 users');
    await desk.says('Result of the import');
    expect((await app.admin('GET', `/users?email=${emails[1]}`)).json.users).toHaveLength(1);
    await desk.go(desk.path);
    const batch = new URL(desk.page.url()).searchParams.get('batch') ?? '';
    await desk.press('Undo the import');
    await desk.dialog.getByRole('textbox').fill(batch);
    await desk.pressInDialog('Undo the import');
    await desk.says('2 users were removed, 0 were kept.');
    expect(viewer.complaints).toEqual([]);
  });

  const choose = (name: string, text: string | Buffer) =>
    desk.page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) });
  const readAs = (column: string) => desk.page.getByLabel(`Read ${column} as`);

  it('a table is imported with the columns that the reader chooses, and its users keep their passwords', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const hash = await bcrypt(PASSWORD, { cost: 10 });
    const table = `Kunde;E-Mail;password;Vorname\n1;${email};${hash};Ada\n2;${other};${hash};\n3;no address;;\n`;
    await desk.show('/import', 'Import');
    await choose('kunden.csv', table);
    await desk.row('E-Mail').waitFor();
    expect(await readAs('E-Mail').inputValue()).toBe('email');
    expect(await readAs('password').inputValue()).toBe('password_hash');
    expect(await readAs('Vorname').inputValue()).toBe('');
    expect(await desk.page.getByText(hash).count()).toBe(0);
    await readAs('Vorname').selectOption('metadata.Vorname');
    await desk.press('Check the file');
    await desk.row('INVALID_EMAIL').waitFor();
    await desk.row('record 3').first().waitFor();
    expect((await app.admin('GET', `/users?email=${email}`)).json.users).toEqual([]);
    await desk.press('Import 2 users');
    await desk.says('Result of the import');
    const signedIn = await app.post('/api/auth/user/login', { email, password: PASSWORD });
    expect(JSON.parse(signedIn.json.metadata)).toEqual({ Vorname: 'Ada' });
    expect(viewer.complaints).toEqual([]);
  });

  it('a table with unknown headers needs the column of the address first', async () => {
    const email = newEmail();
    await desk.show('/import', 'Import');
    await choose('unknown.csv', `A1,B2\n${email},x\n`);
    await desk.says('Choose the column that has the email address.');
    expect(await desk.button('Check the file').isDisabled()).toBe(true);
    await readAs('B2').selectOption('email');
    await readAs('A1').selectOption('email');
    expect(await readAs('B2').inputValue()).toBe('');
    await desk.press('Check the file');
    await desk.button('Import 1 users').waitFor();
    await readAs('B2').selectOption('metadata.B2');
    await desk.button('Import 1 users').waitFor({ state: 'detached' });
    expect(viewer.complaints).toEqual([]);
  });

  it('a table that cannot be read is refused by name', async () => {
    await desk.show('/import', 'Import');
    await choose('twice.csv', 'email,email\n');
    await desk.says('The header has the column "email" twice: rename one.');
    await choose('wide.csv', Buffer.from('\ufeffemail\n', 'utf16le'));
    await desk.says('it is UTF-16, not UTF-8: save it as UTF-8');
    expect(viewer.complaints).toEqual([]);
  });

  it('the file of a product is read in its own form, with what does not come along', async () => {
    const file = readFileSync(join(__dirname, '../cli/sources/keycloak-users.json'));
    await desk.show('/import', 'Import');
    await choose('realm.json', file);
    await desk.says('Choose where the file comes from.');
    await desk.page.getByLabel('Where the file comes from').selectOption('keycloak');
    await desk.press('Check the file');
    await desk.says('Result of the check');
    await desk.page.getByRole('table', { name: 'Left out' }).waitFor();
    await desk.page.getByRole('button', { name: /^Import \d+ users$/ }).click();
    await desk.says('Result of the import');
    const { users } = (await app.admin('GET', '/users?limit=100')).json;
    expect(
      users.some(({ metadata }: { metadata: string }) => metadata.includes('old_id') || metadata.includes('username')),
    ).toBe(true);
    expect(viewer.complaints).toEqual([]);
  });

  describe('a sign-in', () => {
    it('is refused with a wrong token, and the cookie is worthless after the sign-out', async () => {
      const other = await Desk.open(app, viewer);
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
      const other = await Desk.open(app, viewer, '/keys');
      await other.page.getByText('As a user').click();
      await other.field('Email').fill(user.email);
      await other.page.getByLabel(/^Password/).fill(PASSWORD);
      await other.press('Sign in');
      await other.field('Code').fill('000000');
      await other.press('Sign in');
      await other.says('INVALID_CODE');
      await other.field('Code').fill(await codeOf(app, user.secret, 1));
      await other.press('Sign in');
      await other.title('Keys');
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
      const other = await Desk.signedIn(app, viewer, token);
      const links = await other.page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents();
      expect(links).toEqual([
        ...['Overview', 'Users', 'Events', 'Letters', 'Admin tokens', 'Keys', 'Checks', 'Settings'],
      ]);
      await other.show('/users', 'Users');
      expect(await other.page.getByText('Create a user').count()).toBe(0);
      await other.show(`/users/${uid}/actions`, email);
      await other.says('Your scopes do not allow any of these actions.');
      await other.close();
    });

    it('that ends in the middle of a form is renewed above it, and nothing typed is lost', async () => {
      const { token } = await app.adminToken(['read', 'write']);
      const other = await Desk.signedIn(app, viewer, token);
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
    const other = await Desk.open(app, viewer);
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
    expect(viewer.complaints).toEqual([]);
  });

  it('asks for a new sign-in after half an hour without a request', async () => {
    const other = await Desk.signedIn(app, viewer);
    await other.show('/tokens', 'Admin tokens');
    await app.advance(IDLE);
    await other.follow('Keys');
    await other.dialog.getByText('Your session has ended').waitFor();
    await other.close();
  });
});
