import { en } from '../../libs/elements/src/texts/en.js';
import { CheckedBrowser, describeInBrowser } from '../support/browser/browser.js';
import { SignInPage } from '../support/browser/sign-in-page.js';
import { Shop } from '../support/browser/sites.js';
import { codeOf } from '../support/factors/factors.js';
import { originOf, PRODUCT } from '../support/http/clients.js';
import { readToken } from '../support/http/http.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { codeIn, linkIn, useMail } from '../support/service/mail.js';
import type { Settings } from '../support/service/service.js';

const WIDTHS = [390, 1280];
const settings: Settings = {
  APP_URL: `${new URL(PRODUCT).origin}/`,
  REDIRECT_ALLOWLIST: new URL(PRODUCT).origin,
  APP_NAME: 'Acme',
  PASSKEY_RP_ID: 'localhost',
};

/** A product with the elements in a page of its own, at another origin. */
let shop: Shop;
beforeAll(async () => {
  shop = await new Shop().listen();
  settings.COOKIE_ORIGINS = shop.origin;
  settings.REDIRECT_ALLOWLIST = `${new URL(PRODUCT).origin},${shop.origin}`;
});
afterAll(() => shop.stop());

const { app, mail } = useMail(settings);

describeInBrowser('a product', () => {
  let browser: CheckedBrowser;
  let at: SignInPage;
  beforeAll(async () => {
    browser = await CheckedBrowser.start();
  }, 60_000);
  beforeEach(async () => {
    at = await SignInPage.open(app, browser);
    await at.shows('Sign in to Acme');
  });
  afterEach(() => at.close());
  afterAll(() => browser.stop());

  /** What is wrong with the screen for its readers, and a screenshot of it on demand. */
  const looksAt = async (name: string) =>
    expect([name, await browser.inspect(name, at.page, WIDTHS)]).toEqual([name, []]);

  it('asks a user who is signed in for a newer proof, and goes on without one that is demanded no more', async () => {
    const { email, uid } = await app.signUp();
    await at.signIn(email);
    await at.session();
    await app.advance(301);
    await at.goto({ max_age: '300' });
    await at.shows('Confirm that it is you');
    await at.page.getByText(`You are signed in as ${email}.`).waitFor();
    await looksAt('step-up');
    await at.page.reload();
    await at.shows('Confirm that it is you');
    await at.type('Password', 'wrong');
    await at.press('Continue');
    await at.page.getByRole('alert').waitFor();
    expect(await at.problems()).toEqual(['The password is wrong.']);
    await at.type('Password', PASSWORD);
    await at.press('Continue');
    const { uid: proved, token } = await at.session();
    const { iat, auth_time } = readToken(token).claims;
    expect([proved, iat - auth_time < 60]).toEqual([uid, true]);
    await at.goto({ max_age: '300', acr: 'aal1' });
    await at.page.getByText(`You are signed in as ${email}.`).waitFor();
    await at.press('Continue');
    await at.session();
    // Each visit with the age 0 asks once.
    await app.advance(2);
    await at.goto({ max_age: '0' });
    await at.shows('Confirm that it is you');
    await at.press('Use another account');
    await at.shows('Sign in to Acme');
    await at.page.goBack();
    await at.type('Password', PASSWORD);
    await at.press('Continue');
    await at.session();
  });

  it('asks a user without a second factor to add one, where the product demands it', async () => {
    const { email } = await app.signUp();
    await at.signIn(email);
    await at.session();
    await app.advance(700);
    await at.goto({ acr: 'aal2' });
    await at.shows('Protect your account');
    await looksAt('step-up-enrol');
    // The sign-in is too old for a new factor.
    await at.press('Add an authenticator app');
    await at.shows('Confirm that it is you');
    await at.type('Password', PASSWORD);
    await at.press('Continue');
    await at.shows('Protect your account');
    await at.press('Add an authenticator app');
    await at.shows('Confirm your email');
    await at.press('Send');
    await at.shows('Check your email');
    await at.page.reload();
    await at.shows('Check your email');
    await at.type('Code', codeIn(await mail.emailTo(email)));
    await at.press('Continue');
    await at.shows('Protect your account');
    await at.press('Add an authenticator app');
    await at.shows('Add an authenticator app');
    const secret = (await at.page.locator('code').textContent()) ?? '';
    await at.type('Code', await codeOf(app, secret));
    await at.press('Continue');
    await at.shows('Keep your recovery codes');
    await at.press('I have kept them');
    expect(readToken((await at.session()).token).claims.acr).toBe('aal2');

    await app.advance(301);
    await at.goto({ acr: 'aal2', max_age: '300', locale: 'ar' });
    await at.shows('أكّد أنك أنت');
    await looksAt('step-up-ar');
    await at.goto({ acr: 'aal2', max_age: '300' });
    await at.press('Use a recovery code');
    await at.page.getByLabel('Recovery code').waitFor();
    await looksAt('step-up-recovery');
    await at.press('Use the authenticator app');
    await at.type('Code', await codeOf(app, secret, 1));
    await at.press('Continue');
    expect(readToken((await at.session()).token).claims.acr).toBe('aal2');
  });

  it('asks a user without a password for the code of an email, and by a passkey for two factors', async () => {
    const email = newEmail();
    await at.press('Create one');
    await at.type('Email', email);
    await at.press('Email me a code');
    await at.shows('Check your email');
    await at.type('Code', codeIn(await mail.emailTo(email)));
    await at.press('Continue');
    const { uid } = await at.session();
    await app.advance(400);
    await at.goto({ max_age: '300' });
    await at.shows('Confirm that it is you');
    await at.press('Email me a code');
    await at.shows('Check your email');
    await looksAt('step-up-code');
    await at.type('Code', codeIn(await mail.emailTo(email, 2)));
    await at.press('Continue');
    await at.session();

    await at.addAuthenticator();
    await at.goto({ acr: 'aal2' });
    await at.shows('Protect your account');
    await at.press('Add a passkey');
    await at.shows('Confirm that it is you');
    await looksAt('step-up-passkey');
    await at.press('Use a passkey');
    const session = await at.session();
    expect([session.uid, readToken(session.token).claims.acr]).toEqual([uid, 'aal2']);
  });

  describe('with the elements in its own page', () => {
    beforeEach(async () => {
      shop.service = originOf(app);
      await at.page.goto(shop.origin);
      await at.shows('Sign in to Acme');
    });

    it('signs in with a cookie under a strict content security policy, and shows the account', async () => {
      const { email } = await app.signUp();
      await looksAt('embedded');
      await at.signIn(email, 'wrong');
      await at.page.getByRole('alert').waitFor();
      expect(await at.problems()).toEqual(['The email or the password is wrong.']);
      await at.type('Password', PASSWORD);
      await at.press('Sign in');
      await at.shows('Your account');
      await at.page.getByText(email).waitFor();
      const cookies = [
        { name: 'latchkey', httpOnly: true },
        { name: 'latchkey-device', httpOnly: true },
      ];
      expect(await at.context.cookies()).toMatchObject(cookies);
      await at.page.reload();
      await at.shows('Your account');
      await at.press('Sign out');
      await at.shows('Sign in to Acme');
    });

    it('chooses a new password in its own page, also in another browser, and signs in there', async () => {
      const { email } = await app.signUp();
      await at.press('Forgot your password?');
      await at.type('Email', email);
      await at.press('Send');
      await at.shows('Check your email');
      const link = linkIn(await mail.emailTo(email));
      expect(link.startsWith(`${shop.origin}/?arrival=reset&token=`)).toBe(true);
      await at.context.clearCookies();
      await at.page.evaluate('sessionStorage.clear(); localStorage.clear()');
      await at.page.goto(link);
      await at.shows('Choose a new password');
      await at.page.getByText(email).waitFor();
      expect(at.page.url()).toBe(`${shop.origin}/`);
      await at.type(en.newPassword, 'glacier-tandem-quilt-7');
      await at.press('Set the password');
      await at.shows('Your account');
    });

    /** Opens a page with one element, and returns what its events were so far. */
    const only = async (element: string) => {
      await at.page.goto(`${shop.origin}/?only=${encodeURIComponent(element)}`);
      return async () => (await at.page.evaluate<string[]>('globalThis.events')).join(' ');
    };
    const signInOnce = async () => {
      const { email } = await app.signUp();
      await at.signIn(email);
      await at.shows('Your account');
      return email;
    };

    it('says that a user is signed in who is already, unless that is switched off', async () => {
      const email = await signInOnce();
      const events = await only('<latchkey-sign-in></latchkey-sign-in>');
      await at.shows('You are signed in');
      expect(await events()).toBe('latchkey-signed-in');
      for (const asking of ['auto-continue="off"', 'prompt="login"', 'next-url="https://app.example.com/"']) {
        const none = await only(`<latchkey-sign-in ${asking}></latchkey-sign-in>`);
        if (asking.startsWith('prompt')) await at.shows('Sign in to Acme');
        else await at.page.getByText(`You are signed in as ${email}.`).waitFor();
        expect([asking, await none()]).toEqual([asking, '']);
      }
      await only('<latchkey-sign-in auto-continue="off"></latchkey-sign-in>');
      await at.press('Continue');
      await at.shows('You are signed in');
      await looksAt('embedded-done');
    });

    it('says that a user has signed out once, after the service knows it, here and in another tab', async () => {
      await signInOnce();
      const events = await only('<latchkey-sign-in></latchkey-sign-in>');
      await at.press('Sign out');
      await at.shows('Sign in to Acme');
      expect(await events()).toBe('latchkey-signed-in latchkey-signed-out');
      await at.page.reload();
      await at.shows('Sign in to Acme');
      expect(await events()).toBe('');

      await at.page.goto(shop.origin);
      await signInOnce();
      const before = await only('<latchkey-sign-in></latchkey-sign-in>');
      await at.shows('You are signed in');
      const tab = await at.context.newPage();
      await tab.goto(shop.origin);
      await at.shows('Your account', tab);
      await at.press('Sign out', tab);
      await at.shows('Sign in to Acme');
      expect(await before()).toBe('latchkey-signed-in latchkey-signed-out');
    });

    it('shows the account of nobody as that, without the event of a sign-out', async () => {
      const events = await only('<latchkey-account></latchkey-account>');
      await at.shows('You are not signed in');
      await looksAt('embedded-signed-out');
      expect(await events()).toBe('');
      await at.page.goto(shop.origin);
      await signInOnce();
      const later = await only('<latchkey-account></latchkey-account>');
      await at.shows('Your account');
      await at.press('Sign out');
      await at.shows('You are not signed in');
      expect(await later()).toBe('latchkey-signed-out');
    });

    describe('in a session that a code of the pages has opened', () => {
      let email: string;
      beforeEach(async () => {
        const user = await app.signUp();
        email = user.email;
        await app.prove(user.uid);
        await at.goto();
        await at.signIn(email);
        const { refresh_token: value } = await at.session();
        const cookie = { name: 'latchkey', value, domain: 'localhost', path: '/', httpOnly: true };
        await at.context.addCookies([{ ...cookie, sameSite: 'Strict' }]);
        await at.page.goto(shop.origin);
        await at.shows('Your account');
      });

      it('asks for a proof of its own before a change, although the sign-in is new', async () => {
        await at.press('Add an authenticator app');
        const dialog = at.page.getByRole('dialog');
        await dialog.waitFor();
        await at.type('Password', PASSWORD);
        await at.press('Continue');
        await dialog.waitFor({ state: 'detached' });
        await at.page.locator('code').first().waitFor();
      });

      it('signs out of the pages, which then offer no session', async () => {
        await at.page.evaluate('signOut()');
        await at.goto();
        await at.page.getByText(`You are signed in as ${email}.`).waitFor();
        await at.press('Continue');
        const { refresh_token: value } = await at.session();
        const [old] = (await at.context.cookies()).filter(({ name }) => name === 'latchkey-pages');
        expect(old).toBeDefined();
        const cookie = { name: 'latchkey', value, domain: 'localhost', path: '/', httpOnly: true };
        await at.context.addCookies([{ ...cookie, sameSite: 'Strict' }]);
        await at.page.goto(shop.origin);
        await at.page.evaluate('signOut({ pages: true })');
        await at.goto();
        await at.shows('Sign in to Acme');
        expect(await at.page.getByText('You are signed in as').count()).toBe(0);
      });
    });

    it('has its own colors and fonts there, by custom properties and parts', async () => {
      const found = (selector: string) =>
        `document.querySelector('latchkey-sign-in').shadowRoot.querySelector('${selector}')`;
      const styleOf = (selector: string, name: string) =>
        at.page.evaluate<string>(`getComputedStyle(${found(selector)}).getPropertyValue('${name}')`);
      const primary = '[part="button primary"]';
      expect(await styleOf(primary, 'background-color')).toBe('rgb(1, 2, 3)');
      expect(await styleOf(primary, 'border-radius')).toBe('0px');
      expect(await styleOf('[part=title]', 'font-style')).toBe('italic');
    });
  });

  it('breaks no rule of a content security policy, and writes nothing to the console of the browser', () => {
    expect(browser.complaints).toEqual([]);
  });
});
