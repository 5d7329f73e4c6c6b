import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import type { SoftPasskey } from '../factors/authenticator.js';
import { LocalServer } from '../http/http.js';
import { find } from '../run/machine.mjs';

const ROOT = resolve(__dirname, '../../..');
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

// biome-ignore lint/suspicious/noExplicitAny: tests call every method
type Methods = Record<string, (...parameters: any[]) => Promise<any>>;

/** The global variables of the page for the tests. */
interface PageGlobals {
  client: Methods;
  factors: Methods;
  passkeys: Methods;
  external: Methods;
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
  /** Its other pages, by their paths. */
  readonly documents: Record<string, string> = {};

  private constructor(
    private readonly server: LocalServer,
    private readonly browser: Browser,
    readonly origin: string,
  ) {}

  /**
   * @param host `localhost` for passkeys, which browsers do not allow on addresses
   * @param sessions the option of the client
   */
  static async start(
    host: '127.0.0.1' | 'localhost' = '127.0.0.1',
    sessions: 'token' | 'cookie' = 'token',
  ): Promise<WebApp> {
    const input = ['index', 'passkeys', 'external'].map((entry) => `export * from './${entry}.ts';`).join('');
    const options = { cwd: join(ROOT, 'libs/client/src'), input, encoding: 'utf8' } as const;
    const esbuild = join(ROOT, 'node_modules/.bin/esbuild');
    const script = execFileSync(process.execPath, [esbuild, '--bundle', '--format=esm'], options);
    const server = new LocalServer((request, response) => {
      const options = `{ baseUrl: '${app.serviceUrl}', sessions: '${sessions}' }`;
      const scripts: Record<string, string> = { '/client.js': script, '/worker.js': worker(options) };
      const found = scripts[request.url ?? ''];
      const { pathname } = new URL(request.url ?? '', 'http://localhost');
      const document = app.documents[pathname] ?? page(options);
      if (found === undefined) response.setHeader('content-type', 'text/html').end(document);
      else response.setHeader('content-type', 'text/javascript').end(found);
    });
    await server.listen();
    const browser = await launchBrowser();
    const app = new WebApp(server, browser, `http://${host}:${server.port}`);
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
    await this.server.stop();
  }
}

export class Visitor {
  constructor(
    private readonly context: BrowserContext,
    private readonly origin: string,
  ) {}

  /** The value of the cookie of the service, which no script can read. */
  async refreshToken(): Promise<string | undefined> {
    return (await this.context.cookies()).find(({ name }) => name === 'latchkey')?.value;
  }

  /** A tab without the client. */
  page(): Promise<Page> {
    return this.context.newPage();
  }

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

  /** The result of a method such as `signIn` or `factors.list` in this tab; a failure is thrown as an error with its code as the message. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  call(method: string, ...parameters: unknown[]): Promise<any> {
    return this.page.evaluate(
      ([path, given]) => {
        const [name = '', object = 'client'] = path.split('.').reverse();
        return (globalThis as unknown as PageGlobals)[object as 'client'][name]?.(...given).catch((error) => {
          throw new Error(error.code);
        });
      },
      [method, parameters] as const,
    );
  }

  get url(): string {
    return this.page.url();
  }

  /** The result of a script in this tab. */
  run<T>(script: string): Promise<T> {
    return this.page.evaluate(script);
  }

  /** Leaves for a provider, signs in there as one of its accounts, and comes back. */
  async signInAt(provider: string, account: string, nextUrl: string): Promise<void> {
    void this.call('external.signInWith', provider, { nextUrl }).catch(() => undefined);
    await this.page.getByLabel('Account').fill(account);
    await this.page.getByRole('button', { name: 'Continue', exact: true }).click();
    await this.page.waitForURL(`${nextUrl}**`);
    await this.page.waitForFunction('globalThis.client');
  }

  close(): Promise<void> {
    return this.page.close();
  }

