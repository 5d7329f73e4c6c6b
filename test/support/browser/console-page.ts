import type { Page } from 'playwright-core';
import { ADMIN_TOKEN, type App } from '../service/app.js';
import type { CheckedBrowser } from './browser.js';

const TIMEOUT_MS = 20_000;
const POLL_MS = 20;

/** The console in a browser of its own, as a person uses it: by roles and labels. */
export class ConsolePage {
  private constructor(
    readonly page: Page,
    private readonly origin: string,
  ) {}

  /** The page of the sign-in. */
  static async open(app: App, checkedBrowser: CheckedBrowser, path = ''): Promise<ConsolePage> {
    const consolePage = new ConsolePage(
      await checkedBrowser.page({ viewport: { width: 1280, height: 800 } }),
      originOf(app),
    );
    await consolePage.go(path);
    return consolePage;
  }

  /** A console that is signed in with an admin token. */
  static async signedIn(app: App, checkedBrowser: CheckedBrowser, token: string = ADMIN_TOKEN): Promise<ConsolePage> {
    const consolePage = await ConsolePage.open(app, checkedBrowser);
    await consolePage.signIn(token);
    return consolePage;
  }

  /** Types an admin token, and waits for the first page. */
  async signIn(token: string): Promise<void> {
    await this.field('Admin token').fill(token);
    await this.press('Sign in');
    await this.page.getByRole('navigation', { name: 'Pages', exact: true }).waitFor();
  }

  async go(path: string): Promise<void> {
    await this.page.goto(`${this.origin}/console${path}`);
    await this.page.locator('h1').first().waitFor();
  }

  /** Opens a page, and waits until its data is there. */
  async show(path: string, title: string): Promise<void> {
    await this.go(path);
    await this.title(title);
    await this.settled();
  }

  /** The same without a load of the document, as a link of the console does it. */
  async visit(path: string, title: string): Promise<void> {
    await this.page.evaluate(`history.pushState(null, '', '/console${path}')`);
    await this.title(title);
    await this.settled();
  }

  /** Waits until nothing loads any more. */
  settled(): Promise<void> {
    return this.count('.waiting, [aria-busy=true]', 0);
  }

  /** Waits until this many elements match. The content security policy forbids functions that the page would wait for. */
  private async count(selector: string, wanted: number): Promise<void> {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      const found = await this.page.locator(selector).count();
      if (found === wanted) return;
      if (Date.now() > deadline) throw new Error(`${found} elements match ${selector}, not ${wanted}.`);
      await new Promise((next) => setTimeout(next, POLL_MS));
    }
  }

  /** Waits for the page with this title. */
  async title(text: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor();
  }

  field(label: string) {
    return this.page.getByRole('textbox', { name: label, exact: true });
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  async press(name: string): Promise<void> {
    await this.button(name).click();
  }

  async follow(name: string): Promise<void> {
    await this.page.getByRole('link', { name, exact: true }).click();
  }

  /** The open dialog. */
  get dialog() {
    return this.page.getByRole('dialog');
  }

  async pressInDialog(name: string): Promise<void> {
    await this.dialog.getByRole('button', { name, exact: true }).click();
  }

  /** Waits for a text on the page. */
  async says(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** The row of a list that contains a text. */
  row(text: string) {
    return this.page.getByRole('row').filter({ hasText: text });
  }

  /** Waits until the list has this many rows. */
  rows(count: number): Promise<void> {
    return this.count('tbody tr', count);
  }

  get path(): string {
    const { pathname, search } = new URL(this.page.url());
    return pathname.replace('/console', '') + search;
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

/** The console must be opened at the `BASE_URL`, which names the machine. */
function originOf(app: App): string {
  return app.service.url.replace('127.0.0.1', 'localhost');
}
