import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { describeInBrowser, launchBrowser, VirtualAuthenticator } from '../support/browser/browser.js';
import { silentCodes } from '../support/docs/failures.js';
import { RecipeProject } from '../support/docs/recipe.js';
import { codeOf } from '../support/factors/totp.js';
import { App, PASSWORD, type SignedUp } from '../support/service/app.js';
import { codeIn, MailServer } from '../support/service/mail-server.js';

/** The default of `REAUTH_MAX_AGE`. */
const REAUTH_SECONDS = 600;

describeInBrowser('the guide to second factors', () => {
  let server: Server;
  let origin: string;
  let app: App;
  let mail: MailServer;
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
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    mail = await MailServer.start();
    app = await App.start({ CORS_ORIGINS: origin, APP_URL: origin, SMTP_URL: mail.url });
    project = new RecipeProject(['docs/second-factors.md'], [['http://localhost:3000', app.service.url]]);
    script = readFileSync(project.bundle(['second-factors/src/main'], 'browser'), 'utf8');
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    server.close().closeAllConnections();
    project.remove();
    await app.stop();
    await mail.stop();
  });
  beforeEach(async () => {
    user = await app.signUp();
    await app.prove(user.uid);
    context = await browser.newContext();
    page = await context.newPage();
    authenticator = await VirtualAuthenticator.add(page);
    await page.goto(origin);
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

  /** A user who has proved nothing. */
  const stranger = async () => {
    user = await app.signUp();
  };

  async function proveEmail(): Promise<void> {
    await page.getByText('Please confirm your email').waitFor();
    await page.getByLabel('Email').fill(user.email);
    await press('Send a code');
    await page.getByLabel('Code from the email').fill(codeIn(await mail.letterWith(user.email, /^\d{6}$/m)));
    await press('Continue');
  }

  it('proves the email by a code before the signed-in user adds an app', async () => {
    await stranger();
    await signIn();
    await showsAccount();
    await press('Add an app');
    await proveEmail();
    await addShownApp();
  });

  it('proves the email by a code before the user adds the app that an administrator requires', async () => {
    await stranger();
    await app.admin('PATCH', `/users/${user.uid}`, { mfa: 'required' });
    await signIn();
    await proveEmail();
    await addShownApp();
  });

  const message = () => page.getByRole('alert').filter({ hasText: /./ });
  const mark = () => page.evaluate("document.body.dataset.before = ''");
  /** The form of the sign-in, or the account, in a page that has begun again. */
  const again = () => page.locator('body:not([data-before])').getByRole('button', { name: /^Sign (in|out)$/ });
  const steps: Record<string, () => Locator> = {
    MFA_REQUIRED: () => page.getByLabel('Code of your app'),
    // The token of this test is not accepted, so the sign-in begins again.
    MFA_ENROLMENT_REQUIRED: again,
    REAUTHENTICATION_REQUIRED: () => page.getByLabel('Your password'),
    EMAIL_NOT_VERIFIED: () => page.getByText('Please confirm your email').or(message()),
    INVALID_MFA_TOKEN: again,
    NOT_AUTHENTICATED: again,
  };
  const shown = (code: string) => (steps[code] ?? message)();

  /** A page that begins again cancels the first try. */
  const open = () => page.goto(origin).catch(() => page.goto(origin));

  /** Signs in anew, and presses a button of the account. */
  const fromAccount = (button: string) => async (mock: () => Promise<void>) => {
    await open();
    await page.evaluate('localStorage.clear()');
    await page.reload();
    await signIn();
    await showsAccount();
    await mark();
    await mock();
    await press(button);
  };

  it.each<[string, (mock: () => Promise<void>) => Promise<void>]>([
    [
      'post /api/auth/user/login',
      async (mock) => {
        await open();
        await mark();
        await mock();
        await signIn();
      },
    ],
    ['post /api/auth/user/mfa/totp', fromAccount('Add an app')],
    ['post /api/auth/user/passkeys/options', fromAccount('Add a passkey')],
    [
      'post /api/auth/user/mfa/totp/{factor_id}/confirm',
      async (mock) => {
        await fromAccount('Add an app')(mock);
        await page.getByLabel('Code of the app').fill('000000');
        await press('Add');
      },
    ],
    [
      'get /api/auth/user',
      async (mock) => {
        await fromAccount('Sign out')(mock);
        await signIn();
      },
    ],
  ])('shows a message or the next step for each code of %s', async (endpoint, provoke) => {
    const read = endpoint === 'get /api/auth/user';
    const heading = (code: string) => page.getByRole('heading', { name: code });
    expect(await silentCodes(app, page, endpoint, provoke, read ? heading : shown)).toEqual([]);
  });
});
