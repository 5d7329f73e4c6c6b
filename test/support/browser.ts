import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const ROOT = resolve(__dirname, '../..');
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

const SLOW_MS = 1_500;

/** What the page has made global for the tests. */
interface PageGlobals {
  // biome-ignore lint/suspicious/noExplicitAny: tests call every method
  client: Record<string, (...parameters: any[]) => Promise<any>>;
  reasons: string[];
  states: (string | null)[];
}

/** `describe` where there is a Chromium; elsewhere it is said that these tests are left out, which no pipeline may. */
export function describeInBrowser(what: string, tests: () => void): void {
  const wanted = CHROMIUM !== undefined || process.env.CI === 'true';
  const line = '!'.repeat(100);
  if (!wanted) process.stderr.write(`\n${line}\nNo Chromium in /usr/bin. SKIPPED: ${what}\n${line}\n`);
  (wanted ? describe : describe.skip)(what, tests);
}

/** A web product with one page, which uses the client, and a browser to open it in. */
export class WebApp {
  /** Where the service is. */
  serviceUrl = '';

  private constructor(
    private readonly server: Server,
    private readonly browser: Browser,
    readonly origin: string,
  ) {}

  static async start(): Promise<WebApp> {
    const entry = join(ROOT, 'libs/client/src/index.ts');
    const esbuild = join(ROOT, 'node_modules/.bin/esbuild');
    const script = execFileSync(process.execPath, [esbuild, entry, '--bundle', '--format=esm'], { encoding: 'utf8' });
    const server = createServer((request, response) => {
      if (request.url === '/client.js') response.setHeader('content-type', 'text/javascript').end(script);
      else response.setHeader('content-type', 'text/html').end(page(app.serviceUrl));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const browser = await chromium.launch({ executablePath: CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
    const app = new WebApp(server, browser, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return app;
  }

  /** A browser of its own, with nothing in its storage. @param script runs first on each of its pages */
  async visitor(script?: string): Promise<Visitor> {
    const context = await this.browser.newContext();
    if (script) await context.addInitScript(script);
    return new Visitor(context, this.origin);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}

export class Visitor {
  constructor(
    private readonly context: BrowserContext,
    private readonly origin: string,
  ) {}

  async tab(url = this.origin): Promise<Tab> {
    const page = await this.context.newPage();
    await page.goto(url);
    await page.waitForFunction('globalThis.client');
    return new Tab(page);
  }

  tabs(count: number): Promise<Tab[]> {
    return Promise.all(Array.from({ length: count }, () => this.tab()));
  }

  /** From now on requests of a path take their time, so that whoever wants the same at once is seen to. */
  async slowDown(path: string): Promise<void> {
    await this.context.route(`**${path}`, async (route) => {
      await new Promise((next) => setTimeout(next, SLOW_MS));
      await route.continue();
    });
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}

export class Tab {
  constructor(private readonly page: Page) {}

  /** What a method of the client answers in this tab; what it fails with is an error with the code as its message. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  call(method: string, ...parameters: unknown[]): Promise<any> {
    return this.page.evaluate(
      ([name, given]) => {
        const { client } = globalThis as unknown as PageGlobals;
        return client[name]?.(...given).catch((error) => {
          throw new Error(error.code);
        });
      },
      [method, parameters] as const,
    );
  }

  get url(): string {
    return this.page.url();
  }

  /** With which reasons it was signed out, so far. */
  reasons(): Promise<string[]> {
    return this.page.evaluate(() => (globalThis as unknown as PageGlobals).reasons);
  }

  /** Resolves when it shows that this user is signed in, or with null nobody. */
  async shows(uid: string | null): Promise<void> {
    await this.page.waitForFunction((expected) => {
      return (globalThis as unknown as PageGlobals).states.at(-1) === expected;
    }, uid);
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.page.waitForFunction('globalThis.client');
  }
}

function page(baseUrl: string): string {
  return `<!doctype html><script type="module">
    import { createClient } from '/client.js';
    globalThis.reasons = [];
    globalThis.states = [];
    globalThis.client = createClient({ baseUrl: '${baseUrl}', onSignedOut: (reason) => reasons.push(reason) });
    client.subscribe((state) => states.push(state?.uid ?? null));
  </script>`;
}
