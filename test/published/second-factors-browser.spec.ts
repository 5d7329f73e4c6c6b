import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { describeInBrowser, launchBrowser, VirtualAuthenticator } from '../support/browser/browser.js';
import { ScriptPage } from '../support/browser/sites.js';
import { endpointsCalledIn } from '../support/docs/documents.js';
import { answerWith, failure, OLD_SESSION, silentCodes, type Walk } from '../support/docs/failures.js';
import { RecipeProject } from '../support/docs/recipe.js';
import { codeOf } from '../support/factors/factors.js';
import { App, PASSWORD, type SignedUp } from '../support/service/app.js';
import { codeIn, MailServer } from '../support/service/mail.js';

/** The default of `REAUTH_MAX_AGE`. */
const REAUTH_SECONDS = 600;

describeInBrowser('the guide to second factors', () => {
  let served: ScriptPage;
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
    served = await new ScriptPage().listen();
    origin = served.origin;
    mail = await MailServer.start();
    app = await App.start({ CORS_ORIGINS: origin, APP_URL: origin, SMTP_URL: mail.url });
    project = new RecipeProject(['docs/second-factors.md'], [['http://localhost:3000', app.service.url]]);
    served.script = readFileSync(project.bundle(['second-factors/src/main'], 'browser'), 'utf8');
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await served.stop();
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
    await page.getByLabel('Code from the email').fill(codeIn(await mail.emailWith(user.email, /^\d{6}$/m)));
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

  const TOTP = 'post /api/auth/user/mfa/totp';
  const LOGIN = 'post /api/auth/user/login';
  const CODE = 'post /api/auth/email-code';
  const given = (endpoint: string, code: string, more: object = {}) =>
    answerWith(context, endpoint, { status: 400, body: { ...failure(code).body, ...more } });
  const givenApp = () =>
    answerWith(context, TOTP, { status: 200, body: { factor_id: 'f', secret: 'S', uri: 'otpauth://totp/x' } });
  const label = (text: string) => page.getByLabel(text);
  const signInForm = () => page.getByRole('button', { name: 'Sign in', exact: true });
  const secondStep = () => page.getByLabel('Code of your app');
  const newApp = () => page.getByLabel('Code of the app');
  const proof = () => page.getByText('Please confirm your email');
  /** The form of the sign-in, or the account, in a page that has begun again. */
  const again = () => page.locator('body:not([data-before])').getByRole('button', { name: /^Sign (in|out)$/ });

  /** Opens the page without a session, and without the answers of the try before. */
  async function atForm(): Promise<void> {
    await context.unrouteAll();
    // A page that begins again cancels the first try.
    await page.goto(origin).catch(() => page.goto(origin));
    await page.evaluate('localStorage.clear()');
    await page.reload();
    await signInForm().waitFor();
  }

  async function atAccount(): Promise<void> {
    await atForm();
    await signIn();
    await showsAccount();
  }

  async function atPasskey(): Promise<void> {
    await atAccount();
    await press('Add a passkey');
    await app.service.until(async () => (await authenticator.userNames()).length === 1);
    await showsAccount();
    await press('Sign out');
    await signInForm().waitFor();
  }

  async function atSecondStep(): Promise<void> {
    await atForm();
    await given(LOGIN, 'MFA_REQUIRED');
    await signIn();
    await secondStep().waitFor();
  }

  /** Presses the button for an app, which leads to a step. */
  const atStep = (code: string, step: () => Locator) => async () => {
    await atAccount();
    await given(TOTP, code);
    await press('Add an app');
    await step().waitFor();
  };

  async function atSentCode(): Promise<void> {
    await atStep('EMAIL_NOT_VERIFIED', proof)();
    await answerWith(context, CODE, { status: 200, body: { code_token: 'c', expiry: 4_000_000_000 } });
    await fill('Email', user.email, 'Send a code')();
    await label('Code from the email').waitFor();
    await context.unrouteAll();
    await givenApp();
  }

  const mark = () => page.evaluate("document.body.dataset.before = ''");
  const pressing = (name: string) => async () => {
    await mark();
    await press(name);
  };
  const fill = (name: string, text: string, button: string) => async () => {
    await label(name).fill(text);
    await pressing(button)();
  };
  const reload = () => page.reload();
  /** As if the page had slept since the sign-in: it must refresh. */
  const atOldSession = async () => {
    await atAccount();
    await page.evaluate(OLD_SESSION);
  };

  const WALKS: Record<string, () => Walk> = {
    [LOGIN]: () => ({
      begin: () => atForm().then(givenApp),
      call: signIn,
      steps: { MFA_REQUIRED: secondStep(), MFA_ENROLMENT_REQUIRED: newApp() },
    }),
    'post /api/auth/passkey/options': () => ({ begin: atForm, call: pressing('Use a passkey') }),
    'post /api/auth/passkey/login': () => ({ begin: atPasskey, call: pressing('Use a passkey') }),
    'post /api/auth/mfa/verify': () => ({
      begin: atSecondStep,
      call: fill('Code of your app', '000000', 'Continue'),
      steps: { INVALID_MFA_TOKEN: again() },
    }),
    'post /api/auth/mfa/passkey/options': () => ({
      begin: atSecondStep,
      call: pressing('Use a passkey'),
      steps: { INVALID_MFA_TOKEN: again() },
    }),
    [TOTP]: () => ({ begin: atAccount, call: pressing('Add an app'), steps: enrolment() }),
    'post /api/auth/user/passkeys/options': () => ({
      begin: atAccount,
      call: pressing('Add a passkey'),
      steps: enrolment(),
    }),
    'post /api/auth/user/passkeys': () => ({ begin: atAccount, call: pressing('Add a passkey'), steps: enrolment() }),
    'post /api/auth/user/mfa/totp/{factor_id}/confirm': () => ({
      begin: () => atAccount().then(pressing('Add an app')),
      call: fill('Code of the app', '000000', 'Add'),
      steps: { INVALID_MFA_TOKEN: again(), NOT_AUTHENTICATED: again() },
    }),
    'post /api/auth/user/reauthenticate/options': () => ({
      begin: async () => {
        await atAccount();
        await given(TOTP, 'REAUTHENTICATION_REQUIRED', { methods: ['passkey', 'recovery_code'] });
        await press('Add an app');
        await label('Your recovery code').waitFor();
      },
      call: pressing('Use a passkey'),
      steps: { NOT_AUTHENTICATED: again() },
    }),
    'post /api/auth/user/reauthenticate': () => ({
      begin: atStep('REAUTHENTICATION_REQUIRED', () => label('Your password')),
      call: fill('Your password', 'wrong', 'Continue'),
      steps: { NOT_AUTHENTICATED: again() },
    }),
    [CODE]: () => ({
      begin: atStep('EMAIL_NOT_VERIFIED', proof),
      call: () => fill('Email', user.email, 'Send a code')(),
    }),
    [`${CODE}/verify`]: () => ({
      begin: atSentCode,
      call: fill('Code from the email', '000000', 'Continue'),
      steps: {
        MFA_REQUIRED: secondStep(),
        MFA_ENROLMENT_REQUIRED: newApp(),
        INVALID_MFA_TOKEN: again(),
        NOT_AUTHENTICATED: again(),
      },
    }),
    'get /api/auth/user': () => ({ begin: atAccount, call: reload }),
    'post /api/auth/user/logout': () => ({
      begin: atAccount,
      call: pressing('Sign out'),
      // The session has ended.
      steps: { NOT_AUTHENTICATED: signInForm(), INVALID_REFRESH_TOKEN: signInForm() },
      leaves: true,
    }),
    'post /api/auth/user/refresh': () => ({
      begin: atOldSession,
      call: reload,
      steps: { INVALID_REFRESH_TOKEN: signInForm(), EXPIRED_JWT: signInForm() },
    }),
  };
  const enrolment = () => ({
    REAUTHENTICATION_REQUIRED: label('Your password'),
    EMAIL_NOT_VERIFIED: proof(),
    INVALID_MFA_TOKEN: again(),
    NOT_AUTHENTICATED: again(),
  });

  it.each(endpointsCalledIn('docs/second-factors.md'))(
    'shows the message or the next step for each code of %s',
    async (endpoint) => {
      // No passkey signs in, or disappears, by itself.
      await page.addInitScript(`
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
      delete PublicKeyCredential.signalUnknownCredential;`);
      expect(await silentCodes(app, page, endpoint, WALKS[endpoint]?.())).toEqual([]);
    },
  );

  it('begins again from a form that leads nowhere', async () => {
    await atStep('EMAIL_NOT_VERIFIED', proof)();
    await page.getByRole('link', { name: 'Start again' }).click();
    await showsAccount();
  });
});
