import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckedBrowser, describeInBrowser } from '../support/browser/browser.js';
import { ConsolePage } from '../support/browser/console-page.js';
import { newApiKey, newClient, newKey, SigningClient, WITH_KEYS } from '../support/machines/clients.js';
import { ADMIN_TOKEN, newEmail, PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';
import { Receiver } from '../support/service/webhooks.js';

const FIRST_LOAD_BYTES = 250_000;
const WIDTHS = [390, 1024, 1600];
/** A color of the page in each scheme, and an action that is too pale in the light one. */
const THEME = `:root { --lk-page: #fff7ed; --lk-action: #9ca3af }
  @media (prefers-color-scheme: dark) { :root { --lk-page: #1c1917; --lk-action: #fde68a; --lk-on-action: #1c1917 } }`;
/** What a stranger could type where a page might show it as HTML. */
const SCRIPT = '<img src=x onerror=alert(1)><script>alert(2)</script>';

describeInBrowser('the console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-branding-'));
  writeFileSync(join(folder, 'theme.css'), THEME);
  mkdirSync(join(folder, 'texts'));
  writeFileSync(join(folder, 'texts', 'de.json'), '{ "signInTitle": "Willkommen bei {app}" }');
  afterAll(() => rmSync(folder, { recursive: true }));
  const { app } = useMail({ ...WITH_KEYS, CONSOLE: 'on', WEBHOOK_NETWORKS: '127.0.0.1', BRANDING_DIR: folder });
  let checkedBrowser: CheckedBrowser;
  let consolePage: ConsolePage;
  let receiver: Receiver;
  let alerts = 0;

  beforeAll(async () => {
    [checkedBrowser, receiver] = await Promise.all([CheckedBrowser.start(), new Receiver().listen()]);
    consolePage = await ConsolePage.signedIn(app, checkedBrowser);
    consolePage.page.on('dialog', async (dialog) => {
      alerts += 1;
      await dialog.dismiss();
    });
  });
  afterAll(() => Promise.all([checkedBrowser.stop(), receiver.stop()]));
  beforeEach(() => {
    checkedBrowser.complaints.length = 0;
    alerts = 0;
  });

  let user: { email: string; uid: string };
  let webhook: string;
  let client: string;
  let signing: string;
  beforeAll(async () => {
    const email = newEmail();
    const metadata = JSON.stringify({ name: SCRIPT });
    const { uid } = (await app.admin('POST', '/users', { email, password: PASSWORD, metadata })).json;
    user = { email, uid };
    await app.service.call('POST', '/api/auth/user/login', {
      body: { email: user.email, password: PASSWORD },
      headers: { 'user-agent': SCRIPT },
    });
    await app.post('/api/auth/magic-link', { email: user.email });
    const body = { url: receiver.url, types: ['*'], description: SCRIPT };
    webhook = (await app.admin('POST', '/webhooks', body)).json.webhook_id;
    const issuer = 'http://localhost:9';
    const provider = {
      id: 'corp',
      kind: 'oidc',
      name: SCRIPT,
      issuer,
      client_id: SCRIPT,
      client_secret: 'x'.repeat(32),
    };
    expect((await app.admin('POST', '/providers', provider)).status).toBe(200);
    await app.adminToken(['read'], { name: SCRIPT });
    client = (await newClient(app, { name: SCRIPT })).client_id;
    signing = (await SigningClient.make(app, newKey('ES256', SCRIPT), { name: 'Signing' })).client_id;
    await app.sql('UPDATE clients SET expires_at = 1 WHERE client_id = ?', [signing]);
    const { token } = (await app.login(email, PASSWORD)).json;
    await newApiKey(app, { token }, { name: SCRIPT });
    const { key_id } = await newApiKey(app, { token });
    await app.sql('UPDATE api_keys SET expires_at = created_at WHERE key_id = ?', [key_id]);
  });

  const ofUser = (tab: string) => [`user-${tab}`, () => `/users/${user.uid}/${tab}`, () => user.email] as const;
  const fixed = (path: string, title: string) => [path.slice(1) || 'overview', () => path, () => title] as const;
  const PAGES = [
    fixed('/', 'Overview'),
    fixed('/?range=hours', 'Overview'),
    fixed('/users', 'Users'),
    fixed('/users/new', 'Create a user'),
    ...['profile', 'sessions', 'factors', 'identities', 'api-keys', 'claims', 'events', 'emails', 'actions'].map(
      ofUser,
    ),
    fixed('/events', 'Events'),
    fixed('/emails', 'Emails'),
    fixed('/emails/templates', 'Emails'),
    fixed('/emails/templates?kind=email-code&view=text', 'Emails'),
    fixed('/emails/templates?kind=unknown', 'Emails'),
    fixed('/branding', 'Branding'),
    fixed('/branding?language=ar', 'Branding'),
    fixed('/webhooks', 'Webhooks'),
    fixed('/webhooks/new', 'Create a webhook'),
    ['webhook-deliveries', () => `/webhooks/${webhook}`, () => 'Webhook'],
    ['webhook-settings', () => `/webhooks/${webhook}?tab=settings`, () => 'Webhook'],
    ['webhook-actions', () => `/webhooks/${webhook}?tab=actions`, () => 'Webhook'],
    fixed('/providers', 'Providers'),
    fixed('/providers/new', 'Add a provider'),
    ['provider', () => '/providers/corp', () => SCRIPT],
    fixed('/clients', 'Clients'),
    fixed('/clients/new', 'Create a client'),
    ['client-secrets', () => `/clients/${client}`, () => SCRIPT],
    ['client-actions', () => `/clients/${client}?tab=actions`, () => SCRIPT],
    ['client-keys', () => `/clients/${signing}`, () => 'Signing'],
    ['client-settings', () => `/clients/${signing}?tab=settings`, () => 'Signing'],
    fixed('/api-keys', 'API keys'),
    fixed('/tokens', 'Admin tokens'),
    fixed('/keys', 'Signing keys'),
    fixed('/import', 'Import'),
    fixed('/checks', 'Checks'),
    fixed('/checks?status=fail', 'Checks'),
    fixed('/settings', 'Settings'),
    fixed('/settings?search=NO_SUCH', 'Settings'),
    fixed('/nowhere', 'Page not found'),
  ] as const;

  it.each(PAGES)(
    'the page %s is accessible, fits its width, and runs no text as a script',
    async (name, path, title) => {
      await consolePage.visit(path(), title());
      expect(await checkedBrowser.inspect(`console-${name.replace(/\W/g, '-')}`, consolePage.page, WIDTHS)).toEqual([]);
      expect(await consolePage.page.locator('main img, main script').count()).toBe(0);
      expect([checkedBrowser.complaints, alerts]).toEqual([[], 0]);
    },
  );

  it.each([
    ['/clients', 'Clients', 'clients'],
    ['/checks', 'Checks', 'checks'],
    ['/settings', 'Settings', 'settings'],
    ['/emails/templates', 'Emails', 'templates'],
  ])('the page %s shows that it loads, then the failure, and works after another try', async (path, title, address) => {
    const pattern = `**/api/admin/${address}`;
    let fail = () => {};
    const failing = new Promise<void>((done) => {
      fail = done;
    });
    const body = JSON.stringify({ code: 'UNAVAILABLE', message: 'The database cannot be reached.' });
    await consolePage.page.route(pattern, async (route) => {
      await failing;
      await route.fulfill({ status: 400, contentType: 'application/json', body });
    });
    const name = `console-${address.replace('/', '-')}`;
    await consolePage.go(path);
    await consolePage.title(title);
    await consolePage.says('Loading…');
    expect(await checkedBrowser.inspect(`${name}-loading`, consolePage.page, WIDTHS)).toEqual([]);
    fail();
    await consolePage.says('The database cannot be reached.');
    expect(await checkedBrowser.inspect(`${name}-failed`, consolePage.page, WIDTHS)).toEqual([]);
    await consolePage.page.unroute(pattern);
    await consolePage.press('Try again');
    await consolePage.page.getByText('UNAVAILABLE').waitFor({ state: 'detached' });
    await consolePage.settled();
    expect(checkedBrowser.complaints).toEqual([]);
  });

  it('the page about the branding shows the sign-in page in both schemes and each language, and signs no one in', async () => {
    const before = app.service.requests.length;
    await consolePage.show('/branding?language=de', 'Branding');
    const { page } = consolePage;
    await consolePage.says('theme.css, light: --lk-on-action on --lk-action has a contrast of 2.5 to 1');
    await page.locator('.branded-page h1', { hasText: 'Willkommen bei Latchkey' }).nth(1).waitFor();
    const colors = `[...document.querySelectorAll('.branded-page')].map((each) => getComputedStyle(each).backgroundColor)`;
    expect(await page.evaluate(colors)).toEqual(['rgb(255, 247, 237)', 'rgb(28, 25, 23)']);
    const cards = `[...document.querySelectorAll('.branded-card')].map((each) => getComputedStyle(each).backgroundColor)`;
    expect(await page.evaluate(cards)).toEqual(['rgb(255, 255, 255)', 'rgb(39, 39, 42)']);
    const shown = `[...document.querySelectorAll('latchkey-sign-in')].map(({ shadowRoot }) =>
      getComputedStyle(shadowRoot.querySelector('.primary')).backgroundColor)`;
    expect(await page.evaluate(shown)).toEqual(['rgb(156, 163, 175)', 'rgb(253, 230, 138)']);
    await page.frameLocator('iframe.email').getByText('Passwort').first().waitFor();
    const called = app.service.requests.slice(before).map(({ method, route }) => `${method} ${route}`);
    expect(called.filter((each) => !each.startsWith('GET '))).toEqual([]);
    expect(checkedBrowser.complaints).toEqual([]);
  });

  it('the sign-in and the first page need less than 250 kB', async () => {
    const other = await ConsolePage.open(app, checkedBrowser);
    await other.signIn(ADMIN_TOKEN);
    await other.settled();
    const files = `performance.getEntriesByType('resource').reduce((sum, file) => sum + file.encodedBodySize, 0)`;
    expect(await other.page.evaluate(files)).toBeLessThan(FIRST_LOAD_BYTES);
    await other.close();
  });

  it('the page of the sign-in is accessible and fits its width', async () => {
    const other = await ConsolePage.open(app, checkedBrowser);
    expect(await checkedBrowser.inspect('console-sign-in', other.page, WIDTHS)).toEqual([]);
    await other.page.getByText('As a user').click();
    expect(await checkedBrowser.inspect('console-sign-in-user', other.page, WIDTHS)).toEqual([]);
    await other.close();
    expect(checkedBrowser.complaints).toEqual([]);
  });

  it('a dialog is accessible and fits its width', async () => {
    await consolePage.show(`/users/${user.uid}/actions`, user.email);
    await consolePage.press('Delete the user');
    expect(await checkedBrowser.inspect('console-dialog', consolePage.page, WIDTHS)).toEqual([]);
    await consolePage.page.keyboard.press('Escape');
    expect(checkedBrowser.complaints).toEqual([]);
  });

  it('a field that is refused, and a secret that is shown once, are accessible and fit their width', async () => {
    await consolePage.show('/clients/new', 'Create a client');
    await consolePage.field('Name').fill('Stock');
    await consolePage.field('Scopes').fill('stock:read');
    await consolePage.field('Audiences').fill('https://');
    await consolePage.press('Create a client');
    await consolePage.says(/^Audiences must be a list of 1 to 20 names or URIs/);
    expect(await checkedBrowser.inspect('console-client-refused', consolePage.page, WIDTHS)).toEqual([]);
    await consolePage.field('Audiences').fill('stock');
    await consolePage.press('Create a client');
    await consolePage.says('The new secret');
    expect(await checkedBrowser.inspect('console-client-secret', consolePage.page, WIDTHS)).toEqual([]);
    expect(checkedBrowser.complaints).toEqual([]);
  });

  it('each step of the import of a table is accessible, fits its width, and runs no text of a cell as a script', async () => {
    const header = `mail,password_hash,"${SCRIPT.replaceAll('"', '""')}",__proto__,=cmd()`;
    const rows = ['ada', 'bob'].map((name) => `${name}@example.com,no hash,"${SCRIPT}",${'x'.repeat(300)},=1+1`);
    await consolePage.show('/import', 'Import');
    const choose = (name: string, text: string) =>
      consolePage.page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) });
    await choose('users.json', '[]');
    expect(await checkedBrowser.inspect('console-import-source', consolePage.page, WIDTHS)).toEqual([]);
    await choose('unknown.csv', 'A1,B2\n1,2\n');
    await consolePage.row('A1').waitFor();
    expect(await checkedBrowser.inspect('console-import-unknown', consolePage.page, WIDTHS)).toEqual([]);
    await choose(
      `${SCRIPT}.csv`.replaceAll('/', ''),
      [header, ...rows, `ada@example.com,,,,`, 'no address,,,,'].join('\n'),
    );
    await consolePage.row('__proto__').waitFor();
    expect(await checkedBrowser.inspect('console-import-mapping', consolePage.page, WIDTHS)).toEqual([]);
    await consolePage.page.getByLabel(`Read ${SCRIPT} as`).selectOption(`metadata.${SCRIPT}`);
    await consolePage.press('Check the file');
    await consolePage.row('INVALID_EMAIL').waitFor();
    expect(await checkedBrowser.inspect('console-import-failures', consolePage.page, WIDTHS)).toEqual([]);
    await consolePage.press('Import 2 users');
    await consolePage.says('Result of the import');
    expect(await checkedBrowser.inspect('console-import-done', consolePage.page, WIDTHS)).toEqual([]);
    for (const [source, shown] of [
      ['kratos', 'Relying party id of the passkeys'],
      ['firebase', 'Password hash parameters of the project'],
    ] as const) {
      await choose('users.json', '[]');
      await consolePage.page.getByLabel('Where the file comes from').selectOption(source);
      await consolePage.field(shown).waitFor();
      expect(await checkedBrowser.inspect(`console-import-${source}`, consolePage.page, WIDTHS)).toEqual([]);
    }
    expect(await consolePage.page.locator('main img, main script').count()).toBe(0);
    expect([checkedBrowser.complaints, alerts]).toEqual([[], 0]);
  });

  it('the result of the check of a file, and the sign-in above a page, are accessible and fit their width', async () => {
    const file = { name: 'users.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(SCRIPT) };
    await consolePage.show('/import', 'Import');
    await consolePage.page.locator('input[type=file]').setInputFiles(file);
    await consolePage.press('Check the file');
    await consolePage.row('INVALID_REQUEST').waitFor();
    expect(await checkedBrowser.inspect('console-import-checked', consolePage.page, WIDTHS)).toEqual([]);
    await consolePage.page.context().clearCookies();
    await consolePage.press('Check the file');
    await consolePage.dialog.waitFor();
    expect(await checkedBrowser.inspect('console-renewal', consolePage.page, WIDTHS)).toEqual([]);
    expect([checkedBrowser.complaints, alerts]).toEqual([[], 0]);
  });
});
