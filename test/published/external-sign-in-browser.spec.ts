import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { describeInBrowser, launchBrowser } from '../support/browser/browser.js';
import { ScriptPage } from '../support/browser/sites.js';
import { endpointsCalledIn } from '../support/docs/documents.js';
import { answerWith, failure, OLD_SESSION, silentCodes, type Walk } from '../support/docs/failures.js';
import { RecipeProject } from '../support/docs/recipe.js';
import { codeOf } from '../support/factors/factors.js';
import { type Account, Idp } from '../support/idp/idp.js';
import { type AddedProvider, addProvider } from '../support/idp/providers.js';
import { App, newEmail } from '../support/service/app.js';
import { codeIn, MailServer } from '../support/service/mail.js';

/** Workspace accounts, for whose addresses Google may speak. */
const googleAccount = (): Account => {
  const email = newEmail();
  return { sub: email.split('@')[0], email, email_verified: true, hd: 'example.com' };
};

describeInBrowser('the guide to external sign-in', () => {
  let served: ScriptPage;
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
    served = await new ScriptPage().listen();
    origin = served.origin;
    [mail] = await Promise.all([MailServer.start(), idp.start()]);
    app = await App.start({ CORS_ORIGINS: origin, APP_URL: origin, SMTP_URL: mail.url });
    google = await addProvider(app, idp, 'google');
    apple = await addProvider(app, idp, 'apple');
    company = await addProvider(app, idp, 'oidc');
    project = new RecipeProject(['docs/external-sign-in.md'], [['http://localhost:3000', app.service.url]]);
    served.script = readFileSync(project.bundle(['external-sign-in/src/main'], 'browser'), 'utf8');
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await served.stop();
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
    await shows('You have canceled the sign-in.');
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
    await answer('Code from the email', codeIn(await mail.emailWith(email, /^\d{6}$/m)));
    await shows(`Signed in as ${email}`);
  });

  it('asks for an address when the provider has given none', async () => {
    const email = newEmail();
    await choose('Continue with Test oidc', company, { sub: email });
    await answer('Your email', email);
    await page.getByLabel('Code from the email').waitFor();
    await answer('Code from the email', codeIn(await mail.emailWith(email, /^\d{6}$/m)));
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
    await answer('Code from the email', codeIn(await mail.emailWith(user.email, /^\d{6}$/m)));
    await page.waitForURL(`${google.idp.origin}/**`);
  });

  const START = 'post /api/auth/external/{id}/start';
  const LINK = 'post /api/auth/user/identities/{id}/start';
  const EXCHANGE = 'post /api/auth/token';
  const CONFIRM = 'post /api/auth/external/confirm';
  const CODE = 'post /api/auth/email-code';
  const IDENTITIES = 'get /api/auth/user/identities';
  const SENT = { status: 200, body: { code_token: 'c', expiry: 4_000_000_000 } };
  const given = (endpoint: string, code: string) => answerWith(context, endpoint, failure(code));
  const text = (part: string) => page.getByText(part);
  const secondStep = () => page.getByLabel('Code of your authenticator app');
  const codeInput = () => page.getByLabel('Code from the email');
  const doors = () => page.getByRole('button', { name: 'Continue with Test google' });
  const signInWith = () => press('Continue with Test google');
  const link = () => press('Link Test google');
  const reload = () => page.reload();

  /** Opens the page without a session, and without the answers of the try before. The provider leads back at once. */
  async function atDoors(): Promise<void> {
    await context.unrouteAll();
    await answerWith(context, START, { status: 200, body: { url: `${origin}/?code=c` } });
    await page.goto(origin);
    await page.evaluate('localStorage.clear()');
    await page.reload();
    await doors().waitFor();
  }

  async function atAccount(): Promise<void> {
    await atDoors();
    const { email, uid, token: access, refresh_token: refresh } = await app.signUp();
    const tokens = JSON.stringify({ uid, access, refresh, life: 900, since: Date.now() });
    await page.evaluate(`localStorage.setItem('latchkey ${app.service.url}', '${tokens}')`);
    await page.reload();
    await shows(`Signed in as ${email}`);
  }

  async function atIdentity(): Promise<void> {
    await atAccount();
    const identity = { identity_id: 'i', provider: 'google', email: 'ada@example.com' };
    await answerWith(context, IDENTITIES, { status: 200, body: { identities: [identity] } });
    await reload();
    await page.getByRole('button', { name: 'Unlink' }).waitFor();
  }

  async function atStep(code: string, step: Locator): Promise<void> {
    await atDoors();
    await given(EXCHANGE, code);
    await signInWith();
    await step.waitFor();
  }
  const atEmail = () => atStep('EMAIL_CONFIRMATION_REQUIRED', page.getByLabel('Your email'));

  /** @param lead leads to the request of a code */
  async function atSentCode(endpoint: string, lead: () => Promise<void>): Promise<void> {
    await answerWith(context, endpoint, SENT);
    await lead();
    await codeInput().waitFor();
  }

  async function atOldSession(): Promise<void> {
    await atAccount();
    await page.evaluate(OLD_SESSION);
  }

  const disabled = () => ({ USER_DISABLED: text('This account is disabled.') });
  const demanded = () => ({ MFA_ENROLMENT_REQUIRED: text('Your account must have a second factor.') });
  const refusals = () => ({ ...disabled(), ...demanded(), SIGN_UP_NOT_ALLOWED: text('You have no account here yet.') });
  /** The message is in the page after a sign-out. */
  const signedOut = () => ({ REAUTHENTICATION_REQUIRED: text(failure('REAUTHENTICATION_REQUIRED').body.message) });

  const WALKS: Record<string, () => Walk> = {
    'get /api/auth/external/providers': () => ({ begin: atDoors, call: reload }),
    [START]: () => ({ begin: atDoors, call: signInWith }),
    [EXCHANGE]: () => ({
      begin: atDoors,
      call: signInWith,
      steps: {
        ...refusals(),
        IDENTITY_ALREADY_LINKED: text('This identity belongs to another account.'),
        EMAIL_CONFIRMATION_REQUIRED: page.getByLabel('Your email'),
        MFA_REQUIRED: secondStep(),
      },
    }),
    [CONFIRM]: () => ({ begin: atEmail, call: () => answer('Your email', 'ada@example.com') }),
    [`${CONFIRM}/verify`]: () => ({
      begin: () => atEmail().then(() => atSentCode(CONFIRM, () => answer('Your email', 'ada@example.com'))),
      call: () => answer('Code from the email', '000000'),
      steps: { ...refusals(), MFA_REQUIRED: secondStep() },
    }),
    'post /api/auth/mfa/verify': () => ({
      begin: () => atStep('MFA_REQUIRED', secondStep()),
      call: () => answer('Code of your authenticator app', '000000'),
      steps: disabled(),
    }),
    'get /api/auth/user': () => ({ begin: atAccount, call: reload }),
    [IDENTITIES]: () => ({ begin: atAccount, call: reload }),
    [LINK]: () => ({
      begin: () => atAccount().then(() => answerWith(context, CODE, SENT)),
      call: link,
      steps: { ...signedOut(), EMAIL_NOT_VERIFIED: codeInput() },
    }),
    'delete /api/auth/user/identities/{identity_id}': () => ({
      begin: atIdentity,
      call: () => press('Unlink google (ada@example.com)'),
      steps: signedOut(),
    }),
    [CODE]: () => ({ begin: () => atAccount().then(() => given(LINK, 'EMAIL_NOT_VERIFIED')), call: link }),
    [`${CODE}/verify`]: () => ({
      begin: async () => {
        await atAccount();
        await given(LINK, 'EMAIL_NOT_VERIFIED');
        await atSentCode(CODE, link);
      },
      call: () => answer('Code from the email', '000000'),
      steps: { ...disabled(), ...demanded(), MFA_REQUIRED: secondStep() },
    }),
    'post /api/auth/user/logout': () => ({
      begin: atAccount,
      call: () => press('Sign out'),
      steps: { NOT_AUTHENTICATED: doors(), INVALID_REFRESH_TOKEN: doors() },
      leaves: true,
    }),
    'post /api/auth/user/refresh': () => ({
      begin: atOldSession,
      call: reload,
      steps: { INVALID_REFRESH_TOKEN: doors(), EXPIRED_JWT: doors() },
    }),
  };

  it.each(endpointsCalledIn('docs/external-sign-in.md'))(
    'shows the message or the next step for each code of %s',
    async (endpoint) => {
      expect(await silentCodes(app, page, endpoint, WALKS[endpoint]?.())).toEqual([]);
    },
  );

  it('begins again from a form that leads nowhere', async () => {
    await atEmail();
    await page.getByRole('link', { name: 'Start again' }).click();
    await doors().waitFor();
  });

  it.each(['Try again', 'Sign out'])('offers %s while the account cannot be shown', async (name) => {
    await atAccount();
    await given(IDENTITIES, 'UNAVAILABLE');
    await reload();
    await text(failure('UNAVAILABLE').body.message).waitFor();
    await context.unrouteAll();
    await press(name);
    await (name === 'Sign out' ? doors() : text('Signed in as')).waitFor();
  });
});
