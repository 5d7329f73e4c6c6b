import { ALLOWLIST_FORM, type AllowedOrigin, parseAllowlist } from './allowed-origins.js';
import { DATABASE_URL_FORMS, type DatabaseLocation, parseDatabaseUrl } from './database-url.js';
import {
  APP_NAME_FORM,
  MAIL_FROM_FORM,
  parseLine,
  parseSender,
  parseSmtpUrl,
  type Sender,
  SMTP_FORM,
} from './mail-settings.js';
import { readBearerToken, readPreviousSecret, readSecret } from './secret-settings.js';
import { SettingsReader } from './settings-reader.js';
import { parseTrustProxy, TRUST_PROXY_FORMS, type TrustProxy } from './trust-proxy.js';
import {
  APP_URL_FORM,
  CORS_FORM,
  HOST_FORM,
  parseAppUrl,
  parseCorsOrigins,
  parseHost,
  parseRedisUrl,
  REDIS_FORM,
  readBaseUrl,
} from './url-settings.js';

const THIRTY_DAYS = 30 * 86_400;
const ONE_YEAR = 365 * 86_400;
const TEN_YEARS = 10 * ONE_YEAR;
const ONE_DAY = 86_400;
const ONE_HOUR = 3_600;
const ONE_MINUTE = 60;

export type NodeEnv = 'development' | 'test' | 'production';

/** In seconds: the specification bounds the life of an access token to 15 minutes. */
export const MAX_ACCESS_TOKEN_TTL = 900;

/** Settings that have another name now. The old name stops the start, so that an upgrade does not lose the value. */
export const RENAMED: Record<string, string> = { MAGIC_LINK_CONFIRM: 'LINK_CONFIRM' };

/** Every setting of the service, read once and checked. All durations are in seconds. */
export class Env {
  /** Outside `production` missing secrets are made at first start, and addresses and mail are forgiving. */
  readonly nodeEnv: NodeEnv;
  readonly port: number;
  readonly host: string;
  /** The address under which clients reach the service: the `iss` of its tokens and the root of its links. */
  readonly baseUrl: string;
  /** The web product that people come from and go back to: where links lead that name no other address. */
  readonly appUrl: string;
  /** How letters and pages call the product. */
  readonly appName: string;
  /** Origins that links may lead to, besides those of `APP_URL` and `BASE_URL`. */
  readonly redirectAllowlist: AllowedOrigin[];
  readonly database: DatabaseLocation;
  /** Root of the keys that seal the signing keys and sign the refresh tokens. */
  readonly authSecret: string;
  /** Still opens and verifies while `AUTH_SECRET` is being replaced; nothing new is made with it. */
  readonly authSecretPrevious: string | undefined;
  /** A first admin token; undefined where others do, or where one is made at the first start. */
  readonly adminToken: string | undefined;
  /** At most `MAX_ACCESS_TOKEN_TTL`. */
  readonly accessTokenTtl: number;
  /** Slides: each refresh gives the new token this long. */
  readonly refreshTokenTtl: number;
  /** How long the refresh token before the newest still answers (several tabs, a lost answer). */
  readonly refreshGrace: number;
  /** How long a mailed magic link works. */
  readonly magicLinkTtl: number;
  readonly verifyEmailTtl: number;
  readonly resetPasswordTtl: number;
  /** `page` puts a page with a button before magic and verification links, for mail scanners that follow links. */
  readonly linkConfirm: 'none' | 'page';
  /**
   * How long after a sign-in the address can be changed or the account deleted without the password; 0 switches the rule
   * off.
   */
  readonly reauthMaxAge: number;
  /** How many sessions a user can have at the same time: one more ends the one that was used longest ago. */
  readonly maxSessions: number;
  /** The mail server; undefined for no mail at all. */
  readonly smtpUrl: string | undefined;
  /** Whether a local inbox is to be started and used: outside production, where `SMTP_URL` is not set. */
  readonly wantsInbox: boolean;
  readonly mailFrom: Sender;
  /** A folder with letters in place of ours. */
  readonly mailTemplatesDir: string | undefined;
  /** `client` honours `email_verified` in a create request, `ignore` always starts unverified. */
  readonly signupEmailVerified: 'client' | 'ignore';
  /** The least zxcvbn score of a new password, 0 to 4. */
  readonly passwordMinScore: number;
  /** The binary logarithm of bcrypt's rounds. */
  readonly bcryptCost: number;
  /** `auto` takes the native bcrypt where it loads, and the one in JavaScript elsewhere. */
  readonly bcryptEngine: 'auto' | 'native' | 'js';
  /** Whether tries are limited: see the limits lib. */
  readonly rateLimit: boolean;
  /** Where replicas share their limits; undefined where each process counts by itself. */
  readonly redisUrl: string | undefined;
  /** Origins of web pages whose scripts may call the service and read its answers. */
  readonly corsOrigins: string[];
  /** Where metrics are told to whoever can connect; undefined where they need an admin token. */
  readonly metricsPort: number | undefined;
  /** Whose `X-Forwarded-For` tells the client address: a number of hops, addresses, or nobody's. */
  readonly trustProxy: TrustProxy;
  /** How long the event log remembers; 0 for ever. Longer than any access token lives, since others ask it what was revoked. */
  readonly eventsTtl: number;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

