import { type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core';
import { LocalServer } from '../http/http.js';
import { launchBrowser } from './browser.js';

/** How the browser asks the user: `conditional` offers passkeys in the list of an input field. */
export type Mediation = 'optional' | 'conditional';

/** What the authenticator can do. */
interface Authenticator {
  /** Whether the user passes the check of a PIN or biometrics. */
  verifies?: boolean;
  synced?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: tests pass options and credentials of every shape
type Json = any;

/** Chromium with an empty page at `http://localhost`: at an IP address it refuses passkeys. */
export class PasskeyBrowser {
  private constructor(
    private readonly server: LocalServer,
    private readonly browser: Browser,
    readonly origin: string,
  ) {}

  static async start(): Promise<PasskeyBrowser> {
    const server = new LocalServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><input autocomplete="username webauthn">');
    });
    await server.listen('localhost');
    return new PasskeyBrowser(server, await launchBrowser(), server.origin);
  }

  /** A separate browser, whose authenticator has no passkeys. */
  async visitor(authenticator: Authenticator = {}): Promise<PasskeyVisitor> {
    const context = await this.browser.newContext();
    const page = await context.newPage();
    await page.goto(this.origin);
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const { verifies = true, synced = true } = authenticator;
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: verifies,
        automaticPresenceSimulation: true,
        defaultBackupEligibility: synced,
        defaultBackupState: synced,
      },
    });
    return new PasskeyVisitor(context, page, devtools, authenticatorId);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.server.stop();
  }
}

export class PasskeyVisitor {
  constructor(
    private readonly context: BrowserContext,
    private readonly page: Page,
    private readonly devtools: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  /** Creates a passkey. Rejects with the name of the browser's error. */
  create(options: Json): Promise<Json> {
    return this.page.evaluate(async (json) => {
      const { PublicKeyCredential: api, navigator } = globalThis as Json;
      const publicKey = api.parseCreationOptionsFromJSON(json);
      const made = await navigator.credentials.create({ publicKey }).catch((error: Error) => {
        throw new Error(error.name);
      });
      return made.toJSON();
    }, options);
  }

  /** Uses a passkey. Rejects with the name of the browser's error. */
  get(options: Json, mediation: Mediation = 'optional'): Promise<Json> {
    return this.page.evaluate(
      async ([json, how]) => {
        const { PublicKeyCredential: api, navigator } = globalThis as Json;
        const publicKey = api.parseRequestOptionsFromJSON(json);
        const used = await navigator.credentials.get({ publicKey, mediation: how }).catch((error: Error) => {
          throw new Error(error.name);
        });
        return used.toJSON();
      },
      [options, mediation] as const,
    );
  }

  /** Signals the browser that the service does not know a passkey. */
  async signalUnknown(rpId: string, credentialId: string): Promise<void> {
    await this.page.evaluate(
      (unknown) => {
        const { PublicKeyCredential: api } = globalThis as Json;
        return api.signalUnknownCredential(unknown);
      },
      { rpId, credentialId },
    );
  }

  /** The ids of the passkeys in the authenticator, in base64url. */
  async known(): Promise<string[]> {
    const { authenticatorId } = this;
    const { credentials } = await this.devtools.send('WebAuthn.getCredentials', { authenticatorId });
    return credentials.map(({ credentialId }) => Buffer.from(credentialId, 'base64').toString('base64url'));
  }

  async verifies(isUserVerified: boolean): Promise<void> {
    const { authenticatorId } = this;
    await this.devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  }

  /** Sets the counter of the only passkey back, as on a copy of the authenticator. */
  async setCounter(signCount: number): Promise<void> {
    const { authenticatorId } = this;
    const { credentials } = await this.devtools.send('WebAuthn.getCredentials', { authenticatorId });
    const [credential] = credentials;
    if (!credential) throw new Error('The authenticator has no passkey.');
    await this.devtools.send('WebAuthn.clearCredentials', { authenticatorId });
    await this.devtools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount } });
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}
