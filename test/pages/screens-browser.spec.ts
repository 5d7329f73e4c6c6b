import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { CheckedBrowser, describeInBrowser, layoutFaults } from '../support/browser/browser.js';
import { SCREENS, type Screen, show, speak } from '../support/browser/screens.js';
import { originOf } from '../support/http/clients.js';
import { useApp } from '../support/service/app.js';

/** With LONG=1 every combination, else each screen in one of them. */
const ALL = process.env.LONG === '1';
/** With it, an image and the accessibility tree of each combination are written there. */
const FOLDER = process.env.SCREENSHOTS;

const LOCALES = ['en', 'de', 'fr', 'es', 'pt', 'ar'];
const WIDTHS = [320, 390, 768, 1280, 1600];
const SCHEMES = ['light', 'dark'] as const;

interface View {
  screen: Screen;
  locale: string;
  width: number;
  scheme: (typeof SCHEMES)[number];
}

const MATRIX: View[] = LOCALES.flatMap((locale) =>
  SCHEMES.flatMap((scheme) => WIDTHS.flatMap((width) => SCREENS.map((screen) => ({ screen, locale, width, scheme })))),
);
const DIAGONAL: View[] = SCREENS.map((screen, index) => ({
  screen,
  locale: LOCALES[index % LOCALES.length] as string,
  width: WIDTHS[index % WIDTHS.length] as number,
  scheme: SCHEMES[Math.floor(index / WIDTHS.length) % 2] as View['scheme'],
}));

/** In the page: changes the style of an element of the sign-in. */
const STYLE = `([where, styles]) => {
  Object.assign(document.querySelector('latchkey-sign-in').shadowRoot.querySelector(where).style, styles);
}`;

const app = useApp({
  APP_NAME: 'Acme',
  SMTP_URL: 'smtp://localhost:1',
  TRUSTED_DEVICE_TTL: '2592000',
  PASSKEY_RP_ID: 'localhost',
  TERMS_URL: 'https://app.example.com/terms',
  PRIVACY_URL: 'https://app.example.com/privacy',
});

describeInBrowser('the screens of the sign-in page', () => {
  let browser: CheckedBrowser;
  let page: Page;
  beforeAll(async () => {
    browser = await CheckedBrowser.start();
    for (const name of ['Google', 'A provider with a name of several words']) {
      const fields = { kind: 'oidc', name, issuer: 'https://idp.example.com', client_id: 'x', client_secret: 'secret' };
      (await app.admin('POST', '/providers', { id: name.slice(0, 1).toLowerCase(), ...fields })).ok();
    }
    page = await browser.page({ locale: 'en-US', reducedMotion: 'reduce' });
    await page.goto(`${originOf(app)}/sign-in`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (FOLDER) mkdirSync(FOLDER, { recursive: true });
  }, 60_000);
  afterAll(() => browser.stop());

  async function look({ screen, locale, width, scheme }: View): Promise<void> {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    await speak(page, locale);
    await show(page, screen);
  }

  async function keep({ screen, locale, width, scheme }: View): Promise<void> {
    if (!FOLDER) return;
    const name = join(FOLDER, `${locale}-${width}-${scheme}-${screen.title}`);
    await page.screenshot({ path: `${name}.png`, fullPage: true });
    writeFileSync(`${name}.txt`, await page.locator('body').ariaSnapshot());
  }

  it('have no fault that axe finds, in each width, scheme and language', async () => {
    const wrong = [];
    for (const view of ALL ? MATRIX : DIAGONAL) {
      await look(view);
      const { screen, locale, width, scheme } = view;
      const faults = [...(await browser.violations(page)), ...(await layoutFaults(page))];
      if (faults.length > 0) wrong.push([screen.title, locale, width, scheme, faults]);
      await keep(view);
    }
    expect(wrong).toEqual([]);
  }, 1_800_000);

  it.each([
    ['overlap', 'h1', { position: 'relative', top: '3rem' }],
    ['cut', 'button.primary', { width: '2rem', whiteSpace: 'nowrap', overflowWrap: 'normal' }],
    ['outside', 'h1', { marginLeft: '-3rem' }],
    ['wider', 'form', { width: '200vw' }],
  ])('are checked for texts that are no longer readable: %s', async (fault, selector, style) => {
    await look({ ...(DIAGONAL[4] as View), width: 320 });
    const change = (to: object) => page.evaluate(`(${STYLE})(${JSON.stringify([selector, to])})`);
    await change(style);
    const faults = await layoutFaults(page);
    await change(Object.fromEntries(Object.keys(style).map((name) => [name, ''])));
    expect(faults.join()).toContain(fault);
    expect(await layoutFaults(page)).toEqual([]);
  });

  it('have room for a text of twice the size on the narrowest phone', async () => {
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    const wrong = [];
    for (const view of ALL ? MATRIX.filter(({ width }) => width === 320) : DIAGONAL) {
      await look({ ...view, width: 320 });
      const faults = await layoutFaults(page);
      if (faults.length > 0) wrong.push([view.screen.title, view.locale, faults]);
    }
    await page.evaluate("document.documentElement.style.fontSize = ''");
    expect(wrong).toEqual([]);
  }, 600_000);

  it('turn nothing for users who want less motion', async () => {
    const turning = () =>
      page.evaluate(
        "getComputedStyle(document.querySelector('latchkey-sign-in').shadowRoot.querySelector('.spinner')).animationName",
      );
    const screen = SCREENS.find(({ title }) => title === 'start-working') as Screen;
    await show(page, screen);
    expect(await turning()).toBe('pulse');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await turning()).toBe('turn');
  });

  it('write nothing to the console of the browser', () => {
    expect(browser.complaints).toEqual([]);
  });
});