  /** @throws {SettingsError} naming each variable that is wrong */
  constructor(source: Record<string, string | undefined>) {
    const read = new SettingsReader(source);
    for (const [old, name] of Object.entries(RENAMED)) read.renamed(old, name);
    this.nodeEnv = read.oneOf('NODE_ENV', ['development', 'test', 'production'], 'production');
    this.port = read.integer('PORT', { min: 1, max: 65_535, fallback: 3000 });
    this.host = read.parsed('HOST', HOST_FORM, '0.0.0.0', parseHost);
    this.baseUrl = readBaseUrl(read, this.port, this.production);
    this.appUrl = read.parsed('APP_URL', APP_URL_FORM, this.baseUrl, parseAppUrl);
    this.appName = read.parsed('APP_NAME', APP_NAME_FORM, 'Latchkey', parseLine);
    this.redirectAllowlist = read.parsed('REDIRECT_ALLOWLIST', ALLOWLIST_FORM, '', parseAllowlist);
    this.database = read.parsed(
      'DATABASE_URL',
      `${DATABASE_URL_FORMS} (default ${DEFAULT_DATABASE_URL})`,
      DEFAULT_DATABASE_URL,
      parseDatabaseUrl,
    );
    this.authSecret = readSecret(read, 'AUTH_SECRET');
    this.authSecretPrevious = readPreviousSecret(read, 'AUTH_SECRET_PREVIOUS');
    this.adminToken = readBearerToken(read, 'ADMIN_TOKEN');
    this.accessTokenTtl = read.integer('ACCESS_TOKEN_TTL', {
      min: 1,
      max: MAX_ACCESS_TOKEN_TTL,
      fallback: MAX_ACCESS_TOKEN_TTL,
    });
    this.refreshTokenTtl = read.integer('REFRESH_TOKEN_TTL', {
      min: 1,
      max: ONE_YEAR,
      fallback: THIRTY_DAYS,
    });
    this.refreshGrace = read.integer('REFRESH_GRACE', {
      min: 0,
      max: 600,
      fallback: 10,
    });
    this.magicLinkTtl = read.integer('MAGIC_LINK_TTL', { min: 1, max: 86_400, fallback: 900 });
    this.verifyEmailTtl = read.integer('VERIFY_EMAIL_TTL', { min: 1, max: THIRTY_DAYS, fallback: 86_400 });
    this.resetPasswordTtl = read.integer('RESET_PASSWORD_TTL', { min: 1, max: 86_400, fallback: 3600 });
    this.linkConfirm = read.oneOf('LINK_CONFIRM', ['none', 'page'], 'none');
    this.reauthMaxAge = read.parsed('REAUTH_MAX_AGE', REAUTH_FORM, '600', parseReauthMaxAge);
    this.maxSessions = read.integer('MAX_SESSIONS', { min: 1, max: 10_000, fallback: 100 });
    this.smtpUrl = read.parsed('SMTP_URL', SMTP_FORM, 'none', parseSmtpUrl) ?? undefined;
    this.wantsInbox = read.text('SMTP_URL') === undefined && !this.production;
    const sender = `${this.appName} <no-reply@${new URL(this.baseUrl).hostname}>`;
    // A host that no address can have, such as an IPv6 literal, leaves the letters without a domain to come from.
    const nobody = { name: this.appName, address: 'no-reply@localhost' };
    this.mailFrom = read.parsed('MAIL_FROM', MAIL_FROM_FORM, sender, parseSender) ?? nobody;
    this.mailTemplatesDir = read.text('MAIL_TEMPLATES_DIR');
    this.signupEmailVerified = read.oneOf('SIGNUP_EMAIL_VERIFIED', ['client', 'ignore'], 'client');
    this.passwordMinScore = read.integer('PASSWORD_MIN_SCORE', {
      min: 0,
      max: 4,
      fallback: 1,
    });
    this.bcryptCost = read.integer('BCRYPT_COST', {
      min: 4,
      max: 15,
      fallback: 10,
    });
    this.bcryptEngine = read.oneOf('BCRYPT_ENGINE', ['auto', 'native', 'js'], 'auto');
    this.rateLimit = read.oneOf('RATE_LIMIT', ['on', 'off'], 'on') === 'on';
    this.redisUrl = read.parsed('REDIS_URL', REDIS_FORM, 'none', parseRedisUrl) ?? undefined;
    this.corsOrigins = read.parsed('CORS_ORIGINS', CORS_FORM, 'none', parseCorsOrigins);
    this.metricsPort = read.text('METRICS_PORT')
      ? read.integer('METRICS_PORT', { min: 1, max: 65_535, fallback: 0 })
      : undefined;
    this.trustProxy = read.parsed('TRUST_PROXY', TRUST_PROXY_FORMS, 'none', parseTrustProxy);
    this.eventsTtl = read.parsed('EVENTS_TTL', EVENTS_TTL_FORM, String(ONE_YEAR), parseEventsTtl);
    this.logLevel = read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info');
    read.finish();
  }

  get production(): boolean {
    return this.nodeEnv === 'production';
  }

  /** Whether letters can be sent. */
  get mailConfigured(): boolean {
    return this.smtpUrl !== undefined;
  }
}

export const DEFAULT_DATABASE_URL = 'sqlite:./data/auth.sqlite';
const REAUTH_FORM = `an integer from ${ONE_MINUTE} to ${ONE_DAY}, or 0 for no such rule (default 600)`;
const EVENTS_TTL_FORM = `an integer from ${ONE_HOUR} to ${TEN_YEARS}, or 0 for ever (default ${ONE_YEAR})`;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const parseEventsTtl = (text: string) => zeroOr(text, ONE_HOUR, TEN_YEARS);
const parseReauthMaxAge = (text: string) => zeroOr(text, ONE_MINUTE, ONE_DAY);

/** 0, or an integer within these bounds. */
function zeroOr(text: string, min: number, max: number): number | undefined {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return number === 0 || (number >= min && number <= max) ? number : undefined;
}
