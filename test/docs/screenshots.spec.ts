import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CheckedBrowser, describeInBrowser } from '../support/browser/browser.js';
import { ConsolePage } from '../support/browser/console-page.js';
import { SignInPage } from '../support/browser/sign-in-page.js';
import { ROOT, read } from '../support/docs/documents.js';
import { PRODUCT } from '../support/http/clients.js';
import { PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';

const FOLDER = 'docs/public';
/** The navigation of the console when its images were taken. */
const TAKEN = `${FOLDER}/console.json`;
const MOST_BYTES = 150_000;
const DAY = 86_400;
/** After this time, the activity is counted. */
const COUNTED = 60;

const images = readdirSync(join(ROOT, FOLDER)).filter((name) => name.endsWith('.png'));

it('README shows each image, and the home page of the site those of the console', () => {
  const shownIn = (document: string) => [...new Set(read(document).match(/[\w-]+\.png/g))].sort();
  expect(shownIn('README.md')).toEqual(images);
  expect(shownIn('docs/index.md')).toEqual(['console-dark.png', 'console-light.png']);
});

it('the images of the console show its navigation: take them anew when it has changed', () => {
  const [, entries = ''] = /ENTRIES.*? = \[\n(.*?)\n\];/s.exec(read('apps/console/src/ui/layout.tsx')) ?? [];
  const paths = [...entries.matchAll(/^ {2}\['([\w/-]+)'/gm)].map(([, path]) => path);
  expect(paths.length).toBeGreaterThan(5);
  expect(JSON.parse(read(TAKEN))).toEqual(paths);
});

it.each(images)('%s has less than 150 kB', (name) => {
  expect(statSync(join(ROOT, FOLDER, name)).size).toBeLessThan(MOST_BYTES);
});

/** Takes the images anew: `WRITE_IMAGES=1 npm run jest -- docs/screenshots`. */
const describeOnDemand = process.env.WRITE_IMAGES ? describeInBrowser : describe.skip;

describeOnDemand('the images of the documents', () => {
  const { app } = useMail({
    CONSOLE: 'on',
    HOSTED_PAGES: 'on',
    APP_NAME: 'Acme',
    PASSKEY_RP_ID: 'localhost',
    REDIRECT_ALLOWLIST: new URL(PRODUCT).origin,
  });

  const NAMES = ['ada', 'alan', 'barbara', 'edith', 'edsger', 'frances', 'grace', 'jean', 'joan', 'kathleen', 'radia'];
  const SIGN_UPS = [2, 3, 2, 4, 3, 5, 1, 2, 4, 5, 4, 6, 7, 5];
  const DAYS = SIGN_UPS.length - 1;

  /** Some days of sign-ups, sign-ins and emails. */
  async function useService(): Promise<void> {
    const emails: string[] = [];
    for (const [day, count] of SIGN_UPS.entries()) {
      for (let each = 0; each < count; each += 1) {
        const email = `${NAMES[emails.length % NAMES.length]}.${day}@example.com`;
        await app.admin('POST', '/users', { email, password: PASSWORD, email_verified: each % 4 > 0 });
        emails.push(email);
      }
      for (const email of emails.filter((_, index) => (index * 7 + day) % 3 === 0))
        await app.post('/api/auth/user/login', { email, password: PASSWORD });
      for (const email of emails.slice(0, day % 4))
        await app.post('/api/auth/user/login', { email, password: `${PASSWORD}!` });
      for (const email of emails.slice(-2)) await app.post('/api/auth/magic-link', { email });
      if (day < DAYS) await app.advance(DAY);
    }
    await app.advance(COUNTED);
  }

  it('show the console today, after two weeks of use', async () => {
    await app.advance(-DAYS * DAY);
    await useService();
    const checkedBrowser = await CheckedBrowser.start();
    const consolePage = await ConsolePage.signedIn(app, checkedBrowser);
    for (const colorScheme of ['light', 'dark'] as const) {
      await consolePage.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await consolePage.show('/', 'Overview');
      await consolePage.page.screenshot({ path: join(ROOT, FOLDER, `console-${colorScheme}.png`) });
    }
    const links = await consolePage.page.getByRole('navigation', { name: 'Pages' }).getByRole('link').all();
    const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
    const shown = paths.map((path) => path?.replace(/^\/console/, '') || '/');
    expect(shown).toContain('/settings');
    writeFileSync(join(ROOT, TAKEN), `${JSON.stringify(shown, null, 2)}\n`);
    await checkedBrowser.stop();
  }, 120_000);

  it('show the sign-in page', async () => {
    const checkedBrowser = await CheckedBrowser.start();
    const { page } = await SignInPage.open(app, checkedBrowser);
    await page.setViewportSize({ width: 1_280, height: 880 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.getByRole('heading', { name: 'Sign in to Acme' }).waitFor();
      await page.screenshot({ path: join(ROOT, FOLDER, `sign-in-${colorScheme}.png`) });
    }
    await checkedBrowser.stop();
  }, 60_000);
});
