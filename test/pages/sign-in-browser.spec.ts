import { ACTIONS, COMMON } from '../../libs/elements/src/flow/states.js';
import { CheckedBrowser, describeInBrowser } from '../support/browser/browser.js';
import { SignInPage } from '../support/browser/sign-in-page.js';
import { codeOf, fencedUser } from '../support/factors/factors.js';
import { originOf, PRODUCT } from '../support/http/clients.js';
import { readToken } from '../support/http/http.js';
import { Idp } from '../support/idp/idp.js';
import { type AddedProvider, addProvider, googleAccount, unproved } from '../support/idp/providers.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { codeIn, linkIn, useMail } from '../support/service/mail.js';

const WIDTHS = [320, 1280];

const { app, mail } = useMail({
  APP_URL: `${new URL(PRODUCT).origin}/`,
  REDIRECT_ALLOWLIST: new URL(PRODUCT).origin,
  APP_NAME: 'Acme',
  PASSKEY_RP_ID: 'localhost',
  TERMS_URL: 'https://app.example.com/terms',
  PRIVACY_URL: 'https://app.example.com/privacy',
});

it('each code that the OpenAPI document names for a step of a sign-in has a transition', async () => {
  const { paths } = (await app.get('/openapi.json')).json;
  for (const [action, { calls, on }] of Object.entries(ACTIONS)) {
    const documented = calls.flatMap((call) => {
      const [method = '', path = ''] = call.split(' ');
      return codesOf(paths[path][method.toLowerCase()]);
    });
    expect(documented.length).toBeGreaterThan(calls.length);
    const known = new Set([...Object.keys(on), ...COMMON]);
    expect([action, documented.filter((code) => !known.has(code))]).toEqual([action, []]);
    const local = ['LINK_', 'ACCESS_DENIED', 'PROVIDER_ERROR', 'PASSKEY_', 'EMAIL_NOT_VERIFIED', 'MFA_', 'REAUTH'];
    const extra = Object.keys(on).filter((code) => !documented.includes(code));
    expect([action, extra.filter((code) => !local.some((each) => code.startsWith(each)))]).toEqual([action, []]);
  }
});

/** The codes of the failures that the document names for an operation. */
// biome-ignore lint/suspicious/noExplicitAny: the document is read as data
function codesOf({ responses }: any): string[] {
  // biome-ignore lint/suspicious/noExplicitAny: the document is read as data
  return Object.values<any>(responses).flatMap(
    ({ content }) => content?.['application/json']?.schema?.properties?.code?.enum ?? [],
  );
}

it.each([
  'https://evil.example/',
  '//evil.example/',
  'https:evil.example',
  'https://app.example.com@evil.example/',
  'https://app.example.com.evil.example/',
  'https://app.example.com\\@evil.example/',
  'javascript:alert(1)//https://app.example.com/',
  'data:text/html,x',
  '/account',
  '',
])('a link to the sign-in page with the target %j leads nowhere, and shows no part of it', async (target) => {
  const query = new URLSearchParams({ next_url: target, code_challenge: 'x'.repeat(43) });
  const answer = await app.get(`/sign-in?${query}`, { headers: { accept: 'text/html' } });
  expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  expect(answer.text).not.toMatch(/evil|alert|data:/);
});

it.each([
  ['without a challenge', `next_url=${PRODUCT}`, 'the code_challenge in its link'],
  ['with a challenge of another form', `next_url=${PRODUCT}&code_challenge=x`, 'the code_challenge in its link'],
  ['with a challenge alone', `code_challenge=${'x'.repeat(43)}`, 'is not known'],
  ['with two targets', `next_url=${PRODUCT}&next_url=${PRODUCT}&code_challenge=${'x'.repeat(43)}`, 'is not known'],
])('a link to the sign-in page %s is not valid, and the page says why', async (_title, query, why) => {
  const answer = await app.get(`/sign-in?${query}`, { headers: { accept: 'text/html' } });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(why);
});

it.each([
  'acr=aal3',
  'acr=',
  'acr=aal1&acr=aal2',
  'max_age=-1',
  'max_age=soon',
  'max_age=',
  'max_age=4294967296',
  'max_age=1&max_age=2',
])('a link to the sign-in page with the demand %s is a page that explains it, and leads nowhere', async (demand) => {
  const link = `/sign-in?next_url=${PRODUCT}&code_challenge=${'x'.repeat(43)}&${demand}`;
  const answer = await app.get(link, { headers: { accept: 'text/html' } });
  expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  expect(answer.text).toContain('a kind of sign-in that this service does not know');
  expect(answer.text).not.toMatch(/aal3|soon|4294967296/);
});

