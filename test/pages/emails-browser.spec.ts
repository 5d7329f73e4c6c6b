import { de } from '../../libs/elements/src/texts/de.js';
import { en } from '../../libs/elements/src/texts/en.js';
import { CheckedBrowser, describeInBrowser } from '../support/browser/browser.js';
import { SignInPage } from '../support/browser/sign-in-page.js';
import { codeOf, fence, fencedUser } from '../support/factors/factors.js';
import { originOf, PRODUCT } from '../support/http/clients.js';
import { freePort } from '../support/run/machine.mjs';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { codeIn, linkIn, useMail } from '../support/service/mail.js';
import type { Settings } from '../support/service/service.js';

const NEW_PASSWORD = 'glacier-tandem-quilt-7';
const WIDTHS = [320, 1280];
const HTML = { accept: 'text/html' };

/** As the README says for production. */
const settings: Settings = {
  NODE_ENV: 'production',
  AUTH_SECRET: 'a secret for tests, long enough to be one',
  HOSTED_PAGES: 'on',
  CONSOLE: 'on',
  SECURITY_PROFILE: 'strict',
  REDIRECT_ALLOWLIST: new URL(PRODUCT).origin,
  APP_NAME: 'Acme',
};
beforeAll(async () => {
  settings.PORT = String(await freePort());
  settings.BASE_URL = `http://localhost:${settings.PORT}`;
});

const { app, mail } = useMail(settings);
const usesOf = async (uid: string) => (await app.events(uid)).filter(({ type }) => type === 'link.used').length;

it.each([
  `next_url=https://evil.example/&code_challenge=${'x'.repeat(43)}`,
  `next_url=${PRODUCT}`,
  `code_challenge=${'x'.repeat(43)}`,
  'acr=aal3',
])('the page for a new password leads nowhere with %s', async (query) => {
  const { status, headers, text } = await app.get(`/reset-password?token=x&${query}`, { headers: HTML });
  expect([status, headers.get('location')]).toEqual([400, null]);
  expect(text).not.toContain('evil');
});

