import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './browser.js';

/** Writes screenshots of all pages and emails into this folder: `SCREENSHOTS=/tmp/pages npm run jest -- pages-browser`. */
const FOLDER = process.env.SCREENSHOTS;
/** With LONG=1 a page is inspected in each width and scheme, else in one of them. */
const ALL = process.env.LONG === '1' || FOLDER !== undefined;

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
   * Looks at a page on a phone or on a desktop, in light or dark, and returns what is wrong with it for its readers.
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

  /** The same for a page that is open. It has its last width afterwards. */
  async inspect(name: string, page: Page, widths = WIDTHS): Promise<string[]> {
    await loadAxe(page);
    const all = SCHEMES.flatMap((colorScheme) => widths.map((width) => ({ colorScheme, width })));
    const problems: string[] = [];
    for (const { colorScheme, width } of ALL ? all : [oneOf(all, name)]) {
      // An element that appears slowly has too little contrast at first.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      if (await isTooWide(page)) problems.push(`is wider than ${width}`);
      if (FOLDER) await page.screenshot({ path: join(FOLDER, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      problems.push(...(await violationsOf(page)).map((fault) => `${colorScheme}, ${width}: ${fault}`));
    }
    await page.setViewportSize({ width: widths.at(-1) ?? 0, height: 800 });
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

/** One of several, always the same for a name. */
const oneOf = <T>(all: T[], name: string): T =>
  all[[...Buffer.from(name)].reduce((sum, byte) => sum + byte) % all.length] as T;

/** In the page: its whole report is large. Frames have no axe, which would wait half a second for them. */
const VIOLATIONS = `axe.run({ resultTypes: ['violations'], iframes: false })
  .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ' ' + html)))`;

/** The rules of accessibility that axe can check: WCAG 2.2 AA, and good practice. */
const violationsOf = (page: Page) => page.evaluate<string[]>(VIOLATIONS);
