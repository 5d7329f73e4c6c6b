import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { find } from './machine.mjs';

const ROOT = resolve(__dirname, '../..');
const CHROMIUM = find('chromium');

/**
 * Lets a test move the wall clock of a page, as after the sleep of a computer, which `performance.now` does not count.
 */
const WALL_CLOCK = `
  const now = Date.now;
  let ahead = 0;
  Date.now = () => now() + ahead;
  globalThis.sleep = (seconds) => { ahead += seconds * 1000 };`;
const POLL_MS = 20;

/** The global variables of the page for the tests. */
interface PageGlobals {
  // biome-ignore lint/suspicious/noExplicitAny: tests call every method
  client: Record<string, (...parameters: any[]) => Promise<any>>;
  reasons: string[];
  states: (string | null)[];
  sleep(seconds: number): void;
}

/** `describe` on a machine with Chromium, else `describe.skip`. */
export const describeInBrowser = CHROMIUM === undefined ? describe.skip : describe;

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
}

/** A web product with one page, which uses the client, and a browser that opens it. */
export class WebApp {
  /** The URL of the service. */
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
    const browser = await launchBrowser();
    const app = new WebApp(server, browser, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return app;
  }

  /**
   * A separate browser with an empty storage.
   * @param script runs first on each of its pages
   */
  async visitor(script?: string): Promise<Visitor> {
    const context = await this.browser.newContext();
    await context.addInitScript(WALL_CLOCK);
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

  /**
   * Runs something that makes each of these tabs send a request to a path. The requests continue when each tab has sent
   * its own, or waits for the lock of a tab that has.
   */
  async releaseTogether<T>(path: string, tabs: Tab[], work: () => Promise<T>): Promise<T> {
    let held = 0;
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    const pattern = `**${path}`;
    await this.context.route(pattern, async (route) => {
      held += 1;
      await released;
      await route.continue();
    });
    let over = false;
    const result = work().finally(() => {
      over = true;
    });
    // The error is thrown where the result is awaited below.
    result.catch(() => undefined);
    // Locks belong to the origin, so each tab can count those of all tabs.
    while (!over && held + ((await tabs[0]?.waitingLocks()) ?? 0) < tabs.length) {
      await new Promise((next) => setTimeout(next, POLL_MS));
    }
    release();
    const value = await result;
    await this.context.unroute(pattern);
    return value;
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}

export class Tab {
  constructor(private readonly page: Page) {}

  /** The result of a method of the client in this tab; a failure is thrown as an error with its code as the message. */
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

  /** The number of lock requests that wait for another one. */
  waitingLocks(): Promise<number> {
    return this.page.evaluate('navigator.locks?.query().then(({ pending }) => pending.length) ?? 0');
  }

  /** Sets the wall clock of the page forward. */
  async sleep(seconds: number): Promise<void> {
    await this.page.evaluate((some) => (globalThis as unknown as PageGlobals).sleep(some), seconds);
  }

  /** The reasons of all sign-outs so far. */
  reasons(): Promise<string[]> {
    return this.page.evaluate(() => (globalThis as unknown as PageGlobals).reasons);
  }

  /** Resolves when the tab shows that this user is signed in, or, for null, that no user is. */
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
