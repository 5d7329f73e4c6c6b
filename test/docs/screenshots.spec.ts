import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describeInBrowser } from '../support/browser/browser.js';
import { CheckedBrowser } from '../support/browser/checked-browser.js';
import { ConsolePage } from '../support/browser/console-page.js';
import { ROOT, read } from '../support/docs/blocks.js';
import { PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/use-mail.js';

const FOLDER = 'docs/public';
const MOST_BYTES = 150_000;
const DAY = 86_400;
/** After this time, the activity is counted. */
const COUNTED = 60;

const images = readdirSync(join(ROOT, FOLDER)).filter((name) => name.endsWith('.png'));

it('README and the home page of the site show each image of the console', () => {
  const shown = /console-(?:light|dark)\.png/g;
  for (const document of ['README.md', 'docs/index.md'])
    expect([document, [...new Set(read(document).match(shown))].sort()]).toEqual([document, images]);
});

it.each(images)('%s has less than 150 kB', (name) => {
  expect(statSync(join(ROOT, FOLDER, name)).size).toBeLessThan(MOST_BYTES);
});

/** Takes the images anew: `WRITE_IMAGES=1 npm run jest -- docs/screenshots`. */
const describeOnDemand = process.env.WRITE_IMAGES ? describeInBrowser : describe.skip;

describeOnDemand('the images of the console', () => {
  const { app } = useMail({ CONSOLE: 'on' });

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
      for (const email of emails.slice(-2)) await app.post('/api/auth/magic-link', { email });
      if (day < DAYS) await app.advance(DAY);
    }
    await app.advance(COUNTED);
  }

  it('are written', async () => {
    await useService();
    const checkedBrowser = await CheckedBrowser.start();
    const consolePage = await ConsolePage.signedIn(app, checkedBrowser);
    // The charts end at the time of the browser.
    await consolePage.page.clock.setFixedTime(Date.now() + DAYS * DAY * 1_000);
    for (const colorScheme of ['light', 'dark'] as const) {
      await consolePage.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await consolePage.show('/', 'Overview');
      await consolePage.page.screenshot({ path: join(ROOT, FOLDER, `console-${colorScheme}.png`) });
    }
    await checkedBrowser.stop();
    expect(existsSync(join(ROOT, FOLDER, 'console-dark.png'))).toBe(true);
  }, 120_000);
});
