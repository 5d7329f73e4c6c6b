import type { BrowserContext, Page } from 'playwright-core';
import type { Case } from '../../../libs/elements/test/cases.js';
import { codeOf } from '../factors/factors.js';
import { originOf, PRODUCT } from '../http/clients.js';
import { pkce } from '../idp/providers.js';
import { type App, PASSWORD } from '../service/app.js';
import { codeIn, linkIn, type MailServer } from '../service/mail.js';
import { type CheckedBrowser, VirtualAuthenticator } from './browser.js';

/** A page may still be loading. */
const REACH_MS = 10_000;

/** In the page: what the focused element is called. */
export const FOCUSED = `(() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return (element?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
})()`;

/** The sign-in page of the service, used by the keyboard alone. Its product is no server: the browser answers for it. */
export class SignInPage {
  private constructor(
    private readonly app: App,
    readonly page: Page,
    private readonly verifier: string,
    private readonly challenge: string,
  ) {}

  static async open(app: App, browser: CheckedBrowser, query: Record<string, string> = {}): Promise<SignInPage> {
    const page = await browser.page({ locale: 'en-US' });
    const { verifier, challenge } = pkce();
    const opened = new SignInPage(app, page, verifier, challenge);
    await opened.context.route(`${new URL(PRODUCT).origin}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Product</title>' }),
    );
    await opened.goto(query);
    return opened;
  }

  get context(): BrowserContext {
    return this.page.context();
  }

  /** Opens the page as the product does. */
  async goto(query: Record<string, string> = {}): Promise<void> {
    const product = { next_url: PRODUCT, code_challenge: this.challenge, state: 'state-1' };
    await this.page.goto(`${originOf(this.app)}/sign-in?${new URLSearchParams({ ...product, ...query })}`);
  }

  /** Waits for a screen by its title. */
  async shows(title: string | RegExp, page = this.page): Promise<void> {
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  }

  /** Moves the focus to an element by the Tab key. */
  async reach(name: string, page = this.page): Promise<void> {
    for (const end = Date.now() + REACH_MS; Date.now() < end; ) {
      if ((await page.evaluate<string>(FOCUSED)) === name) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`the Tab key does not reach ${name}`);
  }

  async press(name: string, page = this.page): Promise<void> {
    await this.reach(name, page);
    await page.keyboard.press('Enter');
  }

  /** Replaces the value of a field. */
  async type(label: string, text: string, page = this.page): Promise<void> {
    await this.reach(label, page);
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(text);
  }

  /** Signs in by a password, on the first screen. */
  async signIn(email: string, password = PASSWORD, page = this.page): Promise<void> {
    await this.type('Email', email, page);
    await this.type('Password', password, page);
    await this.press('Sign in', page);
  }

  /** The messages that a screen reader says at once. */
  problems(): Promise<string[]> {
    return this.page.getByRole('alert').allInnerTexts();
  }

  /** The session that the product gets, after the browser has come to it. */
  async session(page = this.page, headers = {}): Promise<{ uid: string; token: string; refresh_token: string }> {
    await page.waitForURL(`${PRODUCT}?**`);
    const { searchParams } = new URL(page.url());
    if (searchParams.get('state') !== 'state-1') throw new Error(`the product got ${page.url()}`);
    const body = { code: searchParams.get('code'), code_verifier: this.verifier };
    return (await this.app.post('/api/auth/token', body, { headers })).ok().json;
  }

  /** Adds an authenticator that verifies the user, and answers at once. */
  addAuthenticator(): Promise<VirtualAuthenticator> {
    return VirtualAuthenticator.add(this.page);
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

/** What happens to a sign-in on its way. */
export type Disturbance = 'nothing' | 'reload' | 'back' | 'two tabs' | 'closed laptop';

/** A sign-in: who, by which way, with which hands. */
export interface Walk extends Case {
  by: 'mouse' | 'keyboard';
  disturbance: Disturbance;
}

/** The user of a walk. */
export interface Walker {
  email: string;
  /** Undefined for a new one. */
  uid?: string;
  /** Of the authenticator app. */
  secret?: string;
  recoveryCodes?: string[];
}

const MOST_STEPS = 25;
const POLL_MS = 30;
const MOST_POLLS = 600;
/** Longer than all that a sign-in hands out is valid. */
const NIGHT_SECONDS = 40_000;
/** A step of an app, so that no code comes twice. */
const STEP_SECONDS = 30;

/** What the emails of a sign-in have, and no other one. */
const LINK = /^http\S+\/magic-link\/verify\S+$/m;
const CODE = /^\d{6}$/m;
/** The buttons that send one. */
const SENDS = ['Email me a sign-in link', 'Email me a code', 'Send', 'Send another one'];

/** In the page: the state of the sign-in, when it waits for the user; the place, if it is on another page. */
const PLACE = `(() => {
  const element = document.querySelector('latchkey-sign-in');
  if (!element) return location.href.startsWith('${PRODUCT}') ? 'product' : document.querySelector('form input') && 'provider';
  const { name, running } = element.flow;
  return !running && !['loading', 'leaving', 'finishing', 'done'].includes(name) && name;
})()`;

/** Walks through the sign-in page of a browser as a user does, until the product has a code. */
export class SignInWalk {
  /** The screens so far. */
  readonly screens: string[] = [];
  private disturbed = 0;
  /** The numbers of the links and codes that this page has asked for. */
  private readonly asked = new Map<RegExp, number>();

  constructor(
    private readonly app: App,
    private readonly mail: MailServer,
    private readonly at: SignInPage,
    private readonly walk: Walk,
    private readonly user: Walker,
    private readonly page: Page = at.page,
  ) {}

  /** Walks to the end. Returns the message with which it ends, if that is one without a way on. */
  async go(): Promise<string | undefined> {
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const place = await this.place();
      const message = (await this.page.getByRole('alert').allInnerTexts()).join();
      this.screens.push(message ? `${place} (${message})` : place);
      if (place === 'product') return undefined;
      if (message.includes('disabled')) return message;
      if (message.includes('Too many')) await this.app.advance(NIGHT_SECONDS);
      if (this.walk.account === 'disabled' && /^(?:link_sent|code)$/.test(place))
        await this.app.disable(this.user.uid ?? '');
      if (await this.disturb(step)) continue;
      await this.act(place);
    }
    throw new Error(`no end: ${this.screens.join(', ')}`);
  }

  private async place(): Promise<string> {
    // The policy of the page allows no waitForFunction. While the page changes, nothing can be asked.
    for (let polls = 0; polls < MOST_POLLS; polls += 1) {
      const place = await this.page.evaluate<string | false>(PLACE).catch(() => false);
      if (place) return place as string;
      await new Promise((next) => setTimeout(next, POLL_MS));
    }
    throw new Error(`nothing follows ${this.screens.join(', ')} at ${this.page.url()}`);
  }

  /** Returns whether something has happened to this screen. */
  private async disturb(step: number): Promise<boolean> {
    const { disturbance } = this.walk;
    const here = new URL(this.page.url()).pathname === '/sign-in';
    // Each screen once; the way on is another one then.
    if (disturbance === 'nothing' || !here || this.disturbed > 3 || step % 2 === 0) return false;
    this.disturbed += 1;
    if (disturbance === 'reload') await this.page.reload();
    else if (disturbance === 'back') await this.page.goBack();
    else if (this.disturbed > 1) return false;
    else if (disturbance === 'closed laptop') await this.app.advance(NIGHT_SECONDS);
    else await this.signInInAnotherTab();
    return true;
  }

  private async signInInAnotherTab(): Promise<void> {
    const tab = await this.at.context.newPage();
    await tab.goto(this.page.url());
    const walk: Walk = { ...this.walk, by: 'mouse', disturbance: 'nothing' };
    await new SignInWalk(this.app, this.mail, this.at, walk, this.user, tab).go();
    await tab.close();
  }

  private act(place: string): Promise<void> {
    const screens: Record<string, () => Promise<void>> = {
      start: () =>
        this.walk.account === 'new' && this.walk.door !== 'provider' ? this.press('Create one') : this.enter(),
      sign_up: () => this.enter(),
      continue: () => this.press('Continue'),
      link_sent: async () => void (await this.page.goto(linkIn(await this.newest(LINK)))),
      code: () => this.typeCode(),
      confirm: () => this.press('Send'),
      confirm_code: () => this.typeCode(),
      second_step: () => this.prove(),
      enrol: () => this.press('Add an authenticator app'),
      enrol_app: () => this.addApp(),
      enrol_email: () => this.press('Send'),
      enrol_code: () => this.typeCode(),
      recovery_codes: () => this.press('I have kept them'),
      provider: () => this.visit(),
      failed: () => this.press('Try again'),
    };
    const next = screens[place];
    if (!next) throw new Error(`nothing leads on from ${this.screens.join(', ')}`);
    return next();
  }

  private async enter(): Promise<void> {
    const { door, account } = this.walk;
    const { email } = this.user;
    if (door === 'provider') return this.press('Continue with Test google');
    if (door === 'passkey') return this.press('Use a passkey');
    await this.type('Email', email);
    if (door === 'magic link') return this.press('Email me a sign-in link');
    if (door === 'email code') return this.press('Email me a code');
    await this.type('Password', PASSWORD);
    await this.press(account === 'new' ? 'Create account' : 'Sign in');
  }

  private async visit(): Promise<void> {
    await this.page.getByLabel('Account').fill(this.user.email);
    await this.page.getByRole('button', { name: 'Continue', exact: true }).click();
  }

  private async prove(): Promise<void> {
    const { factor } = this.walk;
    const { secret = '', recoveryCodes = [] } = this.user;
    if (factor === 'passkey') return this.press('Use a passkey');
    if (factor !== 'recovery code') {
      await this.app.advance(STEP_SECONDS);
      await this.type('Code', await codeOf(this.app, secret));
      return this.press('Continue');
    }
    const isAsked = await this.page.getByLabel('Recovery code').isVisible();
    if (!isAsked) await this.press('Use a recovery code');
    await this.page.getByLabel('Recovery code').waitFor();
    await this.type('Recovery code', recoveryCodes.shift() ?? '');
    await this.press('Continue');
  }

  private async addApp(): Promise<void> {
    const secret = (await this.page.locator('code').textContent()) ?? '';
    await this.app.advance(STEP_SECONDS);
    await this.type('Code', await codeOf(this.app, secret));
    this.user.secret = secret;
    await this.press('Continue');
  }

  private async typeCode(): Promise<void> {
    // A code that came before the night is of no use any more.
    const isRefused = await this.page.getByRole('alert').isVisible();
    if (isRefused) await this.press('Send another one');
    if (isRefused) await this.place();
    await this.type('Code', codeIn(await this.newest(CODE)));
    await this.press('Continue');
  }

  /** The email that the page has asked for last. */
  private newest(content: RegExp) {
    return this.mail.emailWith(this.user.email, content, this.asked.get(content));
  }

  private async press(name: string): Promise<void> {
    const sent = (content: RegExp) =>
      this.mail.emailsTo(this.user.email).filter(({ text }) => content.test(text)).length;
    if (SENDS.includes(name)) for (const content of [LINK, CODE]) this.asked.set(content, sent(content) + 1);
    if (this.walk.by === 'keyboard') return this.at.press(name, this.page);
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  private async type(label: string, text: string): Promise<void> {
    if (this.walk.by === 'keyboard') return this.at.type(label, text, this.page);
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }
}
