import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { describeInBrowser } from '../support/browser/browser.js';
import { endpointsCalledIn } from '../support/docs/documents.js';
import { answerWith, failure, OLD_SESSION, silentCodes, type Walk } from '../support/docs/failures.js';
import { Example } from '../support/docs/recipe.js';
import { codeOf, fencedUser } from '../support/factors/factors.js';
import { find, freePort } from '../support/run/machine.mjs';
import { App, newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { linkIn, MailServer } from '../support/service/mail.js';

describeInBrowser('the examples with pages', () => {
  let port: number;
  let origin: string;
  let mail: MailServer;
  let app: App;
  let browser: Browser;
  let context: BrowserContext;
  let user: SignedUp;
  beforeAll(async () => {
    port = await freePort();
    origin = `http://localhost:${port}`;
    mail = await MailServer.start();
    app = await App.start({ SMTP_URL: mail.url, CORS_ORIGINS: origin });
    browser = await chromium.launch({ executablePath: find('chromium'), args: ['--no-sandbox'] });
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await app.stop();
    await mail.stop();
  });
  beforeEach(async () => {
    user = await app.signUp();
    context = await browser.newContext();
  });
  afterEach(() => context.close());

  describe('with React', () => {
    let example: Example;
    beforeAll(async () => {
      example = new Example('react');
      example.replace('src/auth.ts', 'http://localhost:3000', app.service.url);
      await example.start(origin, {}, '--port', String(port));
    }, 120_000);
    afterAll(() => example.stop());

    async function open(url = origin): Promise<Page> {
      const page = await context.newPage();
      await page.goto(url);
      return page;
    }

    async function signIn(page: Page, password = PASSWORD): Promise<void> {
      await page.getByLabel('Email').fill(user.email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    }

    const showsAccount = (page: Page, email = user.email) => page.getByRole('heading', { name: email }).waitFor();
    const showsForm = (page: Page) => page.getByRole('button', { name: 'Sign in' }).waitFor();

    it('shows why a sign-in failed, signs in, and stays signed in after a reload', async () => {
      const page = await open();
      await signIn(page, 'wrong');
      await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
      await signIn(page);
      await showsAccount(page);
      await page.reload();
      await showsAccount(page);
    });

    const LOGIN = 'post /api/auth/user/login';

    /** How the app makes each of its calls, in an empty page. */
    function walksIn(page: Page): Record<string, Walk> {
      const form = page.getByRole('button', { name: 'Sign in' });
      const secondStep = page.getByLabel('Code of your app');
      const reload = () => page.reload();
      const atForm = async () => {
        await page.goto(origin);
        await page.evaluate('localStorage.clear()');
        await page.reload();
      };
      const atAccount = async () => {
        await atForm();
        await signIn(page);
        await showsAccount(page);
      };
      return {
        [LOGIN]: {
          begin: atForm,
          call: () => signIn(page),
          steps: { MFA_REQUIRED: secondStep, MFA_ENROLMENT_REQUIRED: page.getByText('must have a second factor') },
        },
        'post /api/auth/mfa/verify': {
          begin: async () => {
            await context.unrouteAll();
            await answerWith(context, LOGIN, failure('MFA_REQUIRED'));
            await atForm();
            await signIn(page);
          },
          call: async () => {
            await secondStep.fill('000000');
            await page.getByRole('button', { name: 'Continue' }).click();
          },
          // The message is in the form of the sign-in.
          steps: { INVALID_MFA_TOKEN: page.locator('form:has([type=password])', { hasText: 'of INVALID_MFA_TOKEN.' }) },
        },
        'get /api/auth/user': { begin: atAccount, call: reload },
        'post /api/auth/user/logout': {
          begin: atAccount,
          call: () => page.getByRole('button', { name: 'Sign out' }).click(),
          steps: { NOT_AUTHENTICATED: form, INVALID_REFRESH_TOKEN: form },
          leaves: true,
        },
        'post /api/auth/user/refresh': {
          begin: () => atAccount().then(() => page.evaluate(OLD_SESSION)),
          call: reload,
          steps: { INVALID_REFRESH_TOKEN: form, EXPIRED_JWT: form },
        },
      };
    }

    it.each(endpointsCalledIn('docs/recipes/react.md'))(
      'shows the message or the next step for each code of %s',
      async (endpoint) => {
        const page = await context.newPage();
        expect(await silentCodes(app, page, endpoint, walksIn(page)[endpoint])).toEqual([]);
      },
    );

    it('asks for the second factor, after a password and after a magic link', async () => {
      const { email, secret } = await fencedUser(app);
      const page = await open();
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByLabel('Code of your app').fill(await codeOf(app, secret, 1));
      await page.getByRole('button', { name: 'Continue' }).click();
      await showsAccount(page, email);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await showsForm(page);
      await app.post('/api/auth/magic-link', { email, next_url: `${origin}/magic-link` });
      await page.goto(linkIn(await mail.emailWith(email, /magic-link/)));
      await page.getByLabel('Code of your app').waitFor();
    });

    it('shows its own text for a link that failed', async () => {
      const page = await open(`${origin}/magic-link?error=LINK_EXPIRED&message=Call%20555`);
      await page.getByText('Something went wrong.').waitFor();
    });

    it('signs out in all tabs', async () => {
      const page = await open();
      await signIn(page);
      await showsAccount(page);
      const other = await open();
      await showsAccount(other);
      await other.getByRole('button', { name: 'Sign out' }).click();
      await showsForm(other);
      await showsForm(page);
    });

    it('shows the form after an administrator has ended the session', async () => {
      const page = await open();
      await signIn(page);
      await showsAccount(page);
      await app.disable(user.uid);
      // A disabled user may still read the account, until the access token expires.
      await page.evaluate(OLD_SESSION);
      await page.reload();
      await showsForm(page);
    });

    it('signs in by a magic link on its page, and removes the tokens from the address bar', async () => {
      const email = newEmail();
      await app.post('/api/auth/magic-link', { email, sign_up: true, next_url: `${origin}/magic-link` });
      const page = await open(linkIn(await mail.emailTo(email)));
      await showsAccount(page, email);
      expect(page.url()).toBe(`${origin}/magic-link`);
    });
  });

  describe('with Next.js', () => {
    let example: Example;
    let site: string;
    beforeAll(async () => {
      example = new Example('nextjs');
      const own = await freePort();
      site = `http://localhost:${own}`;
      await example.start(`${site}/sign-in`, { AUTH_URL: app.service.url }, '--port', String(own));
    }, 120_000);
    afterAll(() => example.stop());

    async function signIn(page: Page, email: string, password: string): Promise<void> {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    }

    it('leads to the form, shows why a sign-in failed, signs in, refreshes and signs out', async () => {
      const page = await context.newPage();
      await page.goto(`${site}/account`);
      await page.waitForURL(`${site}/sign-in`);
      await signIn(page, user.email, 'wrong');
      await page.getByRole('alert').filter({ hasText: 'password' }).waitFor();
      await signIn(page, user.email, PASSWORD);
      await page.getByText(user.email).waitFor();
      const [{ value: old } = { value: '' }] = (await context.cookies()).filter(({ name }) => name === 'access');
      // As if the access token had expired.
      await context.clearCookies({ name: 'access' });
      await page.reload();
      await page.getByText(user.email).waitFor();
      expect((await context.cookies()).find(({ name }) => name === 'access')?.value).not.toBe(old);
      await page.goto(site);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL(`${site}/sign-in`);
      expect((await context.cookies()).map(({ name }) => name)).toEqual([]);
    });

    it('asks for the second factor', async () => {
      const { email, secret } = await fencedUser(app);
      const page = await context.newPage();
      await page.goto(`${site}/sign-in`);
      await signIn(page, email, PASSWORD);
      await page.getByLabel('Code of your app').fill('000000');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
      await page.getByLabel('Code of your app').fill(await codeOf(app, secret, 1));
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText(email).waitFor();
    });
  });
});
