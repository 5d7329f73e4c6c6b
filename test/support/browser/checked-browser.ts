import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './browser.js';

/** Writes screenshots of all pages and emails into this folder: `SCREENSHOTS=/tmp/pages npm run jest -- pages-browser`. */
const FOLDER = process.env.SCREENSHOTS;

/** The minified library: half the size of `axe.source`. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const WIDTHS = [390, 1280];
const STATUS = /^Failed to load resource: the server responded with a status of (?:400|429)/;
const SCHEMES = ['light', 'dark'] as const;

/** A Chromium that records what the console of each page says, and what its content security policy blocks. */
export class CheckedBrowser {
  readonly complaints: string[] = [];

  private constructor(private readonly browser: Browser) {}

  static async start(): Promise<CheckedBrowser> {
    return new CheckedBrowser(await launchBrowser());
  }

  /** A page in a browser without cookies. */
  async page(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    const context = await this.browser.newContext(options);
    const page = await context.newPage();
    page.on('console', (message) => {
      // Chromium logs the status of an error page itself.
      if (!STATUS.test(message.text())) this.complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
    return page;
  }

  /**
   * Looks at a page on a phone and on a desktop, in light and dark, and returns what is wrong with it for its readers.
   * @param show opens it
   */
  async examine(name: string, show: (page: Page) => Promise<unknown>): Promise<string[]> {
    const page = await this.page();
    await show(page);
    const problems = await this.inspect(name, page);
    await page.context().close();
    return problems;
  }

  /** What axe finds on an open page, as it is. */
  async violations(page: Page): Promise<string[]> {
    await loadAxe(page);
    return violationsOf(page);
  }

  /** The same for a page that is open. */
  async inspect(name: string, page: Page, widths = WIDTHS): Promise<string[]> {
    await loadAxe(page);
    const problems: string[] = [];
    for (const colorScheme of SCHEMES) {
      // An element that appears slowly has too little contrast at first.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        if (await isTooWide(page)) problems.push(`is wider than ${width}`);
        if (FOLDER)
          await page.screenshot({ path: join(FOLDER, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      }
      const rules = colorScheme === 'light' ? undefined : RULES_OF_COLOURS;
      problems.push(...(await violationsOf(page, rules)).map((fault) => `${colorScheme}: ${fault}`));
    }
    return problems;
  }

  async stop(): Promise<void> {
    await this.browser.close();
  }
}

/** The same document may be looked at several times. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(AXE);
}

const isTooWide = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');

/** What the colours of a page decide: all other rules find the same in light and dark. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** In the page: its whole report is large. Frames have no axe, which would wait half a second for them. */
const violations = (rules?: string[]) => `axe.run({
  resultTypes: ['violations'], iframes: false, ${rules ? `runOnly: ${JSON.stringify(rules)}` : ''}
}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ' ' + html)))`;

/** The rules of accessibility that axe can check: WCAG 2.2 AA, and good practice. */
const violationsOf = (page: Page, rules?: string[]) => page.evaluate<string[]>(violations(rules));
