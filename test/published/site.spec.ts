import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckedBrowser, describeInBrowser } from '../support/browser/browser.js';
import { blocksOf, DOCUMENTS, ROOT, type Search, searchOf, serveSite } from '../support/docs/documents.js';

const TIMEOUT_MS = 180_000;

interface Entry {
  text: string;
  link?: string;
  items?: Entry[];
}

const linksOf = ({ link, items = [] }: Entry): string[] => [...(link ? [link] : []), ...items.flatMap(linksOf)];

/** What a program that reads the configuration of the site prints. */
function inSite<T>(program: string): T {
  const script = `import { pageOf } from './docs/.vitepress/pages.mjs';
    import config from './docs/.vitepress/config.mjs';
    console.log(JSON.stringify(${program}));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: ROOT, encoding: 'utf8' });
  return JSON.parse(output);
}

const documents = DOCUMENTS.filter((document) => document !== 'README.md' && document !== 'docs/index.md');

describe('the site of the documents', () => {
  let folder: string;
  let pages: Map<string, string>;
  let entries: string[];
  let search: Search;
  let site: Awaited<ReturnType<typeof serveSite>>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-site-'));
    // Fails for a dead link.
    execFileSync('npm', ['run', 'build', '--', '--outDir', folder], { cwd: join(ROOT, 'docs'), stdio: 'pipe' });
    pages = new Map(inSite<[string, string][]>(`${JSON.stringify(documents)}.map((file) => [file, pageOf(file)])`));
    entries = inSite<Entry[]>('config.themeConfig.sidebar').flatMap(linksOf);
    search = await searchOf(folder);
    site = await serveSite(folder);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await site?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const htmlOf = (page = '') => readFileSync(join(folder, `${page}.html`), 'utf8');

  it('has each document in its sidebar, once', () => {
    expect(entries.filter((link, index) => entries.indexOf(link) !== index)).toEqual([]);
    expect(documents.filter((document) => !entries.includes(pages.get(document) ?? ''))).toEqual([]);
  });

  it('has a page for each entry of its sidebar', () => {
    expect(entries.filter((link) => !existsSync(join(folder, `${link}.html`)))).toEqual([]);
  });

  it('says which pages have code that the tests run', () => {
    const isTested = (document: string) =>
      blocksOf(document).some(({ needs, language }) => !needs && language !== 'mermaid');
    const badge = /<h1.*class="[^"]*VPBadge[^>]*>.*tested.*<\/h1>/s;
    const shown = documents.filter((document) => badge.test(htmlOf(pages.get(document))));
    expect(shown).toEqual(documents.filter(isTested));
  });

  it.each(documents.filter((document) => blocksOf(document).some(({ needs }) => needs)))(
    'says of each block of %s that the tests only parse what it needs',
    (document) => {
      const needs = blocksOf(document).flatMap((block) => block.needs ?? []);
      const notes = [...htmlOf(pages.get(document)).matchAll(/class="not-run"[^>]*>[^<]*this needs ([^<]+)\.<\/p>/g)];
      expect(notes.map(([, found]) => found)).toEqual(needs);
    },
  );

  it('draws the flowcharts', () => {
    const drawn = documents.filter((document) => htmlOf(pages.get(document)).includes('<div class="drawing"'));
    expect(drawn).toEqual(
      documents.filter((document) => blocksOf(document).some(({ language }) => language === 'mermaid')),
    );
  });

  describe('search', () => {
    it('finds a heading first', () => {
      expect(search('Why was she refused')[0]).toBe('/operating.html#why-was-she-refused');
    });

    it.each(['error-codes', 'events', 'metrics', 'settings'])('shows each entry of the reference of %s', (page) => {
      const text = readFileSync(join(ROOT, `docs/reference/${page}.md`), 'utf8');
      const names = [...text.matchAll(/^### `(.+)`$/gm)].map(([, name = '']) => name);
      const addressOf = (name: string) => `/reference/${page}.html#${name.toLowerCase().replaceAll('.', '')}`;
      expect(names.length).toBeGreaterThan(20);
      expect(names.filter((name) => !search(name).includes(addressOf(name)))).toEqual([]);
    });
  });

  describeInBrowser('in a browser', () => {
    let browser: CheckedBrowser;
    beforeEach(async () => {
      browser = await CheckedBrowser.start();
    });
    afterEach(() => browser.stop());

    it('shows pages of each kind on a phone and on a desktop, in light and dark', async () => {
      for (const name of [
        '',
        'start.html',
        'architecture.html',
        'reference/settings.html',
        'security/what-ends.html',
      ]) {
        const page = await browser.page();
        await page.goto(`${site.url}/${name}`);
        await page.waitForLoadState('networkidle');
        const problems = await browser.inspect(`site-${name.replace('/', '-')}`, page);
        expect({ name, problems, complaints: browser.complaints }).toEqual({ name, problems: [], complaints: [] });
        await page.context().close();
      }
    });

    it('leads from its search to the entry of a code, on a phone and on a desktop', async () => {
      for (const width of [390, 1280]) {
        const page = await browser.page({ viewport: { width, height: 800 } });
        await page.goto(site.url);
        await page.getByRole('button', { name: 'Search' }).click();
        await page.getByRole('searchbox').fill('INVALID_MFA_TOKEN');
        await page.locator('.VPLocalSearchBox .result').first().click();
        await page.waitForURL(`${site.url}/reference/error-codes.html#invalid_mfa_token`);
        await page.locator('h3#invalid_mfa_token').waitFor();
        await page.context().close();
      }
    });
  });

  it('loads nothing from other servers', () => {
    const loaded = /<(?:script|img|link|source|iframe)[^>]*(?:src|href|srcset)="(?:https?:)?\/\/[^"]*/g;
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
    expect(files.length).toBeGreaterThan(documents.length);
    expect(files.flatMap((name) => readFileSync(join(folder, name), 'utf8').match(loaded) ?? [])).toEqual([]);
  });
});
