import type { SettingsReader } from '../settings-reader.js';

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Where breached passwords are listed: a web address before 5 hexadecimal digits, or a folder with a file for each. */
export type BreachSource = { kind: 'url'; url: string } | { kind: 'folder'; path: string };

/** The look-up of new passwords among breached ones. */
export interface BreachSettings {
  /** Undefined for no look-up. */
  source: BreachSource | undefined;
  /** How often a password must have been seen to be refused. */
  min: number;
  /** Whether a password is refused while the source is out of reach. */
  strict: boolean;
}

/** The parameters of argon2id (RFC 9106) for new hashes. The number of lanes is 1. */
export interface Argon2Cost {
  /** In KiB. */
  memory: number;
  passes: number;
}

/** The rules for sign-ups and passwords. */
export function readPasswordSettings(read: SettingsReader, { nodeEnv }: { nodeEnv: string }) {
  return {
    signupEmailVerified: read.oneOf('SIGNUP_EMAIL_VERIFIED', ['client', 'ignore'], 'client'),
    passwordMinLength: read.integer('PASSWORD_MIN_LENGTH', { min: 8, max: 64, fallback: 8 }),
    passwordMinScore: read.integer('PASSWORD_MIN_SCORE', { min: 0, max: 4, fallback: 1 }),
    breach: readBreachSettings(read, nodeEnv === 'production'),
    passwordHash: read.oneOf('PASSWORD_HASH', ['bcrypt', 'argon2id'], 'bcrypt'),
    bcryptCost: read.integer('BCRYPT_COST', { min: 4, max: 15, fallback: 10 }),
    bcryptEngine: read.oneOf('BCRYPT_ENGINE', ['auto', 'native', 'js'], 'auto'),
    argon2: {
      memory: read.integer('ARGON2_MEMORY', { min: 7_168, max: 1_048_576, fallback: 19_456 }),
      passes: read.integer('ARGON2_PASSES', { min: 1, max: 10, fallback: 2 }),
    },
  };
}

function readBreachSettings(read: SettingsReader, production: boolean): BreachSettings {
  const http = production ? '' : ', http:// of localhost';
  const allowed = `off, a URL with https:// before 5 hexadecimal digits${http}, or file:/folder (default off)`;
  const parse = (text: string) => (text === 'off' ? null : parseBreachSource(text, production));
  return {
    source: read.parsed<BreachSource | null>('PASSWORD_BREACH', allowed, 'off', parse) ?? undefined,
    min: read.integer('PASSWORD_BREACH_MIN', { min: 1, max: 1_000_000_000, fallback: 1 }),
    strict: read.oneOf('PASSWORD_BREACH_STRICT', ['on', 'off'], 'off') === 'on',
  };
}

/** The digits are appended to the text as it is, so it may end with a slash or with the name of a parameter. */
function parseBreachSource(text: string, production: boolean): BreachSource | undefined {
  if (text.startsWith('file:')) {
    const path = text.slice('file:'.length).replace(/^\/\/(?=\/)/, '');
    return path === '' || path.startsWith('//') ? undefined : { kind: 'folder', path };
  }
  const { protocol, hostname, username, password } = new URL(text);
  const local = protocol === 'http:' && !production && LOOPBACK.test(hostname);
  const fits = (protocol === 'https:' || local) && !username && !password && !text.includes('#');
  return fits ? { kind: 'url', url: text } : undefined;
}
