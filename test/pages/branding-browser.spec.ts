import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckedBrowser, describeInBrowser } from '../support/browser/browser.js';
import { originOf } from '../support/http/clients.js';
import type { SignedUp } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';

const WIDTHS = [320, 1280];
const THEME = `:root { --lk-page: #eef2ff; --lk-action: #3730a3; --lk-text: #1e1b4b; --lk-radius: 2px; --lk-font: Georgia, serif }
  @media (prefers-color-scheme: dark) {
    :root { --lk-page: #1e1b4b; --lk-card: #312e81; --lk-text: #eef2ff; --lk-muted: #c7d2fe; --lk-action: #e0e7ff; --lk-on-action: #1e1b4b }
  }`;
/** A drawing with a shape and no size, as most programs export it. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40">
  <rect width="120" height="40" rx="6" fill="#4f46e5"/><circle cx="24" cy="20" r="10" fill="#fff"/></svg>`;
/** One pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const TEXTS = {
  en: {
    signInTitle: 'Hello from {app}',
    'questions.magic_link.title': 'Hello again',
    'problems.LINK_EXPIRED.title': 'Too late',
  },
  it: {
    signInTitle: 'Accedi a {app}',
    'questions.magic_link.title': 'Accedi',
    'questions.magic_link.button': 'Accedi ora',
  },
};

const folder = mkdtempSync(join(tmpdir(), 'latchkey-branding-'));
mkdirSync(join(folder, 'texts'));
writeFileSync(join(folder, 'theme.css'), THEME);
writeFileSync(join(folder, 'logo.svg'), LOGO);
writeFileSync(join(folder, 'logo.png'), Buffer.from(PNG, 'base64'));
for (const [locale, texts] of Object.entries(TEXTS))
  writeFileSync(join(folder, 'texts', `${locale}.json`), JSON.stringify(texts));
afterAll(() => rmSync(folder, { recursive: true }));

const { app, mail } = useMail({
  APP_NAME: 'Acme',
  APP_URL: 'https://app.example.com/',
  BRANDING_DIR: folder,
  LINK_CONFIRM: 'page',
  PASSKEY_RP_ID: 'localhost',
});

describeInBrowser('the branding of a product', () => {
  let browser: CheckedBrowser;
  let user: SignedUp;
  beforeAll(async () => {
    browser = await CheckedBrowser.start();
    user = await app.signUp();
  }, 60_000);
  afterAll(() => browser.stop());

  const local = (link: string) => originOf(app) + new URL(link).pathname + new URL(link).search;
  const mailed = async (path: string, body: object = {}, token?: string) =>
    local(
      await mail.linkAfter(user.email, () => app.post(`/api/auth/${path}`, { email: user.email, ...body }, { token })),
    );
  const secure = async () => {
    const changed = await app.signUp();
    await app.prove(changed.uid);
    const change = () => app.put('/api/auth/user', { email: `new.${changed.email}` }, { token: changed.token });
    return local(await mail.linkAfter(changed.email, change));
  };
  const at = (path: string) => async () => originOf(app) + path;

  const PAGES: [string, () => Promise<string>, string][] = [
    ['sign-in', at('/sign-in'), 'Hello from Acme'],
    ['home', at('/'), 'The service is running'],
    ['failed', at('/?error=LINK_EXPIRED'), 'Too late'],
    ['unknown-demand', at(`/sign-in?next_url=x&code_challenge=${'x'.repeat(43)}`), 'This link is not valid'],
    ['magic-link', () => mailed('magic-link'), 'Hello again'],
    ['verify', () => mailed('user/verify-email', {}, user.token), 'Confirm your address'],
    ['secure', secure, 'Secure your account'],
    ['magic-link-it', () => mailed('magic-link', { locale: 'it' }), 'Accedi'],
    ['magic-link-ar', () => mailed('magic-link', { locale: 'ar' }), 'تسجيل الدخول'],
  ];

  it.each(PAGES)('reaches the page %s: the logo, the colors, the form and the texts', async (name, link, title) => {
    const page = await browser.page({ locale: 'en-US', colorScheme: 'light' });
    await page.goto(await link());
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    const logo = page.getByRole('img', { name: 'Acme' });
    await logo.waitFor();
    const way = page.getByRole('link', { name: 'Acme', exact: true });
    expect(await way.getAttribute('href')).toBe('https://app.example.com/');
    const box = await logo.boundingBox();
    expect([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]).toEqual([120, 40]);
    // The browser has drawn it, and not only its text.
    expect(await page.evaluate("document.querySelector('header img').naturalWidth > 0")).toBe(true);
    const found = (selector: string, style: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${style}`);
    const colors = async () => [await found('body', 'color'), await pageColor()];
    const pageColor = () =>
      page.evaluate<string>(
        "[document.body, document.documentElement].map((each) => getComputedStyle(each).backgroundColor).find((color) => color !== 'rgba(0, 0, 0, 0)')",
      );
    expect(await colors()).toEqual(['rgb(30, 27, 75)', 'rgb(238, 242, 255)']);
    expect([await found('main', 'borderRadius'), await found('body', 'fontFamily')]).toEqual(['3px', 'Georgia, serif']);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await colors()).toEqual(['rgb(238, 242, 255)', 'rgb(30, 27, 75)']);
    expect(await browser.inspect(`branded-${name}`, page, WIDTHS)).toEqual([]);
    await page.context().close();
    expect(browser.complaints).toEqual([]);
    browser.complaints.length = 0;
  });

  it('reaches the emails: the logo travels as an image of the email, and its text is the name', async () => {
    await mailed('reset-password');
    const email = mail.emailsTo(user.email).at(-1);
    const [logo] = email?.attachments ?? [];
    expect([logo?.contentType, logo?.related, logo?.content.toString('base64')]).toEqual(['image/png', true, PNG]);
    // The parser puts the image into the HTML in place of its content id.
    expect(email?.html).toMatch(/<img src="data:image\/png;base64,[^"]+" alt="Acme" width="40" height="40"/);
    expect(email?.html).toContain('background: #3730a3; color: #ffffff;');
    expect(email?.text).toContain('Acme');
    for (const locale of ['en', 'ar']) {
      await mailed('reset-password', { locale });
      const html = mail.emailsTo(user.email).at(-1)?.html ?? '';
      expect(await browser.examine(`branded-email-${locale}`, (page) => page.setContent(html))).toEqual([]);
    }
  });

  it('is there without the sign-in pages, too', async () => {
    const { port } = new URL(app.service.url);
    const off = await app.replica({ HOSTED_PAGES: 'off', BASE_URL: `http://localhost:${port}` });
    const { text, headers } = await off.call('GET', '/?error=LINK_EXPIRED', { headers: { accept: 'text/html' } });
    expect(text).toContain(
      '<header><a href="https://app.example.com/"><img src="/branding/logo.svg" alt="Acme"></a></header>',
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toContain("; img-src 'self'; form-action 'self'");
    expect((await off.call('GET', '/branding/logo.svg')).status).toBe(200);
    expect((await off.call('GET', '/sign-in')).status).toBe(404);
  });
});
