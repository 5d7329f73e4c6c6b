import type { DatabaseLocation } from './database-url.js';
import { readAll } from './settings/all-settings.js';
import type { DeviceSettings } from './settings/device-settings.js';
import type { RelyingParty } from './settings/factor-settings.js';
import type { MailSender } from './settings/mail-settings.js';
import type { MigrationSettings } from './settings/migration-settings.js';
import type { RateLimitCounts, TraceSettings } from './settings/operation-settings.js';
import type { PageSettings } from './settings/page-settings.js';
import type { Argon2Cost, BreachSettings } from './settings/password-settings.js';
import type { ProviderEntry } from './settings/provider-settings.js';
import type { RetentionSettings } from './settings/retention-settings.js';
import type { NodeEnv } from './settings/service-settings.js';
import { type SettingInForce, settingsInForce } from './settings-in-force.js';
import { SettingsReader, type Source } from './settings-reader.js';
import { isLoopbackOrigin } from './url-settings.js';
import type { TrustProxy, WebhookNetworks } from './values.js';
import { type AllowedOrigin, isAllowed } from './values.js';

type Computed = 'production' | 'mailConfigured' | 'inForce' | 'mayCall' | 'mayUseCookies' | 'mayLeadTo' | 'targetNow';

/** All settings of the service, read and checked once. Durations are in seconds. */
export class Env {
  /** `strict` has safer defaults for the settings that `values/security-profile.ts` lists. */
  readonly securityProfile!: 'spec' | 'strict';
  /** Outside `production` the first start creates missing secrets, and the rules for addresses and mail are less strict. */
  readonly nodeEnv!: NodeEnv;
  readonly port!: number;
  readonly host!: string;
  /** How long after SIGTERM the service answers requests while `/health/ready` says that it is not ready. */
  readonly shutdownDelay!: number;
  /** The URL of the service for clients: the `iss` of its tokens and the root of its links. */
  readonly baseUrl!: string;
  /** The URL of the web product, which links lead to by default. */
  readonly appUrl!: string;
  /** The name of the product in emails and pages. */
  readonly appName!: string;
  /** Whether the service has the console under `/console`, and lets administrators sign in to it. */
  readonly console!: boolean;
  /** Whether people may create accounts for themselves. Administrators always can, for others. */
  readonly signUp!: boolean;
  readonly pages!: PageSettings;
  /** Origins that links may lead to, besides those of `APP_URL` and `BASE_URL`. */
  readonly redirectAllowlist!: AllowedOrigin[];
  readonly database!: DatabaseLocation;
  /** The root of the keys that seal the signing keys and sign the refresh tokens. */
  readonly authSecret!: string;
  /** Only opens and verifies, while `AUTH_SECRET` is being replaced. */
  readonly authSecretPrevious!: string | undefined;
  readonly adminToken!: string | undefined;
  readonly accessTokenTtl!: number;
  /** The `aud` of access tokens, which the service then requires; undefined for tokens without an audience. */
  readonly accessTokenAudience!: string | undefined;
  /** What API keys of users may be for: without scopes, users have none. */
  readonly apiKeys!: { scopes: string[]; audiences: string[] };
  readonly refreshTokenTtl!: number;
  /** How long the refresh token before the newest still works, for several tabs and lost answers. */
  readonly refreshGrace!: number;
  readonly magicLinkTtl!: number;
  readonly verifyEmailTtl!: number;
  readonly resetPasswordTtl!: number;
  /** `page` shows a page with a button before magic and verification links work, since mail scanners follow links. */
  readonly linkConfirm!: 'none' | 'page';
  /** `confirm`: a new address of a user replaces the old one only when a reader of the new mailbox confirms it. */
  readonly emailChange!: 'immediate' | 'confirm';
  /** How long a sign-in counts as recent, for changes of the account that need one; 0 for any age. */
  readonly reauthMaxAge!: number;
  /** `required` demands a second factor of every user; `off` accepts no new ones, and still asks for those that exist. */
  readonly mfa!: 'off' | 'optional' | 'required';
  /** How long after the first sign-in that requires a factor the user may still sign in without one. */
  readonly mfaGrace!: number;
  /** How long a reset of factors by an administrator waits. */
  readonly mfaResetDelay!: number;
  readonly emailCodeTtl!: number;
  /** Where passkeys work. */
  readonly passkeys!: RelyingParty;
  /** The external providers of the file in `PROVIDERS_FILE`, with their secrets. */
  readonly providerEntries!: ProviderEntry[];
  /** When a session ends after its sign-in, however often it is refreshed; 0 for no limit. */
  readonly sessionMaxTtl!: number;
  /** The most sessions of a user. One more ends the least recently used session. */
  readonly maxSessions!: number;
  readonly devices!: DeviceSettings;
  readonly impersonation!: boolean;
  /** How a user learns of an impersonation: by an email and the list of sessions, by the list alone, or not at all. */
  readonly impersonationNotice!: 'mail' | 'list' | 'off';
  readonly smtpUrl!: string | undefined;
  /** Whether to start and use a local inbox: outside production, without `SMTP_URL`. */
  readonly wantsInbox!: boolean;
  readonly mailFrom!: MailSender;
  readonly mailTemplatesDir!: string | undefined;
  /** The language of emails for which no other language fits: that of the templates directly in the folder. */
  readonly mailLocale!: string;
  /** `client` accepts `email_verified` of a create request, `ignore` always starts unverified. */
  readonly signupEmailVerified!: 'client' | 'ignore';
  /** The least length of a new password, in code points. */
  readonly passwordMinLength!: number;
  /** The least zxcvbn score of a new password, 0 to 4. */
  readonly passwordMinScore!: number;
  /** The look-up of new passwords among breached ones. */
  readonly breach!: BreachSettings;
  /** The earlier system that knows the passwords of users who have none here; undefined for none. */
  readonly migration!: MigrationSettings | undefined;
  readonly passwordHash!: 'bcrypt' | 'argon2id';
  readonly bcryptCost!: number;
  /** `auto` uses the native bcrypt if it loads, otherwise the one in JavaScript. */
  readonly bcryptEngine!: 'auto' | 'native' | 'js';
  readonly argon2!: Argon2Cost;
  readonly rateLimit!: boolean;
  readonly rateLimits!: RateLimitCounts;
  /** The Redis with the counts that replicas share; undefined when each process counts for itself. */
  readonly redisUrl!: string | undefined;
  /** Origins of web pages whose scripts may call the service and read its answers. */
  readonly corsOrigins!: string[];
  /** Origins of web pages whose sessions may be in a cookie. They may call the service, too. */
  readonly cookieOrigins!: string[];
  /** The port that serves metrics without authentication; undefined when metrics require an admin token. */
  readonly metricsPort!: number | undefined;
  /** The proxies whose `X-Forwarded-For` contains the client address: a number of hops, addresses, or none. */
  readonly trustProxy!: TrustProxy;
  readonly retention!: RetentionSettings;
  readonly webhookNetworks!: WebhookNetworks;
  readonly traces!: TraceSettings;
  readonly logLevel!: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

  readonly #read: SettingsReader;

  /** @param own for settings that are not given @throws {SettingsError} naming each invalid variable */
  constructor(source: Source, own?: Source) {
    this.#read = new SettingsReader(source, own);
    // The type makes the compiler reject a missing setting.
    Object.assign(this, readAll(this.#read) satisfies Omit<Env, Computed>);
    this.#read.finish();
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
