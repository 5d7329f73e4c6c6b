import type { SettingsReader } from '../settings-reader.js';
import type { SettingName } from '../texts/setting-texts.js';

const MIN_LENGTH = 32;
const MIN_DIFFERENT = 10;

const HOW_TO_MAKE = 'for instance from: openssl rand -base64 48';
const LENGTH_FORM = `at least ${MIN_LENGTH} characters, ${HOW_TO_MAKE}`;
export const SECRET_FORM = `at least ${MIN_LENGTH} characters, at least ${MIN_DIFFERENT} different ones, not the value of ADMIN_TOKEN, ${HOW_TO_MAKE}`;
const BEARER_FORM = `letters, digits and -._~+/, ${HOW_TO_MAKE}`;

/** The secrets. No message contains their values. */
export function readSecretSettings(read: SettingsReader) {
  return {
    authSecret: readSecret(read, 'AUTH_SECRET'),
    authSecretPrevious: readPreviousSecret(read, 'AUTH_SECRET_PREVIOUS'),
    adminToken: readBearerToken(read, 'ADMIN_TOKEN'),
  };
}

/** The root of all keys; empty, which is also a problem, when it is missing. */
function readSecret(read: SettingsReader, variable: SettingName): string {
  const value = read.text(variable, SECRET_FORM) ?? '';
  const wrong = wrongWith(value, read.text('ADMIN_TOKEN'));
  if (wrong !== undefined) read.reject(variable, wrong, SECRET_FORM);
  return value;
}

function wrongWith(secret: string, adminToken: string | undefined): string | undefined {
  if (secret === '') return 'it is not set, and production needs it (NODE_ENV unset means production)';
  if (secret.length < MIN_LENGTH) return `it has only ${secret.length} characters`;
  const different = new Set(secret).size;
  if (different < MIN_DIFFERENT) return `it has only ${different} different characters`;
  return secret === adminToken ? 'it is the same as ADMIN_TOKEN' : undefined;
}

/** A secret that is being replaced, or a token: only its length is checked. */
function readPreviousSecret(read: SettingsReader, variable: SettingName): string | undefined {
  const value = read.text(variable, LENGTH_FORM);
  if (value !== undefined && value.length < MIN_LENGTH) {
    read.reject(variable, `it has only ${value.length} characters`, LENGTH_FORM);
  }
  return value;
}

/** A secret of the characters that an Authorization header allows (RFC 6750, section 2.1). */
function readBearerToken(read: SettingsReader, variable: SettingName): string | undefined {
  const value = readPreviousSecret(read, variable);
  if (value !== undefined && !/^[\w.~+/-]+=*$/.test(value)) {
    read.reject(variable, 'it has characters that no Authorization header can carry', BEARER_FORM);
  }
  return value;
}
