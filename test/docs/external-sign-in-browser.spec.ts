import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { describeInBrowser, launchBrowser } from '../support/browser/browser.js';
import { silentCodes } from '../support/docs/failures.js';
import { RecipeProject } from '../support/docs/recipe.js';
import { codeOf } from '../support/factors/totp.js';
import { type Account, Idp } from '../support/idp/idp.js';
import { type AddedProvider, addProvider } from '../support/idp/providers.js';
import { App, newEmail } from '../support/service/app.js';
import { codeIn, MailServer } from '../support/service/mail-server.js';

/** Workspace accounts, for whose addresses Google may speak. */
const googleAccount = (): Account => {
  const email = newEmail();
  return { sub: email.split('@')[0], email, email_verified: true, hd: 'example.com' };
};

describeInBrowser('the guide to external sign-in', () => {
  let server: Server;
  let app: App;
  let mail: MailServer;
  let project: RecipeProject;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let google: AddedProvider;
  let apple: AddedProvider;
  let company: AddedProvider;
  let origin: string;
  const idp = new Idp();
  beforeAll(async () => {
    let script = '';
    server = createServer((request, response) => {
      if (request.url === '/main.js') response.setHeader('content-type', 'text/javascript').end(script);
      else response.setHeader('content-type', 'text/html').end('<body><script type="module" src="/main.js"></script>');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    [mail] = await Promise.all([MailServer.start(), idp.start()]);
    app = await App.start({ CORS_ORIGINS: origin, APP_URL: origin, SMTP_URL: mail.url });
    google = await addProvider(app, idp, 'google');
    apple = await addProvider(app, idp, 'apple');
    company = await addProvider(app, idp, 'oidc');
    project = new RecipeProject(['docs/external-sign-in.md'], [['http://localhost:3000', app.service.url]]);
    script = readFileSync(project.bundle(['external-sign-in/src/main'], 'browser'), 'utf8');
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    server.close().closeAllConnections();
    project.remove();
    await app.stop();
    await idp.stop();
    await mail.stop();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
    await page.goto(origin);
  });
  afterEach(() => context.close());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const shows = (text: string) => page.getByText(text).waitFor();

  async function answer(label: string, input: string): Promise<void> {
    await page.getByLabel(label).fill(input);
    await press('Continue');
  }

  /** Presses a button of the app, and chooses an account on the page of the provider. */
  async function choose(button: string, { idp: provider }: AddedProvider, account: Account): Promise<void> {
    await provider.addAccount(account);
    await press(button);
    await page.waitForURL(`${provider.origin}/**`);
    await answer('Account', account.email ?? account.sub);
  }

  it('signs up with Google, and signs in again, without a code in the address bar', async () => {
    const account = googleAccount();
    await choose('Continue with Test google', google, account);
    await shows(`Signed in as ${account.email}`);
    expect([page.url(), await page.evaluate('sessionStorage.length')]).toEqual([`${origin}/`, 0]);
    await press('Sign out');
    // Google knows the browser by now, and shows no page.
    await press('Continue with Test google');
    await shows(`Signed in as ${account.email}`);
    const { users } = (await app.admin('GET', `/users?email=${encodeURIComponent(account.email)}`)).json;
    expect(users).toMatchObject([{ email_verified: true, email_proved: true, has_password: false }]);
  });

  it('says that the visitor has cancelled', async () => {
    await press('Continue with Test google');
    await press('Cancel');
    await shows('You have cancelled the sign-in.');
    expect(page.url()).toBe(`${origin}/`);
  });

  it('signs in with Apple, which answers by a form', async () => {
    const email = newEmail();
    await choose('Continue with Test apple', apple, { sub: email, email, email_verified: 'true', name: 'Ada Byron' });
    await shows(`Signed in as ${email}`);
  });

  it('asks for the second factor of the user before it links Google', async () => {
    const user = await app.signUp();
    await app.prove(user.uid);
    const { token } = (await app.login(user.email, user.password)).json;
    const added = (await app.post('/api/auth/user/mfa/totp', {}, { token })).json;
    const code = await codeOf(app, added.secret);
    await app.post(`/api/auth/user/mfa/totp/${added.factor_id}/confirm`, { code }, { token });

    await choose('Continue with Test google', google, { ...googleAccount(), email: user.email });
    await answer('Code of your authenticator app', '000000');
    await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
    expect(await app.sql('SELECT 1 AS one FROM identities WHERE uid = ?', [user.uid])).toEqual([]);
    await answer('Code of your authenticator app', await codeOf(app, added.secret, 1));
    await shows(`Signed in as ${user.email}`);
    await page.getByRole('button', { name: `Unlink ${google.id} (${user.email})` }).waitFor();
  });

  it('confirms an address for which the provider cannot speak by a code', async () => {
    const email = newEmail();
    await choose('Continue with Test oidc', company, { sub: email, email, email_verified: true });
    await page.getByLabel('Code from the email').waitFor();
    await answer('Code from the email', codeIn(await mail.letterWith(email, /^\d{6}$/m)));
    await shows(`Signed in as ${email}`);
  });

  it('asks for an address when the provider has given none', async () => {
    const email = newEmail();
    await choose('Continue with Test oidc', company, { sub: email });
    await answer('Your email', email);
    await page.getByLabel('Code from the email').waitFor();
    await answer('Code from the email', codeIn(await mail.letterWith(email, /^\d{6}$/m)));
    await shows(`Signed in as ${email}`);
  });

  it('links another identity, signs in with it, and unlinks it', async () => {
    const [account, other] = [googleAccount(), googleAccount()];
    await choose('Continue with Test google', google, account);
    await shows(`Signed in as ${account.email}`);
    await choose('Link Test apple', apple, { ...other, email_verified: 'true' });
    await shows(`Signed in as ${account.email}`);
    const unlink = `Unlink ${apple.id} (${other.email})`;
    await page.getByRole('button', { name: unlink }).waitFor();
    await press('Sign out');
    await press('Continue with Test apple');
    await shows(`Signed in as ${account.email}`);
    await press(unlink);
    await page.getByRole('button', { name: unlink }).waitFor({ state: 'detached' });
  });

  it('proves the email by a code before it links an identity to an account with a password', async () => {
    const user = await app.signUp();
    const { uid, token: access, refresh_token: refresh } = (await app.login(user.email, user.password)).json;
    const tokens = JSON.stringify({ uid, access, refresh, life: 900, since: Date.now() });
    await page.evaluate(`localStorage.setItem('latchkey ${app.service.url}', '${tokens}')`);
    await page.reload();
    await press('Link Test google');
    await answer('Code from the email', codeIn(await mail.letterWith(user.email, /^\d{6}$/m)));
    await page.waitForURL(`${google.idp.origin}/**`);
  });

  /** Each endpoint that the page calls when it is opened, or when the button with this name is pressed. */
  it.each([
    ['get /api/auth/external/providers', ''],
    ['post /api/auth/external/{id}/start', 'Continue with Test google'],
  ])('shows a message for each code of %s', async (endpoint, button) => {
    const provoke = async (mock: () => Promise<void>) => {
      await page.goto(origin);
      if (button !== '') await page.getByRole('button', { name: button }).waitFor();
      await mock();
      if (button === '') await page.reload();
      else await press(button);
    };
    const shown = (code: string) => page.getByText(`This is the message of ${code}.`);
    expect(await silentCodes(app, page, endpoint, provoke, shown)).toEqual([]);
  });

  it('shows a message or the next step for each code of the exchange', async () => {
    const account = googleAccount();
    await choose('Continue with Test google', google, account);
    await press('Sign out');
    const exchange = async (mock: () => Promise<void>) => {
      await page.goto(origin);
      await mock();
      // Google knows the browser by now, and shows no page.
      await press('Continue with Test google');
    };
    const steps: Record<string, string> = {
      EMAIL_CONFIRMATION_REQUIRED: 'Your email',
      MFA_REQUIRED: 'Code of your authenticator app',
    };
    const shown = (code: string) => {
      const label = steps[code];
      if (label !== undefined) return page.getByLabel(label);
      return page.getByText(
        /The sign-in failed|This account is disabled|have no account|another account|must have|cancelled/,
      );
    };
    expect(await silentCodes(app, page, 'post /api/auth/external/token', exchange, shown)).toEqual([]);
  });
});
