import type { SettingsReader } from '../settings-reader.js';
import { parseCorsOrigins } from '../url-settings.js';

const THIRTY_DAYS = 30 * 86_400;
const THREE_DAYS = 3 * 86_400;

const RP_ID_FORM = 'a domain name in lower case, such as example.com (default the host of APP_URL)';
const ORIGINS_FORM =
  'https origins separated by commas, such as https://app.example.com, or http ones of localhost, or android:apk-key-hash: and the SHA-256 of the signing certificate in base64url, 43 characters (default the origin of APP_URL, and that of the pages)';
const PAGES_FORM =
  'a domain that contains the hosts of BASE_URL and APP_URL; or leave it, and list in PASSKEY_ORIGINS the origins with passkeys: see docs/sign-in-pages.md';
/** Not an IP address: the last label has a letter. */
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*(?=[a-z0-9-]*[a-z])[a-z0-9-]{1,63}$/;

/** The origin of an app for Android, in the client data of its passkeys. */
const ANDROID_APP = /^android:apk-key-hash:([\w-]{43})$/;

/** The domain and the pages of passkeys (WebAuthn Level 3). */
export interface RelyingParty {
  /** The domain that new passkeys belong to: the RP ID. */
  rpId: string;
  /** The origins of the web pages, and of the apps for Android, that may create and use passkeys. */
  origins: string[];
  /** Those origins that browsers accept only with a file at `https://{RP ID}/.well-known/webauthn` (section 5.11). */
  relatedOrigins: string[];
}

/** Where the web product and the sign-in pages are. */
interface Addresses {
  appUrl: string;
  baseUrl: string;
  pages: { on: boolean };
}

/** The rules for second factors and passkeys. Durations are in seconds. */
export function readFactorSettings(read: SettingsReader, service: Addresses) {
  return {
    mfa: read.oneOf('MFA', ['off', 'optional', 'required'], 'optional'),
    mfaGrace: read.integer('MFA_GRACE', { min: 0, max: THIRTY_DAYS, fallback: 0 }),
    mfaResetDelay: read.integer('MFA_RESET_DELAY', { min: 0, max: THREE_DAYS, fallback: 0 }),
    emailCodeTtl: read.integer('EMAIL_CODE_TTL', { min: 1, max: 86_400, fallback: 600 }),
    passkeys: readRelyingParty(read, service),
  };
}

function readRelyingParty(read: SettingsReader, { appUrl, baseUrl, pages }: Addresses): RelyingParty {
  const { hostname, origin } = new URL(appUrl);
  // Browsers refuse passkeys at an IP address, but a service without passkeys may have one in APP_URL.
  const rpId = read.parsed('PASSKEY_RP_ID', RP_ID_FORM, hostname, (text) =>
    DOMAIN.test(text) || text === hostname ? text : undefined,
  );
  const byDefault = [...new Set([origin, ...(pages.on ? originsOfPages(read, rpId, baseUrl) : [])])];
  const origins = read.parsed('PASSKEY_ORIGINS', ORIGINS_FORM, byDefault.join(), (text) =>
    text === byDefault.join() || text === origin ? text.split(',') : parsePasskeyOrigins(text),
  );
  // Android compares an app with the domain by /.well-known/assetlinks.json.
  const pageOrigins = origins.filter((each) => !ANDROID_APP.test(each));
  return { rpId, origins, relatedOrigins: pageOrigins.filter((each) => !isBelow(rpId, new URL(each).hostname)) };
}

/**
 * The origin of the sign-in pages, where it is one of passkeys by default. A host that their domain does not contain is an error
 * only where the operator has switched the pages on: in development they are on in any case.
 */
function originsOfPages(read: SettingsReader, rpId: string, baseUrl: string): string[] {
  const { origin, hostname } = new URL(baseUrl);
  if (isBelow(rpId, hostname)) return [origin];
  if (read.text('HOSTED_PAGES') === 'on' && read.text('PASSKEY_ORIGINS') === undefined)
    read.reject('PASSKEY_RP_ID', `the sign-in pages are at ${hostname}, which ${rpId} does not contain`, PAGES_FORM);
  return [];
}

/** Browsers allow WebAuthn only in secure contexts. */
function parsePasskeyOrigins(text: string): string[] | undefined {
  const entries = text.split(',').map((entry) => entry.trim());
  const origins = entries.map((entry) => (isAndroidApp(entry) ? entry : secureOrigin(entry)));
  return origins.every((origin) => origin !== undefined) ? origins : undefined;
}

function secureOrigin(text: string): string | undefined {
  const [origin] = parseCorsOrigins(text) ?? [];
  return origin && (origin.startsWith('https:') || isLocalhost(new URL(origin).hostname)) ? origin : undefined;
}

/** Only in the canonical form, since the texts are compared: the last character has two bits that mean nothing. */
function isAndroidApp(origin: string): boolean {
  const [, hash] = ANDROID_APP.exec(origin) ?? [];
  return hash !== undefined && Buffer.from(hash, 'base64url').toString('base64url') === hash;
}

function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

function isBelow(rpId: string, host: string): boolean {
  return host === rpId || host.endsWith(`.${rpId}`);
}