it('the page for a new password loads nothing from elsewhere, and sends no address of its own', async () => {
  const [own, other] = await Promise.all([app.get('/reset-password?token=x'), app.get('/sign-in')]);
  for (const name of ['content-security-policy', 'referrer-policy', 'x-frame-options'])
    expect([name, own.headers.get(name)]).toEqual([name, other.headers.get(name)]);
  expect([own.status, own.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
  // No browser stores a page whose URL has a token.
  expect(own.headers.get('cache-control')).toBe('no-store');
});

describeInBrowser('an email of the sign-in pages', () => {
  let browser: CheckedBrowser;
  /** The browser in which a user begins, and another one of the same user. */
  let at: SignInPage;
  let phone: SignInPage;
  beforeAll(async () => {
    browser = await CheckedBrowser.start();
  }, 60_000);
  beforeEach(async () => {
    [at, phone] = await Promise.all([SignInPage.open(app, browser), SignInPage.open(app, browser)]);
    await at.shows('Sign in to Acme');
  });
  afterEach(async () => {
    await Promise.all([at.close(), phone.close()]);
  });
  afterAll(() => browser.stop());

  const looksAt = async (name: string, page: SignInPage) =>
    expect([name, await browser.inspect(name, page.page, WIDTHS)]).toEqual([name, []]);

  /** The link that the page mails for a new password. */
  async function forget(email: string): Promise<string> {
    await at.press('Forgot your password?');
    await at.shows('Reset your password');
    await at.type('Email', email);
    await at.press('Send');
    await at.shows('Check your email');
    return linkIn(await mail.emailWith(email, /\/reset-password\?/));
  }

  /** The email with the link by which the page signs in. */
  async function askLink(email: string) {
    const number = mail.emailsTo(email).length + 1;
    await at.type('Email', email);
    await at.press('Email me a sign-in link');
    await at.shows('Check your email');
    return mail.emailTo(email, number);
  }

  it('sets a new password, asks for the second factor, and leads back to the product in the same browser', async () => {
    const { email, uid, secret } = await fencedUser(app);
    const link = await forget(email);
    const { origin, pathname, searchParams } = new URL(link);
    expect([origin, pathname]).toEqual([originOf(app), '/reset-password']);
    expect([searchParams.get('next_url'), searchParams.get('state')]).toEqual([PRODUCT, 'state-1']);
    const tab = await at.context.newPage();
    await tab.goto(link);
    await at.shows('Choose a new password', tab);
    await tab.getByText(email).waitFor();
    expect(tab.url()).not.toContain('token');
    expect(await tab.evaluate('document.querySelector("latchkey-sign-in").flow.context.linkToken')).toBeTruthy();
    await tab.reload();
    await at.shows('Choose a new password', tab);
    await at.type(en.newPassword, 'password', tab);
    await at.press('Set the password', tab);
    await tab.getByText('too easy to guess').waitFor();
    await at.type(en.newPassword, NEW_PASSWORD, tab);
    await at.press('Set the password', tab);
    await at.shows('Confirm that it is you', tab);
    await at.type('Code', await codeOf(app, secret, 1), tab);
    await at.press('Continue', tab);
    expect((await at.session(tab)).uid).toBe(uid);
    // The tab that has waited goes on by itself.
    expect((await at.session()).uid).toBe(uid);
    expect((await app.login(email, PASSWORD)).json.code).toBe('INVALID_CREDENTIALS');

    await tab.goto(link);
    await at.shows('Reset your password', tab);
    await tab.getByText('This link was used already.').waitFor();
  });

  it('takes a new user through the first day: sign-up, new password, second factor, and sign-out of product and pages', async () => {
    const email = newEmail();
    await at.press('Create one');
    await at.shows('Create your Acme account');
    await at.type('Email', email);
    await at.type('Password', PASSWORD);
    await at.press('Create account');
    const { token } = await at.session();
    expect((await app.get('/api/auth/user', { token })).json).toMatchObject({ email });

    // With the token of the product alone, nothing that needs a proof: its session has shown none of its own.
    const add = () => app.post('/api/auth/user/mfa/totp', {}, { token });
    expect((await add()).json.code).toBe('REAUTHENTICATION_REQUIRED');

    await at.context.clearCookies();
    await at.goto();
    await phone.page.goto(await forget(email));
    await phone.shows('Choose a new password');
    await phone.type(en.newPassword, NEW_PASSWORD);
    await phone.press('Set the password');
    await phone.shows('Your password is changed');
    const { secret } = await fence(app, (await app.login(email, NEW_PASSWORD)).json);

    // The product begins another sign-in.
    await at.close();
    at = await SignInPage.open(app, browser);
    await at.signIn(email, NEW_PASSWORD);
    await at.shows('Confirm that it is you');
    await at.type('Code', await codeOf(app, secret, 1));
    await at.press('Continue');
    const product = await at.session();
    await at.goto();
    await at.page.getByText(`You are signed in as ${email}.`).waitFor();
    expect((await app.post('/api/auth/user/logout', { parent: true }, { token: product.token })).status).toBe(200);
    expect((await app.post('/api/auth/user/refresh', product)).json.code).toBe('INVALID_REFRESH_TOKEN');
    await at.goto();
    await at.shows('Sign in to Acme');
    expect(await at.page.getByText('You are signed in as').count()).toBe(0);
  });

  it('sets a new password in another browser, which does not lead to the product', async () => {
    const { email } = await app.signUp();
    await phone.page.goto(await forget(email));
    await phone.shows('Choose a new password');
    await looksAt('reset-new-password', phone);
    await phone.type(en.newPassword, NEW_PASSWORD);
    await phone.press('Set the password');
    await phone.shows('Your password is changed');
    await looksAt('reset-password-set', phone);
    expect(await phone.context.cookies()).toEqual([]);
    await phone.press('Sign in here');
    await phone.shows('Sign in to Acme');
    await phone.type('Password', NEW_PASSWORD);
    await phone.press('Sign in');
    await phone.page.waitForURL('**/account');

    await at.press('Back');
    await at.type('Password', NEW_PASSWORD);
    await at.press('Sign in');
    await at.session();
  });

  it('leads to the page for a new password from the account, and from a call that names no page', async () => {
    const { email } = await app.signUp();
    await at.page.goto(`${originOf(app)}/sign-in`);
    await at.signIn(email);
    await at.shows('Your account');
    await at.press('Forgot your password?');
    const link = linkIn(await mail.emailAbout(email, /password/i));
    expect(link).toMatch(`${originOf(app)}/reset-password?`);
    await at.page.goto(link);
    await at.type(en.newPassword, NEW_PASSWORD);
    await at.press('Set the password');
    await at.shows('Your account');

    const body = { email, locale: 'de' };
    const other = await mail.linkAfter(email, () => app.post('/api/auth/reset-password', body));
    await phone.page.goto(other);
    await phone.shows('Neues Passwort wählen');
    await phone.type(de.newPassword, PASSWORD);
    await phone.press('Passwort festlegen');
    await phone.page.waitForURL('**/account');
  });

  it('signs in by its link in the browser that has asked, where the tab that waits goes on, too', async () => {
    const { email, uid } = await app.signUp();
    const message = await askLink(email);
    await looksAt('link-sent', at);
    const tab = await at.context.newPage();
    await tab.goto(linkIn(message));
    expect((await at.session(tab)).uid).toBe(uid);
    expect((await at.session()).uid).toBe(uid);
  });

  it('is used up in another browser by a button only, which names the account and signs in there', async () => {
    const { email, uid } = await app.signUp();
    const message = await askLink(email);
    const link = linkIn(message);
    for (const method of ['HEAD', 'GET', 'POST']) expect((await app.follow(link, method)).status).toBeLessThan(400);
    await phone.page.goto(link);
    await phone.shows('This link belongs to another browser');
    await phone.page.getByText(email).waitFor();
    await phone.page.getByText('Chromium').waitFor();
    expect(phone.page.url()).not.toMatch(/token|next_url/);
    expect([await usesOf(uid), await phone.context.cookies()]).toEqual([0, []]);
    await looksAt('link-elsewhere', phone);
    await phone.page.reload();
    await phone.press('Sign in here');
    await phone.page.waitForURL('**/account');
    await phone.page.getByText(email).waitFor();
    expect(await usesOf(uid)).toBe(1);
    await phone.page.goto(link);
    await phone.page.getByText('This link was used already.').waitFor();
    expect(phone.page.url()).not.toContain('next_url');

    await at.type('Code', codeIn(message));
    await at.press('Continue');
    await at.page.getByText('This code is wrong').waitFor();
  });

  it('has a code for the browser that has asked, also after its link was opened elsewhere, and makes an account', async () => {
    const email = newEmail();
    await at.press('Create one');
    const message = await askLink(email);
    await phone.page.goto(linkIn(message));
    await phone.shows('This link belongs to another browser');
    await at.type('Code', codeIn(message));
    await at.press('Continue');
    await at.session();
    await phone.press('Sign in here');
    await phone.page.getByText('This link was used already.').waitFor();
  });

  it('is used up by a button also if it was asked for on the page for a new password', async () => {
    const { email, uid } = await app.signUp();
    await at.page.goto(`${originOf(app)}/reset-password`);
    await at.press('Back');
    await at.shows('Sign in to Acme');
    const message = await askLink(email);
    const followed = await app.follow(linkIn(message));
    expect(new URL(followed.headers.get('location') ?? '', originOf(app)).pathname).toBe('/sign-in');
    expect(await usesOf(uid)).toBe(0);
    await phone.page.goto(linkIn(message));
    await phone.shows('This link belongs to another browser');
    await at.type('Code', codeIn(message));
    await at.press('Continue');
    await at.page.waitForURL('**/account');
  });

  it('is awaited by a tab that asks first after a sign-in without it', async () => {
    const { email } = await app.signUp();
    await askLink(email);
    const tab = await at.context.newPage();
    await tab.goto(`${originOf(app)}/sign-in`);
    await at.signIn(email, PASSWORD, tab);
    await tab.waitForURL('**/account');
    await at.page.getByText(`You are signed in as ${email}.`).waitFor();
    expect(at.page.url()).toContain('/sign-in');
  });

  it('leads to no product for which another email was asked', async () => {
    const [ada, eve] = [await app.signUp(), await app.signUp()];
    const own = await forget(ada.email);
    const prepared = new URL(own).searchParams;
    prepared.delete('token');
    const reset_url = `${originOf(app)}/reset-password?${prepared}`;
    expect((await app.post('/api/auth/reset-password', { email: eve.email, reset_url })).status).toBe(200);
    await at.page.goto(linkIn(await mail.emailWith(eve.email, /\/reset-password\?/)));
    await at.page.getByText(eve.email).waitFor();
    expect(at.page.url()).not.toContain('next_url');
    await at.type(en.newPassword, NEW_PASSWORD);
    await at.press('Set the password');
    await at.shows('Your password is changed');
  });

  it('of an attacker signs no one in by itself in a browser that waits for its own', async () => {
    const [ada, eve] = [await app.signUp(), await app.signUp()];
    const trap = linkIn(await askLink(eve.email));
    await at.close();
    at = await SignInPage.open(app, browser);
    await askLink(ada.email);
    await at.page.goto(trap);
    await at.shows('This link belongs to another browser');
    await at.page.getByText(`It signs you in as ${eve.email}.`).waitFor();
    expect([await usesOf(eve.uid), await at.context.cookies()]).toEqual([0, []]);
  });

  it('leaves a tab that waits for one user as it is when another one signs in', async () => {
    const [ada, grace] = [await app.signUp(), await app.signUp()];
    await askLink(ada.email);
    const tab = await at.context.newPage();
    await tab.goto(`${originOf(app)}/sign-in`);
    await at.signIn(grace.email, PASSWORD, tab);
    await tab.waitForURL('**/account');
    await at.page.getByText(`You are signed in as ${grace.email}.`).waitFor();
    expect(new URL(at.page.url()).pathname).toBe('/sign-in');
  });

  it('breaks no rule of the content security policy, and writes nothing to the console of the browser', () => {
    expect(browser.complaints).toEqual([]);
  });
});
