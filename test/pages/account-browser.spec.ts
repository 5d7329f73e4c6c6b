import { readFile } from 'node:fs/promises';
import { CheckedBrowser, describeInBrowser } from '../support/browser/browser.js';
import { speak } from '../support/browser/screens.js';
import { FOCUSED, SignInPage } from '../support/browser/sign-in-page.js';
import { codeOf, fencedUser } from '../support/factors/factors.js';
import { loginOn, originOf, PRODUCT, pageSession, productSession } from '../support/http/clients.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { codeIn, useMail } from '../support/service/mail.js';

const WIDTHS = [320, 1280];

const DAY = 86_400;

const PRODUCT_URL = `${new URL(PRODUCT).origin}/`;

const { app, mail } = useMail({
  APP_URL: PRODUCT_URL,
  APP_NAME: 'Acme',
  PASSKEY_RP_ID: 'localhost',
  TRUSTED_DEVICE_TTL: String(30 * DAY),
  IMPERSONATION: 'on',
});

const ENDS_OTHERS =
  'Once it is added, all other devices, apps and websites will ask you to sign in again. You stay signed in here.';

describeInBrowser('the account page', () => {
  let browser: CheckedBrowser;
  let at: SignInPage;
  beforeAll(async () => {
    browser = await CheckedBrowser.start();
  }, 60_000);
  afterAll(() => browser.stop());
  afterEach(() => at.close());

  const looksAt = async (name: string) =>
    expect([name, await browser.inspect(name, at.page, WIDTHS)]).toEqual([name, []]);

  beforeEach(async () => {
    at = await SignInPage.open(app, browser);
    const { email, uid } = await app.signUp();
    await app.prove(uid);
    user = { email, uid };
    await at.page.goto(`${originOf(app)}/sign-in`);
    await at.signIn(email);
    await at.shows('Your account');
  });
  let user: { email: string; uid: string };

  const dialog = () => at.page.getByRole('dialog');

  /** The names that several buttons share. */
  const duplicateNames = async () => {
    const names = await at.page
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.map((each) => (each.getAttribute('aria-label') ?? each.textContent ?? '').trim()),
      );
    return names.filter((name, index) => names.indexOf(name) !== index);
  };

  it('changes the email and the password after a proof, with messages beside the fields', async () => {
    await app.advance(3_600);
    await at.press('Change email');
    const email = newEmail();
    await at.type('New email', email);
    await at.press('Save');
    await dialog().waitFor();
    await looksAt('reauthenticate');
    await at.type('Password', 'wrong');
    await at.press('Continue');
    await dialog().getByRole('alert').waitFor();
    expect(await at.problems()).toEqual(['The password is wrong.']);
    await at.type('Password', PASSWORD);
    await at.press('Continue');
    await at.page.getByText('Your email is changed.').waitFor();
    await at.press('Change email');
    await at.type('New email', 'wrong');
    await at.press('Save');
    await at.page.getByText('This is no valid email.').waitFor();
    await looksAt('account-email');
    await at.press('Cancel');
    expect((await app.login(email, PASSWORD)).status).toBe(200);
    await at.press('Change password');
    await at.type('Current password', PASSWORD);
    await at.type('New password', 'short');
    await at.press('Save');
    await at.page.getByText('This password is too short: at least 8 characters.').waitFor();
    await looksAt('account-password');
    await at.type('New password', '12345678');
    await at.press('Save');
    await at.page.getByText('too easy to guess').waitFor();
    expect(await duplicateNames()).toEqual([]);
    await at.type('New password', `${PASSWORD} 2`);
    await at.press('Save');
    await at.page.getByText('Your password is changed.').waitFor();
    expect((await app.login(email, `${PASSWORD} 2`)).status).toBe(200);
  });

  it('adds an authenticator app with recovery codes, and removes it', async () => {
    await at.press('Add an authenticator app');
    await at.page.getByText(ENDS_OTHERS).waitFor();
    const secret = (await at.page.locator('code').textContent()) ?? '';
    await looksAt('account-app');
    await at.type('Code', await codeOf(app, secret));
    await at.press('Continue');
    await at.page.getByText('Keep your recovery codes').waitFor();
    await at.press('I have kept them');
    await at.page.getByText('Recovery codes left: 10').waitFor();
    await at.press('Rename: Authenticator app');
    await at.type('Name', ' ');
    await at.press('Save');
    await at.page.getByText('it is empty or too long').waitFor();
    await looksAt('account-rename');
    await at.type('Name', 'My phone');
    await at.press('Save');
    await at.press('Remove: My phone');
    await at.page.getByText(/^Remove "/).waitFor();
    await looksAt('account-remove');
    await at.press('Remove');
    await at.page.getByText('You have none yet.').waitFor();
  });

  it('ends another session, and deletes the account', async () => {
    await at.press('Sign out there: node');
    await at.page.getByRole('button', { name: /^Sign out there/ }).waitFor({ state: 'detached' });
    expect((await app.get('/api/auth/user', { token: '' })).status).toBe(400);
    await at.press('Delete the account');
    await at.page.getByText('Delete my account for good?').waitFor();
    await at.press('Delete the account');
    await at.page.waitForURL('**/sign-in');
    expect((await app.admin('GET', `/users/${user.uid}`)).json.code).toBe('USER_NOT_FOUND');
  });

  it('leads back to the product by its name, and says nothing there', async () => {
    await looksAt('account-product');
    await at.press('Acme');
    await at.page.waitForURL(PRODUCT_URL);
    expect(await at.page.evaluate('document.referrer')).toBe('');
    await at.goto();
    await at.page.getByText(`You are signed in as ${user.email}.`).waitFor();
    await at.press('Acme');
    await at.page.waitForURL(PRODUCT_URL);
  });

  it('signs out everywhere after a question, says so once it is done, and aborts no request', async () => {
    const failed: string[] = [];
    at.page.on('requestfailed', (request) => failed.push(`${request.method()} ${request.url()}`));
    const other = await app.login(user.email, PASSWORD);
    await at.press('Sign out everywhere');
    await part('Where you are signed in').getByText('Sign out everywhere?').waitFor();
    await looksAt('account-everywhere');
    await at.press('Cancel');
    expect((await app.refresh(other.json.refresh_token)).status).toBe(200);
    await at.press('Sign out everywhere');
    await at.press('Sign out everywhere');
    await at.shows('Sign in to Acme');
    await at.page.getByRole('status').getByText('You are signed out everywhere').waitFor();
    await looksAt('signed-out-everywhere');
    expect((await app.login(user.email, PASSWORD)).status).toBe(200);
    await at.page.goto(`${originOf(app)}/sign-in?signed_out=everywhere`);
    await at.shows('Sign in to Acme');
    expect(await at.page.getByText('You are signed out everywhere').count()).toBe(0);
    expect(failed).toEqual([]);
  });

  it('does not say that all sessions have ended if its own one was over, and could end no other one', async () => {
    const other = (await app.login(user.email, PASSWORD)).json;
    const { sessions } = (await app.get('/api/auth/user/sessions', other)).json;
    const own = sessions.find(({ user_agent }: { user_agent: string }) => user_agent.includes('Chrome'));
    expect((await app.delete(`/api/auth/user/sessions/${own.session_id}`, other)).status).toBe(200);
    await at.press('Sign out everywhere');
    await at.press('Sign out everywhere');
    await at.shows('Sign in to Acme');
    expect(await at.page.getByText('You are signed out everywhere').count()).toBe(0);
    expect((await app.refresh(other.refresh_token)).status).toBe(200);
  });

  it('names each session: its own, those of products, by where they were opened, and others', async () => {
    await at.goto();
    await at.press('Continue');
    await at.page.waitForURL(`${PRODUCT}?**`);
    const headers = { 'user-agent': await at.page.evaluate<string>('navigator.userAgent') };
    await at.session(at.page, headers);
    await productSession(app, await pageSession(app, user.email));
    await at.page.goto(`${originOf(app)}/account`);
    await at.shows('Your account');
    const rows = part('Where you are signed in').getByRole('listitem');
    const shown = (await rows.allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim());
    expect(shown).toEqual([
      expect.stringMatching(/^Chrome, Linux Signed in .*This page$/),
      expect.stringMatching(/^App or website, opened in this browser Chrome, Linux · .*Sign out there$/),
      expect.stringMatching(/^App or website, opened from another sign-in node · .*Sign out there$/),
      expect.stringMatching(/^node Signed in .*Sign out there$/),
      expect.stringMatching(/^node Signed in .*Sign out there$/),
    ]);
    await looksAt('account-sessions');
    await at.press('Sign out there: App or website, opened in this browser');
    await rows.nth(4).waitFor({ state: 'detached' });
    expect(await rows.getByText('opened in this browser').count()).toBe(0);
  });

  it('downloads the data of the user, after a proof if the sign-in is old', async () => {
    await app.advance(3_600);
    await at.press('Download my data');
    await dialog().waitFor();
    await at.type('Password', PASSWORD);
    const started = at.page.waitForEvent('download');
    await at.press('Continue');
    const file = await started;
    expect(file.suggestedFilename()).toBe('my-data.json');
    const data = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(data.users).toEqual([expect.objectContaining({ uid: user.uid, email: user.email })]);
    await at.page.getByText('The file is in your downloads.').waitFor();
    await looksAt('account-data');
  });

  const part = (name: string) => at.page.getByRole('region', { name });

  it('lists the devices of the user, and removes one with its session', async () => {
    const { json } = await loginOn(app, user.email, 'new');
    await at.page.reload();
    const devices = part('Your devices');
    await devices.getByText('Chrome, Linux').waitFor();
    expect(await devices.getByRole('listitem').count()).toBe(2);
    expect(await devices.getByText('This device').count()).toBe(1);
    await at.press('Remove: node');
    await devices.getByText('Remove "node"? It is signed out.').waitFor();
    await looksAt('account-devices');
    await at.press('Remove');
    await devices.getByText('Remove "node"?').waitFor({ state: 'detached' });
    expect(await devices.getByRole('listitem').count()).toBe(1);
    expect((await app.refresh(json.refresh_token)).code).toBe('INVALID_REFRESH_TOKEN');
    // Without this device, its session has ended, too.
    await at.press('Remove: Chrome, Linux');
    await at.press('Remove');
    await at.page.waitForURL('**/sign-in');
  });

  it('lists what happened in the account, page by page, and says what was not done by the user', async () => {
    for (let failures = 0; failures < 6; failures += 1) await app.login(user.email, 'wrong');
    await app.admin('PATCH', `/users/${user.uid}`, { metadata: '2' });
    await at.page.reload();
    const events = part('What happened in your account');
    const rows = events.getByRole('listitem');
    await events.getByText('Account changed').waitFor();
    expect([await rows.count(), await rows.first().textContent()]).toEqual([
      5,
      expect.stringContaining('by an administrator or the service'),
    ]);
    await looksAt('account-security');
    await at.press('Show more');
    await events.getByText('Account created').waitFor();
    expect(await at.page.evaluate(FOCUSED)).toBe(await rows.nth(5).locator('.name').textContent());
    expect(await events.getByText('Failed sign-in').count()).toBe(6);
    expect(await events.getByText('Sign-in', { exact: true }).count()).toBeGreaterThan(0);
    expect(await events.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  it('shows devices and events in each language, from right to left in Arabic, and names a trusted device', async () => {
    const { email, secret } = await fencedUser(app);
    await at.press('Sign out');
    await at.shows('Sign in to Acme');
    await at.signIn(email);
    await at.shows('Confirm that it is you');
    await at.page.getByLabel('Do not ask for it on this device for 30 days').check();
    await looksAt('second-step-trust');
    await at.type('Code', await codeOf(app, secret, 1));
    await at.press('Continue');
    await at.shows('Your account');
    await part('Your devices').getByText('Not asked for a second factor until').waitFor();
    for (const locale of ['de', 'fr', 'es', 'pt', 'ar']) {
      await speak(at.page, locale);
      await looksAt(`account-${locale}`);
    }
    await speak(at.page, 'en');
    // The trust outlives a sign-out.
    await at.press('Sign out');
    await at.shows('Sign in to Acme');
    await at.signIn(email);
    await at.shows('Your account');
  });

  it('names what each button changes, also where several rows have the same name', async () => {
    for (const _device of ['one', 'other']) await loginOn(app, user.email, 'new');
    await at.page.reload();
    await at.shows('Your account');
    const { factors } = await namesakes();
    await at.page.reload();
    await at.page.getByText('Recovery codes left: 10').waitFor();
    expect(factors).toBe(2);
    const names = await at.page.getByRole('button', { name: /^(Remove|Rename|Sign out there)/ }).count();
    expect([names > 6, await duplicateNames()]).toEqual([true, []]);
    await at.press('Change password');
    expect(await duplicateNames()).toEqual([]);
    await looksAt('account-names');
  });

  /** Two authenticator apps of the same name, and three sessions and devices of one browser, in the same second. */
  async function namesakes(): Promise<{ factors: number }> {
    for (const step of [0, 1]) {
      await at.press('Add an authenticator app');
      const secret = (await at.page.locator('code').textContent()) ?? '';
      // Only the first one ends other sessions.
      expect(await at.page.getByText(ENDS_OTHERS).count()).toBe(step === 0 ? 1 : 0);
      await at.type('Code', await codeOf(app, secret, step));
      await at.press('Continue');
      if (step === 0) await at.press('I have kept them');
    }
    const apps = at.page.getByRole('region', { name: 'Second factors' }).getByRole('listitem');
    await apps.nth(1).waitFor();
    return { factors: await apps.count() };
  }

  const signInUnproved = async () => {
    const unproved = await app.signUp();
    await at.press('Sign out');
    await at.shows('Sign in to Acme');
    await at.signIn(unproved.email);
    await at.shows('Your account');
    return unproved;
  };
  const rowsOf = async (section: string) =>
    (await part(section).locator('.name').allTextContents()).map((name) => name.trim());

  it.each([
    ['Add an authenticator app', 'Second factors', 'Scan the picture', 'confirm-app'],
    ['Add a passkey', 'Passkeys', 'Added', 'confirm-passkey'],
  ])('starts the confirmation of the email beside "%s", then goes on with it', async (button, section, then, shot) => {
    await at.addAuthenticator();
    const { email } = await signInUnproved();
    await at.press(button);
    await part(section).getByText('Confirm your email first.').waitFor();
    await part(section).getByText(email).waitFor();
    await looksAt(`account-${shot}`);
    await at.press('Send');
    await part(section).getByText('We have sent a code').waitFor();
    await looksAt(`account-${shot}-code`);
    const code = codeIn(await mail.emailTo(email));
    await at.type('Code', code === '000000' ? '111111' : '000000');
    await at.press('Continue');
    await part(section).getByText('This code is wrong').waitFor();
    await at.type('Code', code);
    await at.press('Continue');
    await part(section).getByText(then).first().waitFor();
    expect(await rowsOf('What happened in your account')).not.toContain('Sign-out');
  });

  it('shows the confirmation of the email in each language', async () => {
    await signInUnproved();
    await at.press('Add an authenticator app');
    await part('Second factors').getByText('Confirm your email first.').waitFor();
    for (const locale of ['de', 'fr', 'es', 'pt', 'ar']) {
      await speak(at.page, locale);
      await looksAt(`account-confirm-${locale}`);
    }
  });

  it('says what ended a session: a new sign-in in the same browser, a password, or a sign-out', async () => {
    const { email } = await signInUnproved();
    await at.press('Confirm your email');
    await at.type('Code', codeIn(await mail.emailTo(email)));
    await at.press('Continue');
    const events = part('What happened in your account');
    await events.getByText('Session replaced by a new sign-in').waitFor();
    expect(await rowsOf('What happened in your account')).not.toContain('Sign-out');
    const other = await app.login(email, PASSWORD);
    await at.press('Change password');
    await at.type('Current password', PASSWORD);
    await at.type('New password', `${PASSWORD} 2`);
    await at.press('Save');
    await events.getByText('Session ended: password changed').first().waitFor();
    expect((await app.refresh(other.json.refresh_token)).code).toBe('INVALID_REFRESH_TOKEN');
    await at.press('Sign out');
    await at.shows('Sign in to Acme');
    await at.signIn(email, `${PASSWORD} 2`);
    await events.getByText('Sign-out', { exact: true }).waitFor();
    await looksAt('account-events');
  });

  it('leads to the sign-in without a user', async () => {
    await at.press('Sign out');
    await at.shows('Sign in to Acme');
    await at.page.goto(`${originOf(app)}/account`);
    await at.shows('Sign in to Acme');
  });

  it('breaks no rule of its content security policy, and writes nothing to the console of the browser', () => {
    expect(browser.complaints).toEqual([]);
  });
});