it.each(['/sign-in', '/account'])(
  '%s loads nothing from elsewhere, cannot be framed, and makes no HTML of texts',
  async (path) => {
    const { status, headers } = await app.get(path);
    expect(status).toBe(200);
    expect(String(headers.get('content-security-policy')).split(';').sort()).toEqual(
      [
        ...["default-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"],
        ...['script', 'style', 'img', 'font', 'connect'].map((kind) => `${kind}-src 'self'`),
        ...["require-trusted-types-for 'script'", 'trusted-types lit-html'],
      ].sort(),
    );
    expect(headers.get('x-frame-options')).toBe('DENY');
  },
);

describeInBrowser('the sign-in page', () => {
  const idp = new Idp();
  let browser: CheckedBrowser;
  let google: AddedProvider;
  let at: SignInPage;
  beforeAll(async () => {
    [browser] = await Promise.all([CheckedBrowser.start(), idp.start()]);
    google = await addProvider(app, idp, 'google', { id: 'google' });
  }, 60_000);
  beforeEach(async () => {
    at = await SignInPage.open(app, browser);
    await at.shows('Sign in to Acme');
  });
  afterEach(() => at.close());
  afterAll(async () => {
    await browser.stop();
    await idp.stop();
  });

  /** What is wrong with the screen for its readers, and a screenshot of it on demand. */
  const looksAt = async (name: string) =>
    expect([name, await browser.inspect(name, at.page, WIDTHS)]).toEqual([name, []]);

  it('signs a new user up, and in again by the password, with messages beside the fields', async () => {
    await looksAt('start');
    await at.press('Sign in');
    expect(await at.problems()).toEqual(['Type your email.']);
    await looksAt('start-empty');
    await at.press('Create one');
    await at.shows('Create your Acme account');
    const email = newEmail();
    await at.type('Email', email);
    await at.type('Password', 'short');
    await at.press('Create account');
    expect(await at.problems()).toEqual(['This password is too short: at least 8 characters.']);
    await looksAt('sign-up-short');
    await at.type('Password', 'password');
    await at.press('Create account');
    await at.page.getByText('too easy to guess').waitFor();
    expect(await at.problems()).toEqual([expect.stringContaining('too easy to guess')]);
    await looksAt('sign-up-weak');
    await at.type('Password', PASSWORD);
    await at.press('Create account');
    const { uid } = await at.session();

    await at.goto({ prompt: 'login' });
    await at.signIn(email, 'wrong');
    await at.page.getByRole('alert').waitFor();
    expect(await at.problems()).toEqual(['The email or the password is wrong.']);
    await looksAt('start-wrong');
    await at.type('Password', PASSWORD);
    await at.press('Sign in');
    expect((await at.session()).uid).toBe(uid);
  });

  it('asks a user who is signed in whether to continue, and lets another one sign in', async () => {
    const [ada, grace] = [await app.signUp(), await app.signUp()];
    await at.signIn(ada.email);
    await at.session();
    await at.goto();
    await at.page.getByText(`You are signed in as ${ada.email}.`).waitFor();
    await looksAt('continue');
    await at.press('Continue');
    expect((await at.session()).uid).toBe(ada.uid);
    await at.goto();
    await at.press('Use another account');
    await at.signIn(grace.email);
    expect((await at.session()).uid).toBe(grace.uid);
  });

  it('signs in by an email code, after a wrong one and a reload', async () => {
    const email = newEmail();
    await at.press('Create one');
    await at.type('Email', email);
    await at.press('Email me a code');
    await at.shows('Check your email');
    const code = codeIn(await mail.emailTo(email));
    await looksAt('code');
    await at.type('Code', code === '000000' ? '111111' : '000000');
    await at.press('Continue');
    await at.page.getByRole('alert').waitFor();
    expect(await at.problems()).toEqual(['This code is wrong, or it is too old.']);
    await at.page.reload();
    await at.page.getByText(`We have sent a code to ${email}.`).waitFor();
    await at.page.goBack();
    await at.shows('Create your Acme account');
    await at.page.goForward();
    await at.shows('Check your email');
    await at.type('Code', code);
    await at.press('Continue');
    expect(readToken((await at.session()).token).claims.amr).toEqual(['otp']);
  });

  it('signs in by a magic link in the same browser, and in no other one', async () => {
    const { email, uid } = await app.signUp();
    await at.type('Email', email);
    await at.press('Email me a sign-in link');
    await at.shows('Check your email');
    await looksAt('link-sent');
    const link = linkIn(await mail.emailTo(email));
    const other = await SignInPage.open(app, browser);
    const tab = await at.context.newPage();
    await tab.goto(link);
    expect((await at.session(tab)).uid).toBe(uid);

    const grace = await app.signUp();
    await other.type('Email', grace.email);
    await other.press('Email me a sign-in link');
    await other.shows('Check your email');
    await at.page.goto(linkIn(await mail.emailTo(grace.email)));
    await at.shows('This link belongs to another browser');
    await looksAt('link-elsewhere');
    await at.press('Sign in here');
    await at.page.waitForURL('**/account');
    await at.page.getByText(grace.email).waitFor();
    await other.close();
  });

  it('signs in by a passkey, by its button and by the autofill of the email', async () => {
    const { email, uid } = await app.signUp();
    await app.prove(uid);
    await at.addAuthenticator();
    await at.page.goto(`${originOf(app)}/sign-in`);
    await at.signIn(email);
    await at.shows('Your account');
    await at.press('Add a passkey');
    await at.page.getByRole('button', { name: /^Rename/ }).click();
    await at.type('Name', 'My laptop');
    await at.press('Save');
    await at.page.getByRole('button', { name: 'Remove: My laptop' }).waitFor();
    await looksAt('account');
    // The authenticator answers the offer in the autofill at once.
    const answered = at.page.waitForResponse('**/passkey/login');
    await at.press('Sign out');
    await answered;
    await at.shows('Your account');
    await at.goto({ prompt: 'login' });
    expect((await at.session()).uid).toBe(uid);
    await at.context.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false');
    await at.goto({ prompt: 'login' });
    await at.press('Use a passkey');
    expect(readToken((await at.session()).token).claims.amr).toContain('user');
  });

  it('signs in by a provider, whose unproved address an email code confirms', async () => {
    const [proved, plain] = [googleAccount(newEmail()), unproved(newEmail())];
    await google.idp.addAccount(proved);
    await google.idp.addAccount(plain);
    const visit = async (account: string) => {
      await at.press('Continue with Test google');
      await at.page.getByLabel('Account').fill(account);
      await at.page.getByRole('button', { name: 'Continue', exact: true }).click();
    };
    await visit(proved.email);
    expect(readToken((await at.session()).token).claims.idp).toBe('google');
    await at.close();
    at = await SignInPage.open(app, browser);
    await at.shows('Sign in to Acme');
    await visit(plain.email);
    await at.shows('Confirm your email');
    await looksAt('confirm');
    await at.press('Send');
    await at.shows('Check your email');
    await at.type('Code', codeIn(await mail.emailTo(plain.email)));
    await at.press('Continue');
    await at.session();
  });

  it('asks a user whom only a provider signs in to do so again, where a product demands a newer proof', async () => {
    const account = googleAccount(newEmail());
    await google.idp.addAccount(account);
    const visit = async () => {
      const started = at.page.waitForRequest('**/external/google/start');
      await at.press('Continue with Test google');
      await at.page.getByLabel('Account').fill(account.email);
      await at.page.getByRole('button', { name: 'Continue', exact: true }).click();
      return (await started).postDataJSON();
    };
    expect(await visit()).not.toHaveProperty('max_age');
    const { uid, token } = await at.session();
    // As after a second factor at a provider whose word counts.
    await app.sql("UPDATE sessions SET acr = 'aal2', factor_time = auth_time WHERE uid = ?", [uid]);
    await app.advance(2);
    await at.goto({ max_age: '0' });
    await at.shows('Sign in to Acme');
    expect(await at.problems()).toEqual(['Please sign in again to confirm that it is you.']);
    expect(await at.page.getByLabel('Email', { exact: true }).inputValue()).toBe(account.email);
    await looksAt('step-up-by-provider');
    expect(await visit()).toMatchObject({ max_age: 0 });
    const again = await at.session();
    expect(again.uid).toBe(uid);
    // The earlier session of the pages has ended, with that of the product.
    const { sessions } = (await app.get('/api/auth/user/sessions', { token: again.token })).json;
    expect(sessions.length).toBe(2);
    const earlier = readToken(token).claims.sid;
    expect(sessions.some(({ session_id }: { session_id: string }) => session_id === earlier)).toBe(false);
  });

  it('asks for the second factor: the app, or a recovery code', async () => {
    const { email, uid, secret, recoveryCodes } = await fencedUser(app);
    await at.signIn(email);
    await at.shows('Confirm that it is you');
    await looksAt('second-step');
    await at.page.reload();
    await at.shows('Confirm that it is you');
    await at.type('Code', await codeOf(app, secret, 1));
    await at.press('Continue');
    expect((await at.session()).uid).toBe(uid);
    await at.goto({ prompt: 'login' });
    await at.signIn(email);
    await at.press('Use a recovery code');
    await at.page.getByLabel('Recovery code').waitFor();
    await at.type('Recovery code', recoveryCodes[0] ?? '');
    await at.press('Continue');
    expect(readToken((await at.session()).token).claims.acr).toBe('aal2');
  });

  it('adds a factor where it is demanded, after the email is confirmed, and shows the recovery codes', async () => {
    const { email, uid } = await app.signUp();
    await app.admin('PATCH', `/users/${uid}`, { mfa: 'required' });
    await at.signIn(email);
    await at.shows('Protect your account');
    await at.page
      .getByText('Once it is added, all other devices, apps and websites will ask you to sign in again.')
      .waitFor();
    await looksAt('enrol');
    await at.press('Add an authenticator app');
    await at.shows('Confirm your email');
    await at.press('Send');
    await at.shows('Check your email');
    await at.type('Code', codeIn(await mail.emailTo(email)));
    await at.press('Continue');
    await at.shows('Protect your account');
    await at.press('Add an authenticator app');
    await at.shows('Add an authenticator app');
    await looksAt('enrol-app');
    const secret = (await at.page.locator('code').textContent()) ?? '';
    await at.type('Code', await codeOf(app, secret));
    await at.press('Continue');
    await at.shows('Keep your recovery codes');
    await looksAt('recovery-codes');
    // They are not shown again, so the browser asks before it loads the page anew.
    const asked = at.page.waitForEvent('dialog');
    await at.page.evaluate('void setTimeout(() => location.reload())');
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await at.press('I have kept them');
    expect(readToken((await at.session()).token).claims.acr).toBe('aal2');
  });

  it('sends a link to choose a new password', async () => {
    const { email } = await app.signUp();
    await at.type('Email', email);
    await at.press('Forgot your password?');
    await at.shows('Reset your password');
    await looksAt('reset');
    await at.press('Send');
    await at.shows('Check your email');
    await looksAt('reset-sent');
    expect(linkIn(await mail.emailTo(email))).toContain('token=');
  });

  it('says that an account is disabled, and that the service is out of reach', async () => {
    const { email, uid } = await app.signUp();
    await app.disable(uid);
    await at.signIn(email);
    await at.page.getByRole('alert').waitFor();
    expect(await at.problems()).toEqual([expect.stringContaining('disabled')]);
    await looksAt('disabled');
    await at.page.route('**/api/auth/ui', (route) => route.abort());
    await at.goto({ x: '1' });
    await at.shows('This page cannot reach the service');
    await at.page.unroute('**/api/auth/ui');
    await at.press('Try again');
    await at.shows('Sign in to Acme');
    browser.complaints.length = 0;
  });

  it.each([
    ['ar', 'rtl', 'تسجيل الدخول إلى Acme'],
    ['de', 'ltr', 'Bei Acme anmelden'],
    ['es', 'ltr', 'Iniciar sesión en Acme'],
    ['fr', 'ltr', 'Se connecter à Acme'],
    ['pt', 'ltr', 'Entrar em Acme'],
  ])('speaks %s', async (locale, dir, title) => {
    await at.page.getByLabel('Language').selectOption(locale);
    await at.shows(title);
    const root = at.page.locator('html');
    expect([await root.getAttribute('dir'), await root.getAttribute('lang')]).toEqual([dir, locale]);
    await looksAt(`start-${locale}`);
    await at.page.reload();
    await at.shows(title);
  });

  it('signs no one in by a prepared link', async () => {
    const exchanges = () => app.service.requests.filter(({ route }) => route === '/api/auth/token').length;
    const before = exchanges();
    await at.goto({ arrival: 'link', code: 'x'.repeat(43) });
    await at.shows(/another browser/);
    await at.goto({ arrival: 'link', uid: 'x', at: 'e30.e30.x', rt: 'x', exp: '1' });
    await at.shows('Sign in to Acme');
    await at.goto({ arrival: 'provider', code: 'x'.repeat(43) });
    await at.shows('Sign in to Acme');
    expect(exchanges()).toBe(before);
    expect(await at.context.cookies()).toEqual([]);
  });

  it('shows names as text, not as HTML', async () => {
    const name = '<img src=x onerror=alert(1)>';
    await app.admin('PATCH', '/providers/google', { name });
    await at.page.reload();
    await at.page.getByRole('button', { name: `Continue with ${name}` }).waitFor();
    await app.admin('PATCH', '/providers/google', { name: 'Test google' });
  });

  it('breaks no rule of its content security policy, and writes nothing to the console of the browser', () => {
    expect(browser.complaints).toEqual([]);
  });
});
