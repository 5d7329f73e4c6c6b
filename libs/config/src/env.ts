import { relatedOrigins } from './settings/sign-in-settings.js';
import { readSettings, type SettingInForce, type Settings, settingsInForce } from './settings.js';
import { SettingsReader, type Source } from './settings-reader.js';
import { isAllowed, isLoopbackOrigin } from './values.js';

/** Where passkeys work (WebAuthn Level 3). */
interface RelyingParty {
  /** The domain that new passkeys belong to: the RP ID. */
  rpId: string;
  /** The origins of the web pages, and of the apps for Android, that may create and use passkeys. */
  origins: string[];
  /** Those origins that browsers accept only with a file at `https://{RP ID}/.well-known/webauthn`. */
  relatedOrigins: string[];
}

/** The earlier system that is asked about the passwords of users who have none here. */
interface Migration {
  url: string;
  /** Signs the questions (Standard Webhooks 1.0). */
  secret: string;
  /** In seconds; also how much longer each refused login takes. */
  timeout: number;
}

/** The fields are those of the table of settings. */
const Fields = class {} as new () => Settings;

/** All settings of the service, read and checked once. Durations are in seconds. */
export class Env extends Fields {
  readonly #read: SettingsReader;

  /** @param own for settings that are not given @throws {SettingsError} naming each invalid variable */
  constructor(source: Source, own?: Source) {
    super();
    this.#read = new SettingsReader(source, own);
    Object.assign(this, readSettings(this.#read));
    this.#read.finish();
  }

  get passkeys(): RelyingParty {
    const [rpId, origins] = [this.passkeyRpId, this.passkeyOrigins];
    return { rpId, origins, relatedOrigins: relatedOrigins(rpId, origins) };
  }

  /** Undefined while the lazy migration is off. */
  get migration(): Migration | undefined {
    if (this.migrationUrl === undefined) return undefined;
    return { url: this.migrationUrl, secret: this.migrationSecret, timeout: this.migrationTimeout };
  }

  /** Whether to start and use a local inbox: outside production, without `SMTP_URL`. */
  get wantsInbox(): boolean {
    return !this.production && this.#read.text('SMTP_URL') === undefined;
  }

  /** All settings for a reader, without secrets. */
  get inForce(): SettingInForce[] {
    return settingsInForce(this.#read.found);
  }

  get production(): boolean {
    return this.nodeEnv === 'production';
  }

  get mailConfigured(): boolean {
    return this.smtpUrl !== undefined;
  }

  /** Whether the scripts of web pages with this origin may call the service and read its answers. */
  mayCall(origin: string): boolean {
    return this.corsOrigins.includes(origin) || this.mayUseCookies(origin);
  }

  /** Whether links and sign-ins may lead to this URL, by its origin. Outside production, an empty list allows all. */
  mayLeadTo(url: URL): boolean {
    if (!this.production && this.redirectAllowlist.length === 0) return true;
    const own = [this.baseUrl, this.appUrl].some((known) => new URL(known).origin === url.origin);
    return own || this.redirectAllowlist.some((origin) => isAllowed(url, origin));
  }

  /** Where a link leads that was made under earlier settings: to `APP_URL`, if links may not lead to its target any more. */
  targetNow(target: string): string {
    return target === '' || this.mayLeadTo(new URL(target)) ? target : this.appUrl;
  }

  /**
   * Whether web pages with this origin may have their sessions in a cookie. In development a product has any port of this machine,
   * and only its developer can open a page there.
   */
  mayUseCookies(origin: string): boolean {
    return this.cookieOrigins.includes(origin) || (!this.production && isLoopbackOrigin(origin));
  }
}