  /** Adds an authenticator that verifies the user, and answers at once. */
  addAuthenticator(): Promise<VirtualAuthenticator> {
    return VirtualAuthenticator.add(this.page);
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

/** An authenticator that Chromium simulates for one page. */
export class VirtualAuthenticator {
  private constructor(
    private readonly session: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  static async add(page: Page): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualAuthenticator(session, authenticatorId);
  }

  /** Gives it a passkey that exists already. */
  async hold(passkey: SoftPasskey): Promise<void> {
    const { authenticatorId } = this;
    await this.session.send('WebAuthn.addCredential', { authenticatorId, credential: passkey.forBrowser() });
  }

  /** The names of the users of its passkeys. */
  async userNames(): Promise<(string | undefined)[]> {
    const { credentials } = await this.session.send('WebAuthn.getCredentials', {
      authenticatorId: this.authenticatorId,
    });
    return credentials.map(({ userName }) => userName);
  }

  /** Makes it refuse to verify the user, or verify them again. */
  async verifyUser(isUserVerified: boolean): Promise<void> {
    await this.session.send('WebAuthn.setUserVerified', { authenticatorId: this.authenticatorId, isUserVerified });
  }
}

function page(options: string): string {
  return `<!doctype html><script type="module">
    import { createClient, createExternal, createPasskeys } from '/client.js';
    globalThis.reasons = [];
    globalThis.states = [];
    globalThis.client = createClient({ ...${options}, onSignedOut: (reason) => reasons.push(reason) });
    globalThis.factors = client.factors;
    globalThis.passkeys = createPasskeys(client);
    globalThis.external = createExternal(client);
    client.subscribe((state) => states.push(state?.uid ?? null));
  </script>`;
}

/** A service worker that sleeps for the seconds of a message, then answers the uid of the signed-in user, or a code. */
function worker(options: string): string {
  return `
    import { createClient } from '/client.js';
    ${WALL_CLOCK}
    const client = createClient(${options});
    onmessage = ({ data, ports: [port] }) => {
      sleep(data);
      client.user().then(({ uid }) => port.postMessage(uid), ({ code }) => port.postMessage(code));
    };`;
}

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

/** In the page: texts that cover each other or are cut off, and a page that is wider than its window. */
const FAULTS = `(() => {
  const faults = [];
  const texts = [];
  const visit = (node) => {
    if (node.nodeType === Node.TEXT_NODE && node.data.trim()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) if (box.width > 1 && box.height > 1) texts.push({ box, text: node.data.trim() });
    }
    if (node.nodeType === Node.ELEMENT_NODE) {
      if (['STYLE', 'SCRIPT', 'NOSCRIPT', 'OPTION'].includes(node.tagName)) return;
      const { overflowX, display } = getComputedStyle(node);
      const cuts = display !== 'inline' && (node.matches('button, a, h1, h2, label') || overflowX !== 'visible') && node.tagName !== 'INPUT';
      if (cuts && node.scrollWidth > node.clientWidth + 1) faults.push('cut: ' + node.textContent.trim());
    }
    for (const child of [...(node.shadowRoot ?? node).childNodes]) visit(child);
  };
  visit(document.body);
  const inner = ({ left, right, top, bottom }, by) => ({ left: left + by, right: right - by, top: top + by, bottom: bottom - by });
  texts.forEach(({ box, text }, index) => {
    const one = inner(box, box.height / 6);
    for (const { box: other, text: covered } of texts.slice(index + 1)) {
      const apart = one.right <= other.left || other.right <= one.left || one.bottom <= other.top + other.height / 6 || other.bottom - other.height / 6 <= one.top;
      if (!apart) faults.push('overlap: ' + text + ' / ' + covered);
    }
    if (box.left < 0 || box.right > innerWidth) faults.push('outside: ' + text);
  });
  if (document.documentElement.scrollWidth > innerWidth) faults.push('wider than ' + innerWidth);
  return faults;
})()`;

/** What is wrong with the places of the texts of a page. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(FAULTS);
}
