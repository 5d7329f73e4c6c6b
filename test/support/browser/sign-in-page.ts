import type { BrowserContext, Page } from 'playwright-core';
import { originOf, PRODUCT } from '../http/clients.js';
import { pkce } from '../idp/providers.js';
import { type App, PASSWORD } from '../service/app.js';
import { VirtualAuthenticator } from './browser.js';
import type { CheckedBrowser } from './checked-browser.js';

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
    const answer = await this.app.post('/api/auth/token', body, { headers });
    if (answer.status !== 200) throw new Error(`the service answered ${answer.status} ${answer.text}`);
    return answer.json;
  }

  /** Adds an authenticator that verifies the user, and answers at once. */
  addAuthenticator(): Promise<VirtualAuthenticator> {
    return VirtualAuthenticator.add(this.page);
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
