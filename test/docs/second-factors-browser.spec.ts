import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { App, PASSWORD, type SignedUp } from '../support/app.js';
import { describeInBrowser, launchBrowser, VirtualAuthenticator } from '../support/browser.js';
import { RecipeProject } from '../support/docs/recipe.js';
import { codeOf } from '../support/totp.js';

/** The default of `REAUTH_MAX_AGE`. */
const REAUTH_SECONDS = 600;

describeInBrowser('the guide to second factors', () => {
  let server: Server;
  let app: App;
  let project: RecipeProject;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let authenticator: VirtualAuthenticator;
  let user: SignedUp;
  beforeAll(async () => {
    let script = '';
    server = createServer((request, response) => {
      if (request.url === '/main.js') response.setHeader('content-type', 'text/javascript').end(script);
      else response.setHeader('content-type', 'text/html').end('<body><script type="module" src="/main.js"></script>');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    app = await App.start({ CORS_ORIGINS: origin, APP_URL: origin });
    project = new RecipeProject(['docs/second-factors.md'], [['http://localhost:3000', app.service.url]]);
    script = readFileSync(project.bundle(['second-factors/src/main'], 'browser'), 'utf8');
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    server.close().closeAllConnections();
    project.remove();
    await app.stop();
  });
  beforeEach(async () => {
    user = await app.signUp();
    await app.prove(user.uid);
    context = await browser.newContext();
    page = await context.newPage();
    authenticator = await VirtualAuthenticator.add(page);
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}`);
  });
  afterEach(() => context.close());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const showsAccount = () => page.getByRole('heading', { name: user.email }).waitFor();

  async function signIn(): Promise<void> {
    await page.getByLabel('Email').fill(user.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await press('Sign in');
  }

  /** Types the code of the app that the page shows, and confirms its recovery codes. Returns the secret and the codes. */
  async function addShownApp(): Promise<{ secret: string; codes: string[] }> {
    const secret = (await page.locator('code').textContent()) ?? '';
    expect(await page.locator('figure svg').count()).toBe(1);
    await page.getByLabel('Code of the app').fill(await codeOf(app, secret));
    await press('Add');
    const codes = ((await page.locator('pre').textContent()) ?? '').split('\n');
    await press('Done');
    await showsAccount();
    return { secret, codes };
  }

  it('shows why a sign-in failed, adds an app, and signs in by its code and by a recovery code', async () => {
    await page.getByLabel('Email').fill(user.email);
    await page.getByLabel('Password').fill('wrong');
    await press('Sign in');
    await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
    await signIn();
    await showsAccount();
    await press('Add an app');
    const { secret, codes } = await addShownApp();
    expect(codes).toHaveLength(10);
    for (const proof of [await codeOf(app, secret, 1), codes[0] ?? '']) {
      await press('Sign out');
      await signIn();
      await page.getByLabel('Code of your app').fill(proof);
      await press('Continue');
      await showsAccount();
    }
  });

  it('adds a passkey, and signs in by it', async () => {
    await signIn();
    await showsAccount();
    await press('Add a passkey');
    await app.service.until(async () => (await authenticator.userNames()).length === 1);
    await showsAccount();
    await press('Sign out');
    // The simulated authenticator answers the autofill of the form at once.
    await showsAccount();
  });

  it('adds the app that an administrator requires', async () => {
    await app.admin('PATCH', `/users/${user.uid}`, { mfa: 'required' });
    await signIn();
    await addShownApp();
  });

  it('asks for the password again before it adds a factor long after the sign-in', async () => {
    await signIn();
    await showsAccount();
    await app.advance(REAUTH_SECONDS + 1);
    await press('Add an app');
    await page.getByLabel('Your password').fill(PASSWORD);
    await press('Continue');
    await addShownApp();
  });
});
