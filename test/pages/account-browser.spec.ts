import { readFile } from 'node:fs/promises';
import { describeInBrowser } from '../support/browser/browser.js';
import { CheckedBrowser } from '../support/browser/checked-browser.js';
import { SignInPage } from '../support/browser/sign-in-page.js';
import { codeOf } from '../support/factors/totp.js';
import { originOf } from '../support/http/pages.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/use-mail.js';

const WIDTHS = [320, 1280];

const { app } = useMail({ APP_NAME: 'Acme', PASSKEY_RP_ID: 'localhost' });

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

  it('changes the email and the password after a proof, with messages beside the fields', async () => {
    await app.advance(3_600);
    await at.press('Change');
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
    await at.press('Change');
    await at.type('New email', 'wrong');
    await at.press('Save');
    await at.page.getByText('This is no valid email.').waitFor();
    await looksAt('account-email');
    await at.press('Cancel');
    expect((await app.login(email, PASSWORD)).status).toBe(200);
    await at.page.getByRole('region', { name: 'Password' }).getByRole('button', { name: 'Change' }).click();
    await at.type('Current password', PASSWORD);
    await at.type('Password', 'short');
    await at.press('Save');
    await at.page.getByText('too short').waitFor();
    await at.type('Password', `${PASSWORD} 2`);
    await at.press('Save');
    await at.page.getByText('Your password is changed.').waitFor();
    expect((await app.login(email, `${PASSWORD} 2`)).status).toBe(200);
  });

  it('adds an authenticator app with recovery codes, and removes it', async () => {
    await at.press('Add an authenticator app');
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

  it('breaks no rule of its content security policy, and writes nothing to the console of the browser', () => {
    expect(browser.complaints).toEqual([]);
  });
});
