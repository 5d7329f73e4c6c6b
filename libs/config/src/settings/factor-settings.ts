import type { SettingsReader } from '../settings-reader.js';
import { parseCorsOrigins } from '../values/url-settings.js';

const THIRTY_DAYS = 30 * 86_400;
const THREE_DAYS = 3 * 86_400;

const RP_ID_FORM = 'a domain name in lower case, such as example.com (default the host of APP_URL)';
const ORIGINS_FORM =
  'https origins separated by commas, such as https://app.example.com, or http ones of localhost (default the origin of APP_URL)';
/** Not an IP address: the last label has a letter. */
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*(?=[a-z0-9-]*[a-z])[a-z0-9-]{1,63}$/;

/** The domain and the pages of passkeys (WebAuthn Level 3). */
export interface RelyingParty {
  /** The domain that new passkeys belong to: the RP ID. */
  rpId: string;
  /** The origins of the web pages that may create and use passkeys. */
  origins: string[];
  /** Those origins that browsers accept only with a file at `https://{RP ID}/.well-known/webauthn` (section 5.11). */
  relatedOrigins: string[];
}

/** The rules for second factors and passkeys. Durations are in seconds. */
export function readFactorSettings(read: SettingsReader, { appUrl }: { appUrl: string }) {
  return {
    mfa: read.oneOf('MFA', ['off', 'optional', 'required'], 'optional'),
    mfaGrace: read.integer('MFA_GRACE', { min: 0, max: THIRTY_DAYS, fallback: 0 }),
    mfaResetDelay: read.integer('MFA_RESET_DELAY', { min: 0, max: THREE_DAYS, fallback: 0 }),
    emailCodeTtl: read.integer('EMAIL_CODE_TTL', { min: 1, max: 86_400, fallback: 600 }),
    passkeys: readRelyingParty(read, new URL(appUrl)),
  };
}

function readRelyingParty(read: SettingsReader, { hostname, origin }: URL): RelyingParty {
  // Browsers refuse passkeys at an IP address, but a service without passkeys may have one in APP_URL.
  const rpId = read.parsed('PASSKEY_RP_ID', RP_ID_FORM, hostname, (text) =>
    DOMAIN.test(text) || text === hostname ? text : undefined,
  );
  const origins = read.parsed('PASSKEY_ORIGINS', ORIGINS_FORM, origin, (text) =>
    text === origin ? [origin] : parsePasskeyOrigins(text),
  );
  return { rpId, origins, relatedOrigins: origins.filter((each) => !isBelow(rpId, new URL(each).hostname)) };
}

/** Browsers allow WebAuthn only in secure contexts. */
function parsePasskeyOrigins(text: string): string[] | undefined {
  const origins = parseCorsOrigins(text);
  const secure = origins?.every((origin) => origin.startsWith('https:') || isLocalhost(new URL(origin).hostname));
  return origins?.length && secure ? origins : undefined;
}

function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

function isBelow(rpId: string, host: string): boolean {
  return host === rpId || host.endsWith(`.${rpId}`);
}
