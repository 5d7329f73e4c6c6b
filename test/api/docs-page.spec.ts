import { type Browser, chromium, type Page } from 'playwright-core';
import { describeInBrowser } from '../support/browser/browser.js';
import { find } from '../support/run/machine.mjs';
import { useApp } from '../support/service/app.js';

const TIMEOUT_MS = 20_000;

describeInBrowser('the page /docs in a browser', () => {
  const app = useApp();
  let browser: Browser;
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: find('chromium'), args: ['--no-sandbox'] });
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    problems = [];
    page = await browser.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
  });
  afterEach(() => page?.close());

  /** The status that "Try it out" shows for an operation. */
  async function tryOut(tag: string, id: string): Promise<string | undefined> {
    const operation = page.locator(`#operations-${tag}-${id}`);
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('.try-out__btn').click();
    await operation.locator('.execute').click();
    const status = await operation.locator('.live-responses-table .response-col_status').last().textContent();
    return status?.trim();
  }

  it.each(['127.0.0.1', 'localhost'])('calls the service by "Try it out" when it is opened at %s', async (host) => {
    await page.goto(`http://${host}:${new URL(app.service.url).port}/docs`);
    expect(await tryOut('Health', 'checkLiveness')).toBe('200');
    expect(problems).toEqual([]);
  });

  it('calls an endpoint with the access token of the user', async () => {
    const { token } = await app.signUp();
    await page.goto(`${app.service.url}/docs`);
    await page.locator('.auth-wrapper .authorize').click();
    await page.locator('.modal-ux .auth-container').first().locator('input').fill(token);
    await page.locator('.modal-ux .auth-container').first().locator('button.authorize').click();
    await page.locator('.modal-ux .close-modal').click();
    expect(await tryOut('Accounts', 'getUser')).toBe('200');
    expect(problems).toEqual([]);
  });

  it('shows the groups of endpoints with the accounts first', async () => {
    await page.goto(`${app.service.url}/docs`);
    await page.locator('.opblock-tag').first().waitFor();
    expect(await page.locator('.opblock-tag').first().getAttribute('data-tag')).toBe('Accounts');
  });
});
